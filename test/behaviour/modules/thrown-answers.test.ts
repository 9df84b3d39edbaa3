import {
  Around,
  answer,
  Controller,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Module,
  Rep,
  type Reply,
  Schema,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { ask, withApp } from './app.js'
import { seen, serving } from './seen.js'

const Named = { type: 'object', properties: { name: { type: 'string' } } } as const
const Problem = { type: 'object', properties: { title: { type: 'string' } } } as const

async function answerOf(Class: new () => object, url = '/') {
  return withApp(serving(Class), (app) => ask(app, `GET ${url}`))
}

describe('throw answer(status, body, headers)', () => {
  it('answers as a returned one does: status, body by the schema of the status, headers', async () => {
    @Controller()
    class Books {
      @Get('/now')
      @Schema({ response: { 200: Named, 404: Problem } })
      now(): { name: string } {
        throw answer(404, { title: 'none', stack: 'secret' }, { 'x-reason': 'none' })
      }
      @Get('/later')
      async later() {
        await null
        throw answer(410, 'gone')
      }
      @Get('/empty')
      empty() {
        throw answer(204)
      }
    }
    const now = await answerOf(Books, '/now')
    expect([seen(now), now.headers['x-reason']]).to.deep.equal(['404 {"title":"none"}', 'none'])
    expect(seen(await answerOf(Books, '/later'))).to.equal('410 gone')
    expect(seen(await answerOf(Books, '/empty'))).to.equal('204')
  })

  it('does not send what the route does not declare', async () => {
    @Controller()
    class Leaking {
      @Get()
      @Schema({ response: { 200: Named } })
      read(): { name: string } {
        throw answer(201, { password: 'secret' })
      }
    }
    const { status, text } = await answerOf(Leaking)
    expect([status, text.includes('secret'), text.includes('ALC_ERR_RESPONSE_UNDECLARED')]).to.deep.equal([
      500,
      false,
      true,
    ])
  })

  it('ends a guard, and passes functions around the handler as thrown', async () => {
    @Controller()
    class Guarded {
      @Get('/guard')
      @Guard(() => {
        throw answer(402, 'pay first')
      })
      guarded() {}
      @Get('/around')
      @Around(async (_request, reply, next) => {
        try {
          return await next()
        } catch (thrown) {
          reply.header('x-passed', 'yes')
          throw thrown
        }
      })
      around() {
        throw answer(404, 'none')
      }
    }
    expect(seen(await answerOf(Guarded, '/guard'))).to.equal('402 pay first')
    const passed = await answerOf(Guarded, '/around')
    expect([seen(passed), passed.headers['x-passed']]).to.deep.equal(['404 none', 'yes'])
  })

  it('is what a guard returns, too: the request does not pass', async () => {
    const refusal = () => answer(402, 'pay first', { 'x-price': '3' })
    @Controller()
    class Guarded {
      @Guard(refusal as never)
      @Get('/at-once')
      atOnce() {
        return 'never'
      }
      @Guard((async () => refusal()) as never)
      @Get('/later')
      later() {
        return 'never'
      }
    }
    for (const url of ['/at-once', '/later']) {
      const refused = await answerOf(Guarded, url)
      expect([seen(refused), refused.headers['x-price']]).to.deep.equal(['402 pay first', '3'])
    }
  })

  it('is not the only refusal of a guard: a returned error or Response does not let the request pass', async () => {
    const forbidden = Object.assign(new Error('not yours'), { statusCode: 403 })
    const refusals = {
      error: () => forbidden,
      'later-error': async () => forbidden,
      response: () => new Response('pay first', { status: 402 }),
      'later-response': async () => new Response('pay first', { status: 402 }),
    }
    for (const [path, refusal] of Object.entries(refusals)) {
      @Controller()
      class Guarded {
        @Guard(refusal as never)
        @Get(path)
        read() {
          return 'never'
        }
      }
      const refused = await answerOf(Guarded, `/${path}`)
      const [status, text] = path.endsWith('error') ? [403, 'not yours'] : [402, 'pay first']
      expect(refused.status, path).to.equal(status)
      expect(refused.text, path).to.contain(text)
    }
  })

  it('does not take another object for a refusal: a guard may return the user', async () => {
    const hostile = new Proxy(
      {},
      {
        get: (_target, key) => {
          if (key === Symbol.toStringTag) throw new Error('trap')
        },
      },
    )
    for (const value of [{ user: 1 }, 'user', [], hostile]) {
      @Controller()
      class Guarded {
        @Guard((async () => ({ value })) as never)
        @Guard((() => value) as never)
        @Get('/open')
        read() {
          return 'open'
        }
      }
      expect(seen(await answerOf(Guarded, '/open'))).to.equal('200 open')
    }
  })

  it('is what a hook before the handler returns, too: the handler does not run', async () => {
    const points = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
    for (const point of points) {
      const calls: string[] = []
      @Controller('/method')
      class ByMethod {
        @Hook(point)
        refuse() {
          return answer(402, `at ${point}`)
        }
        @Get()
        read() {
          calls.push('method')
        }
      }
      @Controller('/function')
      class ByFunction {
        @Get()
        @Use(point, (async () => answer(402, `at ${point}`)) as never)
        read() {
          calls.push('function')
        }
      }
      expect(seen(await answerOf(ByMethod, '/method'))).to.equal(`402 at ${point}`)
      expect(seen(await answerOf(ByFunction, '/function'))).to.equal(`402 at ${point}`)
      expect(calls).to.deep.equal([])
    }
  })

  it('calls neither error handlers nor onError hooks, and may be thrown by an error handler', async () => {
    const calls: string[] = []
    @Controller()
    class Handled {
      @Hook('onError')
      async watch() {
        calls.push('onError')
      }
      @ErrorHandler()
      handle(error: Error) {
        calls.push('handler')
        throw answer(409, { title: error.message })
      }
      @Get('/answer')
      answer() {
        throw answer(404, 'none')
      }
      @Get('/error')
      error() {
        throw new Error('broken')
      }
    }
    expect(seen(await answerOf(Handled, '/answer'))).to.equal('404 none')
    expect(calls).to.deep.equal([])
    expect(seen(await answerOf(Handled, '/error'))).to.equal('409 {"title":"broken"}')
    expect(calls).to.deep.equal(['onError', 'handler'])
  })

  for (const name of ['onSend', 'preSerialization'] as const) {
    it(`fails a reply that is being sent already, in ${name}: its body would be lost`, async () => {
      @Controller()
      class Late {
        @Get('/late')
        read() {
          return { a: 1 }
        }
      }
      let calls = 0
      @Module({ controllers: [Late] })
      class Sending {
        @Hook(name)
        async send(_request: unknown, _reply: Reply) {
          calls += 1
          throw answer(404, Promise.reject(new Error('nobody awaits it')))
        }
      }
      const { status, text } = await withApp(Sending, (app) => ask(app, 'GET /late'))
      expect([status, JSON.parse(text).code, calls < 4]).to.deep.equal([500, 'ALC_ERR_ANSWER_WHILE_SENDING', true])
      expect(text).to.include('a reply of GET /late')
    })
  }

  it('fails a reply that an error handler reads, when its serializer throws one', async () => {
    @Controller()
    class Serialized {
      @ErrorHandler()
      handle(error: Error & { code?: string }) {
        return error.code
      }
      @Get()
      read(@Rep() reply: Reply) {
        const refuse = () => {
          throw answer(404, 'none')
        }
        return reply.serializer(refuse).send({ a: 1 })
      }
    }
    expect((await answerOf(Serialized)).text).to.equal('ALC_ERR_ANSWER_WHILE_SENDING')
  })
})
