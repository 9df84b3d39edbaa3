import {
  Controller,
  contextValue,
  Get,
  Inject,
  Injectable,
  Module,
  NotFoundHandler,
  PluginWrapped,
  pluginWrapper,
  provide,
  type Reply,
  type Request,
  requestValue,
  token,
  use,
} from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

const Mark = requestValue<string>('mark')

@Controller('/mark')
class Marked {
  @Get()
  read(@Inject(Mark.optional) mark?: string) {
    return { mark }
  }
}

describe('@PluginWrapped', () => {
  it('gives its routes the prefix of the module that contains it', async () => {
    @PluginWrapped()
    @Module({ controllers: [Marked] })
    class Wrapped {}
    @Module({ imports: [Wrapped], prefix: '/v1' })
    class Child {}
    @Module({ imports: [Child] })
    class Root {}
    expect((await askOnce(Root, 'GET /v1/mark')).status).to.equal(200)
  })

  it('refuses a prefix on a wrapped module', async () => {
    @PluginWrapped()
    @Module({ prefix: '/nowhere' })
    class WrappedWithPrefix {}
    @Module({ imports: [WrappedWithPrefix] })
    class Root {}
    await expectRefusal(Root, ['WrappedWithPrefix', 'prefix'])
  })

  it('refuses a prefix that use() gives to a wrapped module', async () => {
    @PluginWrapped()
    @Module({})
    class WrappedLater {}
    @Module({ imports: [use(WrappedLater, { prefix: '/nowhere' })] })
    class Root {}
    await expectRefusal(Root, ['WrappedLater', 'prefix'])
  })

  it('can be above or below @Module', async () => {
    @Module({ decorateRequest: [Mark.is('above or below')] })
    @PluginWrapped()
    class Wrapped {}
    @Module({ imports: [Wrapped], controllers: [Marked] })
    class Root {}
    expect((await askOnce(Root, 'GET /mark')).body).to.deep.equal({ mark: 'above or below' })
  })

  it('makes no context: configure gets the instance of the containing module', async () => {
    let same = false
    @PluginWrapped()
    @Module({})
    class Wrapped {
      configure(instance: App['instance']) {
        instance.get('/from-wrapped', async () => 'here')
        same = instance.prefix === '/v2'
      }
    }
    @Module({ imports: [Wrapped], prefix: '/v2' })
    class Child {}
    @Module({ imports: [Child] })
    class Root {}
    expect((await askOnce(Root, 'GET /v2/from-wrapped')).text).to.equal('here')
    expect(same).to.equal(true)
  })

  it('has a class of its own that the container builds, with the values of the containing module', async () => {
    const Word = contextValue<string>('word')
    let seen: string | undefined
    @PluginWrapped()
    @Module({})
    class Wrapped {
      constructor(@Inject(Word) word: string) {
        seen = word
      }
    }
    @Module({ imports: [Wrapped], decorate: [Word.is('of the container')] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.equal('of the container')
  })

  it('shares one provider instance with the module that contains it', async () => {
    @Injectable()
    class Counter {
      count = 0
    }
    @Controller('/wrapped')
    class InWrapped {
      constructor(private readonly counter: Counter) {}
      @Get()
      add() {
        this.counter.count += 1
        return { count: this.counter.count }
      }
    }
    @Controller('/containing')
    class InContaining {
      constructor(private readonly counter: Counter) {}
      @Get()
      add() {
        this.counter.count += 1
        return { count: this.counter.count }
      }
    }
    @PluginWrapped()
    @Module({ providers: [Counter], controllers: [InWrapped] })
    class Wrapped {}
    @Module({ imports: [Wrapped], controllers: [InContaining] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /wrapped')
      expect((await ask(app, 'GET /containing')).body).to.deep.equal({ count: 2 })
    })
  })

  it('carries what its wrapped plugins register into the containing module', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('mark', 'from a plugin')
    })
    @PluginWrapped()
    @Module({ plugins: [plugin] })
    class Wrapped {}
    @Module({ imports: [Wrapped], controllers: [Marked] })
    class Root {}
    expect((await askOnce(Root, 'GET /mark')).body).to.deep.equal({ mark: 'from a plugin' })
  })

  it('keeps what a plain plugin of its own registers away from the containing module', async () => {
    @PluginWrapped()
    @Module({
      plugins: [
        async (instance: App['instance']) => {
          instance.decorateRequest('mark', 'from a plugin')
        },
      ],
    })
    class Wrapped {}
    @Module({ imports: [Wrapped], controllers: [Marked] })
    class Root {}
    expect((await askOnce(Root, 'GET /mark')).body).to.deep.equal({})
  })

  it('carries its not-found handler into the containing module', async () => {
    @PluginWrapped()
    @Module({})
    class Wrapped {
      @NotFoundHandler()
      missing(_request: Request, reply: Reply) {
        reply.code(404).send('nothing here')
      }
    }
    @Module({ imports: [Wrapped] })
    class Root {}
    expect((await askOnce(Root, 'GET /missing')).text).to.equal('nothing here')
  })

  it('may be imported by two modules, each of which gets its own copy', async () => {
    const Id = token<object>('id')
    const ids: object[] = []
    @Injectable()
    class Asks {
      constructor(@Inject(Id) id: object) {
        ids.push(id)
      }
    }
    @Controller()
    class Starts {
      constructor(_asks: Asks) {}
      @Get('/started')
      read() {
        return ids.length
      }
    }
    @PluginWrapped()
    @Module({ providers: [provide(Id, { useFactory: () => ({}) }), Asks], controllers: [Starts] })
    class Wrapped {}
    @Module({ imports: [Wrapped], prefix: '/a' })
    class First {}
    @Module({ imports: [Wrapped], prefix: '/b' })
    class Second {}
    @Module({ imports: [First, Second] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(ids).to.have.length(2)
    expect(ids[0]).not.to.equal(ids[1])
  })

  it('with a configure method may have an option of its own called prefix', async () => {
    @PluginWrapped()
    @Module()
    class Flags {
      configure(instance: App['instance'], { prefix }: { prefix?: string }) {
        instance.decorate('flagPrefix', prefix)
      }
    }
    @Controller('/flags')
    class Reader {
      constructor(@Inject('flagPrefix') private readonly prefix: string) {}
      @Get()
      read() {
        return { prefix: this.prefix }
      }
    }
    @Module({ imports: [use(Flags, { prefix: 'usr' })], controllers: [Reader] })
    class Root {}
    expect((await askOnce(Root, 'GET /flags')).body).to.deep.equal({ prefix: 'usr' })
  })

  it('at the root of the application registers into the root context', async () => {
    @PluginWrapped()
    @Module({ decorateRequest: [Mark.is('root')], controllers: [Marked] })
    class Root {}
    expect((await askOnce(Root, 'GET /mark')).body).to.deep.equal({ mark: 'root' })
  })
})
