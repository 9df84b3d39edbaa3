import { getEventListeners, once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { exchange, listen, readAll } from './socket.js'
import { failureOf, type Loose, useServers } from './subject.js'

const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '']

describe('SPEC 4.1 listen', () => {
  const create = useServers()
  const local = { port: 0, host: '127.0.0.1' }
  const folders: string[] = []

  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  async function makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'alcove-'))
    folders.push(folder)
    return folder
  }

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
    const path = join(await makeFolder(), 'socket')
    const server = create()
    server.get('/', async () => 'ok')
    expect(await server.listen({ path })).to.contain(path)
    const socket = connect(path)
    const answer = readAll(socket)
    socket.write(get('/').join('\r\n'))
    expect(await answer).to.match(/ok$/)
  })

  for (const [name, value] of Object.entries({ host: 5, path: 5, port: 'http', listenTextResolver: 5 })) {
    it(`refuses ${name} ${JSON.stringify(value)} with a code, naming it`, async () => {
      const failure = await failureOf(() => create().listen({ [name]: value } as Loose))
      expect(failure.code).to.equal('FST_ERR_LISTEN_OPTIONS_INVALID')
      expect(failure.message).to.contain(name)
    })
  }

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

  it('with a misspelt option is refused, and not on another port or host', async () => {
    for (const [options, meant] of [
      [{ prot: 0 }, '"prot" is unknown: did you mean "port"?'],
      [{ port: 0, hostname: '0.0.0.0' }, 'did you mean "host"?'],
    ] as const) {
      const failure = await failureOf(create().listen(options))
      expect(failure).to.have.property('code', 'FST_ERR_LISTEN_OPTIONS_INVALID')
      expect(failure.message).to.contain(meant)
    }
    expect((await failureOf(create().listen('./app.sock'))).message).to.contain('{ path: "./app.sock" }')
    expect(await create().listen({ ...local, reusePort: false })).to.match(/^http:/)
  })

  it('with a URL as the host, or with options behind the port, is refused', async () => {
    for (const host of ['http://localhost', 'localhost:3000', 'localhost/app', '[::1]']) {
      const { code, message } = await failureOf(create().listen({ port: 0, host }))
      expect(code).to.equal('FST_ERR_LISTEN_OPTIONS_INVALID')
      expect(message).to.contain('without scheme, port and brackets').and.contain(host)
    }
    const { message } = await failureOf(create().listen(0, { host: '127.0.0.1' }))
    expect(message).to.contain('host must be a string, got an object')
    expect(await create().listen({ port: 0, host: '::1' })).to.match(/^http:\/\/\[::1\]:/)
  })

  it('with a path that is too long for the system is refused, and no other file appears', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'p'.repeat(110))
    const failure = await failureOf(create().listen({ path }))
    expect(failure).to.have.property('code', 'FST_ERR_LISTEN_OPTIONS_INVALID')
    expect(failure.message).to.contain('path must have at most').and.contain(path)
    expect(await readdir(folder)).to.deep.equal([])
    const longest = join(folder, 'p'.repeat(102 - folder.length))
    expect(await create().listen({ path: longest })).to.equal(longest)
  })

  it('with a path and a port, or with an empty host or path, is refused', async () => {
    const path = join(await makeFolder(), 'socket')
    for (const [options, message] of [
      [{ path, port: 0 }, 'path and port exclude each other'],
      [{ port: 0, host: '' }, 'host must not be empty, because node would listen on all addresses'],
      [{ path: '' }, 'path must not be empty'],
    ] as const) {
      const failure = await failureOf(create().listen(options))
      expect(failure).to.have.property('code', 'FST_ERR_LISTEN_OPTIONS_INVALID')
      expect(failure.message).to.contain(message)
    }
  })

  it('with a path and an undefined port listens on the path', async () => {
    const path = join(await makeFolder(), 'socket')
    expect(await create().listen({ path, port: undefined, host: undefined })).to.equal(path)
  })

  it('on a path whose file an earlier process left names the file', async () => {
    const path = join(await makeFolder(), 'app.sock')
    await writeFile(path, '')
    const { code, message } = await failureOf(create().listen({ path }))
    expect(code).to.equal('EADDRINUSE')
    expect(message).to.contain(`the file ${path} exists`).and.contain('remove the file')
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

  it('ends for a server of serverFactory that listens already, and only emits its event', async () => {
    const shared = createServer().listen(0, '127.0.0.1')
    await once(shared, 'listening')
    shared.listen = () => {
      process.nextTick(() => shared.emit('listening'))
      return shared
    }
    const server = create({ serverFactory: (handler: Loose) => shared.on('request', handler) })
    server.get('/', async () => 'ran')
    const address = await server.listen(local)
    expect(await (await fetch(address)).text()).to.equal('ran')
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

  it('leaves no listener on its signal after the close', async () => {
    const server = create()
    const { signal } = new AbortController()
    await server.listen({ ...local, signal })
    expect(getEventListeners(signal, 'abort')).to.have.length(1)
    await server.close()
    expect(getEventListeners(signal, 'abort')).to.have.length(0)
  })

  it('routes that are added afterwards are refused', async () => {
    const server = create()
    await server.listen(local)
    const error = await failureOf(async () => server.get('/late', async () => 'never'))
    expect(error.code).to.equal('FST_ERR_INSTANCE_ALREADY_LISTENING')
  })
})
