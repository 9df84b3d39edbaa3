import { bootstrap, Hook, Injectable, Module } from 'alcove'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { exchange, listen, open, statusOf } from '../behaviour/core/socket.js'
import { failureOf } from '../behaviour/core/subject.js'
import { until } from '../support/until.js'
import { rejections, settle, watchFaults } from './fault.js'
import { RunningService } from './running-service.js'

describe('faults at the start', () => {
  watchFaults()
  afterEach(() => expect(rejections).to.deep.equal([]))

  const ended: string[] = []
  beforeEach(() => void ended.splice(0))

  @Injectable()
  class Pool {
    dispose() {
      ended.push('Pool')
    }
  }

  @Module({ providers: [Pool] })
  class Started {
    constructor(readonly pool: Pool) {}
    @Hook('onClose') close() {
      ended.push('onClose of Started')
    }
  }

  @Module()
  class Broken {
    configure() {
      throw new Error('planned')
    }
  }

  @Module({ imports: [Started, Broken] })
  class Whole {
    @Hook('onClose') close() {
      ended.push('onClose of Whole')
    }
  }

  it('close all that had been started: hooks and disposals run, children first, and no socket is open', async () => {
    const app = bootstrap(Whole)
    const error = await failureOf(app.listen({ port: 0, host: '127.0.0.1' }))
    expect(String(error.message)).to.include('planned')
    expect(ended).to.deep.equal(['onClose of Started', 'Pool', 'onClose of Whole'])
    expect(app.server.listening).to.equal(false)
    await app.close()
    expect(ended).to.have.length(3)
  })

  it('of the core leave closing to the program that made the server', async () => {
    const server = createServer()
    server.addHook('onClose', async () => void ended.push('root'))
    server.register(async () => Promise.reject(new Error('planned')))
    await failureOf(server.listen({ port: 0 }))
    expect(server.server.listening).to.equal(false)
    await server.close()
    expect(ended).to.deep.equal(['root'])
  })

  it('of an onReady hook close all, too', async () => {
    @Module({ imports: [Started] })
    class Unready {
      @Hook('onReady') async ready() {
        throw new Error('planned')
      }
    }
    await failureOf(bootstrap(Unready).ready())
    expect(ended).to.deep.equal(['onClose of Started', 'Pool'])
  })

  it('of a port in use keep the code of node, and name the fix', async () => {
    const first = createServer()
    const port = await listen(first as never)
    const second = createServer().get('/', async () => 'second')
    const error = await failureOf(second.listen({ port, host: '127.0.0.1' }))
    expect(error).to.include({ code: 'EADDRINUSE', syscall: 'listen', port })
    expect(error.message).to.equal(
      `listen EADDRINUSE: 127.0.0.1:${port} is in use by another server. Stop that server, or listen elsewhere: port 0 takes any free one`,
    )
    expect(error.cause).to.be.instanceOf(Error)
    await second.listen({ port: 0, host: '127.0.0.1' })
    await Promise.all([first.close(), second.close()])
  })

  it('of a port that is taken leave an application that can listen elsewhere, with all its providers', async () => {
    const first = createServer()
    const port = await listen(first as never)
    const app = bootstrap(Started)
    expect((await failureOf(app.listen(port, '127.0.0.1'))).code).to.equal('EADDRINUSE')
    expect(ended).to.deep.equal([])
    await app.listen(0, '127.0.0.1')
    await Promise.all([first.close(), app.close()])
    expect(ended).to.deep.equal(['onClose of Started', 'Pool'])
  })
})

describe('a process without file descriptors left', function () {
  this.timeout(60_000)

  it('answers 500 to what needs one, and serves on when there are some again', async () => {
    const service = await RunningService.start({ logger: true }, { DESCRIPTORS: '300' })
    try {
      const status = async (path: string) =>
        statusOf(await exchange(service.port, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', ''))
      const sockets = []
      const first = await open(service.port)
      for (let count = 0; count < 400; count++) sockets.push(await open(service.port))
      await until('a file cannot be opened', async () => {
        first.write('GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n')
        // libuv closes connections that it has no descriptor for. A file that was open then leaves its own one free.
        sockets.push(await open(service.port))
        return service.output.includes('EMFILE')
      })
      const lines = service.lines.filter((line) => line.includes('EMFILE'))
      expect(lines).not.to.have.length(0)
      expect(JSON.parse(lines[0] ?? '')).to.deep.include({ level: 50 })
      expect(JSON.parse(lines[0] ?? '').req).to.include({ method: 'GET', url: '/file' })
      for (const socket of [first, ...sockets]) socket.destroy()
      await settle()
      await until('a file can be opened again', async () => (await status('/file')) === 200)
      expect(await status('/work')).to.equal(200)
      service.signal('SIGTERM')
      expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    } finally {
      service.kill()
    }
  })
})
