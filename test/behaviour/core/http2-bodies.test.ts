import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type ServerHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { listen } from './socket.js'
import { type Handler, type Loose, type Server, useServers } from './subject.js'

const post = { ':method': 'POST', ':path': '/', 'content-type': 'text/csv' }
const part = Buffer.alloc(100_000, 'x') // more than the window of a stream

function refuseLater(_req: Loose, res: Loose): void {
  setTimeout(() => res.writeHead(403).end('not you'), 20)
}

describe('request bodies over HTTP/2', () => {
  const create = useServers()
  const sessions: ClientHttp2Session[] = []

  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy()
  })

  /** The stream that the client has begun, and those of the server that are open. */
  async function begin(server: Server, headers: Loose = post) {
    const open = new Set<ServerHttp2Stream>()
    server.server.prependListener('stream', (stream: ServerHttp2Stream) => {
      open.add(stream)
      stream.once('close', () => open.delete(stream))
    })
    const scheme = server.initialConfig.https ? 'https' : 'http'
    const session = connect(`${scheme}://127.0.0.1:${await listen(server)}`, { ca: certificate.cert })
    session.on('error', () => {})
    sessions.push(session)
    return { stream: session.request(headers), open }
  }

  function serve(handler: Handler, options: object = {}): Server {
    const server = create({ http2: true, ...options })
    server.addContentTypeParser('text/csv', (_request: Loose, body: Loose, done: Loose) => done(null, body))
    server.post('/', handler)
    return server
  }

  const readers: Readonly<Record<string, (body: Readable) => unknown>> = {
    'leaves a loop over it': async (body) => {
      for await (const _chunk of body) return 'enough'
    },
    'ends a pipeline with an error': (body) =>
      pipeline(body, async (source) => {
        for await (const _chunk of source) throw new Error('enough')
      }),
    'removes its listener': async (body) => {
      await once(body, 'data')
      body.pause()
      return 'enough'
    },
    'destroys it': async (body) => {
      await once(body, 'data')
      body.destroy()
      return 'enough'
    },
    'cancels a web stream of it': async (body) => {
      const reader = Readable.toWeb(body).getReader()
      await reader.read()
      await reader.cancel()
      return 'enough'
    },
    'never begins': async () => 'enough',
  }
  const protocols = { h2c: {}, TLS: { https: certificate } }
  const clients: Readonly<Record<string, (stream: ClientHttp2Stream) => void>> = {
    'has sent more': (stream) => stream.write(part),
    'has more to send': (stream) => stream.write('x'),
    'has ended its side': (stream) => stream.end(part),
  }

  async function expectEnd(server: Server, send: (stream: ClientHttp2Stream) => void): Promise<void> {
    const { stream, open } = await begin(server)
    send(stream)
    const [headers] = (await once(stream, 'response')) as [Loose]
    expect([200, 413, 500]).to.include(headers[':status'])
    expect(await text(stream)).to.match(/enough|too large/)
    await until('no stream is open', () => open.size === 0)
    await until('the client knows', () => stream.closed)
    expect(stream.rstCode).to.equal(0)
  }

  for (const [protocol, options] of Object.entries(protocols))
    for (const [how, read] of Object.entries(readers))
      for (const [what, send] of Object.entries(clients))
        it(`end with the answer if their reader ${how} and the client ${what}: ${protocol}`, async () => {
          await expectEnd(
            serve(async ({ body }) => read(body), options),
            send,
          )
        })

  for (const [what, send] of Object.entries(clients)) {
    it(`end with an answer after reply.hijack() if the client ${what}`, async () => {
      const server = serve(async ({ raw }, reply) => {
        reply.hijack()
        for await (const _chunk of raw) break
        reply.raw.end('enough')
      })
      await expectEnd(server, send)
    })

    it(`end with an answer that has trailers if the client ${what}`, async () => {
      const server = serve(async ({ body }, reply) => {
        for await (const _chunk of body) break
        reply.trailer('x-sum', async () => '7')
        return 'enough'
      })
      const { stream, open } = await begin(server)
      send(stream)
      const trailers = once(stream, 'trailers') as Promise<[Loose]>
      expect(await text(stream)).to.equal('enough')
      expect((await trailers)[0]['x-sum']).to.equal('7')
      await until('no stream is open', () => open.size === 0)
    })
  }

  for (const [what, listen] of [
    ['no listener takes it', () => {}],
    ['its listener refuses it', (server: Server) => server.server.on('connect', refuseLater)],
  ] as const)
    it(`end with the answer to a tunnel where ${what}`, async () => {
      const server = create({ http2: true })
      listen(server)
      const { stream, open } = await begin(server, { ':method': 'CONNECT', ':authority': 'a:1' })
      expect((await once(stream, 'response'))[0][':status']).to.be.oneOf([403, 405])
      stream.resume()
      await until('no stream is open', () => open.size === 0)
    })

  it('end with the 413 of a parser that is still decompressing', async () => {
    const server = serve(async () => 'never', { bodyLimit: 1000 })
    server.addContentTypeParser('text/tsv', { parseAs: 'string' }, async () => 'never')
    server.addHook('preParsing', async (_request: Loose, _reply: Loose, payload: Readable) => {
      return Object.assign(payload.pipe(createGunzip()), { receivedEncodedLength: 0 })
    })
    const { stream, open } = await begin(server, { ...post, 'content-type': 'text/tsv' })
    stream.write(gzipSync(part))
    expect((await once(stream, 'response'))[0][':status']).to.equal(413)
    stream.resume()
    await until('no stream is open', () => open.size === 0)
  })

  it('end after the last byte of an answer that their client takes slowly', async () => {
    const whole = Buffer.alloc(1_000_000, 'y')
    const server = serve(async ({ body }) => {
      for await (const _chunk of body) break
      return whole
    })
    const { stream, open } = await begin(server)
    stream.write(part)
    await once(stream, 'response')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(open.size).to.equal(1)
    expect((await buffer(stream)).equals(whole)).to.equal(true)
    await until('no stream is open', () => open.size === 0)
  })

  it('may be read on after the answer, until their reader gives them up', async () => {
    let received = 0
    const server = serve(async ({ body }, reply) => {
      reply.send('begun')
      for await (const chunk of body) {
        received += chunk.length
        if (String(chunk) === 'last') break
      }
      return reply
    })
    const { stream, open } = await begin(server)
    stream.write('x')
    expect(await text(stream)).to.equal('begun')
    for (let index = 0; index < 3; index++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      stream.write('x')
    }
    await until('all is read', () => received === 4)
    expect(open.size).to.equal(1)
    stream.write('last')
    await until('no stream is open', () => open.size === 0)
    expect(received).to.equal(8)
  })
})

describe('requestTimeout over HTTP/2', () => {
  const create = useServers()
  const sessions: ClientHttp2Session[] = []

  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy()
  })

  async function begin(server: Server, headers: Loose): Promise<ClientHttp2Stream> {
    const session = connect(`http://127.0.0.1:${await listen(server)}`)
    session.on('error', () => {})
    sessions.push(session)
    return session.request(headers)
  }

  function serve(read: (body: Readable, reply: Loose) => void) {
    const server = create({ http2: true, requestTimeout: 100 })
    server.addContentTypeParser('text/csv', (_request: Loose, body: Loose, done: Loose) => done(null, body))
    server.post('/', ({ body }: Loose, reply: Loose) => {
      read(body, reply)
      return new Promise(() => {})
    })
    return server
  }

  it('answers 408, and leaves no stream of a reader that has paused', async () => {
    const server = serve((body) => body.once('data', () => body.pause()).on('data', () => {}))
    let open = 0
    server.server.on('stream', (stream: ServerHttp2Stream) => {
      open += 1
      stream.once('close', () => {
        open -= 1
      })
    })
    const stream = await begin(server, post)
    stream.write(part)
    expect((await once(stream, 'response'))[0][':status']).to.equal(408)
    stream.resume()
    await until('no stream is open', () => open === 0)
  })

  it('does nothing to a stream that its client has reset without an error, and whose reader has paused', async () => {
    const server = serve((body) => body.once('data', () => body.pause()).on('data', () => {}))
    const begun = once(server.server, 'stream')
    const stream = await begin(server, post)
    stream.write(part)
    const [own]: ServerHttp2Stream[] = await begun
    await until('bytes wait for the reader', () => own!.readableLength > 0)
    stream.close(0) // NO_ERROR
    await until('the server has read the reset', () => own!.closed)
    await new Promise((resolve) => setTimeout(resolve, 200)) // an error in the timer would end the process
    expect(own!.headersSent).to.equal(false)
    own!.destroy()
  })

  it('ends an answer that has begun with an error code', async () => {
    const stream = await begin(
      serve((_body, reply) => reply.raw.write('a part')),
      post,
    )
    stream.write('x')
    await once(stream, 'response')
    await text(stream).catch(() => {}) // of a client that has not taken the part yet
    expect(stream.rstCode).to.equal(2) // INTERNAL_ERROR
  })

  it('does not end a tunnel', async () => {
    const server = create({ http2: true, requestTimeout: 100 })
    server.server.on('connect', (req: Loose, res: Loose) => {
      res.writeHead(200)
      req.on('data', (chunk: Buffer) => res.write(chunk))
    })
    const stream = await begin(server, { ':method': 'CONNECT', ':authority': 'a:1' })
    stream.write('begun')
    expect(String((await once(stream, 'data'))[0])).to.equal('begun')
    await new Promise((resolve) => setTimeout(resolve, 300))
    stream.write('after')
    expect(String((await once(stream, 'data'))[0])).to.equal('after')
    stream.session?.destroy()
  })
})
