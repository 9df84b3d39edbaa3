import { type ClientHttp2Session, connect } from 'node:http2'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { expect } from 'chai'
import { listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

const large = 'a'.repeat(70_000)
const tooLarge = 'ALC_ERR_REPLY_HEADERS'

describe('the headers of a response over HTTP/2', () => {
  const create = useServers()

  /** Sends requests on one session, one after the other. Resolves to the code of each failure, or to the status. */
  async function ask(count: number, answer: (reply: Loose) => unknown, http: object = {}): Promise<unknown[]> {
    const server = create({ http2: true, http })
    server.get('/', async (_request: Loose, reply: Loose) => answer(reply))
    server.get('/small', async () => 'small')
    const session = connect(`http://127.0.0.1:${await listen(server)}`, { settings: { maxHeaderListSize: 1_000_000 } })
    const outcomes: unknown[] = []
    for (let index = 0; index < count; index++)
      outcomes.push(await outcomeOf(session, index % 2 === 0 ? '/' : '/small'))
    session.destroy()
    return outcomes
  }

  async function outcomeOf(session: ClientHttp2Session, path: string): Promise<unknown> {
    const stream = session.request({ ':path': path })
    const status = await new Promise((resolve, reject) => {
      stream.once('response', (headers) => resolve(headers[':status'])).once('error', reject)
    })
    if (status === 500) return ((await json(stream)) as { code: unknown }).code
    stream.resume()
    return status
  }

  const ways: Readonly<Record<string, (reply: Loose) => unknown>> = {
    'a text': (reply) => reply.header('x-large', large).send('text'),
    'a stream': (reply) => reply.header('x-large', large).send(Readable.from(['text'])),
    'a redirect': (reply) => reply.redirect(`/${large}`),
    'a list': (reply) => reply.header('x-large', Array(10).fill('a'.repeat(7000))).send('text'),
  }

  for (const [what, answer] of Object.entries(ways))
    it(`are a 500 when HTTP/2 cannot send them, and the session goes on: ${what}`, async () => {
      expect(await ask(4, answer)).to.deep.equal([tooLarge, 200, tooLarge, 200])
    })

  it('fail reply.raw when HTTP/2 cannot send them', async () => {
    const codes: unknown[] = []
    const answer = (reply: Loose) => {
      reply.hijack()
      reply.raw.setHeader('x-large', large)
      try {
        reply.raw.end('text')
      } catch (error) {
        codes.push((error as { code: unknown }).code)
        reply.raw.removeHeader('x-large')
        reply.raw.end('text')
      }
    }
    expect(await ask(2, answer)).to.deep.equal([200, 200])
    expect(codes).to.deep.equal([tooLarge])
  })

  it('are sent as long as HTTP/2 can send them, also if one has replaced another', async () => {
    const answer = (reply: Loose) => {
      for (const _ of [1, 2, 3]) reply.raw.setHeader('x-large', 'a'.repeat(65_000))
      return 'text'
    }
    expect(await ask(4, answer)).to.deep.equal([200, 200, 200, 200])
  })

  it('have the limit that the application sets', async () => {
    const answer = (reply: Loose) =>
      reply.header('x-one', 'a'.repeat(50_000)).header('x-two', 'a'.repeat(50_000)).send('text')
    expect(await ask(2, answer, { maxSendHeaderBlockLength: 200_000 })).to.deep.equal([200, 200])
    expect(await ask(2, answer)).to.deep.equal([tooLarge, 200])
  })

  it('are a 500 when a name is not a token, and the session goes on', async () => {
    expect(await ask(4, (reply) => reply.header('x:', 'a').send('text'))).to.deep.equal([
      'ERR_INVALID_HTTP_TOKEN',
      200,
      'ERR_INVALID_HTTP_TOKEN',
      200,
    ])
  })

  it('are a 500 when they are early hints that HTTP/2 cannot send', async () => {
    const answer = (reply: Loose) => reply.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-large': large })
    expect(await ask(4, answer)).to.deep.equal([tooLarge, 200, tooLarge, 200])
  })

  it('are omitted when they are trailers that HTTP/2 cannot send', async () => {
    const answer = (reply: Loose) => reply.trailer('x-large', async () => large).send('text')
    expect(await ask(4, answer)).to.deep.equal([200, 200, 200, 200])
  })

  it('fail reply.raw when all trailers together are too large, and not when one replaces another', async () => {
    const codes: unknown[] = []
    const answer = (reply: Loose) => {
      reply.hijack()
      for (const name of ['x-one', 'X-One', 'x-two'])
        try {
          reply.raw.setTrailer(name, 'a'.repeat(40_000))
        } catch (error) {
          codes.push(name, (error as { code: unknown }).code)
        }
      reply.raw.end('text')
    }
    expect(await ask(2, answer)).to.deep.equal([200, 200])
    expect(codes).to.deep.equal(['x-two', tooLarge])
  })
})
