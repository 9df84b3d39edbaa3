import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { exchange, listen, open, readAll, statusOf } from './socket.js'
import { failureOf, type Loose, useServers } from './subject.js'

const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '']

describe('SPEC 4.1 close', () => {
  const create = useServers()

  it('takes a callback or gives a promise', async () => {
    const server = create()
    await listen(server)
    await new Promise<void>((resolve) => void server.close(() => resolve()))
    expect(server.server.listening).to.equal(false)
  })

  it('ends while a test holds the clock', async () => {
    const server = create()
    await listen(server)
    const { setImmediate, setInterval, setTimeout } = globalThis
    const held = (() => ({ ref() {}, unref() {} })) as Loose
    Object.assign(globalThis, { setImmediate: held, setInterval: held, setTimeout: held })
    try {
      await server.close()
    } finally {
      Object.assign(globalThis, { setImmediate, setInterval, setTimeout })
    }
    expect(server.server.listening).to.equal(false)
  })

  it('lets requests in flight finish', async () => {
    const server = create()
    let finish: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const arrived = new Promise<void>((resolve) => {
      server.get('/', async () => {
        resolve()
        await gate
        return 'finished'
      })
    })
    const socket = await open(await listen(server))
    const answer = readAll(socket)
    socket.write(get('/').join('\r\n'))
    await arrived
    const closed = server.close()
    finish()
    await closed
    expect(await answer).to.match(/finished$/)
  })

  it('lets a client read its answer to the end, that was given to its socket before', async () => {
    const server = create()
    const size = 20_000_000
    server.get('/', async () => 'x'.repeat(size))
    const socket = await open(await listen(server))
    socket.pause()
    socket.write(get('/').join('\r\n').replace('close', 'keep-alive'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const closed = server.close()
    await new Promise((resolve) => setTimeout(resolve, 200))
    const answer = readAll(socket)
    socket.resume()
    await closed
    const text = await answer
    expect(text.length - text.indexOf('\r\n\r\n') - 4).to.equal(size)
  }).timeout(20_000)

  it('closes idle connections', async () => {
    const server = create()
    server.get('/', async () => 'ok')
    const socket = await open(await listen(server))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    const ended = once(socket, 'close')
    await server.close()
    await ended
    expect(socket.destroyed).to.equal(true)
  })

  it('answers new requests on open connections with 503 while it closes', async () => {
    const server = create()
    server.get('/', async () => 'ok')
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let closing: () => void = () => undefined
    const closes = new Promise<void>((resolve) => {
      closing = resolve
    })
    server.addHook('preClose', async () => {
      closing()
      await gate
    })
    const port = await listen(server)
    const closed = server.close()
    await closes
    const answer = await exchange(port, ...get('/'))
    expect(statusOf(answer)).to.equal(503)
    expect(answer).to.match(/^connection: close/im)
    release()
    await closed
  })

  it('serves new requests while it closes with return503OnClosing: false', async () => {
    const server = create({ return503OnClosing: false })
    server.get('/', async () => 'ok')
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let closing: () => void = () => undefined
    const closes = new Promise<void>((resolve) => {
      closing = resolve
    })
    server.addHook('preClose', async () => {
      closing()
      await gate
    })
    const port = await listen(server)
    const closed = server.close()
    await closes
    expect(statusOf(await exchange(port, ...get('/')))).to.equal(200)
    release()
    await closed
  })

  it('with forceCloseConnections ends busy connections too', async () => {
    const server = create({ forceCloseConnections: true })
    const arrived = new Promise<void>((resolve) => {
      server.get('/', (_request, reply) => {
        resolve()
        return reply
      })
    })
    const socket = await open(await listen(server))
    const ended = once(socket, 'close')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await arrived
    await server.close()
    await ended
    expect(socket.destroyed).to.equal(true)
  })

  for (const before of ['', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'])
    it(`with forceCloseConnections ends ${before === '' ? 'upgraded connections' : 'upgrades that wait for an answer'} too`, async () => {
      const server = create({ forceCloseConnections: true })
      const arrived = new Promise<void>((resolve) => {
        server.get('/', (_request, reply) => {
          resolve()
          return reply
        })
        server.server.on('upgrade', (_req: Loose, socket: Loose) => {
          socket.on('error', () => {})
          resolve()
        })
      })
      const socket = await open(await listen(server))
      const ended = once(socket, 'close')
      socket.write(`${before}GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n`)
      await arrived
      const began = performance.now()
      await server.close()
      await ended
      expect(performance.now() - began).to.be.lessThan(5000) // drainTimeout would cut them after 10 s
    }).timeout(20_000)

  it('refuses connections afterwards', async () => {
    const server = create()
    const port = await listen(server)
    await server.close()
    const socket = connect(port, '127.0.0.1')
    const [error] = await once(socket, 'error')
    expect(error.code).to.equal('ECONNREFUSED')
  })

  it('is what asyncDispose does', async () => {
    const server = create()
    let closed = false
    server.addHook('onClose', async () => {
      closed = true
    })
    await server[Symbol.asyncDispose as Loose]()
    expect(closed).to.equal(true)
  })

  it('after a boot that failed ends', async () => {
    const server = create()
    server.register(async () => Promise.reject(new Error('planned')))
    await failureOf(server.ready())
    await Promise.resolve(server.close()).catch(() => undefined)
    expect(server.server.listening).to.equal(false)
  })
})
