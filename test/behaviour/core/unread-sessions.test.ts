import { once } from 'node:events'
import type { Http2Session } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen } from './socket.js'
import { type Server, useServers } from './subject.js'

/** A frame of HTTP/2. */
function frame(type: number, flags: number, stream: number, payload: string): Buffer {
  const bytes = Buffer.from(payload, 'hex')
  const head = Buffer.alloc(9)
  head.writeUIntBE(bytes.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, bytes])
}

/** Asks for twenty bodies, with windows for all of them: far more than the buffers of the system take. */
const requests = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(4, 0, 0, '00047fffffff'), // SETTINGS_INITIAL_WINDOW_SIZE
  frame(8, 0, 0, '7f000000'), // WINDOW_UPDATE
  ...Array.from({ length: 20 }, (_, index) => frame(1, 5, 2 * index + 1, '828684410161')), // GET / of host a
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
  const create = useServers()

  async function ask(protocol: string): Promise<{ server: Server; session: Http2Session; client: Socket }> {
    const { options, open, ready } = clients[protocol]! // one of its names
    const server = create({ http2: true, http2SessionTimeout: 100, ...options })
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
    it(`leaves no connection behind when it answers no ping: ${protocol}`, async () => {
      const { server, client } = await ask(protocol)
      await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
      client.destroy()
    })

    for (const leaves of [false, true])
      it(`leaves no connection behind when node has destroyed it, and the client ${leaves ? 'leaves' : 'stays'}: ${protocol}`, async () => {
        const { server, session, client } = await ask(protocol)
        session.destroy()
        if (leaves) client.destroy()
        await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
        client.destroy()
      })
  }

  it('may take the last bytes of a destroyed session slowly', async () => {
    const { server, session, client } = await ask('h2c')
    session.destroy()
    let received = 0
    client.on('data', (bytes) => {
      received += bytes.length
      client.pause()
      setTimeout(() => client.resume(), 20)
    })
    client.resume()
    await once(client, 'close')
    expect(received).to.be.above(1_000_000)
    expect(await connectionsOf(server)).to.equal(0)
  })
})
