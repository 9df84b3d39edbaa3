import { createServer as createNodeServer, get, type Server as NodeServer } from 'node:http'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

/** Documented members of Fastify 5 whose rules are in no other file. */
describe('Fastify 5 Server: routes', () => {
  const create = useServers()

  it('findRoute names the parameters of a route as its pattern does', () => {
    const server = create()
    server.get('/artists/:artist/*', async () => 'ok')
    expect(server.findRoute({ method: 'get', url: '/artists/:artist/*' }).params).to.deep.equal({
      artist: ':artist',
      '*': '*',
    })
  })

  it('printRoutes shows hooks and error handler of each route when asked to', async () => {
    const server = create({ exposeHeadRoutes: false })
    server.addHook('onRequest', async function guard() {})
    server.setErrorHandler(function failed() {})
    server.get('/a', async () => 'ok')
    await server.ready()
    expect(server.printRoutes()).to.not.contain('guard')
    expect(server.printRoutes({ includeHooks: true }))
      .to.contain('(onRequest) ["guard()"]')
      .and.not.contain('failed')
    expect(server.printRoutes({ includeMeta: ['errorHandler'] })).to.contain('(errorHandler) "failed()"')
  })

  it('buildPrettyMeta chooses what printRoutes shows', async () => {
    const server = create({ routerOptions: { buildPrettyMeta: (route: Loose) => ({ at: route.path }) } })
    server.get('/a', async () => 'ok')
    await server.ready()
    expect(server.printRoutes({ includeMeta: true })).to.contain('(at) "/a"')
  })

  it('defaultRoute answers what no route is found for', async () => {
    const server = create({ routerOptions: { defaultRoute: (_req: Loose, res: Loose) => res.end('default') } })
    expect((await server.inject('/none')).body).to.equal('default')
  })

  it('onBadUrl answers for methods that have no route, too', async () => {
    const server = create({ onBadUrl: (path: string, _req: Loose, res: Loose) => res.end(`bad ${path}`) })
    server.get('/:id', async () => 'ok')
    expect((await server.inject({ method: 'DELETE', url: '/%world' })).body).to.equal('bad /%world')
  })

  it('a request that fails before a route is found is logged like any other', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.get('/:id', async () => 'ok')
    await server.inject('/%world')
    expect(lines.map((line) => line.msg)).to.include('incoming request')
  })
})

describe('Fastify 5 Server: log', () => {
  const create = useServers()

  it('can be replaced by another logger, which plugins get', async () => {
    const seen: string[] = []
    const server: Loose = create()
    server.log = Object.assign(Object.create(server.log), { info: (text: string) => seen.push(text) })
    server.register(async (child: Loose) => child.log.info('from a plugin'))
    await server.ready()
    expect(seen).to.deep.equal(['from a plugin'])
  })
})

describe('Fastify 5 Routes: shorthands', () => {
  const create = useServers()

  it('query takes a body, and trace none', async () => {
    const server = create()
    server.query('/', async (request: Loose) => request.body)
    server.trace('/', async () => 'traced')
    const asked = await server.inject({ method: 'QUERY', url: '/', payload: { name: 'ada' } })
    expect(asked.json()).to.deep.equal({ name: 'ada' })
    expect((await server.inject({ method: 'TRACE', url: '/' })).body).to.equal('traced')
  })

  it('do not call route: a plugin that replaces both sees each route once', async () => {
    const seen: string[] = []
    const server = create()
    for (const name of ['route', 'get', 'all'] as const) {
      const original = server[name] as (...given: Loose[]) => Loose
      const replaced = function (this: unknown, ...given: Loose[]) {
        seen.push(name)
        return original.apply(this, given)
      }
      Object.assign(server, { [name]: replaced })
    }
    server.get('/', async () => 'read')
    server.all('/all', async () => 'all')
    server.register(async (child) => void child.get('/child', async () => 'child'))
    server.route({ method: 'POST', url: '/', handler: async () => 'written' })
    expect((await server.inject('/child')).body).to.equal('child')
    expect(seen).to.deep.equal(['get', 'all', 'route', 'get'])
  })
})

describe('Fastify 5 Server: life', () => {
  const create = useServers()

  it('callbacks and promises of ready come in the order in which they were asked for', async () => {
    const order: number[] = []
    const server = create()
    server.ready(() => order.push(1))
    const promise = server.ready().then(() => order.push(2))
    server.ready(() => order.push(3))
    await promise
    await server.ready()
    expect(order).to.have.members([1, 2, 3])
    expect(order.indexOf(1)).to.be.lessThan(order.indexOf(3))
  })

  it('the callback of ready gets the instance', async () => {
    const server = create()
    const seen = await new Promise((resolve) => server.ready((_error: Loose, instance: Loose) => resolve([instance])))
    expect((seen as Loose)[0] === server).to.equal(true)
  })

  it('inject is refused once the server closes', async () => {
    const server = create()
    await server.ready()
    const closing = server.close()
    const failure = await failureOf(new Promise((resolve) => setImmediate(resolve)).then(() => server.inject('/')))
    expect(failure.code).to.equal('FST_ERR_REOPENED_CLOSE_SERVER')
    await closing
  })

  it('the callback of a listen that failed gets null for the address', async () => {
    const server = create()
    await server.listen({ port: 0 })
    const address = await new Promise((resolve) =>
      server.listen({ port: 0 }, (_error: Loose, given: Loose) => resolve(given)),
    )
    expect(address).to.equal(null)
  })

  it("a server that the application made and let listen is the application's to close", async () => {
    const own: NodeServer = createNodeServer()
    const server = create({ serverFactory: (handler: Loose) => own.on('request', handler) })
    await server.ready()
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
    await server.close()
    expect(own.listening).to.equal(true)
    await new Promise((resolve) => own.close(resolve))
  })

  it('requestIdHeader is false where there is none, and the header where it is on', () => {
    expect(create({ requestIdHeader: '' }).initialConfig.requestIdHeader).to.equal(false)
    expect(create({ requestIdHeader: true }).initialConfig.requestIdHeader).to.equal('request-id')
  })

  it('half a logger as logger options is refused', async () => {
    expect((await failureOf(() => create({ logger: console }))).code).to.equal('FST_ERR_LOG_INVALID_LOGGER')
  })

  it('handlerTimeout limits not-found handlers, and that of a route limits one that the route calls', async () => {
    const server = create({ handlerTimeout: 20 })
    const signals: AbortSignal[] = []
    server.setNotFoundHandler(async ({ signal, url }: Loose) => {
      signals.push(signal)
      await new Promise((resolve) => setTimeout(resolve, url === '/none' ? 5000 : 100))
      return 'late'
    })
    server.get('/called', { handlerTimeout: 10_000 }, (_request: Loose, reply: Loose) => reply.callNotFound())
    expect((await server.inject('/none')).json()).to.include({ statusCode: 503, code: 'FST_ERR_HANDLER_TIMEOUT' })
    expect((await server.inject('/called')).body).to.equal('late')
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, false])
  })

  it('a not-found handler may have an error handler of its own', async () => {
    const server = create()
    server.addHook('preValidation', async () => {
      throw new Error('planned')
    })
    const errorHandler = (_error: Loose, _request: Loose, reply: Loose) => reply.code(401).send('own')
    server.setNotFoundHandler({ errorHandler }, async () => 'never')
    expect((await server.inject('/none')).statusCode).to.equal(401)
  })
})

describe('Fastify 5 Server: properties of an instance', () => {
  const create = useServers()

  it('pluginName names the plugins of a context, first of all the root by the name plugins know', async () => {
    const seen: string[] = []
    const named = (name: string) =>
      Object.assign(async () => {}, { [Symbol.for('skip-override')]: true, [Symbol.for('plugin-meta')]: { name } })
    const server = create()
    server.register(named('first'))
    server.register(async function own(instance) {
      seen.push(instance.pluginName)
    })
    await server.ready()
    expect(server.pluginName).to.equal('fastify -> first')
    expect(seen).to.deep.equal(['own'])
  })

  it('validatorCompiler and serializerCompiler are the ones in force once the server has booted', async () => {
    const server = create()
    server.addSchema({ $id: 'count', type: 'integer' })
    expect(server.validatorCompiler).to.equal(undefined)
    expect(server.serializerCompiler).to.equal(undefined)
    await server.ready()
    const schema = { type: 'object', properties: { n: { $ref: 'count#' } } }
    const validate = server.validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' })
    expect(validate({ n: 1 })).to.not.equal(false)
    expect(validate({ n: 'one' })).to.not.equal(true)
    const serialize = server.serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' })
    expect(serialize({ n: 1, more: 2 })).to.equal('{"n":1}')
  })

  it('errorHandler is the default one where none is set, and answers when it is called', async () => {
    const server = create()
    server.get('/', (request, reply) => {
      setImmediate(() => server.errorHandler(Object.assign(new Error('late'), { statusCode: 418 }), request, reply))
    })
    const { statusCode, body } = await server.inject('/')
    expect(statusCode).to.equal(418)
    expect(body).to.contain('late')
  })
})

describe('Fastify 5 Plugins: hasPlugin', () => {
  const create = useServers()

  it('knows the own plugin, and not the one around it', async () => {
    const seen: unknown[] = []
    const server = create()
    server.register(async function outer(instance) {
      seen.push(instance.hasPlugin('outer'))
      instance.register(async function inner(below: Loose) {
        seen.push(below.hasPlugin('inner'), below.hasPlugin('outer'))
      })
    })
    await server.ready()
    expect(seen).to.deep.equal([true, true, false])
    expect(server.hasPlugin('outer')).to.equal(false)
  })
})

describe('Fastify 5 Reply: code', () => {
  const create = useServers()

  it('204 sends nothing, with any payload of an onSend hook', async () => {
    const server = create()
    server.addHook('onSend', async () => ({ any: 'thing' }))
    server.get('/', (_request, reply) => void reply.code(204).send({ a: 1 }))
    const { statusCode, body } = await server.inject('/')
    expect([statusCode, body]).to.deep.equal([204, ''])
  })
})

describe('Fastify 5 Logging: streams', () => {
  const create = useServers()

  it('a client that leaves in the middle of a stream is one line in the log', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    const source = new Readable({ read() {} })
    server.get('/', (_request, reply) => {
      source.push('begun')
      reply.send(source)
    })
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    const closed = new Promise((resolve) => source.once('close', resolve))
    get(address, (response) => void response.once('data', () => response.destroy()))
    await closed
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines.filter((line) => line.msg === 'stream closed prematurely')).to.have.length(1)
  })
})
