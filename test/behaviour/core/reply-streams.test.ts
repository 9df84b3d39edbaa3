import { PassThrough, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { exchange, listen, open } from './socket.js'
import { type Loose, logLines, type Server, useServers } from './subject.js'

const chunk = Buffer.alloc(64 * 1024, 'x')
const far = 4096

/** Endless sources of large chunks, with a count of those that were taken. */
const sources: Record<string, (taken: () => void) => unknown> = {
  'a stream': (taken) =>
    new Readable({
      read() {
        taken()
        this.push(chunk)
      },
    }),
  'a web stream': (taken) =>
    new ReadableStream({
      pull(controller) {
        taken()
        controller.enqueue(chunk)
      },
    }),
  'a Response': (taken) =>
    new Response(
      new ReadableStream({
        pull(controller) {
          taken()
          controller.enqueue(chunk)
        },
      }),
    ),
}

describe('replies with a stream and a client that does not read', () => {
  const create = useServers()

  for (const [kind, make] of Object.entries(sources)) {
    it(`${kind} waits for the client`, async () => {
      let taken = 0
      let settled = 0
      const server = create({ forceCloseConnections: true })
      server.get('/', (_request, reply) => reply.send(make(() => taken++)))
      const socket = await open(await listen(server))
      socket.pause()
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      // Once nothing is taken for many turns, the source is waiting; an unbounded one never stops.
      for (let quiet = 0; quiet < 200 && taken < far; quiet = settled === taken && taken > 0 ? quiet + 1 : 0) {
        settled = taken
        await new Promise((resolve) => setImmediate(resolve))
      }
      socket.destroy()
      expect(taken).to.be.within(1, far - 1)
    })

    it(`${kind} leaves no listener behind for each wait`, async () => {
      const warnings: string[] = []
      const note = (warning: Error) => void warnings.push(warning.name)
      process.on('warning', note)
      let taken = 0
      const server = create({ forceCloseConnections: true })
      server.get('/', (_request, reply) => reply.send(make(() => taken++)))
      const socket = await open(await listen(server))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      while (taken < 300) {
        socket.resume()
        await new Promise((resolve) => setImmediate(resolve))
        socket.pause()
        await new Promise((resolve) => setImmediate(resolve))
      }
      socket.destroy()
      await new Promise((resolve) => setImmediate(resolve))
      process.off('warning', note)
      expect(warnings).to.deep.equal([])
    })

    it(`${kind} is released when the client leaves`, async () => {
      let cancelled: () => void = () => undefined
      const gone = new Promise<void>((resolve) => {
        cancelled = resolve
      })
      const server = create({ forceCloseConnections: true })
      server.get('/', (_request, reply) => {
        const source: Loose =
          kind === 'a stream'
            ? new Readable({
                read() {
                  this.push(chunk)
                },
                destroy(error, done) {
                  cancelled()
                  done(error)
                },
              })
            : new ReadableStream({ pull: (controller) => controller.enqueue(chunk), cancel: () => cancelled() })
        reply.send(kind === 'a Response' ? new Response(source) : source)
      })
      const socket = await open(await listen(server))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
      await gone
    })
  }
})

describe('replies with a stream that nothing can end', () => {
  const create = useServers()

  /** Its `destroy` is not a function, and it has no other way. */
  const unending = () => Object.assign(new PassThrough(), { destroy: true })

  async function warningsOf(serve: (server: Server) => Promise<void>): Promise<string[]> {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    await serve(server)
    return lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
  }

  it('are named in the log when the client leaves', async () => {
    const warnings = await warningsOf(async (server) => {
      const left = new Promise((resolve) => {
        server.get('/', (_request, reply) => {
          reply.raw.once('close', () => setImmediate(resolve))
          const source = unending()
          source.write('x')
          reply.send(source)
        })
      })
      const socket = await open(await listen(server))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
      await left
    })
    expect(warnings).to.deep.equal(['stream payload does not end properly'])
  })

  it('are named in the log when they are not needed', async () => {
    const warnings = await warningsOf(async (server) => {
      server.get('/', (_request, reply) => reply.send(unending()))
      expect((await server.inject({ method: 'HEAD', url: '/' })).statusCode).to.equal(200)
      await turn()
    })
    expect(warnings).to.deep.equal(['stream payload does not end properly'])
  })

  it('are sent whole when they end by themselves, and nothing is logged', async () => {
    const warnings = await warningsOf(async (server) => {
      const source = Object.assign(new PassThrough({ autoDestroy: false }), { destroy: true })
      server.get('/', (_request, reply) => reply.send(source))
      source.end('whole')
      expect((await server.inject('/')).body).to.equal('whole')
    })
    expect(warnings).to.deep.equal([])
  })

  for (const name of ['close', 'abort']) {
    it(`are ended by ${name} where they have that`, async () => {
      let ended = 0
      const warnings = await warningsOf(async (server) => {
        server.get('/', (_request, reply) => reply.send(Object.assign(unending(), { [name]: () => (ended += 1) })))
        await server.inject({ method: 'HEAD', url: '/' })
        await turn()
      })
      expect([ended, warnings]).to.deep.equal([1, []])
    })
  }
})

describe('replies with a stream that is not a stream of bytes', () => {
  const create = useServers()

  async function answerOf(server: Server): Promise<string> {
    return exchange(await listen(server), 'GET / HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
  }

  it('end in an error or a closed connection, and the server continues', async () => {
    const server = create()
    server.get('/', async () => Readable.from([{ an: 'object' }, { another: 'object' }]))
    server.get('/next', async () => 'next')
    expect(await answerOf(server)).to.not.match(/^HTTP\/1\.1 200 [\s\S]*\r\n0\r\n\r\n$/)
    expect((await server.inject('/next')).body).to.equal('next')
  })

  it('of objects answer 500, and the cause of the error names route and fix', async () => {
    const server = create()
    server.setErrorHandler(async ({ code, cause }) => ({ code, message: cause.message }))
    const streams = [() => Readable.from([{ a: 1 }]), () => ReadableStream.from([{ a: 1 }])] as const
    for (const [at, make] of streams.entries()) server.get(`/${at}`, async () => make())
    for (const at of streams.keys()) {
      const { code, message } = (await server.inject(`/${at}`)).json()
      expect(code).to.equal('FST_ERR_REP_INVALID_PAYLOAD_TYPE')
      expect(message).to.match(new RegExp(`^The payload of GET /${at} is a stream of an object\\. .*JSON\\.stringify`))
    }
  })

  for (const method of ['GET', 'HEAD'] as const) {
    it(`that are frozen answer ${method} with 500 and a code`, async () => {
      const server = create()
      let failure: Loose
      server.addHook('onError', async (_request, _reply, error) => {
        failure = error
      })
      server.get('/', async () => Object.freeze(Readable.from(['text'])))
      expect((await server.inject({ method, url: '/' })).statusCode).to.equal(500)
      expect(failure.code).to.equal('FST_ERR_REP_INVALID_PAYLOAD_TYPE')
      expect(failure.cause.message).to.match(/^The payload of GET \/ is a stream that is frozen\./)
    })
  }

  it('leave the answer to an error handler that waits', async () => {
    const server = create()
    server.setErrorHandler(async ({ code }) => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return code
    })
    server.get('/', async () => Readable.from([{ an: 'object' }]))
    expect((await server.inject('/')).body).to.equal('FST_ERR_REP_INVALID_PAYLOAD_TYPE')
  })

  it('fail before their first byte, and what they give afterwards is not sent', async () => {
    const server = create()
    server.setErrorHandler(async ({ message }) => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return message
    })
    server.get('/', async () => {
      const source = new Readable({ read() {} })
      process.nextTick(() => {
        source.emit('error', new Error('planned'))
        source.push('more')
        source.push(null)
      })
      return source
    })
    expect((await server.inject('/')).body).to.equal('planned')
  })

  const unattachable: Record<string, (reply: Loose) => unknown> = {
    'that are the response itself': ({ raw }) => Readable.from(['text']).pipe(raw),
    'that report an error while they are attached': () => {
      const source = new PassThrough()
      return Object.assign(source, { pipe: () => source.emit('error', new Error('planned')) })
    },
  }
  for (const [which, make] of Object.entries(unattachable))
    it(`${which} answer 500, and the next request is answered`, async () => {
      const server = create()
      server.get('/', (_request, reply) => make(reply))
      server.get('/next', async () => 'next')
      const answer = await exchange(
        await listen(server),
        ...['GET / HTTP/1.1', 'Host: localhost', ''],
        ...['GET /next HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''],
      )
      expect(answer).to.match(/^HTTP\/1\.1 500 [\s\S]*\r\n\r\n\{.*\}HTTP\/1\.1 200 [\s\S]*\r\n\r\nnext$/)
    })

  it('web streams of objects answer 500 too', async () => {
    const server = create()
    server.get('/', async () => ReadableStream.from([{ an: 'object' }]))
    server.get('/next', async () => 'next')
    expect(await answerOf(server)).to.not.match(/^HTTP\/1\.1 200 [\s\S]*\r\n0\r\n\r\n$/)
    expect((await server.inject('/next')).body).to.equal('next')
  })

  it('web streams of text are sent as text', async () => {
    const server = create()
    server.get('/', async () => ReadableStream.from(['te', 'xt']))
    expect((await server.inject('/')).statusCode).to.be.oneOf([200, 500])
  })

  it('a web stream that fails answers 500 or cuts the connection', async () => {
    const server = create()
    server.get('/', async () => new ReadableStream({ pull: (controller) => controller.error(new Error('planned')) }))
    server.get('/next', async () => 'next')
    expect(await answerOf(server)).to.not.match(/^HTTP\/1\.1 200 [\s\S]*\r\n0\r\n\r\n$/)
    expect((await server.inject('/next')).body).to.equal('next')
  })
})

describe('replies that are hijacked half-way', () => {
  const create = useServers()

  it('belong to the handler, even when it throws afterwards', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/plain' })
      reply.raw.write('one ')
      setImmediate(() => setImmediate(() => reply.raw.end('two')))
      throw new Error('planned')
    })
    expect((await server.inject('/')).body).to.equal('one two')
  })
})
