import dns from 'node:dns/promises'
import { EventEmitter, once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type BootstrapOptions, Module, type Reply, type Request } from 'alcove'
import { Inspector } from 'alcove/inspector'
import { expect } from 'chai'
import { certificate } from '../support/certificate.js'
import { type App, useApps } from './rooms.js'

/** Bytes that node's parser refuses, of HTTP/1 and as the first bytes of HTTP/2. */
const noHttp = 'no HTTP\r\n\r\n'

/** Sends bytes that the server cannot read, until the server closes the connection. */
async function speak(socket: Socket): Promise<void> {
  socket.on('error', () => {})
  socket.write(noHttp)
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
}

describe('an unreadable request is counted by the inspector', () => {
  const boot = useApps()

  @Module({ imports: [Inspector] })
  class AppModule {}

  async function listen(options: BootstrapOptions = {}, host = '127.0.0.1'): Promise<{ app: App; port: number }> {
    const app = boot(AppModule, options)
    const { port } = new URL(await app.listen({ port: 0, host }))
    return { app, port: Number(port) }
  }

  const malformed = async (app: App) => (await app.inject('/__alcove/figures')).json().unmatched.malformed

  it('on each address of localhost', async function () {
    const { lookup } = dns
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    Object.assign(dns, { lookup: async () => addresses })
    syncBuiltinESMExports()
    try {
      const { app, port } = await listen({}, 'localhost')
      if (app.instance.addresses().length < 2) this.skip() // not every system has more than one address of its own
      for (const { address } of addresses) await speak(connect(port, address))
      expect(await malformed(app)).to.equal(2)
    } finally {
      Object.assign(dns, { lookup })
      syncBuiltinESMExports()
    }
  })

  it('on HTTP/2', async () => {
    const { app, port } = await listen({ http2: true })
    await speak(connect(port, '127.0.0.1'))
    expect(await malformed(app)).to.equal(1)
  })

  it('on HTTPS, in and below TLS', async () => {
    const { app, port } = await listen({ https: certificate })
    await speak(connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }))
    await speak(connect(port, '127.0.0.1'))
    expect(await malformed(app)).to.equal(2)
  })

  for (const ALPNProtocols of [['h2'], ['http/1.1']]) {
    it(`on HTTP/2 over TLS beside HTTP/1: ${ALPNProtocols}`, async () => {
      const { app, port } = await listen({ http2: true, https: { ...certificate, allowHTTP1: true } })
      await speak(connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols }))
      expect(await malformed(app)).to.equal(1)
    })
  }

  it('not where a client goes away while its request arrives: that was read', async () => {
    const events = new EventEmitter()
    const arrived = once(events, 'arrived')
    const gone = once(events, 'gone')
    @Module({ imports: [Inspector] })
    class Waits {
      configure(instance: App['instance']) {
        instance.addHook('onRequest', (request: Request, _reply: Reply, done: () => void) => {
          if (request.url === '/') events.emit('arrived')
          request.raw.once('close', () => events.emit('gone'))
          done()
        })
      }
    }
    const app = boot(Waits)
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf')
    await arrived
    socket.resetAndDestroy()
    await gone
    expect(await malformed(app)).to.equal(0)
  })
})
