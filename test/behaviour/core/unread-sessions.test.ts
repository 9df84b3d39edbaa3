import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import type { Http2Session, ServerHttp2Stream } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { openSockets, watchConnections } from '#dist/server/network/open-connections.js'
import { flags, frame, preface, pseudo, request, types } from '../../suites/http2-frames.js'
import { certificate } from '../../support/certificate.js'
import { together } from '../../support/together.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const settings = Buffer.from('00047fffffff', 'hex') // SETTINGS_INITIAL_WINDOW_SIZE
const window = Buffer.from('7f000000', 'hex')

/** Asks for twenty bodies, with windows for all of them: far more than the buffers of the system take. */
const requests = Buffer.concat([
  preface,
  frame(types.settings, 0, 0, settings),
  frame(types.window, 0, 0, window),
  ...Array.from({ length: 20 }, (_, index) =>
    frame(types.headers, flags.endStream | flags.endHeaders, 2 * index + 1, request),
  ),
])

const clients: Readonly<Record<string, { options: object; open: (port: number) => Socket; ready: string }>> = {
  h2c: { options: {}, open: (port) => connect(port, '127.0.0.1'), ready: 'connect' },
  TLS: {
    options: { https: certificate },
    open: (port) => connectTls({ port, host: '127.0.0.1', ca: certificate.cert, ALPNProtocols: ['h2'] }),
    ready: 'secureConnect',
  },
}

describe('a session of HTTP/2 whose client takes no bytes', function () {
  this.timeout(30_000)
  const create = useServers(after)
  const scenario = together()

  async function ask(
    protocol: string,
    http2SessionTimeout = 100,
  ): Promise<{ server: Server; session: Http2Session; client: Socket }> {
    const { options, open, ready } = clients[protocol]! // one of its names
    const server = create({ http2: true, http2SessionTimeout, ...options })
    server.get('/', async () => 'x'.repeat(1_000_000))
    const port = await listen(server)
    const made = once(server.server, 'session')
    const client = open(port).on('error', () => {})
    await once(client, ready)
    client.pause()
    client.write(requests)
    const [session] = await made
    await new Promise((resolve) => setTimeout(resolve, 300)) // until the buffers are full
    return { server, session, client }
  }

  for (const protocol of Object.keys(clients)) {
    scenario(`leaves no connection behind when it answers no ping: ${protocol}`, async () => {
      const { server, client } = await ask(protocol)
      await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
      client.destroy()
    })

    for (const ends of [false, true])
      scenario(
        `leaves no connection behind when node has destroyed it, and the client ${ends ? 'sends no more' : 'stays'}: ${protocol}`,
        async () => {
          const { server, session, client } = await ask(protocol, 1000) // it is destroyed before it is silent for so long
          session.destroy()
          if (ends) client.end().pause() // `end` begins to read
          await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
          client.destroy()
        },
      )
  }

  scenario('may take the last bytes of a destroyed session after a pause', async () => {
    const { server, session, client } = await ask('h2c', 4000)
    session.destroy()
    await new Promise((resolve) => setTimeout(resolve, 2500)) // the server looks each second
    expect(await connectionsOf(server)).to.equal(1)
    client.resume()
    await once(client, 'close')
    await until('the connection is closed', async () => (await connectionsOf(server)) === 0)
  })
})

/** Reads about as many bytes, and pauses. */
async function take(client: Socket, bytes: number): Promise<void> {
  for (let taken = 0; taken < bytes; ) {
    client.resume()
    const [chunk] = await once(client, 'data')
    taken += chunk.length
  }
  client.pause()
}

describe('an answer of which its client takes no bytes', function () {
  this.timeout(30_000)
  const create = useServers(after)
  const scenario = together()

  /**
   * Requests by frames, with a window of no bytes for the answer. A busy client then requests answers without a body.
   * Another client takes only the answers to pings.
   */
  async function ask(
    server: Server,
    isBusy = true,
    protocol = 'h2c',
  ): Promise<{ frames: () => Buffer; client: Socket; more: (bytes: number) => void }> {
    const { open, ready } = clients[protocol]! // one of its names
    const client = open(await listen(server)).on('error', () => {})
    await once(client, ready)
    let received = Buffer.alloc(0)
    client.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
    })
    const noWindow = frame(types.settings, 0, 0, Buffer.from('000400000000', 'hex')) // SETTINGS_INITIAL_WINDOW_SIZE
    client.write(preface)
    client.write(noWindow)
    client.write(frame(types.window, 0, 0, window)) // only the window of the stream limits the answer
    client.write(frame(types.headers, flags.endStream | flags.endHeaders, 1, request))
    let stream = 3
    const timer = setInterval(() => {
      client.write(isBusy ? frame(types.headers, flags.endStream | flags.endHeaders, stream, head) : ping)
      stream += 2
    }, 100)
    client.once('close', () => clearInterval(timer))
    const more = (bytes: number) => {
      const increment = Buffer.alloc(4)
      increment.writeUInt32BE(bytes)
      client.write(frame(types.window, 0, 1, increment))
    }
    return { frames: () => received, client, more }
  }

  const { root, http, authority } = pseudo
  const head = Buffer.concat([Buffer.from([0x02, 4]), Buffer.from('HEAD'), root, http, authority])
  const ping = frame(types.ping, 0, 0, Buffer.alloc(8))
  const reset = frame(types.reset, 0, 1, Buffer.from('00000002', 'hex')) // INTERNAL_ERROR

  function serve(
    options: object,
    source: () => unknown = () => 'x'.repeat(1000),
  ): { server: Server; open: Set<unknown> } {
    const server = create({ http2: true, forceCloseConnections: true, ...options })
    server.get('/', async ({ method }: Loose) => (method === 'HEAD' ? '' : source()))
    server.server.on('timeout', () => {}) // otherwise connectionTimeout would also cut a session that is silent for it
    const open = new Set<unknown>()
    server.server.on('stream', (stream: ServerHttp2Stream) => {
      if (stream.id !== 1) return
      open.add(stream)
      stream.once('close', () => open.delete(stream))
    })
    return { server, open }
  }

  scenario('ends with its stream after connectionTimeout, although its session is busy', async () => {
    const { server, open } = serve({ connectionTimeout: 1000 })
    const { frames, client } = await ask(server)
    await until('the stream is reset', () => frames().includes(reset))
    await until('the server has no stream', () => open.size === 0)
    expect(await connectionsOf(server)).to.equal(1)
    client.destroy()
  })

  scenario('stays while its client takes a piece now and then', async () => {
    const { server, open } = serve({ connectionTimeout: 2000 }, () => Readable.from(pieces()))
    const { frames, client, more } = await ask(server)
    for (let turn = 0; turn < 8; turn++) {
      more(10)
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
    expect(frames().includes(reset)).to.equal(false)
    expect(open.size).to.equal(1)
    client.destroy()
  })

  const large = 'x'.repeat(10_000_000)

  for (const protocol of Object.keys(clients)) {
    scenario(
      `ends with its stream after connectionTimeout, although it waits as one large piece: ${protocol}`,
      async () => {
        const { server, open } = serve({ connectionTimeout: 1000, ...clients[protocol]?.options }, () => large)
        const asked = performance.now()
        const { frames, client } = await ask(server, false, protocol)
        await until('the stream is reset', () => frames().includes(reset))
        await until('the server has no stream', () => open.size === 0)
        expect(performance.now() - asked).to.be.below(10_000) // its bytes would allow 10,000 seconds
        client.destroy()
      },
    )

    scenario(
      `ends with its stream when its client takes a few bytes of one large piece now and then: ${protocol}`,
      async () => {
        const { server, open } = serve({ connectionTimeout: 1000, ...clients[protocol]?.options }, () => large)
        const { frames, client, more } = await ask(server, false, protocol)
        const timer = setInterval(() => more(10), 300)
        await until('the stream is reset', () => frames().includes(reset))
        await until('the server has no stream', () => open.size === 0)
        clearInterval(timer)
        client.destroy()
      },
    )

    scenario(`stays while its client takes one large piece slowly: ${protocol}`, async () => {
      const { server, open } = serve({ connectionTimeout: 3000, ...clients[protocol]?.options }, () => large)
      const { frames, client, more } = await ask(server, false, protocol)
      for (let turn = 0; turn < 25; turn++) {
        more(20_000)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      expect(frames().includes(reset)).to.equal(false)
      expect(open.size).to.equal(1)
      client.destroy()
    })
  }

  scenario('stays while nothing waits for its client', async () => {
    const { server, open } = serve({ connectionTimeout: 1000 }, () => new Readable({ read() {} }))
    const { frames, client } = await ask(server)
    await new Promise((resolve) => setTimeout(resolve, 4000))
    expect(frames().includes(reset)).to.equal(false)
    expect(open.size).to.equal(1)
    client.destroy()
  })

  for (const secure of [false, true]) {
    const name = secure ? 'HTTPS' : 'HTTP/1'

    /** A server of node, with the limit that a server sets to five minutes: a shorter connectionTimeout is node's. */
    async function begin(patience: number, handler: RequestListener): Promise<{ open: () => number; client: Socket }> {
      const made = secure ? createHttpsServer(certificate, handler) : createHttpServer(handler)
      watchConnections(made, () => {}, patience)
      made.listen(0, '127.0.0.1')
      await once(made, 'listening')
      servers.push(made)
      const { port } = made.address() as AddressInfo
      const client = secure
        ? connectTls({ port, host: '127.0.0.1', ca: certificate.cert })
        : connect({ port, host: '127.0.0.1' })
      client.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await once(client, secure ? 'secureConnect' : 'connect')
      client.pause()
      await new Promise((resolve) => setTimeout(resolve, 300)) // until the buffers are full
      return { open: () => openSockets(made).length, client }
    }
    const servers: { close(): unknown; closeAllConnections(): void }[] = []
    after(() => {
      for (const server of servers.splice(0)) {
        server.close()
        server.closeAllConnections()
      }
    })
    const many: RequestListener = (_req, res) => void res.end(Buffer.alloc(30_000_000))

    scenario(`ends with its connection after the limit: ${name}`, async () => {
      const { open, client } = await begin(500, many)
      expect(open()).to.equal(1)
      await until('the connection is cut', () => open() === 0)
      client.destroy()
    })

    scenario(`stays while its client takes some of it now and then: ${name}`, async () => {
      const { open, client } = await begin(2500, many)
      for (let turn = 0; turn < 6; turn++) {
        await take(client, 2_000_000)
        await new Promise((resolve) => setTimeout(resolve, 700))
        expect(open()).to.equal(1)
      }
      client.destroy()
    })

    scenario(`stays while nothing waits for its client: ${name}`, async () => {
      const { open, client } = await begin(500, (_req, res) => void res.write('begun'))
      await new Promise((resolve) => setTimeout(resolve, 4000))
      expect(open()).to.equal(1)
      client.destroy()
    })
  }
})

/** More than the client takes at first: something waits all the time. */
async function* pieces() {
  yield 'x'.repeat(20)
  for (let turn = 0; turn < 100; turn++) {
    yield 'x'.repeat(10)
    await new Promise((resolve) => setTimeout(resolve, 700))
  }
}
