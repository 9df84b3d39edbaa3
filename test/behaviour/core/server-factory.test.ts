import { once } from 'node:events'
import { createServer as createHttpServer, type Server as NodeServer, type RequestListener } from 'node:http'
import { type ClientHttp2Session, connect, createServer as createHttp2Server, createSecureServer } from 'node:http2'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { listen, open, readAll } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const http2Servers: Readonly<Record<string, (listener: Loose) => unknown>> = {
  'HTTP/2': (listener) => createHttp2Server(listener),
  'HTTP/2 over TLS': (listener) => createSecureServer(certificate, listener),
  'HTTP/2 with allowHTTP1': (listener) => createSecureServer({ ...certificate, allowHTTP1: true }, listener),
}

describe('a server of serverFactory', () => {
  const create = useServers()
  const sessions: ClientHttp2Session[] = []
  const { now } = performance

  afterEach(() => {
    performance.now = now
    for (const session of sessions.splice(0)) session.destroy()
  })

  async function connectTo(server: Server, scheme: string): Promise<ClientHttp2Session> {
    const session = connect(`${scheme}://localhost:${await listen(server)}`, {
      ca: certificate.cert,
      host: '127.0.0.1',
    })
    session.on('error', () => {})
    sessions.push(session)
    return session
  }

  for (const [name, serverFactory] of Object.entries(http2Servers)) {
    const scheme = name === 'HTTP/2' ? 'http' : 'https'

    it(`for ${name} answers requests in flight for longer than 5 s while it closes`, async () => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let began = false
      const server = create({ serverFactory })
      server.get('/', async () => {
        began = true
        await released
        return 'all of it'
      })
      const stream = (await connectTo(server, scheme)).request()
      await until('the handler runs', () => began)
      const closed = server.close()
      await setTimeout(200)
      performance.now = () => now.call(performance) + 6000
      await setTimeout(200)
      release()
      expect(await text(stream)).to.equal('all of it')
      await closed
    })

    it(`for ${name} runs no handler for a body that its client cancels`, async () => {
      const ran: string[] = []
      const server = create({ serverFactory })
      server.addHook('preParsing', async () => void ran.push('preParsing'))
      server.post('/', async ({ body }: Loose) => ran.push(`handler: ${body}`))
      const headers = { ':method': 'POST', 'content-type': 'text/plain' }
      const stream = (await connectTo(server, scheme)).request(headers)
      stream.on('error', () => {})
      stream.write('a part')
      await until('the server reads the body', () => ran.length > 0)
      await setTimeout(50)
      stream.destroy()
      await setTimeout(200)
      expect(ran).to.deep.equal(['preParsing'])
    })
  }

  it('for HTTP/2 ends the source of an answer whose client has left before it', async () => {
    const sources: { readonly destroyed: boolean }[] = []
    const server = create({ serverFactory: http2Servers['HTTP/2'] })
    let begun = false
    server.get('/', async ({ raw }: Loose, reply: Loose) => {
      begun = true
      await once(raw.stream, 'close')
      const source = new Readable({ read: () => {} })
      sources.push(source)
      return reply.send(source)
    })
    const session = await connectTo(server, 'http')
    session.request().on('error', () => {})
    await until('the handler runs', () => begun)
    session.destroy()
    await until('the handler has sent its stream', () => sources.length > 0)
    await until('the stream is destroyed', () => sources[0]!.destroyed)
  })

  it('for HTTP/2 refuses characters in headers that would become a line break', async () => {
    const server = create({ serverFactory: http2Servers['HTTP/2'] })
    const header = '\u010d\u010ay: z'
    server.get('/reply', async (_request: Loose, reply: Loose) => reply.header('x', header).send('sent'))
    server.get('/raw', async (_request: Loose, reply: Loose) => {
      reply.raw.setHeader('x', header)
      return 'sent'
    })
    server.get('/head', (_request: Loose, reply: Loose) => {
      reply.raw.writeHead(200, { x: header }).end('sent')
    })
    const session = await connectTo(server, 'http')
    for (const path of ['/reply', '/raw', '/head']) {
      const stream = session.request({ ':path': path })
      const [head] = await once(stream, 'response')
      expect([head[':status'], head.x], path).to.deep.equal([500, undefined])
      expect(await text(stream), path).to.contain('ERR_INVALID_CHAR')
    }
  })

  it('for HTTP/2 ends an answer without a trailer that node refuses', async () => {
    const server = create({ serverFactory: http2Servers['HTTP/2'] })
    server.get('/', async (_request: Loose, reply: Loose) => {
      return reply.trailer('keep-alive', async () => '1').send('sent')
    })
    const stream = (await connectTo(server, 'http')).request()
    expect(await text(stream)).to.equal('sent')
  })

  it('for HTTP/2 may serve the next instance after the close of the one before', async () => {
    const shared = createHttp2Server()
    const start = async (answer: string) => {
      const serverFactory = (listener: Loose) => shared.removeAllListeners('request').on('request', listener)
      const server = create({ serverFactory })
      server.get('/', async () => answer)
      return { server, session: await connectTo(server, 'http') }
    }
    const first = await start('first')
    expect(await text(first.session.request())).to.equal('first')
    await first.server.close()
    const second = await start('second')
    expect(await text(second.session.request())).to.equal('second')
    await setTimeout(100)
    expect(second.session.closed).to.equal(false)
  })

  it('is closed by its own method, which a wrapper may replace', async () => {
    const shared = createHttp2Server()
    let closes = 0
    const { close } = shared
    shared.close = (callback) => {
      closes += 1
      return close.call(shared, callback)
    }
    const server = create({ serverFactory: (listener: Loose) => shared.on('request', listener) })
    await listen(server)
    await server.close()
    expect(closes).to.equal(1)
  })

  describe('that several instances serve in turn', () => {
    /** The errors that the handler of each instance has got. */
    const errors: string[] = []

    beforeEach(() => {
      errors.length = 0
    })

    async function restart(shared: NodeServer, handled: boolean): Promise<Server> {
      let server!: Server
      for (const name of ['first', 'second', 'third']) {
        await server?.close()
        server = create({
          serverFactory: (listener: RequestListener) => shared.removeAllListeners('request').on('request', listener),
          ...(handled && {
            clientErrorHandler: (_error: unknown, socket: Loose) => {
              errors.push(name)
              socket.end('HTTP/1.1 400 Own\r\n\r\n')
            },
          }),
        })
        await listen(server)
      }
      return server
    }

    async function sendGarbage({ server }: Server, more: string): Promise<string> {
      const socket = await open(server.address().port)
      const answer = readAll(socket)
      const failure = new Promise<string>((failed) => socket.once('error', ({ code }: Loose) => failed(code)))
      socket.write(`garbage\r\n\r\n${more}`)
      return Promise.race([answer, failure])
    }

    it('calls only the clientErrorHandler of the newest one', async () => {
      const server = await restart(createHttpServer(), true)
      expect(await sendGarbage(server, '')).to.equal('HTTP/1.1 400 Own\r\n\r\n')
      expect(errors).to.deep.equal(['third'])
    })

    it('calls one clientErrorHandler while two of them exist, and that of the first after a restart that failed', async () => {
      const shared = createHttpServer()
      const serve = (name: string) =>
        create({
          serverFactory: (listener: RequestListener) => shared.removeAllListeners('request').on('request', listener),
          clientErrorHandler: (_error: unknown, socket: Loose) => {
            errors.push(name)
            socket.end('HTTP/1.1 400 Own\r\n\r\n')
          },
        })
      const first = serve('first')
      await listen(first)
      const before = shared.listeners('clientError')
      serve('second')
      expect(await sendGarbage(first, '')).to.equal('HTTP/1.1 400 Own\r\n\r\n')
      expect(errors).to.have.length(1)
      for (const listener of shared.listeners('clientError')) {
        if (!before.includes(listener)) shared.removeListener('clientError', listener as never) // as code of restarts does
      }
      expect(await sendGarbage(first, '')).to.equal('HTTP/1.1 400 Own\r\n\r\n')
      expect(errors).to.deep.equal(['first', 'first'])
    })

    it('answers unreadable requests once, also if the client still sends', async () => {
      const server = await restart(createHttpServer(), false)
      expect(await sendGarbage(server, 'x'.repeat(12_000_000))).to.match(/^HTTP\/1\.1 400 [\s\S]*"Client Error"}$/)
    })
  })
})
