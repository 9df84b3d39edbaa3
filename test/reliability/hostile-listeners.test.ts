import { channel, tracingChannel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { createRequire } from 'node:module'
import websocket from '@fastify/websocket'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { exchange, listen, open, readAll, statusOf } from '../behaviour/core/socket.js'
import { type Loose, logLines, useServers } from '../behaviour/core/subject.js'
import { until } from '../support/until.js'

// The client that the plugin itself depends on; it brings no types.
const WebSocket: Loose = createRequire(import.meta.url)('ws')

const broken = () => {
  throw new Error('planned')
}
const rejecting = async () => broken()

// Mocha fails a test in which an error is uncaught.
describe('code of the application beside its routes', () => {
  const create = useServers()
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20))

  const requests: Readonly<Record<string, string[]>> = {
    upgrade: ['GET / HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: own', '', ''],
    connect: ['CONNECT y:80 HTTP/1.1', 'Host: y:80', '', ''],
    checkContinue: ['GET / HTTP/1.1', 'Host: x', 'Expect: 100-continue', '', ''],
    checkExpectation: ['GET / HTTP/1.1', 'Host: x', 'Expect: own', '', ''],
  }
  for (const [how, listener] of Object.entries({ throws: broken, rejects: rejecting })) {
    for (const [event, lines] of Object.entries(requests))
      it(`costs one connection where a listener for ${event} ${how}, and the log has it`, async () => {
        const log = logLines()
        const server = create({ logger: { stream: log.stream, level: 'error' } })
        server.get('/', async () => 'served')
        server.server.on(event, listener)
        const port = await listen(server)
        expect(await exchange(port, ...lines)).to.equal('')
        expect(log.lines.map(({ err }: Loose) => err.message)).to.deep.equal(['planned'])
        expect(await exchange(port, 'GET / HTTP/1.1', 'Host: x', 'Connection: close', '', '')).to.match(/served$/)
      })

    it(`costs the connection where a listener for upgrade ${how} behind an earlier answer`, async () => {
      const server = create()
      server.get('/', () => turn().then(() => 'served'))
      server.server.on('upgrade', listener)
      const text = await exchange(await listen(server), 'GET / HTTP/1.1', 'Host: x', '', ...(requests.upgrade ?? []))
      expect(text).to.match(/served$/)
    })

    for (const event of ['request', 'connection', 'clientError'])
      it(`changes no answer where a listener for ${event} ${how}, and the log has it`, async () => {
        const log = logLines()
        const server = create({ logger: { stream: log.stream, level: 'error' } })
        server.get('/', async () => 'served')
        server.server.on(event, listener)
        const port = await listen(server)
        const isBad = event === 'clientError'
        const text = await exchange(port, isBad ? 'no HTTP' : 'GET / HTTP/1.1', 'Host: x', 'Connection: close', '', '')
        expect(statusOf(text)).to.equal(isBad ? 400 : 200)
        await turn()
        expect(log.lines.map(({ err }: Loose) => err.message)).to.include('planned')
      })

    it(`changes no answer over HTTP/2 where a listener for stream ${how}`, async () => {
      const server = create({ http2: true })
      server.get('/', async () => 'served')
      server.server.on('stream', listener)
      const client = connectHttp2(`http://127.0.0.1:${await listen(server)}`)
      const [headers] = (await once(client.request({ ':path': '/' }), 'response')) as [Loose]
      client.destroy()
      expect(headers[':status']).to.equal(200)
    })

    it(`changes no answer over HTTP/2 where a listener on its session ${how}, and the log has it`, async () => {
      const log = logLines()
      const server = create({ http2: true, logger: { stream: log.stream, level: 'error' } })
      server.get('/', async ({ raw }: Loose) => {
        raw.stream.session.on('close', listener).on('goaway', listener)
        return 'served'
      })
      const client = connectHttp2(`http://127.0.0.1:${await listen(server)}`)
      const [headers] = (await once(client.request({ ':path': '/' }), 'response')) as [Loose]
      client.close()
      expect(headers[':status']).to.equal(200)
      await until('the log has it', () => log.lines.length > 0)
      expect(log.lines[0].err.message).to.equal('planned')
    })

    it(`changes no answer where a subscriber of the channel of handlers ${how}, and the log has it`, async () => {
      const log = logLines()
      const handlers = tracingChannel<object, object>('fastify.request.handler')
      const names: string[] = []
      const later = channel('tracing:fastify.request.handler:start')
      const collect = (_message: unknown, name: string | symbol) => void names.push(String(name))
      const subscribers = { start: listener, end: listener, asyncStart: listener, asyncEnd: listener, error: listener }
      handlers.subscribe(subscribers)
      later.subscribe(collect)
      try {
        const server = create({ logger: { stream: log.stream, level: 'error' } })
        server.get('/', async () => 'served')
        expect((await server.inject('/')).body).to.equal('served')
      } finally {
        handlers.unsubscribe(subscribers)
        later.unsubscribe(collect)
      }
      await turn()
      expect(names).to.deep.equal(['tracing:fastify.request.handler:start'])
      expect(log.lines[0]).to.deep.include({ msg: 'a subscriber of tracing:fastify.request.handler:start failed' })
    })

    it(`makes an upgrade a plain request where shouldUpgradeCallback of node 24 ${how}`, async () => {
      const server = create({ http: { shouldUpgradeCallback: () => listener() } })
      server.get('/', async () => 'served')
      server.server.on('upgrade', (_req: Loose, socket: Loose) => socket.end('HTTP/1.1 200 Own\r\n\r\nserved'))
      const lines = ['GET / HTTP/1.1', 'Host: x', 'Connection: Upgrade, close', 'Upgrade: own', '', '']
      const text = await exchange(await listen(server), ...lines)
      expect(text).to.match(/served$/)
      if (Number.parseInt(process.versions.node, 10) >= 24) expect(text).to.match(/^HTTP\/1\.1 200 OK/)
    })

    it(`is a 500 where onBadUrl, onMaxParamLength or defaultRoute ${how}`, async () => {
      const routerOptions = { onBadUrl: listener, onMaxParamLength: listener, defaultRoute: listener }
      const server = create({ routerOptions })
      server.get('/p/:id', async () => 'served')
      const port = await listen(server)
      for (const path of ['/%zz', `/p/${'a'.repeat(200)}`, '/nowhere']) {
        const text = await exchange(port, `GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', '', '')
        expect(statusOf(text), path).to.equal(500)
      }
    })

    it(`is a 404 or a 500 where deriveConstraint ${how}`, async () => {
      for (const deriveConstraint of [() => listener(), (_req: Loose, _context: Loose, _done: Loose) => listener()]) {
        const storage = () => ({ get: () => null, set: () => {} })
        const own = { name: 'own', storage, deriveConstraint, validate: () => {} }
        const server = create({ constraints: { own } })
        server.get('/', { constraints: { own: 'a' } }, async () => 'served')
        const text = await exchange(await listen(server), 'GET / HTTP/1.1', 'Host: x', 'Connection: close', '', '')
        expect(statusOf(text)).to.be.oneOf([404, 500])
      }
    })
  }

  it('warns once where an async stream of the log rejects', async () => {
    const codes: unknown[] = []
    const collect = (warning: Loose) => void codes.push(warning.code)
    process.on('warning', collect)
    const server = create({ logger: { stream: { write: rejecting } } })
    server.get('/', async () => 'served')
    expect((await server.inject('/')).body).to.equal('served')
    await turn()
    process.off('warning', collect)
    expect(codes).to.deep.equal(['ALC_WARN_LOGGER_FAILED'])
  })

  it('fails the boot where a serializer compiler is async and rejects', async () => {
    const server = create()
    const response = { 200: { type: 'object' } }
    server.get('/', { schema: { response }, serializerCompiler: () => rejecting() as Loose }, async () => ({}))
    const error: Loose = await server.ready().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error.code).to.equal('ALC_ERR_SERIALIZER_COMPILER_RESULT')
  })

  it('is refused at once where serverFactory is async', () => {
    expect(() => create({ serverFactory: () => rejecting() })).to.throw(
      '"serverFactory" must be a function that returns',
    )
  })

  it('is described where an annotation of a schema has no JSON', async () => {
    const cycle: Loose = { name: 'a' }
    cycle.self = cycle
    const schema = {
      summary: 10n,
      tags: [cycle],
      querystring: { type: 'object', 'x-own': { toJSON: broken }, 'x-n': 5n },
    }
    const server = create()
    server.get('/', { schema }, async () => 'served')
    await server.ready()
    const [route]: Loose = inspect(server as Loose).routes
    expect(JSON.parse(JSON.stringify(route))).to.deep.equal(route)
    expect(JSON.stringify(route)).to.include('"10"').and.include('"name":"a"').and.include('"5"')
  })

  it('leaves answers behind an upgrade alone where its listener takes the socket', async () => {
    const server = create({ forceCloseConnections: true })
    server.server.on('upgrade', (_req: Loose, socket: Loose) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\nown'),
    )
    const socket = await open(await listen(server))
    const text = readAll(socket)
    socket.write((requests.upgrade ?? []).join('\r\n'))
    expect(await text).to.match(/own$/)
  })

  const frames: Readonly<Record<string, (client: Loose) => void>> = {
    message: (client) => client.send('hello'),
    error: (client) => client._socket.write(Buffer.from([0xff, 0xff])), // a frame with reserved bits
    close: (client) => client.close(),
    pong: (client) => client.pong(),
  }
  for (const [how, listener] of Object.entries({ throws: broken, rejects: rejecting }))
    for (const [event, send] of Object.entries(frames))
      it(`costs one WebSocket where a listener for ${event} ${how}, and the log has it`, async () => {
        const log = logLines()
        const server = create({ logger: { stream: log.stream, level: 'error' } })
        await server.register(websocket as Loose)
        server.get('/', { websocket: true }, (socket: Loose) => void socket.on(event, listener))
        const client = new WebSocket(`ws://127.0.0.1:${await listen(server)}`).on('error', () => {})
        await once(client, 'open')
        send(client)
        await once(client, 'close')
        await until('the log has it', () => log.lines.some(({ err }: Loose) => err.message === 'planned'))
      })
})
