import { Around, answer, Controller, ErrorHandler, Get, Guard, Hook, Module, type Reply, Schema } from 'alcove'
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

  it('fails a reply that is being sent already, once', async () => {
    @Controller()
    class Late {
      @Get()
      read() {
        return { a: 1 }
      }
    }
    let calls = 0
    @Module({ controllers: [Late] })
    class Sending {
      @Hook('onSend')
      async send(_request: unknown, _reply: Reply) {
        calls += 1
        throw answer(404, 'none')
      }
    }
    const { status } = await withApp(Sending, (app) => ask(app, 'GET /'))
    expect([status, calls < 4]).to.deep.equal([404, true])
  })
})
