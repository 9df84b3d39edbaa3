import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { exchange, listen, statusOf } from './socket.js'
import { failureOf, type Loose, postJson, useServers } from './subject.js'

describe('SPEC 2.8 factory options', () => {
  const create = useServers()

  it('none are needed', async () => {
    const server = create()
    server.get('/', async () => 'ok')
    expect((await server.inject('/')).body).to.equal('ok')
  })

  it('are not changed', async () => {
    const options = {
      validatorengine: { customOptions: { coerceTypes: 'array' }, plugins: [] },
      routerOptions: {},
      logger: false,
    }
    const before = structuredClone(options)
    await create(options).ready()
    expect(options).to.deep.equal(before)
  })

  it('one object may make two servers that have nothing in common', async () => {
    const options = { validatorengine: { customOptions: {} } }
    const [one, two] = [create(options), create(options)]
    one.decorate('mark', 'one')
    one.addSchema({ $id: 'a', type: 'object' })
    expect(two.hasDecorator('mark')).to.equal(false)
    expect(two.getSchemas()).to.deep.equal({})
  })

  it('timeouts and limits reach the server of node', () => {
    const times = { connectionTimeout: 1001, keepAliveTimeout: 1002, requestTimeout: 1003, maxRequestsPerSocket: 7 }
    const { server } = create(times)
    expect(server.timeout).to.equal(1001)
    expect(server.keepAliveTimeout).to.equal(1002)
    expect(server.requestTimeout).to.equal(1003)
    expect(server.maxRequestsPerSocket).to.equal(7)
  })

  it('http options reach the server of node', async () => {
    const server = create({ http: { maxHeaderSize: 500 } })
    server.get('/', async () => 'ok')
    const port = await listen(server)
    const lines = ['GET / HTTP/1.1', 'Host: localhost', 'Connection: close', `x: ${'a'.repeat(600)}`, '', '']
    expect(statusOf(await exchange(port, ...lines))).to.be.within(400, 499)
  })

  it('serverFactory makes the server', async () => {
    let made: unknown
    const server = create({
      serverFactory(handler: Loose) {
        made = createHttpServer((req, res) => {
          res.setHeader('x-own', 'yes')
          handler(req, res)
        })
        return made
      },
    })
    server.get('/', async () => 'ok')
    expect(server.server).to.equal(made)
    const answer = await exchange(
      await listen(server),
      'GET / HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      '',
      '',
    )
    expect(answer)
      .to.match(/^x-own: yes/im)
      .and.match(/ok$/)
  })

  it('serverFactory may give the server of the instance before to the next one', async () => {
    const shared = createHttpServer()
    const start = async (text: string) => {
      const server = create({
        serverFactory: (handler: Loose) => shared.removeAllListeners('request').on('request', handler),
      })
      server.post('/', async () => text)
      await server.ready()
      return server
    }
    const watched = ['connection', 'checkContinue', 'checkExpectation', 'drop', 'sessionError', 'clientError']
    const counts = () => watched.map((name) => shared.listenerCount(name))
    const first = await start('first')
    await new Promise<void>((resolve) => shared.listen(0, '127.0.0.1', resolve))
    const before = counts()
    await start('second')
    await first.close()
    expect(counts()).to.deep.equal(before)
    const expecting = [
      'Content-Type: application/json',
      'Content-Length: 2',
      'Expect: 100-continue',
      'Connection: close',
    ]
    const answer = await exchange(
      (shared.address() as AddressInfo).port,
      'POST / HTTP/1.1',
      'Host: localhost',
      ...expecting,
      '',
      '{}',
    )
    expect(answer)
      .to.match(/^HTTP\/1.1 100 /)
      .and.match(/second$/)
    await new Promise((resolve) => shared.close(resolve))
  })

  it('rewriteUrl that gives no text ends in an error answer or a closed connection, and only that request', async () => {
    const server = create({ rewriteUrl: (req: Loose) => (req.url === '/bad' ? 7 : req.url) })
    server.get('/', async () => 'ok')
    const port = await listen(server)
    const answer = await exchange(port, 'GET /bad HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    if (answer !== '') expect(statusOf(answer)).to.be.at.least(400)
    expect((await server.inject('/')).body).to.equal('ok')
  })

  it('initialConfig shows what counts, defaults included', () => {
    expect(create().initialConfig).to.deep.include({
      bodyLimit: 1048576,
      connectionTimeout: 0,
      keepAliveTimeout: 72000,
      pluginTimeout: 10000,
      onProtoPoisoning: 'error',
      onConstructorPoisoning: 'error',
      requestIdHeader: false,
    })
  })

  it('routing hands raw requests to the router', async () => {
    const server = create()
    server.get('/', async () => 'routed')
    await server.ready()
    const outer = createHttpServer((req, res) => server.routing(req, res))
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
    const { port } = outer.address() as Loose
    const answer = await exchange(port, 'GET / HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    await new Promise((resolve) => outer.close(resolve))
    expect(answer).to.match(/routed$/)
  })

  describe('schemaController.bucket', () => {
    it('stores the shared schemas, one bucket per context, made from the schemas of the parent', async () => {
      const parents: string[][] = []
      const server = create({
        schemaController: {
          bucket(parentSchemas: Record<string, object> = {}) {
            parents.push(Object.keys(parentSchemas))
            const own: Record<string, Loose> = { ...parentSchemas }
            return {
              add: (schema: Loose) => {
                own[schema.$id] = schema
              },
              getSchema: (id: string) => own[id],
              getSchemas: () => own,
            }
          },
        },
      })
      server.addSchema({ $id: 'root', type: 'integer' })
      server.register(async (child) => {
        child.addSchema({ $id: 'child', type: 'integer' })
        const body = { type: 'object', properties: { r: { $ref: 'root#' }, c: { $ref: 'child#' } } }
        child.post('/', { schema: { body } }, async () => 'ok')
      })
      expect((await postJson(server, '/', { r: 1, c: 1 })).statusCode).to.equal(200)
      expect((await postJson(server, '/', { r: 1, c: 'x' })).statusCode).to.equal(400)
      expect((await postJson(server, '/', { r: 'x', c: 1 })).statusCode).to.equal(400)
      expect(parents.length).to.be.at.least(1)
    })
  })

  it('an unknown bodyValidation of a route is refused', async () => {
    const error = await failureOf(async () => {
      const server = create()
      server.post('/', { bodyValidation: 'sometimes' }, async () => 'never')
      await server.ready()
    })
    expect(error.code).to.match(/^(FST|ALC)_ERR_/)
  })

  describe('with keys of engines that alcove does not know', () => {
    for (const [what, options, named] of [
      [
        'one',
        { validatorengine: { options: { coerceTypes: false } } },
        /^Option "validatorengine" has the unknown key "op/,
      ],
      [
        'several',
        { validatorengine: { verson: 8, plugin: [] } },
        /the unknown keys "verson", "plugin"\. Use only "version"/,
      ],
      ["under Fastify's name", { ajv: { custom: {} } }, /^Option "ajv" has the unknown key "custom"/],
      ['of the serializer', { serializerOpts: { round: 'ceil' } }, /^Option "serializerOpts".*"round".*"rounding"/],
    ] as const)
      it(`are refused: ${what}`, async () => {
        const error = await failureOf(() => create(options))
        expect(error.code).to.equal('ALC_ERR_OPTION_UNKNOWN')
        expect(error.message).to.match(named)
      })

    it('are passed to a compiler of the application', async () => {
      const given: unknown[] = []
      const build = (_schemas: unknown, options: unknown) => {
        given.push(options)
        return () => () => true
      }
      const compilersFactory = { buildValidator: build, buildSerializer: build }
      const options = {
        validatorengine: { own: 1 },
        serializerOpts: { own: 2 },
        schemaController: { compilersFactory },
      }
      const server = create(options)
      server.post('/', { schema: { body: {}, response: { 200: {} } } }, async () => 'x')
      await server.ready()
      expect(given).to.deep.include({ own: 2 })
      expect(given.some((each) => (each as Loose).own === 1)).to.equal(true)
    })
  })

  describe('are refused', () => {
    for (const [what, options] of Object.entries({
      'a bodyLimit that is no whole number': { bodyLimit: 'many' },
      'an unknown stance on poison': { onProtoPoisoning: 'sometimes' },
      'an unknown bodyValidation': { bodyValidation: 'sometimes' },
      'a pluginTimeout that is no number': { pluginTimeout: 'long' },
      'a pluginTimeout below zero': { pluginTimeout: -1 },
      'a connectionTimeout below zero': { connectionTimeout: -1 },
    })) {
      it(what, async () => {
        const error = await failureOf(async () => create(options).ready())
        expect(error.code).to.match(/^(FST|ALC)_ERR_/)
      })
    }
  })
})
