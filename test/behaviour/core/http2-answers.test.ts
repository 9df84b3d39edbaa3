import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect } from 'chai'
import { flags, frame, hasEnd, preface, pseudo, request, speak, types } from '../../suites/http2-frames.js'
import { listen } from './socket.js'
import { type Handler, type Loose, type Server, useServers } from './subject.js'

async function* failing() {
  yield Buffer.from('begin')
  await new Promise((resolve) => setTimeout(resolve, 50))
  throw new Error('no more')
}

/** Its letters one by one. */
function slow(text: string): Readable {
  const source = new PassThrough()
  source.write(text[0])
  setTimeout(() => source.end(text.slice(1)), 50)
  return source
}

describe('answers over HTTP/2', () => {
  const create = useServers()
  const sessions: ClientHttp2Session[] = []

  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy()
  })

  function serve(handler: Handler): Server {
    const server = create({ http2: true, forceCloseConnections: true })
    server.get('/', handler)
    return server
  }

  async function ask(server: Server): Promise<ClientHttp2Stream> {
    const session = connect(`http://127.0.0.1:${await listen(server)}`)
    sessions.push(session)
    return session.request({ ':path': '/' })
  }

  async function answerOf(server: Server) {
    const stream = await ask(server)
    let trailers: Loose = null
    stream.on('trailers', (sent) => {
      trailers = { 'x-sum': sent['x-sum'] }
    })
    const [headers] = (await once(stream, 'response')) as [Loose]
    const body = await text(stream)
    return { status: headers[':status'], headers, body, trailers }
  }

  /** Type and flags of each frame of the answer. */
  async function framesOf(server: Server, block: Uint8Array = request): Promise<readonly (readonly number[])[]> {
    const whole = frame(types.headers, flags.endStream | flags.endHeaders, 1, block)
    const { frames } = await speak(await listen(server), Buffer.concat([preface, whole]), hasEnd)
    return frames.filter(({ stream }) => stream === 1).map(({ type, flag }) => [type, flag])
  }

  const head = [types.headers, flags.endHeaders]
  const onlyHead = [types.headers, flags.endHeaders | flags.endStream]

  for (const [what, payload] of [
    ['a text', 'hello'],
    ['an object', { hello: 'world' }],
    ['a buffer', Buffer.from('hello')],
  ] as const)
    it(`end in the last frame of ${what}`, async () => {
      const server = serve(async () => payload)
      expect(await framesOf(server)).to.deep.equal([head, [types.data, flags.endStream]])
    })

  const broken: Readonly<Record<string, (reply: Loose) => unknown>> = {
    'a stream that fails': () => Readable.from(failing()),
    'a web stream that fails': () => ReadableStream.from(failing()),
    'a stream that is shorter than it declares': (reply) => reply.header('content-length', 3) && slow('ab'),
    'a stream that is longer than it declares': (reply) => reply.header('content-length', 3) && slow('abcd'),
  }
  for (const [what, payload] of Object.entries(broken))
    it(`end with an error code behind the first bytes of ${what}`, async () => {
      const stream = await ask(serve(async (_request, reply) => payload(reply)))
      const [headers] = (await once(stream, 'response')) as [Loose]
      const failure: Error = await text(stream).catch((error) => error)
      expect([headers[':status'], failure.message]).to.deep.equal([
        200,
        'Stream closed with error code NGHTTP2_INTERNAL_ERROR',
      ])
    })

  it('end in the last frame of a body of several frames', async () => {
    const body = Buffer.alloc(200_000, 'a')
    const server = serve(async () => body)
    expect(await buffer(await ask(server))).to.deep.equal(body)
  })

  for (const [what, handler] of [
    ['an empty answer', (_request: Loose, reply: Loose) => reply.send()],
    ['a 204', (_request: Loose, reply: Loose) => reply.code(204).send()],
    ['a 304', (_request: Loose, reply: Loose) => reply.code(304).send('unchanged')],
    ['a redirect', (_request: Loose, reply: Loose) => reply.redirect('/elsewhere')],
  ] as const)
    it(`end in the head of ${what}`, async () => {
      expect(await framesOf(serve(handler))).to.deep.equal([onlyHead])
    })

  it('end in the head of an answer to HEAD', async () => {
    const { root, http, authority } = pseudo
    const method = Buffer.concat([Buffer.from([0x02, 4]), Buffer.from('HEAD')])
    expect(
      await framesOf(
        serve(async () => 'hello'),
        Buffer.concat([method, root, http, authority]),
      ),
    ).to.deep.equal([onlyHead])
  })

  it('have the trailers that the application sets', async () => {
    const trailing = [
      (reply: Loose) => reply.trailer('x-sum', async () => '7'),
      (reply: Loose) => reply.raw.addTrailers({ 'x-sum': '7' }),
      (reply: Loose) => reply.raw.setTrailer('X-Sum', '7'),
    ]
    for (const set of trailing) {
      const server = serve((_request, reply) => {
        set(reply)
        reply.send('hello')
      })
      expect(await answerOf(server)).to.deep.include({ status: 200, body: 'hello', trailers: { 'x-sum': '7' } })
    }
  })

  it('have the trailers that a listener of the stream sets', async () => {
    const server = serve((_request, reply) => {
      reply.raw.stream.prependListener('wantTrailers', () => reply.raw.setTrailer('x-sum', '7'))
      reply.send('hello')
    })
    expect(await answerOf(server)).to.deep.include({ body: 'hello', trailers: { 'x-sum': '7' } })
  })

  it('pass through a writeHead that a library has replaced', async () => {
    const server = serve((_request, reply) => {
      const { writeHead } = reply.raw
      reply.raw.writeHead = function late(this: Loose, ...given: Loose[]) {
        this.setHeader('x-late', 'yes')
        return writeHead.apply(this, given)
      }
      reply.send('hello')
    })
    const { headers, body } = await answerOf(server)
    expect({ late: headers['x-late'], body }).to.deep.equal({ late: 'yes', body: 'hello' })
  })

  it('are an error of 500 where node refuses the head of an empty answer', async () => {
    const server = serve((_request, reply) => {
      let times = 0
      const { writeHead } = reply.raw
      reply.raw.writeHead = function refusedFirst(this: Loose, ...given: Loose[]) {
        times += 1
        return writeHead.apply(this, times === 1 ? [given[0], { 'x y': 'no token', ':x': '1' }] : given)
      }
      reply.send()
    })
    const { status, body } = await answerOf(server)
    expect(status).to.equal(500)
    expect(JSON.parse(body)).to.include({ statusCode: 500 })
  })

  const pieces = (...texts: string[]) => Readable.from(texts.map((piece) => Buffer.from(piece)))
  const wrong: Readonly<Record<string, (raw: Loose) => void>> = {
    'in the end, beyond the length': (raw) => raw.writeHead(200, { 'content-length': 3 }).end('12345'),
    'in the end, beyond a header that was set': (raw) => {
      raw.setHeader('Content-Length', 3)
      raw.end('12345')
    },
    'in pieces, beyond the length': (raw) => {
      raw.writeHead(200, { 'content-length': 3 })
      raw.write('123')
      raw.end(Buffer.from('45'))
    },
    'by a stream, beyond the length': (raw) => pieces('123', '45').pipe(raw.writeHead(200, { 'content-length': 3 })),
    'in the end, less than the length': (raw) => raw.writeHead(200, { 'content-length': 9 }).end('12345'),
    'nothing, less than the length': (raw) => raw.writeHead(200, { 'content-length': 9 }).end(),
    'by a stream, less than the length': (raw) => pieces('123', '45').pipe(raw.writeHead(200, { 'content-length': 9 })),
  }
  for (const [what, write] of Object.entries(wrong))
    it(`end with an error code for what is written past a hijacked reply: ${what}`, async () => {
      const codes: string[] = []
      const logger = { stream: { write: (line: string) => codes.push(JSON.parse(line).err?.code) }, level: 'warn' }
      const server = create({ http2: true, forceCloseConnections: true, logger })
      server.get('/', (_request: Loose, reply: Loose) => write(reply.hijack().raw))
      const stream = await ask(server)
      const error = await once(stream, 'close').catch((failure) => failure)
      expect([error.message, codes]).to.deep.equal([
        'Stream closed with error code NGHTTP2_INTERNAL_ERROR',
        ['ALC_ERR_REPLY_LENGTH'],
      ])
    })

  it('end with an error code for what is written to reply.raw beyond the length without hijack', async () => {
    const server = serve((_request, reply) => {
      reply.raw.writeHead(200, { 'content-length': 3 }).end('12345')
      return reply
    })
    const error = await once(await ask(server), 'close').catch((failure) => failure)
    expect(error.message).to.contain('NGHTTP2_INTERNAL_ERROR')
  })

  it('end with an error code for a length past a hijacked reply that is not a number', async () => {
    const server = serve((_request, reply) => {
      reply.hijack().raw.writeHead(200, { 'content-length': 'five' }).end('12345')
    })
    const error = await once(await ask(server), 'close').catch((failure) => failure)
    expect(error.message).to.match(/NGHTTP2_(?:INTERNAL|PROTOCOL)_ERROR/) // the client refuses the head, too
  })

  it('end with an error code if a listener fails after the head', async () => {
    const server = serve((request, reply) => {
      reply.hijack().raw.writeHead(200)
      request.raw.on('own', () => {
        throw new Error('mine')
      })
      request.raw.emit('own')
    })
    const stream = await ask(server)
    const error = await once(stream, 'close').catch((failure) => failure)
    expect(error.message).to.contain('NGHTTP2_INTERNAL_ERROR')
  })

  const right: Readonly<Record<string, [write: (raw: Loose) => void, body: string]>> = {
    'with its length': [(raw) => raw.writeHead(200, { 'content-length': 5 }).end('12345'), '12345'],
    'with its length, in pieces': [
      (raw) => {
        raw.setHeader('content-length', '5')
        raw.write('123')
        raw.end('45')
      },
      '12345',
    ],
    'without a length': [(raw) => raw.end('12345'), '12345'],
    'in letters of two bytes': [
      (raw) => raw.writeHead(200, { 'content-length': 4 }).end('\u00e9\u00e9'),
      '\u00e9\u00e9',
    ],
    'in hexadecimal': [(raw) => raw.writeHead(200, { 'content-length': 2 }).end('6162', 'hex'), 'ab'],
    'with status 304 and a length': [(raw) => raw.writeHead(304, { 'content-length': 5 }).end(), ''],
    'with a callback': [(raw) => raw.writeHead(200, { 'content-length': 2 }).end('ab', () => {}), 'ab'],
    'with a callback alone': [
      (raw) => {
        raw.writeHead(200, { 'content-length': 2 }).write('ab', () => {})
        raw.end(() => {})
      },
      'ab',
    ],
  }
  for (const [what, [write, body]] of Object.entries(right))
    it(`are left alone past a hijacked reply ${what}`, async () => {
      const answer = await answerOf(serve((_request, reply) => write(reply.hijack().raw)))
      expect(answer.body).to.equal(body)
      expect(answer.status).to.be.oneOf([200, 304])
    })

  it('call the callback of an end past a hijacked reply', async () => {
    const called = new Promise((resolve) => {
      const write = ({ raw }: Loose) => raw.writeHead(200, { 'content-length': 2 }).end('ab', resolve)
      answerOf(serve((_request, reply) => write(reply.hijack()))).catch(() => {})
    })
    await called
  })

  for (const value of ['a\r\nx-b: c', 'a\u010d\u010ax-b: c', 'a\0', '\u20ac']) {
    const name = JSON.stringify(value)
    const ways: Readonly<Record<string, (reply: Loose) => unknown>> = {
      'reply.header': (reply) => reply.header('x-a', value).send('ok'),
      'raw.setHeader': ({ raw }) => raw.setHeader('x-a', value),
      'raw.appendHeader': ({ raw }) => raw.appendHeader('x-a', value),
      'raw.writeHead': ({ raw }) => raw.writeHead(200, { 'x-a': value }),
      'raw.writeHead with a list': ({ raw }) => raw.writeHead(200, ['x-a', value]),
    }
    for (const [way, set] of Object.entries(ways))
      it(`are an error of 500 for the value ${name} of ${way}`, async () => {
        const answer = await answerOf(serve((_request, reply) => void set(reply)))
        expect(answer.status).to.equal(500)
        expect(Object.keys(answer.headers)).to.not.include.members(['x-b'])
        expect(JSON.parse(answer.body).code).to.equal('ERR_INVALID_CHAR')
      })

    it(`have no trailer with the value ${name}`, async () => {
      const server = serve((_request, reply) => reply.trailer('x-sum', async () => value).send('ok'))
      expect(await answerOf(server)).to.deep.include({ body: 'ok', trailers: null })
    })
  }

  for (const name of [':x', 'connection', 'x y'])
    it(`end although their trailer ${name} cannot be sent`, async () => {
      const server = serve((_request, reply) => reply.trailer(name, async () => 'y').send('ok'))
      expect(await answerOf(server)).to.deep.include({ status: 200, body: 'ok' })
    })
})
