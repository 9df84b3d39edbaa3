import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:http2'
import { createServer, request } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls'
import { readRefusals } from 'alcove/inspect'
import { expect } from 'chai'
import { flags, frame, request as opened, preface, types } from '../../suites/http2-frames.js'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen, open } from './socket.js'
import { type Loose, logLines, useServers } from './subject.js'

/** The body that a GET over TLS is answered with; the certificate is trusted because the test brings it. */
function get(port: number, path: string, servername?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, ca: certificate.cert, agent: false, servername }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** The same over HTTP/2. */
function getByHttp2(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const session = connect(`https://localhost:${port}`, { ca: certificate.cert, host: '127.0.0.1' })
    session.on('error', reject)
    const stream = session.request({ ':path': path })
    let text = ''
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('end', () => session.close(() => resolve(text)))
    stream.end()
  })
}

async function* ticks() {
  for (;;) {
    yield 'tick'
    await setTimeout(5)
  }
}

describe('a server with a certificate', () => {
  const create = useServers()

  it('answers over TLS, with https in protocol, address and origin', async () => {
    const server = create({ https: certificate })
    server.get('/', async (request) => ({ protocol: request.protocol, port: request.port }))
    const address: string = await server.listen({ port: 0, host: '127.0.0.1' })
    expect(address).to.match(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(server.listeningOrigin).to.equal(address)
    const port = Number(new URL(address).port)
    expect(JSON.parse(await get(port, '/'))).to.deep.equal({ protocol: 'https', port })
  })

  it('is refused if its texts are not PEM, with the option and without the text', () => {
    const { key, cert } = certificate
    for (const [https, option, fix] of [
      [{ key: './key.pem', cert }, 'https.key', 'readFileSync(path)'],
      [{ key, cert: ['secret'] }, 'https.cert', 'readFileSync(path)'],
      [{ key: String(key).replaceAll('\n', '\\n'), cert }, 'https.key', 'replaceAll'],
    ] as const) {
      const error = expect(() => create({ https } as never)).to.throw(option)
      error.with.property('code', 'FST_ERR_INIT_OPTS_INVALID')
      error.with.property('message').that.includes(fix).and.does.not.include('secret')
    }
    expect(() => create({ https: { key: Buffer.from(key), cert } })).to.not.throw()
  })

  for (const [what, https, got] of [
    ['without options', true, 'no certificate'],
    ['with options but no certificate', { allowHTTP1: true }, 'no certificate'],
    ['with empty lists', { key: [], cert: [] }, 'no certificate'],
    ['with a certificate but no key', { cert: certificate.cert }, '"cert" without "key"'],
    ['with a key but no certificate', { key: certificate.key }, '"key" without "cert"'],
    ['with a secureContext, which node ignores', { secureContext: createSecureContext() }, '"secureContext", which'],
  ] as const) {
    it(`is refused ${what}, over HTTP/1 and HTTP/2`, () => {
      for (const http2 of [false, true]) {
        const error = expect(() => create({ http2, https } as never)).to.throw('Option "https" must be options with')
        error.with.property('code', 'FST_ERR_INIT_OPTS_INVALID')
        error.with.property('message').that.includes('SNICallback').and.includes(`got ${got}`)
      }
    })
  }

  it('may get its certificate from SNICallback', async () => {
    const SNICallback = (_name: string, done: (error: null, context: SecureContext) => void) => {
      done(null, createSecureContext(certificate))
    }
    const server = create({ https: { SNICallback } })
    server.get('/', async () => 'ok')
    const address: string = await server.listen({ port: 0, host: '127.0.0.1' })
    expect(await get(Number(new URL(address).port), '/', 'localhost')).to.equal('ok')
  })

  for (const http2 of [false, true])
    it(`ends only the connection whose async SNICallback rejects, and logs it (http2: ${http2})`, async () => {
      const { stream, lines } = logLines()
      const SNICallback = async (name: string, done: (error: null, context: SecureContext) => void) => {
        if (name !== 'localhost') throw new Error('planned')
        done(null, createSecureContext(certificate))
      }
      const server = create({ https: { SNICallback, allowHTTP1: true }, http2, logger: { stream, level: 'error' } })
      server.get('/', async () => 'ok')
      const address: string = await server.listen({ port: 0, host: '127.0.0.1' })
      const port = Number(new URL(address).port)
      const failed = await get(port, '/', 'other.example').catch(({ code }) => code)
      expect(failed).to.equal('ECONNRESET')
      expect(lines.map(({ err }: Loose) => err.message)).to.deep.equal(['planned'])
      expect(await get(port, '/', 'localhost')).to.equal('ok')
    })

  it('needs no certificate with pre-shared keys, with anonymous ciphers, or if serverFactory creates it', () => {
    const pskCallback = () => null
    expect(() => create({ https: { pskCallback, ciphers: 'PSK' } } as never)).to.not.throw()
    expect(() => create({ https: { ciphers: 'aNULL@SECLEVEL=0' } })).to.not.throw()
    expect(() =>
      create({ https: {}, serverFactory: (listener: RequestListener) => createServer(certificate, listener) }),
    ).to.not.throw()
  })

  it('answers HTTP/2 and, where it is allowed, HTTP/1 on one port', async () => {
    const server = create({ http2: true, https: { ...certificate, allowHTTP1: true } })
    server.get('/', async (request) => request.raw.httpVersion)
    const address: string = await server.listen({ port: 0, host: '127.0.0.1' })
    const port = Number(new URL(address).port)
    expect(await getByHttp2(port, '/')).to.equal('2.0')
    expect(await get(port, '/')).to.equal('1.1')
  })

  it('refuses HTTP/1 without a host beside HTTP/2, as without HTTP/2', async () => {
    for (const options of [{ https: certificate }, { http2: true, https: { ...certificate, allowHTTP1: true } }]) {
      const server = create(options as never) // the union of both
      server.get('/', async () => 'reached')
      const address: string = await server.listen({ port: 0, host: '127.0.0.1' })
      const socket = connectTls({ port: Number(new URL(address).port), host: '127.0.0.1', ca: certificate.cert })
      socket.write('GET / HTTP/1.1\r\n\r\n')
      const [answer] = await once(socket, 'data')
      socket.destroy()
      expect(String(answer))
        .to.match(/^HTTP\/1\.1 400 /)
        .and.include('ALC_ERR_REQUEST_HEAD')
    }
  })

  it('closes a connection without TLS and serves the next', async () => {
    const server = create({ https: certificate })
    server.get('/', async () => 'ok')
    const address: string = await server.listen({ port: 0, host: '127.0.0.1' })
    const port = Number(new URL(address).port)
    const plain = await fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error)
    expect(plain).to.be.instanceOf(Error)
    expect(await get(port, '/')).to.equal('ok')
  })

  for (const http2 of [false, true])
    it(`cuts a response whose client renegotiates more often than node accepts (http2: ${http2})`, async () => {
      const server: Loose = create({
        http2,
        https: { ...certificate, maxVersion: 'TLSv1.2', allowHTTP1: true },
      } as never)
      const aborted = new Promise<string>((resolve) => {
        server.addHook('onRequestAbort', async ({ url }: Loose) => resolve(url))
      })
      server.get('/', (_request: unknown, reply: Loose) => reply.send(Readable.from(ticks())))
      const address: string = await server.listen({ port: 0, host: '127.0.0.1' })
      const socket = connectTls({ port: Number(new URL(address).port), host: '127.0.0.1', ca: certificate.cert })
      socket.on('error', () => {})
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await once(socket, 'data')
      const renegotiate = () => void socket.renegotiate({}, (error) => error ?? renegotiate())
      renegotiate()
      expect(await aborted).to.equal('/')
      await once(socket.resume(), 'close')
      expect(readRefusals(server)).to.include({ malformed: 1 })
    })

  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const)
    for (const http2 of [false, true])
      it(`cuts a connection at once whose bytes are not ${maxVersion} (http2: ${http2})`, async () => {
        const server: Loose = create({ http2, https: { ...certificate, maxVersion, allowHTTP1: true } } as never)
        const events: string[] = []
        server.addHook('onRequestAbort', async () => void events.push('onRequestAbort'))
        server.addHook('onResponse', async () => void events.push('onResponse'))
        server.get('/', ({ signal }: Loose) => {
          events.push('handler')
          return new Promise((resolve) => signal.addEventListener('abort', resolve))
        })
        const below = await open(await listen(server))
        const socket = connectTls({ socket: below, ca: certificate.cert, servername: 'localhost' })
        socket.on('error', () => {})
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
        await until('the handler runs', () => events.length > 0)
        below.write(Buffer.from([23, 3, 3, 0, 40, ...Buffer.alloc(40)])) // a record with another key
        await until('the request has ended', () => events.length > 1)
        expect(events).to.deep.equal(['handler', 'onRequestAbort'])
        await until('the connection has ended', async () => (await connectionsOf(server)) === 0)
      })

  it('cuts a session of HTTP/2 whose client renegotiates (RFC 9113, 9.2.1)', async () => {
    const server: Loose = create({ http2: true, https: { ...certificate, maxVersion: 'TLSv1.2' } } as never)
    const aborted = new Promise<string>((resolve) => {
      server.addHook('onRequestAbort', async ({ url }: Loose) => resolve(url))
    })
    server.get('/', (_request: unknown, reply: Loose) => reply.send(Readable.from(ticks())))
    const port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
    const socket = connectTls({ port, host: '127.0.0.1', ca: certificate.cert, ALPNProtocols: ['h2'] })
    socket.on('error', () => {})
    socket.write(Buffer.concat([preface, frame(types.headers, flags.endStream | flags.endHeaders, 1, opened)]))
    await once(socket, 'data')
    socket.renegotiate({}, () => {})
    expect(await aborted).to.equal('/')
    await once(socket.resume(), 'close')
  })
})
