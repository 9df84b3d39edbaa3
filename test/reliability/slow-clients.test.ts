import { once } from 'node:events'
import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { ServerOptions } from 'alcove/core'
import { expect } from 'chai'
import { listen, open, readAll, statusOf } from '../behaviour/core/socket.js'
import { type Server, useServers } from '../behaviour/core/subject.js'
import { certificate } from '../support/certificate.js'
import { until } from '../support/until.js'

/** Of HTTP/2, with empty settings. */
const preface = `${Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n').toString('hex')}000000040000000000`

/** Sends the beginning of a request, then a byte now and then, until it is cut off. */
async function dribble(port: number, start: string): Promise<string> {
  const socket = await open(port)
  const answer = readAll(socket)
  socket.write(start)
  const timer = setInterval(() => socket.write('a'), 100)
  return answer.finally(() => clearInterval(timer))
}

describe('clients that take their time', function () {
  // Cut off within a second or two of their limit; node by itself looks every 30 s only.
  this.timeout(20_000)

  const create = useServers()
  const serve = async (options: ServerOptions): Promise<[Server, number]> => {
    const server = create(options)
    server.post('/', async (request) => ({ body: request.body ?? null }))
    server.get('/', async () => 'ok')
    return [server, await listen(server)]
  }

  it('are cut off with 408 when the head does not arrive in time', async () => {
    const [, port] = await serve({ http: { headersTimeout: 300 } })
    expect(statusOf(await dribble(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nx: '))).to.equal(408)
  })

  it('are cut off with 408 when the request does not arrive in time', async () => {
    const [, port] = await serve({ requestTimeout: 300 })
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'
    expect(statusOf(await dribble(port, head))).to.equal(408)
  })

  it('are cut off when they open a connection and send nothing', async () => {
    const [, port] = await serve({ http: { headersTimeout: 300 } })
    expect(statusOf(await readAll(await open(port)))).to.equal(408)
  })

  it('are cut off when an idle connection has been kept for keepAliveTimeout', async () => {
    const [, port] = await serve({ keepAliveTimeout: 300 })
    const socket = await open(port)
    const answer = readAll(socket)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(statusOf(await answer)).to.equal(200)
  })

  it('have five minutes for a request by default, and a minute for its head', async () => {
    const [{ server, initialConfig }] = await serve({})
    expect(initialConfig.requestTimeout).to.equal(300_000)
    expect([server.requestTimeout, server.headersTimeout]).to.deep.equal([300_000, 60_000])
    expect([server.keepAliveTimeout, server.timeout]).to.deep.equal([72_000, 0])
  })

  it('have the time that options of node give where ours are silent', async () => {
    const [{ server }] = await serve({ http: { requestTimeout: 7000, headersTimeout: 3000, keepAliveTimeout: 2000 } })
    expect([server.requestTimeout, server.headersTimeout, server.keepAliveTimeout]).to.deep.equal([7000, 3000, 2000])
  })

  it('do not keep a server from closing with a connection that was never used', async () => {
    const [server, port] = await serve({})
    const closed = readAll(await open(port))
    await server.close()
    expect(await closed).to.equal('')
  })

  it('do not keep a server from closing with half a head', async () => {
    const [server, port] = await serve({})
    const socket = await open(port)
    const closed = readAll(socket)
    socket.write('GET / HTTP/1.1\r\nHost: loc')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await server.close()
    await closed
  })

  it('do not keep a server from closing with half a body, longer than requestTimeout', async () => {
    const [server, port] = await serve({ requestTimeout: 60_000 })
    server.server.requestTimeout = 200 // what node no longer looks at while it closes
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'
    const dribbled = dribble(port, head)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await server.close()
    await dribbled
  })

  it('are answered 408 over HTTP/2 when the body does not arrive in time', async () => {
    const [, port] = await serve({ http2: true, requestTimeout: 200 })
    const session = connect(`http://127.0.0.1:${port}`)
    const ask = (headers: object, body: string | null) => {
      const stream = session.request({ ':path': '/', ...headers }, { endStream: body === null })
      stream.on('error', () => undefined)
      const status = once(stream, 'response').then(([found]) => found[':status'])
      if (body !== null) stream.write(body)
      return { status, stream }
    }
    const type = { ':method': 'POST', 'content-type': 'text/plain' }
    expect(await ask(type, 'half of it').status).to.equal(408)
    expect(await ask({ ':method': 'GET' }, null).status).to.equal(200)
    const whole = ask(type, 'all of it')
    whole.stream.end()
    expect(await whole.status).to.equal(200)
    session.destroy()
  })

  describe('over HTTP/1 to a server for HTTP/2 that takes it', () => {
    const secure = { http2: true, https: { ...certificate, allowHTTP1: true } } as ServerOptions
    const say = async (options: ServerOptions, text: string) => {
      const [, port] = await serve({ ...secure, ...options })
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
      socket.on('error', () => {})
      const answer = readAll(socket)
      socket.write(text)
      const timer = setInterval(() => text.endsWith('x: ') && socket.write('a'), 100)
      return answer.finally(() => clearInterval(timer))
    }
    const head = 'GET / HTTP/1.1\r\nHost: localhost\r\n'

    for (const [what, options, text, status] of [
      ['the head does not arrive within requestTimeout', { requestTimeout: 300 }, `${head}x: `, 408],
      [
        'the head does not arrive within headersTimeout',
        { https: { ...(secure.https as object), headersTimeout: 300 } },
        `${head}x: `,
        408,
      ],
      ['they send nothing', { requestTimeout: 300 }, '', 408],
      [
        'the body does not arrive in time',
        { requestTimeout: 300 },
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\na',
        408,
      ],
      ['their connection is idle for keepAliveTimeout', { keepAliveTimeout: 300 }, `${head}\r\n`, 200],
    ] as const)
      it(`are cut off when ${what}`, async () => {
        expect(statusOf(await say(options, text))).to.equal(status)
      })

    it('must open a new connection after maxRequestsPerSocket requests', async () => {
      const text = await say({ maxRequestsPerSocket: 2, keepAliveTimeout: 300 }, `${head}\r\n`.repeat(2))
      expect(text.match(/^connection: .*$/gim)).to.deep.equal(['Connection: keep-alive', 'Connection: close'])
    })

    it('have at most maxHeadersCount headers', async () => {
      const https = { ...(secure.https as object), maxHeadersCount: 20 }
      const many = Array.from({ length: 40 }, (_, index) => `x${index}: 1\r\n`).join('')
      expect(statusOf(await say({ https } as ServerOptions, `${head}${many}Connection: close\r\n\r\n`))).to.equal(431)
    })
  })

  for (const [what, bytes] of [
    ['nothing', ''],
    ['half a preface', Buffer.from('PRI * HT').toString('hex')],
    ['a preface', preface],
    ['half a head', `${preface}0001000104000000018284`],
  ] as const)
    it(`over HTTP/2 are cut off after http2SessionTimeout when they have sent ${what}`, async () => {
      const [, port] = await serve({ http2: true, http2SessionTimeout: 300 })
      const socket = await open(port)
      const gone = readAll(socket)
      socket.write(Buffer.from(bytes, 'hex'))
      await gone
    })

  it('over HTTP/2 are cut off after http2SessionTimeout with a stream, when they have broken a rule or read no more', async () => {
    const [{ server }, port] = await serve({ http2: true, http2SessionTimeout: 300 })
    const socket = await open(port)
    const head = '00000b010400000001838684410161'.replace('00000b', '000006') // POST /, without its end
    const tooLarge = `00400100000000000001${'00'.repeat(16_384)}`
    socket.resume().write(Buffer.from(preface + head + tooLarge, 'hex'))
    await until('the connection is gone', async () => {
      const [open] = await new Promise<[number]>((resolve) =>
        server.getConnections((_error: unknown, count: number) => resolve([count])),
      )
      return open === 0
    })
  })

  it('are dropped beyond maxConnections, and let in again when others have gone', async () => {
    const [, port] = await serve({ maxConnections: 2 })
    const first = await open(port)
    await open(port)
    expect(await readAll(await open(port))).to.equal('')
    const gone = once(first, 'close')
    first.destroy()
    await gone
    await until('another one is let in', async () => {
      const socket = await open(port)
      const read = readAll(socket)
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      return statusOf(await read) === 200
    })
  })

  for (const [how, size] of [
    ['one after the other', 1],
    ['all at once', 4],
  ] as const)
    it(`are disconnected after maxRequestsPerSocket requests, sent ${how}`, async () => {
      const [, port] = await serve({ maxRequestsPerSocket: 2 })
      const socket = await open(port)
      const received = readAll(socket)
      for (let sent = 0; sent < 4 && socket.writable; sent += size) {
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(size))
        await sleep(20)
      }
      const answers = await received
      expect(answers.match(/^connection: .*$/gim)).to.deep.equal(['Connection: keep-alive', 'Connection: close'])
    })
})
