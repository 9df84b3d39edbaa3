import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect } from 'chai'
import { flags, frame, preface, pseudo, request, speak, types } from '../../suites/http2-frames.js'
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
    return { status: headers[':status'], headers, body: await text(stream), trailers }
  }

  /** Type and flags of each frame of the answer. */
  async function framesOf(server: Server, block: Uint8Array = request): Promise<readonly (readonly number[])[]> {
    const whole = frame(types.headers, flags.endStream | flags.endHeaders, 1, block)
    const { frames } = await speak(await listen(server), Buffer.concat([preface, whole]))
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
})
