import { once } from 'node:events'
import type { Http2Session } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { flags, frame, preface, request, types } from '../../suites/http2-frames.js'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen } from './socket.js'
import { type Server, useServers } from './subject.js'

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
  const create = useServers()

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
    it(`leaves no connection behind when it answers no ping: ${protocol}`, async () => {
      const { server, client } = await ask(protocol)
      await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
      client.destroy()
    })

    for (const ends of [false, true])
      it(`leaves no connection behind when node has destroyed it, and the client ${ends ? 'sends no more' : 'stays'}: ${protocol}`, async () => {
        const { server, session, client } = await ask(protocol, 1000) // it is destroyed before it is silent for so long
        session.destroy()
        if (ends) client.end().pause() // `end` begins to read
        await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
        client.destroy()
      })
  }

  it('may take the last bytes of a destroyed session after a pause', async () => {
    const { server, session, client } = await ask('h2c', 4000)
    session.destroy()
    await new Promise((resolve) => setTimeout(resolve, 2500)) // the server looks each second
    expect(await connectionsOf(server)).to.equal(1)
    client.resume()
    await once(client, 'close')
    await until('the connection is closed', async () => (await connectionsOf(server)) === 0)
  })
})
