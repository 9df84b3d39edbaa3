import { createRequire } from 'node:module'
import { bootstrap, Controller, Get, Module } from 'alcove'
import { createServer } from 'alcove/core'
import fastify, { errorCodes, LogController, fastify as named } from 'alcove/fastify'
import { expect } from 'chai'
import Fastify from 'fastify'
import { rule } from './both.js'

const load = createRequire(import.meta.url)

type Made = new () => Error & { code: string; statusCode: number }

describe('alcove/fastify', () => {
  it('is the function itself for require and import, with the named exports on it', () => {
    const required = load('alcove/fastify')
    expect(required).to.equal(fastify)
    expect(named).to.equal(fastify)
    expect(required.default).to.equal(fastify)
    expect(required.errorCodes).to.equal(errorCodes)
    expect(required.LogController).to.equal(LogController)
    expect(Object.keys(required).sort()).to.deep.equal(Object.keys(load('fastify')).sort())
  })

  it('refuses 0 as the time limit of a route, as Fastify does', () => {
    for (const create of [fastify, Fastify] as unknown as (typeof Fastify)[]) {
      const act = () => create({ handlerTimeout: 0 }).get('/', { handlerTimeout: 0 }, async () => 'never')
      expect(act).to.throw("'handlerTimeout' option must be an integer > 0. Got '0'")
    }
  })

  it('has the error classes of Fastify, which are called with and without new', () => {
    const codes = Object.keys(Fastify.errorCodes)
    expect(Object.keys(errorCodes)).to.include.members(codes)
    const Class = errorCodes.FST_ERR_VALIDATION as unknown as (message: string) => Error
    expect(Class('mine')).to.be.instanceOf(Error).and.have.property('message', 'mine')
  })

  it('creates each error of Fastify without arguments, with the places of its text, and of its class and status', () => {
    for (const [code, Given] of Object.entries(errorCodes)) {
      const error = new (Given as unknown as Made)()
      expect(error).to.include({ name: 'FastifyError', code })
      const OfFastify = (Fastify.errorCodes as unknown as Record<string, Made>)[code]
      if (OfFastify === undefined) continue // it has none for this condition
      const theirs = new OfFastify()
      expect(error.statusCode, code).to.equal(theirs.statusCode)
      for (const Base of [TypeError, URIError, SyntaxError])
        if (theirs instanceof Base) expect(error, code).to.be.instanceOf(Base)
    }
    const { FST_ERR_CTP_ALREADY_PRESENT: Present } = errorCodes as unknown as Record<string, new () => Error>
    expect(new Present!().message).to.equal(new Fastify.errorCodes.FST_ERR_CTP_ALREADY_PRESENT().message)
  })

  it('gives an instance that can be spread', () => {
    const app = fastify()
    expect(Object.keys({ ...app })).to.include.members(['get', 'register', 'server', 'inject', 'initialConfig'])
    app.register(async (child) => expect(child.prefix).to.equal('/child'), { prefix: '/child' })
    return app.ready()
  })

  it('answers what cannot be sent in a callback, where Fastify ends the process', async () => {
    const app = fastify()
    app.get('/', (_request, reply) => void setImmediate(() => reply.header('x-odd', 'a\nb').send('text')))
    app.get('/hook', async () => 'ran')
    app.addHook('onRequest', (request, reply, done) => {
      if (request.url !== '/hook') done()
      else setImmediate(() => reply.type('text/html').send({}))
    })
    for (const url of ['/', '/hook']) expect((await app.inject(url)).statusCode).to.equal(500)
  })

  it('throws for options that are not an object', () => {
    expect(() => fastify('Failed' as unknown as object)).to.throw('Options must be an object')
  })

  it('takes null for no options, as tools of the command line pass it', async () => {
    expect((await fastify(null).inject('/')).statusCode).to.equal(404)
  })

  it('gives errors the name and the message of Fastify', async () => {
    const app = fastify()
    expect(() => app.addHook('onRequest', 'x' as never)).to.throw('onRequest hook should be a function')
    app.setErrorHandler((error, _request, reply) => reply.send({ is: error.name, code: Object(error).code }))
    app.post('/', async () => 'ran')
    const type = { 'content-type': 'text/csv' }
    const { body } = await app.inject({ method: 'POST', url: '/', payload: 'a,b', headers: type })
    expect(body).to.equal('{"is":"FastifyError","code":"FST_ERR_CTP_INVALID_MEDIA_TYPE"}')
  })

  it('runs hooks in the order of registration, those of a parent that come late behind those of a child', async () => {
    const seen: string[] = []
    const app = fastify()
    app.addHook('onRequest', async () => void seen.push('first'))
    app.register(async (child) => {
      child.addHook('onRequest', async () => void seen.push('child'))
      child.get('/', async () => 'ran')
    })
    await app.after()
    app.addHook('onRequest', async () => void seen.push('late'))
    await app.inject('/')
    expect(seen).to.deep.equal(['first', 'child', 'late'])
  })

  it('hands an error to the reply.send that something has wrapped', async () => {
    for (const make of [fastify, createServer]) {
      const sent: unknown[] = []
      const app = make()
      app.addHook('onRequest', async (_request, reply) => {
        const { send } = reply
        reply.send = function (payload) {
          sent.push(payload)
          return send.call(this, payload)
        }
      })
      app.get('/', async () => {
        throw new Error('of the handler')
      })
      expect((await app.inject('/')).statusCode).to.equal(500)
      expect(String(sent[0])).to.equal('Error: of the handler')
    }
  })

  it('closes, and gives nothing, where listen is aborted at once', async () => {
    const controller = new AbortController()
    const app = fastify()
    const closed = new Promise<void>((resolve) => void app.addHook('onClose', async () => resolve()))
    const listening = app.listen({ port: 0, signal: controller.signal })
    controller.abort()
    expect(await listening).to.equal(undefined)
    await closed
  })

  it('takes plugins for the release before a prerelease', async () => {
    const app = fastify()
    Object.defineProperty(app, 'version', { value: '99.0.0-rc.1' })
    const plugin = Object.assign(async () => {}, { [Symbol.for('plugin-meta')]: { name: 'mine', fastify: '^98.1.0' } })
    await app.register(plugin).ready()
  })

  it('leaves an application of modules in the same process as it is', async () => {
    @Controller()
    class Home {
      @Get('/', { schema: { querystring: { type: 'object', required: ['a'] } } })
      read() {
        return 'home'
      }
    }
    @Module({ controllers: [Home] })
    class AppModule {}

    await using app = bootstrap(AppModule)
    const old = fastify()
    old.get('/', { schema: { querystring: { type: 'object', required: ['a'] } } }, async () => 'old')
    const [ours, theirs] = await Promise.all([app.inject('/'), old.inject('/')])
    expect(ours.json()).to.not.have.property('code')
    expect(ours.json().message).to.equal("querystring should have required property 'a'")
    expect(theirs.json().code).to.equal('FST_ERR_VALIDATION')
    expect(theirs.json().message).to.equal("querystring must have required property 'a'")
  })
  rule(
    'accepts options as text, as environment variables have it',
    async (make) => {
      const given = { exposeHeadRoutes: 'false', http2: 'false', routerOptions: { ignoreTrailingSlash: 'true' } }
      const app = make(given as never)
      app.get('/a', async () => 'ran')
      const { statusCode } = await app.inject({ method: 'HEAD', url: '/a' })
      return [statusCode, (await app.inject('/a/')).body]
    },
    [404, 'ran'],
  )

  for (const option of ['http2', 'forceCloseConnections', 'maxRequestsPerSocket'])
    rule(
      `refuses a text that is no value of the option ${option}`,
      async (make) => {
        try {
          make({ [option]: 'odd' })
        } catch (error) {
          return (error as { code?: string }).code
        }
        return 'made'
      },
      'FST_ERR_INIT_OPTS_INVALID',
    )

  const refused: Readonly<Record<string, unknown>>[] = [{ routerOptions: 5 }, { constraints: 5 }]
  for (const options of refused)
    rule(
      `refuses the options ${JSON.stringify(options)}`,
      async (make) => {
        try {
          make(options)
        } catch (error) {
          return (error as { code?: string }).code
        }
        return 'made'
      },
      'FST_ERR_INIT_OPTS_INVALID',
    )

  const misread: Readonly<Record<string, unknown>> = {
    clientErrorHandler: 1,
    frameworkErrors: 1,
    rewriteUrl: 1,
    genReqId: 1,
    childLoggerFactory: 1,
    serverFactory: 1,
    http: 1,
    https: 1,
  }
  for (const [name, value] of Object.entries(misread))
    it(`refuses a wrong value of ${name} with an error that names the option, and takes null as missing`, () => {
      expect(() => fastify({ [name]: value }))
        .to.throw(new RegExp(`"${name} must be .*, got number 1"`))
        .with.property('code', 'FST_ERR_INIT_OPTS_INVALID')
      expect(() => fastify({ [name]: null })).not.to.throw()
    })
})
