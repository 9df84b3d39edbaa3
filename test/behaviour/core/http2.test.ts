import { once } from 'node:events'
import { type ClientHttp2Session, connect, Http2ServerResponse } from 'node:http2'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { listen } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

describe('HTTP/2', () => {
  const create = useServers()
  const sessions: ClientHttp2Session[] = []

  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy()
  })

  async function session(server: Server): Promise<ClientHttp2Session> {
    const made = connect(`http://127.0.0.1:${await listen(server)}`)
    made.on('error', () => undefined)
    sessions.push(made)
    return made
  }

  async function send(client: ClientHttp2Session, headers: Record<string, string>, body?: string) {
    const stream = client.request(headers, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    const [answer] = (await once(stream, 'response')) as [Loose]
    return { status: answer[':status'], headers: answer, body: await text(stream) }
  }

  const json = { ':method': 'POST', ':path': '/', 'content-type': 'application/json' }

  it('serves routes, bodies and validation', async () => {
    const server = create({ http2: true })
    const body = { type: 'object', required: ['a'] }
    server.post('/', { schema: { body } }, async (request) => request.body)
    const client = await session(server)
    expect(await send(client, json, '{"a":1}')).to.include({ status: 200, body: '{"a":1}' })
    expect(await send(client, json, '{}')).to.include({ status: 400 })
    expect(await send(client, { ':path': '/nowhere' })).to.include({ status: 404 })
  })

  it('takes host and protocol from the pseudo headers', async () => {
    const server = create({ http2: true })
    server.get('/', async ({ host, hostname, protocol }) => ({ host, hostname, protocol }))
    const { body } = await send(await session(server), { ':path': '/', ':authority': 'example.org:7' })
    expect(JSON.parse(body)).to.deep.equal({ host: 'example.org:7', hostname: 'example.org', protocol: 'http' })
  })

  for (const settings of [undefined, { maxConcurrentStreams: 10 }])
    it(`resets streams with a head of more than 64 KiB, with ${settings ? 'own' : 'default'} settings`, async () => {
      const server = create({ http2: true, ...(settings && { http: { settings } }) })
      let heads = 0
      server.get('/', async () => {
        heads += 1
        return 'ok'
      })
      const client = await session(server)
      const head = (bytes: number) => ({
        ':path': '/',
        ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, 'a'.repeat(bytes / 60)])),
      })
      expect(await send(client, head(60_000))).to.include({ status: 200 })
      const stream = client.request(head(66_000))
      const [error] = (await once(stream, 'error')) as [Loose]
      expect(error.code).to.equal('ERR_HTTP2_STREAM_ERROR')
      expect(heads).to.equal(1)
    })

  const waysToHint = [['writeEarlyHints'], ['writeInformation', 103]] as const
  // Node 20 has no `writeInformation`.
  for (const [method, ...given] of waysToHint.filter(([name]) => name in Http2ServerResponse.prototype))
    it(`refuses early hints of raw responses whose values would have line breaks: ${method}`, async () => {
      const server = create({ http2: true })
      const hints = { link: '</a>; rel=preload', 'x-a': 'a\u010d\u010ax-b: c' }
      server.get('/', async (_request, reply) => void reply.raw[method](...given, hints))
      const { status, body } = await send(await session(server), { ':path': '/' })
      expect([status, JSON.parse(body).code]).to.deep.equal([500, 'ERR_INVALID_CHAR'])
    })

  it('answers HEAD without a body', async () => {
    const server = create({ http2: true })
    server.get('/', async () => 'body')
    const answer = await send(await session(server), { ':method': 'HEAD', ':path': '/' })
    expect(answer).to.include({ status: 200, body: '' })
    expect(answer.headers['content-length']).to.equal('4')
  })

  it('serves many requests of one session at once, each with its own state', async () => {
    const server = create({ http2: true })
    server.decorateRequest('mark', '')
    server.addHook('onRequest', async (request) => {
      request.mark = request.params.id
      await new Promise((resolve) => setImmediate(resolve))
    })
    server.get('/:id', async (request) => request.mark)
    const client = await session(server)
    const ids = Array.from({ length: 20 }, (_, index) => `${index}`)
    const answers = await Promise.all(ids.map((id) => send(client, { ':path': `/${id}` })))
    expect(answers.map(({ body }) => body)).to.deep.equal(ids)
  })

  for (const [what, leave] of [
    ['cancels its stream', (stream: Loose) => stream.close(8)],
    ['destroys its session', (stream: Loose) => stream.session.destroy()],
  ] as const)
    it(`aborts request.signal and runs onRequestAbort hooks when a client ${what} before the answer`, async () => {
      const server = create({ http2: true })
      const events: string[] = []
      server.addHook('onRequestAbort', async () => void events.push('hook'))
      const arrived = new Promise<void>((resolve) => {
        server.get('/', ({ signal }: Loose) => {
          signal.addEventListener('abort', () => events.push('signal'))
          resolve()
          return new Promise(() => {})
        })
      })
      const stream = (await session(server)).request({ ':path': '/' })
      stream.on('error', () => {})
      await arrived
      leave(stream)
      await until('both were told', () => events.length === 2)
      expect(events.sort()).to.deep.equal(['hook', 'signal'])
    })

  it('runs no onResponse hook for a stream that its client has cancelled', async () => {
    const server = create({ http2: true })
    const events: string[] = []
    server.addHook('onRequestAbort', async () => void events.push('onRequestAbort'))
    server.addHook('onResponse', async ({ url }) => void events.push(`onResponse ${url}`))
    server.get('/read', async () => 'ok')
    const arrived = new Promise<void>((resolve) => {
      server.get('/', async () => {
        resolve()
        await until('it was cancelled', () => events.length > 0)
        return 'late'
      })
    })
    const client = await session(server)
    const stream = client.request({ ':path': '/' })
    stream.on('error', () => {})
    await arrived
    stream.close(8)
    await until('the server knows', () => events.length > 0)
    await send(client, { ':path': '/read' })
    await until('the next is answered', () => events.length > 1)
    expect(events).to.deep.equal(['onRequestAbort', 'onResponse /read'])
  })

  it('runs no onRequestAbort hook for an answer that has been read', async () => {
    const server = create({ http2: true })
    let aborted = 0
    server.addHook('onRequestAbort', async () => void aborted++)
    server.get('/', async () => 'ok')
    const client = await session(server)
    expect((await send(client, { ':path': '/' })).body).to.equal('ok')
    client.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(aborted).to.equal(0)
  })

  for (const [what, payload] of Object.entries({
    'a stream': () => Readable.from(['a']),
    'a web stream': () => new Response('a').body,
  }))
    it(`answers 205 with ${what} without its body, as node ends it in the head, and the client has not left`, async () => {
      const server = create({ http2: true })
      const events: string[] = []
      server.addHook('onRequestAbort', async () => void events.push('onRequestAbort'))
      server.addHook('onResponse', async () => void events.push('onResponse'))
      server.get('/', async (_request, reply) => reply.code(205).header('content-length', 1).send(payload()))
      const client = await session(server)
      const { status, headers, body } = await send(client, { ':path': '/' })
      expect([status, headers['content-length'], body]).to.deep.equal([205, '0', ''])
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(events).to.deep.equal(['onResponse'])
    })

  it('close ends idle sessions', async () => {
    const server = create({ http2: true, forceCloseConnections: true })
    server.get('/', async () => 'ok')
    const client = await session(server)
    await send(client, { ':path': '/' })
    const closed = once(client, 'close')
    await server.close()
    await closed
    expect(client.destroyed).to.equal(true)
  })

  /** The status of a request that the client sends before it can know that the server is closing. */
  async function statusWhileClosing(server: Server): Promise<unknown> {
    server.get('/', async () => 'ok')
    const client = await session(server)
    if (client.connecting) await once(client, 'connect')
    const answer = send(client, { ':path': '/' })
    const closed = once(client, 'close')
    await server.close()
    await closed
    return (await answer).status
  }

  it('answers 503 to a request that was on its way when the server closed, and ends the session', async () => {
    expect(await statusWhileClosing(create({ http2: true }))).to.equal(503)
  })

  it('serves a request that was on its way when the server closed with return503OnClosing: false', async () => {
    expect(await statusWhileClosing(create({ http2: true, return503OnClosing: false }))).to.equal(200)
  })
})
