import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { readRefusals } from 'alcove/inspect'
import { expect } from 'chai'
import { createServer } from '#dist/core.js'
import { openSockets } from '#dist/server/network/open-connections.js'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen, open } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const brief = { ...certificate, handshakeTimeout: 100 }
const servers: Readonly<Record<string, object>> = {
  HTTPS: { https: brief },
  'HTTP/2 over TLS': { http2: true, https: brief },
  'HTTP/2 with HTTP/1': { http2: true, https: { ...brief, allowHTTP1: true } },
}
const beginnings: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'half a greeting': Buffer.from('1603010200010001fc0303', 'hex'),
}
const handlers: Readonly<Record<string, object>> = {
  '': {},
  ', with a clientErrorHandler that answers': {
    clientErrorHandler: (_error: Error, socket: Loose) => socket.end('no'),
  },
}

describe('a handshake of TLS that does not go on', () => {
  const create = useServers()

  for (const [protocol, options] of Object.entries(servers))
    for (const [what, bytes] of Object.entries(beginnings))
      for (const [handler, own] of Object.entries(handlers))
        it(`is cut after handshakeTimeout: ${protocol}, ${what}${handler}`, async () => {
          const server = create({ ...options, ...own })
          const socket = await open(await listen(server))
          socket.resume().write(bytes)
          await once(socket, 'close')
          expect(readRefusals(server as Loose)).to.include({ timeouts: 1, malformed: 0 })
          await until('no connection is left', async () => (await connectionsOf(server)) === 0)
        })
})

describe('a silent session of HTTP/2', () => {
  const create = useServers()

  /** Milliseconds that a session stays whose only request is never answered. Its client answers pings. */
  async function lifeOf(server: Server): Promise<number> {
    server.get('/', () => new Promise(() => {}))
    const session = connectHttp2(`http://127.0.0.1:${await listen(server)}`)
    session.on('error', () => {})
    const stream = session.request({ ':path': '/' })
    stream.on('error', () => {})
    await once(session, 'connect')
    const began = performance.now()
    await once(session, 'close')
    return performance.now() - began
  }

  it('is cut after connectionTimeout, and onTimeout hooks run for each of its requests', async () => {
    const server = create({ http2: true, connectionTimeout: 100 })
    const urls: string[] = []
    server.addHook('onTimeout', async ({ url }: Loose) => void urls.push(url))
    expect(await lifeOf(server)).to.be.within(80, 5000)
    await until('a hook has run', () => urls.length > 0)
    expect(urls).to.deep.equal(['/'])
  })

  it('is cut after a connectionTimeout that is longer than http2SessionTimeout, and not before', async () => {
    const server = create({ http2: true, connectionTimeout: 600, http2SessionTimeout: 100 })
    expect(await lifeOf(server)).to.be.within(550, 5000)
  })

  it('is cut after connectionTimeout where http2SessionTimeout is off', async () => {
    const server = create({ http2: true, connectionTimeout: 100, http2SessionTimeout: 0 })
    expect(await lifeOf(server)).to.be.within(80, 5000)
  })

  it('does not keep a process alive whose application has let go of its connection', async () => {
    const server = create({ http2: true })
    const port = await listen(server)
    server.server.on('session', (session: Loose) => session.unref())
    const before = timers()
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    await once(server.server, 'session')
    expect(timers()).to.equal(before)
    session.destroy()
  })
})

/** Timers that keep the process alive. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
}

describe('a connection that one server hands to another', () => {
  it('is open for both until it closes', async () => {
    const first = createServer() as Loose // of the same modules as `openSockets`
    const second = createServer() as Loose
    second.get('/', async () => 'second')
    await second.ready()
    first.server.on('connect', (_request: Loose, socket: Loose) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      second.server.emit('connection', socket)
    })
    const socket = await open(await listen(first))
    socket.write('CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).to.contain('second')
    const counts = () => [first, second].map(({ server }) => openSockets(server).length)
    expect(counts()).to.deep.equal([1, 1])
    socket.destroy()
    await until('both have forgotten it', async () => counts().every((count) => count === 0))
    await Promise.all([first.close(), second.close()])
  })
})
