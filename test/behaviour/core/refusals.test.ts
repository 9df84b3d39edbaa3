import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRefusals } from 'alcove/inspect'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { exchange, listen, open, readAll } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const get = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', '']
const closing = 'Connection: close'

async function* endless() {
  for (;;) {
    yield 'tick'
    await sleep(5)
  }
}

describe('a refusal of the server before a route', () => {
  const create = useServers()
  /** The counters that are not 0. */
  const counted = (server: Server) =>
    Object.fromEntries(Object.entries(readRefusals(server as Loose)).filter(([, count]) => count > 0))

  for (const [counter, lines, options] of [
    ['malformed', ['no HTTP', '', ''], {}],
    ['largeHeads', get('/', `x: ${'x'.repeat(20_000)}`), {}],
    ['heads', get('/', 'Host: b', closing), {}],
    ['heads', get('*x', closing), {}],
    ['paths', get('/%zz', closing), {}],
    ['paths', get(`/p/${'x'.repeat(101)}`, closing), {}],
    ['timeouts', ['GET / HTTP/1.1', 'Host'], { requestTimeout: 100 }],
  ] as const)
    it(`is counted as ${counter}: ${lines[0]}`, async function () {
      this.timeout(10_000)
      const server = create(options)
      server.get('/p/:p', async () => 'p')
      expect(counted(server)).to.deep.equal({})
      await exchange(await listen(server), ...lines)
      expect(counted(server)).to.deep.equal({ [counter]: 1 })
    })

  it('is counted as manyHeaders, or as largeHeads where the parser of node counts headers', async () => {
    const server = create({ http: { maxHeadersCount: 30 } })
    await exchange(await listen(server), ...get('/', ...Array(40).fill('x: y'), closing))
    expect(counted(server)).to.deep.oneOf([{ manyHeaders: 1 }, { largeHeads: 1 }])
  })

  it('does not include a client that has left, nor a request for a route that does not exist', async () => {
    const server = create()
    const port = await listen(server)
    const socket = await open(port)
    socket.write('GET / HTTP/1.1\r\nHo')
    socket.resetAndDestroy()
    await exchange(port, ...get('/nowhere', closing))
    expect(counted(server)).to.deep.equal({})
  })

  it('does not include a response that the server cuts, which is not an error of the client', async () => {
    const clientErrors: unknown[] = []
    const clientErrorHandler = (error: { code?: string }) => clientErrors.push(error.code)
    const server = create({ clientErrorHandler })
    server.get('/late', { handlerTimeout: 50 }, (_request: unknown, reply: Loose) =>
      reply.send(Readable.from(endless())),
    )
    server.get('/cut', (_request: unknown, reply: Loose) => {
      reply.hijack()
      reply.raw.destroy(Object.assign(new Error('planned'), { code: 'E_OWN' }))
    })
    const port = await listen(server)
    for (const path of ['/late', '/cut']) await exchange(port, ...get(path))
    expect(counted(server)).to.deep.equal({})
    expect(clientErrors).to.deep.equal(['E_OWN']) // as in node
  })

  it('is a connection beyond maxConnections', async () => {
    const server = create({ maxConnections: 1 })
    const port = await listen(server)
    await open(port)
    expect(await readAll(await open(port))).to.equal('')
    expect(counted(server)).to.deep.equal({ connections: 1 })
  })

  it('is a connection on which too many requests wait: each is answered, and the reading stopped once', async () => {
    const server = create()
    server.get('/', async () => 'x')
    const text = await exchange(await listen(server), ...Array(40).fill(get('/').join('\r\n')), ...get('/', closing))
    expect(text.match(/HTTP\/1\.1 200/g)).to.have.lengthOf(41)
    expect(counted(server)).to.deep.equal({ pipelines: 1 })
  })

  it('is a request that comes while the server is closing', async () => {
    const server = create({ http2: true })
    const session = connectHttp2(`http://127.0.0.1:${await listen(server)}`)
    await once(session, 'connect')
    const stream = session.request({ ':path': '/' }) // on its way when the server closes
    const answered = once(stream.resume(), 'response')
    await server.close()
    expect((await answered)[0][':status']).to.equal(503)
    expect(counted(server)).to.deep.equal({ closing: 1 })
  })

  it('is a session of HTTP/2 that breaks the protocol', async () => {
    const server = create({ http2: true })
    const port = await listen(server)
    await exchange(port, 'no HTTP', '', '')
    expect(counted(server)).to.deep.equal({ malformed: 1 })
  })

  it('is a stream of HTTP/2 whose client has cancelled too many, and it may be asked again', async () => {
    const server = create({ http2: true, forceCloseConnections: true, http: { settings: { maxConcurrentStreams: 4 } } })
    let running = 0
    let arrive = () => {}
    server.get('/', async () => {
      running += 1
      arrive()
      await new Promise((resolve) => setTimeout(resolve, 3000))
      return 'late'
    })
    server.get('/fast', async () => 'fast')
    const session = connectHttp2(`http://127.0.0.1:${await listen(server)}`)
    session.on('error', () => {})
    await once(session, 'remoteSettings')
    const ask = async (path: string, leave: boolean) => {
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve
      })
      const stream = session.request({ ':path': path })
      const closed = new Promise((resolve) => stream.resume().on('close', resolve))
      stream.on('error', () => {})
      if (leave) {
        await Promise.race([arrived, closed])
        stream.close(8) // CANCEL
      }
      await closed
      return stream.rstCode
    }
    const began = performance.now()
    for (let count = 0; count < 20; count++) await ask('/', true)
    const forgotten = ((performance.now() - began) / 1000) * 33 // cancelled streams, as production.md states
    expect(running).to.be.within(4, 5 + forgotten)
    expect(counted(server)).to.deep.equal({ streams: 20 - running })
    await until('a stream is let in again', async () => (await ask('/fast', false)) === 0)
    session.destroy()
  })
})
