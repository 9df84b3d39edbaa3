import {
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  Hook,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  pluginWrapper,
  type Reply,
  type Request,
  requestValue,
  Schema,
} from 'alcove'
import { expect } from 'chai'
import { type App, askOnce, type RootModule } from './app.js'
import type { ModuleOptions } from './marks.js'

const Mark = requestValue<string>('mark')
const Limit = contextValue<number>('limit')

@Controller()
class Seen {
  @Get('/seen')
  @Schema({ querystring: { $ref: 'paging#' } })
  see(@Inject(Mark) mark: string, @Inject(Limit) limit: number) {
    return { mark, limit }
  }
}

const PAGING = { $id: 'paging', type: 'object', properties: { page: { type: 'integer', default: 1 } } }

/** All orders of a handful of things. */
function permutations<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]]
  return things.flatMap((first, at) =>
    permutations([...things.slice(0, at), ...things.slice(at + 1)]).map((rest) => [first, ...rest]),
  )
}

function rootOf(options: ModuleOptions): RootModule {
  @Module(options)
  class Root {}
  return Root
}

describe('the order of declarations', () => {
  it('of keys in @Module changes nothing of what a route sees', async () => {
    const keys: ModuleOptions = {
      schemas: [PAGING],
      decorate: [Limit.is(9)],
      decorateRequest: [Mark.is('m')],
      controllers: [Seen],
    }
    const bodies = new Set<string>()
    for (const entries of permutations(Object.entries(keys))) {
      bodies.add((await askOnce(rootOf(Object.fromEntries(entries)), 'GET /seen')).text)
    }
    expect([...bodies]).to.deep.equal(['{"mark":"m","limit":9}'])
  })

  it('of imports changes nothing of what a route sees', async () => {
    @PluginWrapped()
    @Module({ decorateRequest: [Mark.is('m')] })
    class Marks {}
    @PluginWrapped()
    @Module({ decorate: [Limit.is(9)], schemas: [PAGING] })
    class Limits {}
    @Module({ controllers: [Seen] })
    class Sees {}

    const bodies = new Set<string>()
    for (const imports of permutations([Marks, Limits, Sees])) {
      bodies.add((await askOnce(rootOf({ imports }), 'GET /seen')).text)
    }
    expect([...bodies]).to.deep.equal(['{"mark":"m","limit":9}'])
  })

  it('of controllers changes nothing: a static route wins over a parametric one in both orders', async () => {
    @Controller('/items')
    class ByName {
      @Get('/:name')
      any() {
        return 'any'
      }
    }
    @Controller('/items')
    class Newest {
      @Get('/newest')
      newest() {
        return 'newest'
      }
    }
    const first = await askOnce(rootOf({ controllers: [ByName, Newest] }), 'GET /items/newest')
    const second = await askOnce(rootOf({ controllers: [Newest, ByName] }), 'GET /items/newest')
    expect([first.text, second.text]).to.deep.equal(['newest', 'newest'])
  })

  it('of providers changes nothing: each is built after the ones that it needs', async () => {
    @Injectable()
    class Deep {
      readonly word = 'deep'
    }
    @Injectable()
    class Middle {
      constructor(readonly deep: Deep) {}
    }
    @Injectable()
    class Top {
      constructor(readonly middle: Middle) {}
    }
    @Controller()
    class Reads {
      constructor(private readonly top: Top) {}
      @Get('/word')
      word() {
        return this.top.middle.deep.word
      }
    }
    const words: string[] = []
    for (const providers of permutations([Deep, Middle, Top])) {
      words.push((await askOnce(rootOf({ providers, controllers: [Reads] }), 'GET /word')).text)
    }
    expect(new Set(words)).to.deep.equal(new Set(['deep']))
  })

  it('lets a child see the values of a wrapped module beside it, even if the child is imported first', async () => {
    @Module({ controllers: [Seen] })
    class First {}
    @PluginWrapped()
    @Module({ schemas: [PAGING], decorate: [Limit.is(1)], decorateRequest: [Mark.is('late')] })
    class Last {}
    const answer = await askOnce(rootOf({ imports: [First, Last] }), 'GET /seen')
    expect(answer.body).to.deep.equal({ mark: 'late', limit: 1 })
  })

  it('lets hooks and error handlers written after the routes apply to them', async () => {
    @Controller()
    class Fails {
      @Get('/fails')
      fail(): never {
        throw new Error('on purpose')
      }
    }
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler()
      handle(_error: Error, _request: Request, reply: Reply) {
        reply.code(418).send('handled')
      }
      @Hook('onRequest')
      async mark(_request: Request, reply: Reply) {
        reply.header('x-hook', 'ran')
      }
    }
    const answer = await askOnce(Root, 'GET /fails')
    expect([answer.status, answer.text, answer.headers['x-hook']]).to.deep.equal([418, 'handled', 'ran'])
  })
})

describe('the order inside a context', () => {
  it('has decorations and schemas there before plugins run', async () => {
    const seen: unknown[] = []
    const look = pluginWrapper(async (instance: App['instance']) => {
      seen.push(
        instance.hasRequestDecorator('mark'),
        instance.hasDecorator('limit'),
        instance.getSchema('paging') !== undefined,
      )
    })
    await askOnce(
      rootOf({
        plugins: [look],
        schemas: [PAGING],
        decorate: [Limit.is(1)],
        decorateRequest: [Mark.is('m')],
        controllers: [Seen],
      }),
      'GET /seen',
    )
    expect(seen).to.deep.equal([true, true, true])
  })

  it('awaits plugins in their order, then calls configure, then wrapped imports, then other imports', async () => {
    const steps: string[] = []
    const plugin = (name: string) => async () => {
      await new Promise((resolve) => setImmediate(resolve))
      steps.push(name)
    }
    @Module({})
    class Other {
      configure() {
        steps.push('other import')
      }
    }
    @PluginWrapped()
    @Module({})
    class Wrapped {
      configure() {
        steps.push('wrapped import')
      }
    }
    @Module({ imports: [Other, Wrapped], plugins: [plugin('first plugin'), plugin('second plugin')] })
    class Root {
      async configure() {
        await new Promise((resolve) => setImmediate(resolve))
        steps.push('configure')
      }
    }
    await askOnce(Root, 'GET /')
    expect(steps).to.deep.equal(['first plugin', 'second plugin', 'configure', 'wrapped import', 'other import'])
  })
})
