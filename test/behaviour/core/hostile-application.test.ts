import { connect } from 'node:http2'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { exchange, listen, open, statusOf } from './socket.js'
import { type Loose, logLines, useServers } from './subject.js'

const broken = () => {
  throw new Error('planned')
}

describe('a value of the application that throws when it is used', () => {
  const create = useServers()

  it('is a 500 with the error of the getter, where a handler returns an object with a "then" that throws', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.get('/', () => Object.defineProperty({}, 'then', { get: broken }))
    const { statusCode, body } = await server.inject('/')
    expect([statusCode, JSON.parse(body).message]).to.deep.equal([500, 'planned'])
    expect(lines.filter(({ level }) => level === 50).map(({ err }) => err.message)).to.deep.equal(['planned'])
  })

  it('is a 500 where reply.send gets a Proxy whose traps throw, outside of every promise', async () => {
    const server = create()
    server.get(
      '/',
      (_request, reply) => void setTimeout(() => reply.send(new Proxy({}, { getPrototypeOf: broken })), 1),
    )
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('is a 500 where a handler throws an error whose statusCode throws', async () => {
    const server = create()
    server.get('/', () => {
      throw Object.defineProperty(new Error('outer'), 'statusCode', { get: broken })
    })
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('is a 500 where a stream of a preParsing hook gives objects for bytes', async () => {
    const server = create()
    server.addHook('preParsing', async () => Readable.from([{ length: 0.5 }, { length: 0.5 }]))
    server.post('/', async () => 'handled')
    const request = { method: 'POST', url: '/', payload: 'x', headers: { 'content-type': 'text/plain' } }
    expect((await server.inject(request)).statusCode).to.equal(500)
  })

  it('changes no answer where a logger throws, and the process warns once', async () => {
    const warnings: Loose[] = []
    const collect = (warning: Error) => void warnings.push(warning)
    process.on('warning', collect)
    const log: Loose = { child: () => log }
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) log[level] = broken
    const server = create({ loggerInstance: log })
    server.get('/', async () => 'answered')
    expect((await server.inject('/')).body).to.equal('answered')
    expect((await server.inject('/')).body).to.equal('answered')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', collect)
    expect(warnings.map(({ code }) => code)).to.deep.equal(['ALC_WARN_LOGGER_FAILED'])
  })

  it('changes no answer where a log serializer throws, and the line names the serializer', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream, serializers: { req: broken } } })
    server.get('/', async () => 'answered')
    expect((await server.inject('/')).body).to.equal('answered')
    expect(lines[0].req).to.equal('The log serializer "req" failed: planned')
  })

  const ask = (port: number, path = '/') =>
    exchange(port, `GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', '', '')
  const late = () => new Promise((resolve) => setTimeout(resolve, 20))

  for (const [where, listener] of [
    ['throws', broken],
    ['rejects', async () => broken()],
  ] as const) {
    it(`is a 500 where a listener on request.raw ${where} before there is an answer`, async () => {
      const server = create()
      server.get('/', ({ raw }: Loose) => {
        raw.on('own', listener)
        raw.emit('own')
        return new Promise(() => {})
      })
      const answer = await ask(await listen(server))
      expect([statusOf(answer), answer.includes('planned')]).to.deep.equal([500, true])
    })

    for (const [what, on] of [
      ['the close of request.raw', (request: Loose) => request.raw.once('close', listener)],
      ['the finish of reply.raw', (_request: Loose, reply: Loose) => reply.raw.on('finish', listener)],
      ['the close of reply.raw', (_request: Loose, reply: Loose) => reply.raw.prependListener('close', listener)],
      ['the close of request.socket', (request: Loose) => request.socket.on('close', listener)],
    ] as const)
      it(`changes no answer where a listener for ${what} ${where}, and the log has it`, async () => {
        const { stream, lines } = logLines()
        const server = create({ logger: { stream, level: 'error' } })
        server.get('/', (request: Loose, reply: Loose) => {
          on(request, reply)
          return 'answered'
        })
        expect(await ask(await listen(server))).to.match(/answered$/)
        await late()
        expect(lines.map(({ err }) => err.message)).to.deep.equal(['planned'])
      })

    it(`goes to the log where a listener on request.signal ${where}`, async () => {
      for (const options of [{}, { http2: true }]) {
        const { stream, lines } = logLines()
        const server = create({ ...options, logger: { stream, level: 'error' } })
        const arrived = new Promise<void>((resolve) => {
          server.get('/', ({ signal }: Loose) => {
            const removed = () => lines.push({ err: { message: 'removed' } })
            signal.addEventListener('abort', removed)
            signal.removeEventListener('abort', removed)
            signal.addEventListener('abort', listener, { once: true })
            signal.onabort = listener
            signal.addEventListener('abort', () => lines.push({ err: { message: 'the next listener' } }))
            resolve()
            return new Promise(() => {})
          })
        })
        const port = await listen(server)
        const session = 'http2' in options ? connect(`http://127.0.0.1:${port}`) : null
        session
          ?.on('error', () => {})
          .request({ ':path': '/' })
          .on('error', () => {})
        const socket = session === null ? await open(port) : null
        socket?.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
        await arrived
        socket?.destroy()
        session?.destroy()
        await until('all listeners have run', () => lines.length === 3)
        expect(lines.map(({ err }) => err.message).sort()).to.deep.equal(['planned', 'planned', 'the next listener'])
      }
    })
  }

  it('ends the connection where a listener throws after reply.hijack(), because no handler would end it', async () => {
    const server = create()
    server.get('/', (request: Loose, reply: Loose) => {
      reply.hijack()
      request.raw.on('own', broken)
      request.raw.emit('own')
    })
    expect(await ask(await listen(server))).to.equal('')
  })

  it('is a 500 through inject where a listener throws', async () => {
    const server = create()
    server.get('/', ({ raw }: Loose) => {
      raw.on('own', broken)
      raw.emit('own')
      return 'never'
    })
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('changes no answer where a child logger factory throws: the request has the logger of the server', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.setChildLoggerFactory(broken)
    server.get('/', async () => 'answered')
    expect((await server.inject('/')).body).to.equal('answered')
    expect(lines.map(({ msg }) => msg)).to.include('the logger of a request could not be made')
  })
})
