import {
  answer,
  Controller,
  ErrorHandler,
  Get,
  Hook,
  Module,
  Post,
  type Reply,
  type Request,
  Schema,
  Status,
} from 'alcove'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { answersOf, seen, serving } from './seen.js'

const Named = { type: 'object', properties: { name: { type: 'string' } } } as const
const Problem = { type: 'object', properties: { title: { type: 'string' } } } as const
const ada = { name: 'Ada', password: 'secret' }

describe('answer(status, body, headers)', () => {
  @Controller()
  class Users {
    @Post('/now')
    @Status(201)
    @Schema({ response: { 200: Named, 201: Named, 404: Problem } })
    now() {
      return answer(200, ada)
    }
    @Post('/later')
    @Schema({ response: { 201: Named, 404: Problem } })
    async later() {
      return answer(404, { title: 'nobody', stack: 'secret' })
    }
    @Get('/empty')
    empty() {
      return answer(202)
    }
    @Get('/nothing')
    nothing() {
      return answer(204, ada)
    }
    @Get('/text')
    text() {
      return answer(418, 'teapot', { 'content-type': 'text/x-tea', 'x-pot': 'full', 'set-cookie': ['a=1', 'b=2'] })
    }
    @Get('/error')
    error() {
      return answer(200, Object.assign(new Error('gone'), { statusCode: 410 }))
    }
    @Get('/sent')
    sent(_: Request, reply: Reply) {
      reply.send(answer(203, { name: 'Ada' }))
    }
  }
  const Root = serving(Users)

  it('refuses headers that are not a plain object: they would not be sent', () => {
    for (const headers of ['text/x-tea', new Headers({ 'x-pot': 'full' }), [['x-pot', 'full']], null, 5]) {
      const given = () => answer(418, 'teapot', headers as never)
      expect(given, String(headers)).to.throw('Pass an object of headers by their names')
    }
  })

  it('answers with this status, by the schema of this status, now or later', async () => {
    expect(await answersOf(Root, ['POST /now', 'POST /later'])).to.deep.equal([
      '200 {"name":"Ada"}',
      '404 {"title":"nobody"}',
    ])
  })

  it('is empty without a body and under 204', async () => {
    expect(await answersOf(Root, ['GET /empty', 'GET /nothing'])).to.deep.equal(['202', '204'])
  })

  it('sets the headers', async () => {
    const { status, text, headers } = await askOnce(Root, 'GET /text')
    expect({ status, text }).to.deep.equal({ status: 418, text: 'teapot' })
    expect(headers).to.include({ 'content-type': 'text/x-tea', 'x-pot': 'full' })
    expect(headers['set-cookie']).to.deep.equal(['a=1', 'b=2'])
  })

  it('hands an error as its body to the error handlers', async () => {
    expect((await askOnce(Root, 'GET /error')).body).to.include({ statusCode: 410, message: 'gone' })
  })

  it('may be given to reply.send', async () => {
    expect(seen(await askOnce(Root, 'GET /sent'))).to.equal('203 {"name":"Ada"}')
  })

  it('is what hooks see as status and body', async () => {
    const given: unknown[] = []
    @Controller()
    class Watched {
      @Hook('preSerialization') async watch(_: Request, reply: Reply, payload: unknown) {
        given.push([reply.statusCode, payload])
        return payload
      }
      @Get('/')
      read() {
        return answer(202, { name: 'Ada' })
      }
    }
    await askOnce(serving(Watched), 'GET /')
    expect(given).to.deep.equal([[202, { name: 'Ada' }]])
  })

  it('may be returned by error handlers, by handlers of the core, and for HEAD', async () => {
    @Controller()
    class Failing {
      @Get('/')
      read() {
        throw new Error('broken')
      }
      @Get('/fine')
      fine() {
        return answer(203, 'fine')
      }
    }
    @Module({ controllers: [Failing] })
    class Root {
      @ErrorHandler() handle(error: Error) {
        return answer(409, { title: error.message })
      }
    }
    expect(await answersOf(Root, ['GET /', 'HEAD /fine'])).to.deep.equal(['409 {"title":"broken"}', '203'])
    const server = createServer()
    server.get('/', () => answer(202, { name: 'core' }))
    const { statusCode, payload } = await server.inject('/')
    expect(`${statusCode} ${payload}`).to.equal('202 {"name":"core"}')
    await server.close()
  })

  it('fails with headers that throw when they are read, behind a body that is a promise, too', async () => {
    @Controller()
    class Broken {
      @Get()
      read(): unknown {
        const headers = {
          get 'x-late'(): string {
            throw Object.assign(new Error('broken header'), { statusCode: 502 })
          },
        }
        return answer(200, Promise.resolve('late'), headers)
      }
    }
    await withApp(serving(Broken), async (app) => {
      const { status, body } = await ask(app, 'GET /')
      expect([status, body]).to.deep.equal([502, { statusCode: 502, error: 'Bad Gateway', message: 'broken header' }])
    })
  })

  it('waits for a body that is a promise, and fails with it', async () => {
    @Controller()
    class Later {
      @Get('/given')
      @Schema({ response: { 200: Named, 201: Named } })
      given(): unknown {
        return answer(201, Promise.resolve(ada), { 'x-late': 'yes' })
      }
      @Get('/failed')
      @Schema({ response: { 200: Named, 201: Named } })
      failed(): unknown {
        return answer(201, Promise.reject(Object.assign(new Error('gone'), { statusCode: 410 })), { 'x-late': 'yes' })
      }
      @Get('/sent')
      sent(_: Request, reply: Reply) {
        reply.send(answer(203, Promise.resolve({ name: 'Ada' })))
      }
    }
    await withApp(serving(Later), async (app) => {
      const given = await ask(app, 'GET /given')
      expect([seen(given), given.headers['x-late']]).to.deep.equal(['201 {"name":"Ada"}', 'yes'])
      const failed = await ask(app, 'GET /failed')
      expect(seen(failed)).to.equal('410 {"statusCode":410,"error":"Gone","message":"gone"}')
      expect(failed.headers).to.not.have.property('x-late')
      expect(seen(await ask(app, 'GET /sent'))).to.equal('203 {"name":"Ada"}')
    })
  })

  it('refuses what is not a status', () => {
    for (const status of [0, 100, 199, 600, 200.5, Number.NaN, '200' as unknown as number]) {
      expect(() => answer(status, 'x')).to.throw(RangeError, 'invalid status code')
    }
  })

  it('does not take the place of @Status where several 2xx are declared', async () => {
    @Controller()
    class Undecided {
      @Post('/')
      @Schema({ response: { 201: Named, 202: Named } })
      add() {
        return answer(201, { name: 'Ada' })
      }
    }
    const failure = await withApp(serving(Undecided), (app) => ask(app, 'POST /')).catch((error) => error)
    expect(failure).to.have.property('code', 'ALC_ERR_STATUS')
  })
})
