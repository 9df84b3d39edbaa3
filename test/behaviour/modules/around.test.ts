import {
  Around,
  type AroundFunction,
  Controller,
  contextValue,
  Get,
  type HandlerAround,
  Hook,
  Inject,
  Injectable,
  Module,
  type Next,
  PluginWrapped,
  type Reply,
  type Request,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'
import { serving } from './seen.js'

describe('@Around', () => {
  it('gives what the handler returned, and answers with what the function returns', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => ({ wrapped: await next() }))
      @Get('/')
      read() {
        return [1, 2]
      }
    }
    expect((await askOnce(serving(Things), 'GET /')).body).to.deep.equal({ wrapped: [1, 2] })
  })

  it('gives what the handler sends, before it is sent', async () => {
    @Controller()
    class Things {
      @Around(async (_request, reply, next) => {
        const payload = await next()
        reply.header('x-seen', `${reply.raw.headersSent} ${reply.sent}`)
        return `${payload}!`
      })
      @Get('/')
      read(_request: Request, reply: Reply) {
        reply.send('sent')
        reply.header('x-after', String(reply.sent))
      }
    }
    const got = await askOnce(serving(Things), 'GET /')
    expect(got.text).to.equal('sent!')
    expect(got.headers).to.include({ 'x-seen': 'false false', 'x-after': 'true' })
  })

  it('does not call the handler without next, and answers nothing where nothing is returned', async () => {
    const calls: string[] = []
    @Controller()
    class Things {
      @Around(() => 'cached')
      @Get('/cached')
      cached() {
        calls.push('cached')
      }
      @Around(() => undefined)
      @Get('/empty')
      empty() {
        calls.push('empty')
      }
      @Around(async (_request, reply) => reply.code(503).send('closed'))
      @Get('/closed')
      closed() {
        calls.push('closed')
      }
      @Around(async (_request, _reply, next) => void (await next()))
      @Get('/dropped')
      dropped() {
        return 'dropped'
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /cached')).text).to.equal('cached')
      expect(await ask(app, 'GET /empty')).to.include({ status: 200, text: '' })
      expect(await ask(app, 'GET /closed')).to.include({ status: 503, text: 'closed' })
      expect((await ask(app, 'GET /dropped')).text).to.equal('')
    })
    expect(calls).to.deep.equal([])
  })

  it('runs after all preHandler hooks, outermost module first, wrapped imports before the module, the upper as the outer', async () => {
    const trace: string[] = []
    const tracing =
      (name: string): AroundFunction =>
      async (_request, _reply, next) => {
        trace.push(`> ${name}`)
        const result = await next()
        trace.push(`< ${name}`)
        return result
      }
    @Around(tracing('controller'))
    @Controller('/things')
    class Things {
      @Hook('preHandler') before() {
        trace.push('preHandler')
      }
      @Around(tracing('upper'))
      @Around(tracing('lower'))
      @Get()
      read() {
        trace.push('handler')
        return 1
      }
    }
    @Controller('/beside')
    class Beside {
      @Get() read() {
        trace.push('beside')
        return 1
      }
    }
    @Around(tracing('inner'))
    @Module({ controllers: [Things] })
    class Inner {
      @Around()
      method(_request: Request, _reply: Reply, next: Next) {
        trace.push('method')
        return next()
      }
    }
    @Around(tracing('wrapped'))
    @PluginWrapped()
    @Module({})
    class Wrapped {}
    @Module({ controllers: [Beside] })
    class Sibling {}
    @Around(tracing('root'))
    @Module({ imports: [Inner, Sibling, Wrapped] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /things')
      const [down] = [trace.splice(0)]
      expect(down.slice(0, 9)).to.deep.equal([
        'preHandler',
        '> wrapped',
        '> root',
        '> inner',
        'method',
        '> controller',
        '> upper',
        '> lower',
        'handler',
      ])
      expect(down.slice(9)).to.deep.equal(['< lower', '< upper', '< controller', '< inner', '< root', '< wrapped'])
      await ask(app, 'GET /beside')
      expect(trace).to.deep.equal(['> wrapped', '> root', 'beside', '< root', '< wrapped'])
    })
  })

  it('builds one object of a class for each context, with the values of that context', async () => {
    const Name = contextValue<string>('name')
    @Injectable()
    class Named implements HandlerAround {
      static built = 0
      constructor(@Inject(Name) private readonly name: string) {
        Named.built++
      }
      async around(_request: Request, _reply: Reply, next: Next) {
        return `${this.name}(${await next()})`
      }
    }
    const child = (name: string): RootModule => {
      @Around(Named)
      @Controller(`/${name}`)
      class Things {
        @Around(Named)
        @Get()
        read() {
          return 'x'
        }
      }
      @Module({ decorate: [Name.is(name)], controllers: [Things] })
      class Child {}
      return Child
    }
    @Module({ imports: [child('a'), child('b')] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /a')).text).to.equal('a(a(x))')
      expect((await ask(app, 'GET /b')).text).to.equal('b(b(x))')
    })
    expect(Named.built).to.equal(2)
  })

  it('takes an object of a request, where the class is one', async () => {
    @Injectable({ scope: 'request' })
    class Counter implements HandlerAround {
      #count = 0
      async around(_request: Request, _reply: Reply, next: Next) {
        await next()
        return ++this.#count
      }
    }
    @Around(Counter)
    @Controller()
    class Things {
      @Get('/') read() {
        return 1
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /')).body).to.equal(1)
      expect((await ask(app, 'GET /')).body).to.equal(1)
    })
  })

  it('is shown by inspect and the tree in its place', async () => {
    const named: AroundFunction = function timed(_request, _reply, next) {
      return next()
    }
    class Passing implements HandlerAround {
      around(_request: Request, _reply: Reply, next: Next) {
        return next()
      }
    }
    @Controller('/things')
    class Things {
      @Hook('preHandler') before() {}
      @Around(named)
      @Get()
      read() {
        return 1
      }
    }
    @Around(Passing)
    @Module({ controllers: [Things] })
    class Root {}
    await using app = await createTestApp(Root)
    const { stages } = inspect(app).routes[0]!
    const request = stages.filter(({ phase }) => phase === 'request')
    expect(request.map(({ kind, function: name, context }) => [kind, name, context])).to.deep.equal([
      ['hook', 'Things.before', null],
      ['around', 'Passing', 'Root'],
      ['around', 'timed', null],
      ['handler', 'Things.read', null],
    ])
    expect(app.printTree()).to.include('around handlers: Passing')
  })

  it('is in the tree as "function" if it has no name', async () => {
    @Around((_request, _reply, next) => next())
    @Around(async function timed(_request, _reply, next) {
      return next()
    })
    @Module({})
    class Root {}
    await using app = await createTestApp(Root)
    expect(app.printTree()).to.include('around handlers: function, timed')
  })

  it('on a method without a route, or without an argument on a controller, fails the boot', async () => {
    @Controller()
    class Stray {
      @Around(() => 1) read() {}
    }
    @Controller()
    class Marked {
      @Around() read(_request: Request, _reply: Reply, next: Next) {
        return next()
      }
    }
    expect((await bootFailure(serving(Stray))).code).to.equal('ALC_ERR_MEMBER_MISPLACED')
    expect((await bootFailure(serving(Marked))).code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('refuses what is neither a function nor a class with around', () => {
    class NoAround {}
    expect(() => Around(NoAround as never)(class {})).to.throw('which has no method around')
    expect(() => Around(1 as never)(class {})).to.throw('number 1')
  })
})
