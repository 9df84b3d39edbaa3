import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sse from '@fastify/sse'
import websocket from '@fastify/websocket'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { listen, open, readAll } from '../behaviour/core/socket.js'
import { type Loose, logLines, useServers } from '../behaviour/core/subject.js'
import { until } from '../support/until.js'
import { addEndless, closed, leave, type Protocol, protocols, states } from './busy-clients.js'
import { RunningService } from './running-service.js'

const beginnings = {
  nothing: Buffer.alloc(0),
  'half a head': Buffer.from('GET / HTTP/1.1\r\nHost:'),
  'half a handshake of TLS': Buffer.from('1603010200010001fc0303', 'hex'),
  'half a preface of HTTP/2': Buffer.from('PRI * HTTP/2.0\r\n'),
}
const names = Object.keys(protocols) as Protocol[]

describe('a server that closes', function () {
  this.timeout(30_000) // it waits 5 s for what has begun to arrive
  const create = useServers()

  for (const protocol of names)
    for (const [sent, bytes] of Object.entries(beginnings))
      it(`over ${protocol} ends with a connection that has sent ${sent}`, async () => {
        const server = create(protocols[protocol])
        const socket = connect(await listen(server), '127.0.0.1').on('error', () => {})
        await once(socket, 'connect')
        const gone = closed(socket.resume()) // what is not TLS is refused at once
        socket.write(bytes)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await server.close()
        await gone
        expect(socket.destroyed).to.equal(true)
      })

  /** No signal is awaited: `close` alone is bounded. */
  const brief = { gracefulShutdown: { signals: [], drainTimeout: 300 } }

  async function close(server: Loose): Promise<number> {
    const began = performance.now()
    await server.close()
    return performance.now() - began
  }

  for (const protocol of names)
    for (const [name, state] of Object.entries(states))
      it(`over ${protocol} ends drainTimeout later with ${name}, and names it`, async () => {
        const { stream, lines } = logLines()
        const server = create({ ...protocols[protocol], ...brief, logger: { stream, level: 'warn' } })
        const arrived = addEndless(server)
        const left = leave(await listen(server), protocol, state)
        await arrived
        await new Promise((resolve) => setTimeout(resolve, 50)) // the answer begins
        expect(await close(server)).to.be.within(250, 2500)
        await left.gone
        const cut = lines.find(({ msg }) => msg.startsWith('Connections are cut 300 ms after closing began'))
        const method = 'body' in state ? 'POST' : 'GET'
        expect(cut?.msg).to.match(new RegExp(` ${method} ${state.path}$`))
      })

  it('names the stream of each client of a local socket', async () => {
    const { stream, lines } = logLines()
    const server = create({ http2: true, ...brief, logger: { stream, level: 'warn' } })
    const arrived = new Set<string>()
    server.get('/:name', ({ url }: Loose) => {
      arrived.add(url)
      return new Promise(() => {})
    })
    const path = join(tmpdir(), `alcove-${process.pid}.sock`)
    await server.listen({ path })
    for (const name of ['one', 'other']) {
      const session = connectHttp2('http://localhost', { createConnection: () => connect(path) }).on('error', () => {})
      session.request({ ':path': `/${name}` }).on('error', () => {})
    }
    await until('both requests have arrived', () => arrived.size === 2)
    await close(server)
    expect(lines.map(({ msg }) => msg)).to.deep.equal([
      'Connections are cut 300 ms after closing began: GET /one, GET /other',
    ])
  })

  for (const isPaused of [false, true])
    it(`ends with a WebSocket whose client ${isPaused ? 'reads no more' : 'is told'}`, async () => {
      const server = create(brief)
      server.register(websocket as Loose)
      server.register(async (instance: Loose) => {
        instance.get('/', { websocket: true }, (socket: Loose) => socket.on('message', () => socket.send('seen')))
      })
      const client = new WebSocket(`ws://127.0.0.1:${await listen(server)}/`)
      client.on('error', () => {})
      await once(client, 'open')
      if (isPaused) client.pause()
      const ended = isPaused ? null : once(client, 'close')
      expect(await close(server)).to.be.lessThan(2500)
      await ended
      client.terminate()
    })

  it('ends with an event stream of a plugin', async () => {
    const server = create(brief)
    server.register(sse as Loose)
    server.register(async (instance: Loose) => {
      instance.get('/', { sse: true }, async (_request: Loose, reply: Loose) => {
        reply.sse.keepAlive()
        await reply.sse.send({ data: 'first' })
      })
    })
    const socket = await open(await listen(server))
    const answer = readAll(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n')
    await once(socket, 'data')
    expect(await close(server)).to.be.lessThan(2500)
    expect(await answer).to.contain('data: "first"')
  })

  it('ends with an answer of handle() that never ends', async () => {
    const server = create(brief)
    addEndless(server)
    const response: Response = await server.handle(new Request('http://a/stream'))
    const text = response.text().catch(({ code }) => code)
    expect(await close(server)).to.be.within(250, 2500)
    expect(await text).to.equal('ALC_ERR_ANSWER_CUT')
  })

  it('answers what is under way before drainTimeout, and waits for nothing then', async () => {
    const server = create({ gracefulShutdown: { signals: [], drainTimeout: 5000 } })
    server.get('/', () => new Promise((resolve) => setTimeout(resolve, 300, 'answered')))
    const socket = await open(await listen(server))
    const answer = readAll(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await close(server)).to.be.lessThan(2500)
    expect(await answer).to.contain('answered')
  })
})

describe('a process whose server has closed', function () {
  this.timeout(30_000)

  for (const protocol of names)
    it(`over ${protocol} ends by itself, with any connections that clients left open`, async () => {
      const program = await RunningService.start({}, { PROGRAM: 'busy-service', PROTOCOL: protocol })
      try {
        for (const state of Object.values(states)) leave(program.port, protocol, state)
        for (const bytes of Object.values(beginnings))
          connect(program.port, '127.0.0.1')
            .on('error', () => {})
            .write(bytes)
        await new Promise((resolve) => setTimeout(resolve, 300))
        program.signal('SIGTERM') // the program itself calls close(), and no process.exit
        expect(await program.exit).to.deep.equal({ status: 0, signal: null })
      } finally {
        program.kill()
      }
    })
})
