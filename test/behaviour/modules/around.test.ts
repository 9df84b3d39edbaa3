import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Around,
  type AroundFunction,
  answer,
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  type HandlerAround,
  Hook,
  Inject,
  Injectable,
  Module,
  type Next,
  PluginWrapped,
  Rep,
  type Reply,
  type Request,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'

function serving(...controllers: RootModule[]): RootModule {
  @Module({ controllers })
  class Root {}
  return Root
}

/** A connection that notes what is done to it, as a pool would give it. */
const statements: string[] = []

@Injectable()
class Pool {
  run(statement: string) {
    statements.push(statement)
  }
}

@Injectable()
class Transaction implements HandlerAround {
  constructor(private readonly pool: Pool) {}
  async around(_request: Request, reply: Reply, next: Next) {
    this.pool.run('begin')
    try {
      const result = await next()
      this.pool.run(reply.statusCode < 400 ? 'commit' : 'rollback')
      return result
    } catch (error) {
      this.pool.run('rollback')
      throw error
    }
  }
}

describe('@Around', () => {
  beforeEach(() => {
    statements.length = 0
  })

  describe('with a class of a transaction', () => {
    @Around(Transaction)
    @Controller()
    class Orders {
      @Get('/value')
      value() {
        statements.push('insert')
        return { id: 1 }
      }
      @Get('/answer')
      answered() {
        return answer(404, { problem: 'none' })
      }
      @Get('/reply')
      reply(_request: Request, reply: Reply) {
        reply.code(404).send({ problem: 'none' })
      }
      @Get('/later')
      later(@Rep() reply: Reply) {
        setTimeout(() => reply.code(201).send('later'), 5)
      }
      @Get('/returned')
      async returned(_request: Request, reply: Reply) {
        setTimeout(() => reply.code(410).send('gone'), 5)
        return reply
      }
      @Get('/thrown')
      async thrown() {
        throw Object.assign(new Error('broken'), { statusCode: 409 })
      }
      @Get('/sent-error')
      sentError(_request: Request, reply: Reply) {
        reply.send(Object.assign(new Error('sent'), { statusCode: 418 }))
      }
      @Get('/stream')
      stream() {
        return Readable.from(['a', 'b', 'c'])
      }
      @Get('/nothing')
      nothing() {}
      @Get('/missing')
      missing(_request: Request, reply: Reply) {
        reply.callNotFound()
      }
    }

    @Module({ providers: [Pool], controllers: [Orders] })
    class Root {}

    const cases: readonly [string, number, string, string[]][] = [
      ['/value', 200, '{"id":1}', ['begin', 'insert', 'commit']],
      ['/answer', 404, '{"problem":"none"}', ['begin', 'rollback']],
      ['/reply', 404, '{"problem":"none"}', ['begin', 'rollback']],
      ['/later', 201, 'later', ['begin', 'commit']],
      ['/returned', 410, 'gone', ['begin', 'rollback']],
      ['/thrown', 409, '', ['begin', 'rollback']],
      ['/sent-error', 418, '', ['begin', 'rollback']],
      ['/stream', 200, 'abc', ['begin', 'commit']],
      ['/nothing', 200, '', ['begin', 'commit']],
      ['/missing', 404, '', ['begin', 'rollback']],
    ]
    for (const [path, status, text, done] of cases) {
      it(`ends it before ${path} is answered with ${status}`, async () => {
        const got = await askOnce(Root, `GET ${path}`)
        expect(got.status).to.equal(status)
        if (text !== '') expect(got.text).to.equal(text)
        expect(statements).to.deep.equal(done)
      })
    }
  })

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

  it('throws what the handler threw, and its own errors reach the error handlers', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => next().catch((error: Error) => `saved ${error.message}`))
      @Get('/saved')
      saved() {
        throw new Error('handler')
      }
      @Around(async (_request, _reply, next) => {
        await next()
        throw new Error('after')
      })
      @Get('/failed')
      failed(_request: Request, reply: Reply) {
        reply.code(404).send('not sent')
      }
      @ErrorHandler() sorry(error: Error, _request: Request, reply: Reply) {
        reply.send({ sorry: error.message })
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /saved')).text).to.equal('saved handler')
      expect((await ask(app, 'GET /failed')).body).to.deep.equal({ sorry: 'after' })
    })
  })

  it('does not answer an error with the status of an answer that was not sent', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => {
        await next()
        throw new Error('commit failed')
      })
      @Get('/')
      read() {
        return answer(404, 'none')
      }
    }
    expect((await askOnce(serving(Things), 'GET /')).status).to.equal(500)
  })

  it('refuses a second next, and nothing that is returned while the handler runs', async () => {
    @Controller()
    class Things {
      @Around(async function twice(_request, _reply, next) {
        await next()
        return next()
      })
      @Get('/twice')
      twice() {
        return 1
      }
      @Around(function forgot(_request, _reply, next) {
        void next()
      })
      @Get('/forgot')
      async forgot() {
        await sleep(5)
        throw new Error('nobody waits')
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /twice')).body).to.include({ statusCode: 500, code: 'ALC_ERR_NEXT_TWICE' })
      expect((await ask(app, 'GET /forgot')).body).to.include({ statusCode: 500, code: 'ALC_ERR_NEXT_NOT_AWAITED' })
      await sleep(10)
    })
  })

  it('may decide a race before the handler has ended', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => Promise.race([next(), sleep(5, 'too late')]))
      @Get('/')
      async read() {
        await sleep(30)
        return 'slow'
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /')).text).to.equal('too late')
      await sleep(40)
    })
  })

  it('refuses a second answer of the handler', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => next())
      @Get('/')
      read(_request: Request, reply: Reply) {
        reply.send('first')
        reply.send('second')
      }
    }
    expect((await askOnce(serving(Things), 'GET /')).text).to.equal('first')
  })

  it('closes a stream that it does not send', async () => {
    const stream = Readable.from(['never read'])
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => {
        await next()
        throw new Error('no')
      })
      @Get('/')
      read() {
        return stream
      }
    }
    expect((await askOnce(serving(Things), 'GET /')).status).to.equal(500)
    if (!stream.closed) await once(stream, 'close')
    expect(stream.destroyed).to.equal(true)
  })

  it('ends for a client that has left, whether its handler answers or not', async () => {
    const ended: string[] = []
    const noting: AroundFunction = async (request, _reply, next) => {
      await next().then(
        () => ended.push(`${request.url} answered`),
        (error: { code?: string }) => ended.push(`${request.url} ${error.code}`),
      )
    }
    let begun = (): void => {}
    let answered = (): void => {}
    @Around(noting)
    @Controller()
    class Things {
      @Get('/slow') async slow() {
        begun()
        await new Promise<void>((resolve) => {
          answered = resolve
        })
        return 'late'
      }
      @Get('/never') never(_request: Request, _reply: Reply) {
        begun()
      }
    }
    await withApp(serving(Things), async (app) => {
      const address = await app.listen({ port: 0 })
      for (const path of ['/slow', '/never']) {
        const aborting = new AbortController()
        const running = new Promise<void>((resolve) => {
          begun = resolve
        })
        const left = fetch(address + path, { signal: aborting.signal }).catch(() => undefined)
        await running
        aborting.abort()
        await left
      }
      answered()
      while (ended.length < 2) await sleep(5)
      expect(ended.toSorted()).to.deep.equal(['/never ALC_ERR_AROUND_UNANSWERED', '/slow answered'])
    })
  })

  it('is shown by inspect and the tree in its place', async () => {
    const named: AroundFunction = function timed(_request, _reply, next) {
      return next()
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
    @Around(Transaction)
    @Module({ providers: [Pool], controllers: [Things] })
    class Root {}
    await using app = await createTestApp(Root)
    const { stages } = inspect(app).routes[0]!
    const request = stages.filter(({ phase }) => phase === 'request')
    expect(request.map(({ kind, function: name, context }) => [kind, name, context])).to.deep.equal([
      ['hook', 'Things.before', null],
      ['around', 'Transaction', 'Root'],
      ['around', 'timed', null],
      ['handler', 'Things.read', null],
    ])
    expect(app.printTree()).to.include('around handlers: Transaction')
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
