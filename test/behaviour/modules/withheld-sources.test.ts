import { HttpError, httpErrors } from '@fastify/sensible'
import {
  Around,
  Body,
  Controller,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  type Instance,
  Module,
  Post,
  type Reply,
  type Request,
} from 'alcove'
import { expect } from 'chai'
import { ask, withApp } from './app.js'
import { DatabaseError, Fails, fail, secret, silent } from './withheld.js'

describe('where such an error may come from', () => {
  @Controller('/guarded')
  @Guard(() => fail())
  class Guarded {
    @Get()
    read() {
      return ''
    }
  }
  @Controller('/around')
  @Around(async (_request, _reply, next) => {
    await next()
    return fail()
  })
  class Surrounded {
    @Get()
    read() {
      return ''
    }
  }
  @Controller('/unserializable')
  class Unserializable {
    @Get()
    read() {
      return { toJSON: fail }
    }
  }
  @Controller('/sent')
  class Sends {
    @Get()
    read(_request: Request, reply: Reply) {
      reply.send(new DatabaseError(secret))
    }
    @Get('/later')
    later(_request: Request, reply: Reply) {
      setImmediate(() => reply.send(new DatabaseError(secret)))
      return reply
    }
  }
  @Controller('/body')
  class Bodies {
    @Post()
    add(@Body() body: object) {
      return body
    }
  }
  const hooked = (
    ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend'] as const
  ).map((hook) => {
    @Controller(`/${hook}`)
    class Hooked {
      @Get()
      read() {
        return {}
      }
      @Hook(hook)
      async fails() {
        fail()
      }
    }
    return Hooked
  })
  async function plugin(instance: Instance) {
    instance.get('/plugin', async () => fail())
    instance.addContentTypeParser('application/x-odd', async () => fail())
    instance.post('/plugin', async () => '')
  }
  @Module({ controllers: [Guarded, Surrounded, Unserializable, Sends, Bodies, ...hooked], plugins: [plugin] })
  class Root {}

  const paths = ['guarded', 'around', 'unserializable', 'sent', 'sent/later', 'plugin', 'onRequest', 'preParsing']
  for (const path of [...paths, 'preValidation', 'preHandler', 'preSerialization', 'onSend']) {
    it(`GET /${path} answers the status alone`, async () => {
      await withApp(Root, async (app) => {
        const { status, text } = await ask(app, `GET /${path}`)
        expect([status, text]).to.deep.equal([500, silent])
      })
    })
  }

  it('a parser of a plugin answers the status alone', async () => {
    await withApp(Root, async (app) => {
      const extras = { headers: { 'content-type': 'application/x-odd' }, payload: 'odd' }
      expect((await ask(app, 'POST /plugin', extras)).text).to.equal(silent)
    })
  })

  it('a body that is not JSON is answered 400, with the message', async () => {
    await withApp(Root, async (app) => {
      const extras = { headers: { 'content-type': 'application/json' }, payload: '{' }
      const { status, body } = await ask(app, 'POST /body', extras)
      expect(status).to.equal(400)
      expect(body).to.include({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' })
      expect(body).to.have.property('message').that.is.not.equal('Bad Request')
    })
  })
})

describe('the error handlers of an application', () => {
  it('get the error itself, and what they pass on is answered by the status alone', async () => {
    const seen: unknown[] = []
    @Module({ controllers: [Fails] })
    class Thrown {
      @ErrorHandler()
      handle(error: Error) {
        seen.push(error.message)
        throw error
      }
    }
    @Module({ controllers: [Fails] })
    class Sent {
      @ErrorHandler()
      handle(error: Error, _request: Request, reply: Reply) {
        seen.push(error.message)
        reply.send(error)
      }
    }
    for (const Root of [Thrown, Sent]) {
      await withApp(Root, async (app) => expect((await ask(app, 'GET /')).text).to.equal(silent))
    }
    expect(seen).to.deep.equal([secret, secret])
  })

  it('answer as they want', async () => {
    @Controller()
    class Fails {
      @Get()
      read() {
        throw httpErrors.conflict('taken')
      }
      @Get('/other')
      other() {
        fail()
      }
      @ErrorHandler(HttpError)
      known(error: Error, _request: Request, reply: Reply) {
        reply.code(418).send({ known: error.message })
      }
      @ErrorHandler()
      unknown(error: Error, _request: Request, reply: Reply) {
        reply.code(500).send({ unknown: error.message })
      }
    }
    @Module({ controllers: [Fails] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /')).body).to.deep.equal({ known: 'taken' })
      expect((await ask(app, 'GET /other')).body).to.deep.equal({ unknown: secret })
    })
  })
})
