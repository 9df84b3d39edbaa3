import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:http2'
import { Server as HttpsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

/** Documented options of Fastify 5 whose rules are in no other file. */
describe('Fastify 5 Server: options of the router', () => {
  const create = useServers()

  it('allowUnsafeRegex lets a path hold an expression that could take for ever', async () => {
    const unsafe = '/:id(^([0-9]+){4}$)'
    expect((await failureOf(() => create().get(unsafe, async () => 'ok'))).message).to.contain('not safe')
    const server = create({ routerOptions: { allowUnsafeRegex: true } })
    server.get(unsafe, async (request) => request.params.id)
    expect((await server.inject('/1234')).body).to.equal('1234')
  })

  it('onMaxParamLength answers parameters that are too long', async () => {
    const onMaxParamLength = (_path: string, _req: Loose, res: Loose) => {
      res.statusCode = 414
      res.end('shorter')
    }
    const server = create({ routerOptions: { maxParamLength: 3, onMaxParamLength } })
    server.get('/:id', async (request) => request.params.id)
    expect((await server.inject('/abc')).body).to.equal('abc')
    expect((await server.inject('/abcd')).body).to.equal('shorter')
  })

  it('useSemicolonDelimiter begins the query at a semicolon', async () => {
    for (const [useSemicolonDelimiter, status] of [
      [true, 200],
      [false, 404],
    ] as const) {
      const server = create({ routerOptions: { useSemicolonDelimiter } })
      server.get('/a', async (request) => request.query)
      expect((await server.inject('/a;b=1')).statusCode).to.equal(status)
    }
  })

  for (const compile of [true, false]) {
    it(`the router finds the same routes with compile: ${compile}`, async () => {
      const server = create({ routerOptions: { compile } })
      server.get('/a/:id', async (request) => request.params.id)
      server.get('/a/b', async () => 'static')
      expect((await server.inject('/a/b')).body).to.equal('static')
      expect((await server.inject('/a/%C3%A9')).body).to.equal('é')
      expect((await server.inject('/b')).statusCode).to.equal(404)
    })
  }
})

describe('Fastify 5 Server: further options and members', () => {
  const create = useServers()

  it('https makes the server use TLS, and its origin begins with https', async () => {
    const server = create({ https: certificate })
    expect(server.server).to.be.instanceOf(HttpsServer)
    await server.listen({ port: 0, host: '127.0.0.1' })
    expect(server.listeningOrigin).to.match(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(server.initialConfig.https).to.equal(true)
  })

  it('initialConfig contains allowHTTP1, and no other property of https', () => {
    const server = create({ http2: true, https: { ...certificate, allowHTTP1: true, passphrase: 'secret' } } as Loose)
    expect(server.initialConfig.https).to.deep.equal({ allowHTTP1: true })
  })

  it('http2SessionTimeout ends unused sessions', async () => {
    const server = create({ http2: true, http2SessionTimeout: 20 })
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    const client = connect(address)
    await new Promise((resolve) => client.once('close', resolve)) // by the server: the client has no time limit
    expect(client.destroyed).to.equal(true)
  })

  it('supportedMethods lists the methods that routes may have, those added included', () => {
    const server = create()
    server.addHttpMethod('MKCOL')
    expect(server.supportedMethods).to.include.members(['GET', 'POST', 'QUERY', 'MKCOL'])
  })

  it('setSchemaController takes the place of the compilers from its context down', async () => {
    const server = create()
    const buildValidator = () => () => (data: unknown) => ({ value: { seen: data } })
    const route = { schema: { querystring: { type: 'object', properties: {} } } }
    server.register(async (instance) => {
      instance.setSchemaController({ compilersFactory: { buildValidator } })
      instance.get('/own', route, async (request: Loose) => request.query)
    })
    server.get('/other', route, async (request) => request.query)
    expect((await server.inject('/own?a=1')).json()).to.deep.equal({ seen: { a: '1' } })
    expect((await server.inject('/other?a=1')).json()).to.deep.equal({})
  })
})

describe('Fastify 5 Server: setSchemaController', () => {
  const create = useServers()

  it('leaves in force the factory that it does not name', async () => {
    const buildSerializer = () => () => () => '"serialized above"'
    const buildValidator = () => () => () => ({ error: new Error('validated above') })
    const route = { schema: { querystring: { type: 'object', properties: {} }, response: { 200: { type: 'object' } } } }
    const server = create({ schemaController: { compilersFactory: { buildSerializer, buildValidator } } })
    server.register(async (instance) => {
      instance.setSchemaController({ compilersFactory: { buildValidator: () => () => () => ({ value: {} }) } })
      instance.get('/validator', route, async () => ({}))
    })
    server.register(async (instance) => {
      instance.setSchemaController({ compilersFactory: { buildSerializer: () => () => () => '"own"' } })
      instance.get('/serializer', route, async () => ({}))
    })
    expect((await server.inject('/validator')).body).to.equal('"serialized above"')
    expect((await server.inject('/serializer')).json().message).to.contain('validated above')
  })
})

describe('Fastify 5 Server: schemaController.bucket', () => {
  const create = useServers()

  it('may keep the schemas in a Map, and begins below with what the one above holds', async () => {
    const bucket = (above: Loose) => {
      const kept = new Map(above)
      const add = (schema: Loose) => void kept.set(schema.$id, schema)
      return { add, getSchema: (id: string) => kept.get(id), getSchemas: () => kept }
    }
    const server = create({ schemaController: { bucket } } as Loose)
    server.addSchema({ $id: 'a', type: 'integer' })
    server.register(async (child) => {
      child.addSchema({ $id: 'b', type: 'object', properties: { n: { $ref: 'a#' } } })
      child.get('/', { schema: { querystring: { $ref: 'b#' } } }, async () => Object.keys(child.getSchemas()))
    })
    expect((await server.inject('/?n=1')).json()).to.deep.equal(['a', 'b'])
    expect((await server.inject('/?n=x')).statusCode).to.equal(400)
    expect(Object.keys(server.getSchemas())).to.deep.equal(['a'])
  })
})

describe('Fastify 5 Logging: options of the logger', () => {
  const create = useServers()

  it('redact masks what it names', async () => {
    const { stream, lines } = logLines()
    const req = (request: Loose) => ({ headers: request.headers })
    const server = create({ logger: { stream, redact: ['req.headers.authorization'], serializers: { req } } })
    server.get('/', async () => 'ok')
    await server.inject({ url: '/', headers: { authorization: 'secret' } })
    const arrival = lines.find((line) => line.msg === 'incoming request')
    expect(arrival.req.headers.authorization).to.equal('[Redacted]')
  })

  it('file names where the lines go', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'log-'))
    const file = join(folder, 'server.log')
    try {
      const server = create({ logger: { file } })
      await server.ready()
      server.log.info('written')
      server.log.flush?.()
      let text = ''
      while (!text.includes('written')) text = await readFile(file, 'utf8').catch(() => '')
      expect(JSON.parse(text).msg).to.equal('written')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('silent is a level at which nothing is written', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.get('/', { logLevel: 'silent' }, async (request) => {
      request.log.error('unheard')
      return 'ok'
    })
    await server.inject('/')
    expect(lines).to.deep.equal([])
  })
})
