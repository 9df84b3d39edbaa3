import { once } from 'node:events'
import { connect } from 'node:http2'
import { expect } from 'chai'
import { listen, open } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const body = '{"n":1}'
const json = 'application/json'
const octets = 'application/octet-stream'

interface Case {
  path: string
  type: string
  /** The declared length of the body. */
  length?: number
  /** The statuses that the client receives, in their order. */
  statuses: number[]
}

/** By whether the server reads the body. */
const cases: Readonly<Record<string, Case>> = {
  'that is parsed': { path: '/parsed', type: json, statuses: [100, 200] },
  'whose values are invalid': { path: '/invalid', type: json, statuses: [100, 400] },
  'that a handler sends back': { path: '/back', type: octets, statuses: [100, 200] },
  'that a handler reads by events': { path: '/events', type: octets, statuses: [100, 200] },
  'that nobody reads, before a success': { path: '/unread', type: octets, statuses: [100, 200] },
  'that an onRequest hook refuses': { path: '/guarded', type: json, statuses: [401] },
  'of a request whose hook throws': { path: '/thrown', type: json, statuses: [402] },
  'that is too long': { path: '/parsed', type: json, length: 1000, statuses: [413] },
  'that is too long for its route': { path: '/short', type: json, statuses: [413] },
  'of an unknown media type': { path: '/parsed', type: 'x/y', statuses: [415] },
}

function routes(server: Server): Server {
  server.addContentTypeParser(octets, (_request: Loose, payload: Loose, done: Loose) => done(null, payload))
  const echo = async (request: Loose) => request.body
  server.post('/parsed', echo)
  server.post('/invalid', { schema: { body: { type: 'object', required: ['other'] } } }, echo)
  server.post('/back', (request: Loose, reply: Loose) => reply.send(request.body))
  server.post('/events', async ({ body: stream }: Loose) => {
    let text = ''
    stream.on('data', (piece: Buffer) => {
      text += piece
    })
    await once(stream, 'end')
    return text
  })
  server.post('/unread', async () => 'unread')
  server.post('/guarded', { onRequest: async (_request: Loose, reply: Loose) => reply.code(401).send() }, echo)
  server.post(
    '/thrown',
    { onRequest: async () => Promise.reject(Object.assign(new Error(), { statusCode: 402 })) },
    echo,
  )
  server.post('/short', { bodyLimit: 3 }, echo)
  server.get('/next', async () => 'next')
  return server
}

const head = ({ path, type, length = body.length }: Case, ...more: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'Expect: 100-continue',
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...more,
    '',
    '',
  ].join('\r\n')
const next = 'GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe('a body that its client sends after 100 Continue', () => {
  const create = useServers()

  /** Sends a head, and the body with a further request only after a 100. */
  async function exchange(server: Server, lines: string): Promise<string> {
    const socket = await open(await listen(server))
    let text = ''
    let isSent = false
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (isSent || !text.includes('HTTP/1.1 100 Continue\r\n\r\n')) return
      isSent = true
      socket.write(body + next)
    })
    socket.write(lines)
    await once(socket, 'close')
    return text
  }

  for (const [what, one] of Object.entries(cases)) {
    const isAsked = one.statuses[0] === 100

    it(`is ${isAsked ? 'asked for, and its connection goes on' : 'not asked for, and its connection ends'}, ${what}: HTTP/1`, async () => {
      const text = await exchange(routes(create({ bodyLimit: 100 })), head(one))
      expect(statusesOf(text)).to.deep.equal(isAsked ? [...one.statuses, 200] : one.statuses)
    })

    it(`is ${isAsked ? '' : 'not '}asked for, ${what}: HTTP/2`, async () => {
      const server = routes(create({ bodyLimit: 100, http2: true, forceCloseConnections: true }))
      const session = connect(`http://127.0.0.1:${await listen(server)}`)
      const { path, type, length = body.length } = one
      const statuses: unknown[] = []
      const stream = session.request({
        ':method': 'POST',
        ':path': path,
        'content-type': type,
        'content-length': length,
        expect: '100-continue',
      })
      stream.on('continue', () => {
        statuses.push(100)
        stream.end(body)
      })
      stream.on('response', (headers) => statuses.push(headers[':status']))
      stream.resume()
      await once(stream, 'end')
      expect(statuses).to.deep.equal(one.statuses)
      session.destroy()
    })
  }

  it('is asked for after the answers to earlier requests', async () => {
    const earlier = 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n'
    const text = await exchange(routes(create()), earlier + head(cases['that is parsed'] as Case))
    expect(statusesOf(text)).to.deep.equal([200, 100, 200, 200])
  })

  it('does not end its connection when it is refused, if its client has not waited', async () => {
    const server = routes(create())
    const later = async (_request: Loose, reply: Loose) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return reply.code(401).send()
    }
    server.post('/later', { onRequest: later }, async () => 'x')
    const socket = await open(await listen(server))
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    socket.write(head({ path: '/later', type: json, statuses: [] }) + body + next)
    await once(socket, 'close')
    expect(statusesOf(text).filter((status) => status !== 100)).to.deep.equal([401, 200])
  })

  it('is left to a listener of the application', async () => {
    const server = routes(create())
    server.server.on('checkContinue', (_req: Loose, res: Loose) => res.writeHead(403, { connection: 'close' }).end())
    const text = await exchange(server, head(cases['that is parsed'] as Case))
    expect(statusesOf(text)).to.deep.equal([403])
  })

  it('needs no body: if the head declares none, the 100 comes at once', async () => {
    const text = await exchange(routes(create()), 'GET /next HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n')
    expect(statusesOf(text).slice(0, 2)).to.deep.equal([100, 200])
  })

  it('is not asked for, without an error, on a stream that is cancelled: HTTP/2', async () => {
    const server = create({ http2: true, forceCloseConnections: true })
    const results = new Promise<unknown[]>((resolve) => {
      server.get('/', (_request, { raw }: Loose) => {
        raw.stream.destroy()
        resolve([raw.writeContinue(), raw.writeEarlyHints({ link: '</a>; rel=preload' })])
      })
    })
    const session = connect(`http://127.0.0.1:${await listen(server)}`)
    session.request({ ':path': '/' }).on('error', () => {})
    expect(await results).to.deep.equal([false, false])
    session.destroy()
  })
})
