import {
  Controller,
  ErrorHandler,
  Get,
  Guard,
  Module,
  PluginWrapped,
  Post,
  type Reply,
  type Request,
  Schema,
} from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, withApp } from './app.js'
import { serving } from './seen.js'

const hasKey = (request: Request) => request.headers.key === 'right'
const RIGHT = { headers: { key: 'right' } }
const WRONG = { headers: { key: 'wrong' } }

@Controller()
class Open {
  @Get('/open')
  read() {
    return 'open'
  }
}

describe('@Guard', () => {
  @Controller()
  class Guarded {
    @Guard(hasKey)
    @Get('/guarded')
    read() {
      return 'in'
    }
    @Get('/unguarded')
    free() {
      return 'free'
    }
  }

  it('lets a request pass when it returns true', async () => {
    expect((await askOnce(serving(Guarded), 'GET /guarded', RIGHT)).text).to.equal('in')
  })

  it('answers 403 when it returns false', async () => {
    const answer = await askOnce(serving(Guarded), 'GET /guarded', WRONG)
    expect(answer.status).to.equal(403)
    expect(answer.body).to.include({ statusCode: 403, error: 'Forbidden' })
  })

  it('answers 403 when it returns nothing, and the log has one warning', async () => {
    @Controller()
    class Things {
      @Guard((() => undefined) as never)
      @Get()
      read() {
        return 'never'
      }
    }
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    const check = async (app: App) => {
      for (const line of ['GET /', 'GET /']) expect((await ask(app, line)).status).to.equal(403)
    }
    await withApp(serving(Things), check, { logger: { level: 'warn', stream } })
    expect(lines.map((line) => JSON.parse(line).msg)).to.deep.equal([
      'guard function at GET / returned undefined, which denies the request. Return false to deny it, or true',
    ])
  })

  it('answers before the request is validated, unless it runs on preHandler', async () => {
    @Controller()
    class Notes {
      @Guard(() => false)
      @Post('/early')
      @Schema({ body: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } })
      early() {
        return 'in'
      }
      @Guard(() => false, { on: 'preHandler' })
      @Post('/late')
      @Schema({ body: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } })
      late() {
        return 'in'
      }
    }
    const invalid = { payload: { wrong: true } }
    expect((await askOnce(serving(Notes), 'POST /early', invalid)).status).to.equal(403)
    expect((await askOnce(serving(Notes), 'POST /late', invalid)).status).to.equal(400)
  })

  it('on a method leaves the other methods open', async () => {
    expect((await askOnce(serving(Guarded), 'GET /unguarded', WRONG)).text).to.equal('free')
  })

  it('is awaited', async () => {
    @Controller()
    class Slow {
      @Guard(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return false
      })
      @Get('/slow')
      read() {
        return 'in'
      }
    }
    expect((await askOnce(serving(Slow), 'GET /slow')).status).to.equal(403)
  })

  it('lets a request pass when its promise gives true', async () => {
    @Controller()
    class Slow {
      @Guard(async () => true)
      @Get('/slow')
      read() {
        return 'in'
      }
    }
    expect((await askOnce(serving(Slow), 'GET /slow')).text).to.equal('in')
  })

  it('on a controller guards all its routes and no other controller', async () => {
    @Guard(() => false)
    @Controller()
    class Closed {
      @Get('/a')
      a() {
        return 'in'
      }
      @Get('/b')
      b() {
        return 'in'
      }
    }
    await withApp(serving(Closed, Open), async (app) => {
      expect((await ask(app, 'GET /a')).status).to.equal(403)
      expect((await ask(app, 'GET /b')).status).to.equal(403)
      expect((await ask(app, 'GET /open')).status).to.equal(200)
    })
  })

  it('on a module guards its routes and those below, not those beside', async () => {
    @Module({ controllers: [Open], prefix: '/below' })
    class Below {}
    @Guard(() => false)
    @Module({ controllers: [Open], prefix: '/closed', imports: [Below] })
    class Closed {}
    @Module({ controllers: [Open], imports: [Closed] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /closed/open')).status).to.equal(403)
      expect((await ask(app, 'GET /closed/below/open')).status).to.equal(403)
      expect((await ask(app, 'GET /open')).status).to.equal(200)
    })
  })

  it('on a wrapped module guards the containing module', async () => {
    @PluginWrapped()
    @Guard(() => false)
    @Module({})
    class Wrapped {}
    @Module({ imports: [Wrapped], controllers: [Open] })
    class Root {}
    expect((await askOnce(Root, 'GET /open')).status).to.equal(403)
  })

  it('can decorate a target several times: one refusal is enough', async () => {
    @Controller()
    class Twice {
      @Guard(() => true)
      @Guard(() => false)
      @Get('/a')
      a() {
        return 'in'
      }
      @Guard(() => false)
      @Guard(() => true)
      @Get('/b')
      b() {
        return 'in'
      }
    }
    await withApp(serving(Twice), async (app) => {
      expect([(await ask(app, 'GET /a')).status, (await ask(app, 'GET /b')).status]).to.deep.equal([403, 403])
    })
  })

  it('asks the module before the controller before the method', async () => {
    const asked: string[] = []
    const asking = (name: string) => () => {
      asked.push(name)
      return true
    }
    @Guard(asking('controller'))
    @Controller()
    class Routes {
      @Guard(asking('method'))
      @Get('/asked')
      read() {
        return ''
      }
    }
    @Guard(asking('module'))
    @Module({ controllers: [Routes] })
    class Root {}
    await askOnce(Root, 'GET /asked')
    expect(asked).to.deep.equal(['module', 'controller', 'method'])
  })

  it('sees the validated request on preHandler', async () => {
    @Controller()
    class Ages {
      @Guard((request) => (request.query as { age: unknown }).age === 18, { on: 'preHandler' })
      @Get('/age')
      @Schema({ querystring: { age: { type: 'integer', default: 18 } } })
      read() {
        return 'in'
      }
    }
    await withApp(serving(Ages), async (app) => {
      expect((await ask(app, 'GET /age')).status).to.equal(200)
      expect((await ask(app, 'GET /age?age=17')).status).to.equal(403)
    })
  })

  it('answers with the error that it throws', async () => {
    @Controller()
    class Throws {
      @Guard(() => {
        throw Object.assign(new Error('who are you'), { statusCode: 401 })
      })
      @Get('/throws')
      read() {
        return 'in'
      }
    }
    const answer = await askOnce(serving(Throws), 'GET /throws')
    expect(answer.status).to.equal(401)
    expect(answer.body).to.include({ message: 'who are you' })
  })

  it('answers itself by the reply that it returns, at once or by a promise', async () => {
    @Controller()
    class Answers {
      @Guard((_request, reply) => reply.code(401).send({ key: 'missing' }))
      @Get('/at-once')
      atOnce() {
        return 'in'
      }
      @Guard(async (request, reply) => {
        if (request.headers.key === 'right') return true
        return reply.code(401).send({ key: 'missing' })
      })
      @Get('/later')
      later() {
        return 'in'
      }
    }
    for (const path of ['/at-once', '/later']) {
      const answer = await askOnce(serving(Answers), `GET ${path}`, WRONG)
      expect([answer.status, answer.body], path).to.deep.equal([401, { key: 'missing' }])
    }
    expect((await askOnce(serving(Answers), 'GET /later', RIGHT)).text).to.equal('in')
  })

  it('gives its refusal to the error handler', async () => {
    @Module({ controllers: [Guarded] })
    class Root {
      @ErrorHandler()
      handle(error: Error & { statusCode?: number }, _request: Request, reply: Reply) {
        reply.code(418).send({ status: error.statusCode })
      }
    }
    const answer = await askOnce(Root, 'GET /guarded', WRONG)
    expect([answer.status, answer.body]).to.deep.equal([418, { status: 403 }])
  })
})
