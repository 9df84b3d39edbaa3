import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { exchange, listen, open, readAll, statusOf } from './socket.js'
import { failureOf, type Loose, useServers } from './subject.js'

const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '']

describe('SPEC 4.1 listen', () => {
  const create = useServers()
  const local = { port: 0, host: '127.0.0.1' }

  it('with options gives the address as a promise', async () => {
    const server = create()
    const address = await server.listen(local)
    expect(address).to.equal(`http://127.0.0.1:${server.server.address().port}`)
    expect(server.listeningOrigin).to.equal(address)
  })

  it('with options and a callback gives the address to the callback', async () => {
    const server = create()
    const address = await new Promise((resolve, reject) => {
      server.listen(local, (error: Error | null, given: string) => (error ? reject(error) : resolve(given)))
    })
    expect(address).to.match(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('with a port and a callback', async () => {
    const server = create()
    const address = await new Promise((resolve, reject) => {
      server.listen(0, (error: Error | null, given: string) => (error ? reject(error) : resolve(given)))
    })
    expect(address).to.match(/^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d+$/)
  })

  it('with a port alone', async () => {
    const server = create()
    expect(await server.listen(0)).to.match(/^http:\/\//)
  })

  it('with a callback alone', async () => {
    const server = create()
    await new Promise<void>((resolve, reject) => {
      server.listen((error: Error | null) => (error ? reject(error) : resolve()))
    })
    expect(server.server.listening).to.equal(true)
  })

  it('with a path listens on a socket of the file system', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'alcove-')), 'socket')
    const server = create()
    server.get('/', async () => 'ok')
    expect(await server.listen({ path })).to.contain(path)
    const socket = connect(path)
    const answer = readAll(socket)
    socket.write(get('/').join('\r\n'))
    expect(await answer).to.match(/ok$/)
  })

  it('listens on the local host only by default', async () => {
    const server = create()
    await server.listen({ port: 0 })
    for (const { address } of server.addresses()) expect(address).to.be.oneOf(['127.0.0.1', '::1'])
  })

  it('addresses lists every address, and nothing before listening or after closing', async () => {
    const server = create()
    expect(server.addresses()).to.deep.equal([])
    await server.listen(local)
    expect(server.addresses()[0]).to.include({ address: '127.0.0.1', port: server.server.address().port })
    await server.close()
    expect(server.addresses()).to.deep.equal([])
  })

  it('loads the plugins first', async () => {
    const server = create()
    server.register(async (child) => void child.get('/', async () => 'loaded'))
    const port = await listen(server)
    expect(await exchange(port, ...get('/'))).to.match(/loaded$/)
  })

  it('on a port in use is an error, for promise and callback', async () => {
    const first = create()
    const port = await listen(first)
    const taken = { port, host: '127.0.0.1' }
    expect((await failureOf(create().listen(taken))).code).to.equal('EADDRINUSE')
    const server = create()
    const error: Loose = await new Promise((resolve) => void server.listen(taken, resolve))
    expect(error.code).to.equal('EADDRINUSE')
  })

  it('twice is refused', async () => {
    const server = create()
    await server.listen(local)
    expect((await failureOf(server.listen(local))).code).to.equal('FST_ERR_REOPENED_SERVER')
  })

  it('after close is refused', async () => {
    const server = create()
    await server.close()
    expect((await failureOf(server.listen(local))).code).to.equal('FST_ERR_REOPENED_CLOSE_SERVER')
  })

  it('may be stopped by a signal', async () => {
    const server = create()
    const controller = new AbortController()
    await server.listen({ ...local, signal: controller.signal })
    const closed = once(server.server, 'close')
    controller.abort()
    await closed
    expect(server.server.listening).to.equal(false)
  })

  it('routes that are added afterwards are refused', async () => {
    const server = create()
    await server.listen(local)
    const error = await failureOf(async () => server.get('/late', async () => 'never'))
    expect(error.code).to.equal('FST_ERR_INSTANCE_ALREADY_LISTENING')
  })
})

describe('SPEC 4.1 ready', () => {
  const create = useServers()

  it('gives the instance as a promise, or an error to a callback', async () => {
    const server = create()
    expect(Object.is(await server.ready(), server) || (await server.ready()) === undefined).to.equal(true)
    const failing = create()
    failing.register(async () => Promise.reject(new Error('planned')))
    const error: Loose = await new Promise((resolve) => void failing.ready(resolve))
    expect(error.message).to.equal('planned')
  })

  it('is awaited by inject', async () => {
    const server = create()
    server.register(async (child) => {
      await new Promise((resolve) => setImmediate(resolve))
      child.get('/', async () => 'loaded')
    })
    expect((await server.inject('/')).body).to.equal('loaded')
  })

  it('inject takes a callback, a chain and every way to write a request', async () => {
    const server = create()
    server.all('/', async (request) => ({ method: request.method, query: request.query, body: request.body ?? null }))
    const called: Loose = await new Promise((resolve) => {
      ;(server.inject as Loose)('/', (_error: unknown, answer: unknown) => resolve(answer))
    })
    expect(called.json().method).to.equal('GET')
    const chained = await (server.inject as Loose)().post('/').query({ a: '1' }).payload({ b: 2 })
    expect(chained.json()).to.deep.equal({ method: 'POST', query: { a: '1' }, body: { b: 2 } })
  })
})

describe('SPEC 4.1 close', () => {
  const create = useServers()

  it('takes a callback or gives a promise', async () => {
    const server = create()
    await listen(server)
    await new Promise<void>((resolve) => void server.close(() => resolve()))
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

  it('serves them when told not to answer 503', async () => {
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
