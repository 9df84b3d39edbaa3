import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { httpErrors } from '@fastify/sensible'
import { bootstrap, Controller, Get, Module, Param, Rep, type Reply, type Request, Schema } from 'alcove'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { ask, type BootstrapOptions, withApp } from './app.js'
import { DatabaseError, Fails, fail, phrase, secret, silent, thrown } from './withheld.js'

describe('an error without a status of its own, in a decorated application', () => {
  const cases: Record<string, () => unknown> = {
    'an Error': () => new Error(secret),
    'an error of a database, with code and detail': () => new DatabaseError(secret),
    'an AggregateError, whatever the status of its parts': () =>
      new AggregateError([Object.assign(new Error(secret), { statusCode: 404 })], secret),
    'an error whose cause has a status': () => new Error(secret, { cause: httpErrors.notFound(secret) }),
    'an error whose statusCode is not one of an error': () => Object.assign(new Error(secret), { statusCode: 200 }),
    'an error whose status is a text': () => Object.assign(new Error(secret), { status: '404' }),
    'an error with expose: false': () => Object.assign(new Error(secret), { expose: false }),
    'a text': () => secret,
    'a number': () => 4711,
    'a symbol': () => Symbol(secret),
    'a plain object': () => ({ message: secret, detail: secret }),
    'an object of a class': () => new (class Refusal extends Map<string, string> {})([[secret, secret]]),
  }
  for (const [what, make] of Object.entries(cases)) {
    it(`answers the status alone: ${what}`, async () => {
      const { status, text } = await thrown(make)
      expect([status, text]).to.deep.equal([500, silent])
    })
  }

  it('answers the status alone for a file that is not there, which a handler reads or streams', async () => {
    @Controller()
    class Files {
      @Get('/read')
      read() {
        return readFile('/srv/secrets/none.txt', 'utf8')
      }
      @Get('/stream')
      stream() {
        return createReadStream('/srv/secrets/none.txt')
      }
      @Get('/sent')
      sent(_request: Request, reply: Reply) {
        return reply.send(createReadStream('/srv/secrets/none.txt'))
      }
    }
    @Module({ controllers: [Files] })
    class Root {}
    await withApp(Root, async (app) => {
      for (const path of ['/read', '/stream', '/sent']) expect((await ask(app, `GET ${path}`)).text).to.equal(silent)
    })
  })

  it('answers the message with exposeServerErrors: true', async () => {
    const { body } = await thrown(fail, { exposeServerErrors: true })
    expect(body).to.deep.equal({ statusCode: 500, code: '23505', error: phrase, message: secret })
  })

  it('is what createServer answers in full, as Fastify does', async () => {
    const server = createServer()
    server.get('/', async () => fail())
    expect((await server.inject('/')).json()).to.include({ message: secret, code: '23505' })
  })

  it("may be withheld by createServer too, with exposeServerErrors: 'with-status'", async () => {
    const server = createServer({ exposeServerErrors: 'with-status', logger: false })
    server.get('/', async () => fail())
    server.get('/known', async () => Promise.reject(httpErrors.badGateway('the shop is closed')))
    expect((await server.inject('/')).body).to.equal(silent)
    expect((await server.inject('/known')).json()).to.include({ statusCode: 502, message: 'the shop is closed' })
  })

  it('is refused at the start where exposeServerErrors is none of its values', async () => {
    @Module()
    class Root {}
    const given = { exposeServerErrors: 'no' } as unknown as BootstrapOptions
    expect(() => bootstrap(Root, given)).to.throw(
      /"exposeServerErrors" must be true, false or 'with-status', got the string "no"/,
    )
  })

  it('has no body in the answer to HEAD, and the length of that of a GET', async () => {
    @Module({ controllers: [Fails] })
    class Root {}
    await withApp(Root, async (app) => {
      const { status, text, headers } = await ask(app, 'HEAD /')
      expect([status, text, headers['content-length']]).to.deep.equal([500, '', String(silent.length)])
    })
  })

  it('gives a response schema of its status nothing but the answer', async () => {
    @Controller()
    class Fails {
      @Get()
      @Schema({ response: { 500: { type: 'object', properties: { message: {}, code: {}, detail: {} } } } })
      read() {
        fail()
      }
    }
    @Module({ controllers: [Fails] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /')).body).to.deep.equal({ message: phrase })
    })
  })

  it('ends a stream that has begun, and discloses nothing more', async () => {
    @Controller()
    class Streams {
      @Get()
      read() {
        return Readable.from(
          (async function* () {
            yield 'begun'
            fail()
          })(),
        )
      }
    }
    @Module({ controllers: [Streams] })
    class Root {}
    await withApp(Root, async (app) => {
      const url = await app.listen({ port: 0 })
      const text = await fetch(url)
        .then((answer) => answer.text())
        .catch(() => 'cut')
      expect(text).to.equal('cut')
    })
  })
})

describe('an error with a status of its own, in a decorated application', () => {
  const cases: Record<string, { make: () => unknown; body: object }> = {
    'with statusCode 404': {
      make: () => httpErrors.notFound('There is no book 7'),
      body: { statusCode: 404, error: 'Not Found', message: 'There is no book 7' },
    },
    'with status 403': {
      make: () => Object.assign(new Error('not you'), { status: 403 }),
      body: { statusCode: 403, error: 'Forbidden', message: 'not you' },
    },
    'with statusCode 500': {
      make: () => Object.assign(new Error('the printer is on fire'), { statusCode: 500, code: 'FIRE' }),
      body: { statusCode: 500, code: 'FIRE', error: phrase, message: 'the printer is on fire' },
    },
    'with statusCode 503, of @fastify/sensible': {
      make: () => httpErrors.serviceUnavailable('back at noon'),
      body: { statusCode: 503, error: 'Service Unavailable', message: 'back at noon' },
    },
    'with expose: true and no status': {
      make: () => Object.assign(new Error('back at noon'), { expose: true }),
      body: { statusCode: 500, error: phrase, message: 'back at noon' },
    },
    'that is a plain object with a status': {
      make: () => ({ status: 503, retry: 'noon' }),
      body: { status: 503, retry: 'noon' },
    },
  }
  for (const [what, { make, body }] of Object.entries(cases)) {
    it(`${what} keeps its message`, async () => {
      expect((await thrown(make)).body).to.deep.equal(body)
    })
  }

  it('with 500 and above loses its message with exposeServerErrors: false, unless expose is true', async () => {
    const given = { exposeServerErrors: false }
    const known = () => httpErrors.serviceUnavailable('10.0.0.7 is gone')
    const shown = () => Object.assign(known(), { expose: true })
    expect((await thrown(known, given)).body).to.include({ statusCode: 503, message: 'Service Unavailable' })
    expect((await thrown(shown, given)).body).to.include({ statusCode: 503, message: '10.0.0.7 is gone' })
    expect((await thrown(() => ({ statusCode: 500, at: '10.0.0.7' }), given)).text).to.equal(silent)
    expect((await thrown(() => httpErrors.notFound('no 7'), given)).body).to.include({ message: 'no 7' })
  })

  it('keeps its message from clients where expose: false was written onto it', async () => {
    const made = () => httpErrors.createError(503, 'open /srv/secrets', { expose: false })
    const foreign = (status: number) => () =>
      httpErrors.createError(status, new Error('open /srv/secrets'), { expose: false })
    expect((await thrown(made)).body).to.include({ statusCode: 503, message: 'Service Unavailable' })
    expect((await thrown(foreign(500))).text).to.equal(silent)
    expect((await thrown(foreign(404))).body).to.include({ statusCode: 404, message: 'Not Found' })
    expect((await thrown(foreign(404), { exposeServerErrors: true })).body).to.include({ message: 'open /srv/secrets' })
  })

  it('is not made by a status of the reply: below 500 the message is sent, else the status alone', async () => {
    @Controller('/:status')
    class Fails {
      @Get()
      read(@Param('status', { type: 'integer' }) status: number, @Rep() reply: Reply) {
        reply.code(status)
        throw new Error('There is no book 7')
      }
    }
    @Module({ controllers: [Fails] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /404')).body).to.include({ statusCode: 404, message: 'There is no book 7' })
      const unavailable = { statusCode: 503, error: 'Service Unavailable', message: 'Service Unavailable' }
      expect((await ask(app, 'GET /503')).body).to.deep.equal(unavailable)
    })
  })
})
