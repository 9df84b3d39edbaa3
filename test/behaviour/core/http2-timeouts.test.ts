import { type ClientHttp2Session, connect } from 'node:http2'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { listen } from './socket.js'
import { type Loose, logLines, useServers } from './subject.js'

describe('a request over HTTP/2 whose body does not arrive in time', () => {
  const create = useServers()
  const sessions: ClientHttp2Session[] = []
  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy()
  })

  /** Sends a part of a body. Resolves to the status, and to the lines of the log and the hooks that ran. */
  async function stall(type: string): Promise<{ status: unknown; lines: Loose[]; ran: string[] }> {
    const { stream, lines } = logLines()
    const ran: string[] = []
    const server = create({ http2: true, requestTimeout: 200, logger: { stream } })
    server.addHook('onResponse', async (_request: Loose, reply: Loose) => void ran.push(`response ${reply.statusCode}`))
    server.addHook('onRequestAbort', async () => void ran.push('abort'))
    server.addContentTypeParser('text/csv', (_request: Loose, body: Loose, done: Loose) => done(null, body))
    server.post('/', async ({ body }) => {
      for await (const _piece of body) ran.push('piece')
    })
    const session = connect(`http://127.0.0.1:${await listen(server)}`)
    sessions.push(session)
    const asked = session.request({ ':method': 'POST', ':path': '/', 'content-type': type })
    let status: unknown
    asked.on('response', ({ ':status': found }) => {
      status = found
    })
    asked.resume().write('{"half')
    await until('the hooks have run', () => ran.some((name) => name !== 'piece'))
    await until('the stream is closed', () => asked.closed)
    await server.close()
    return { status, lines, ran }
  }

  it('ends with onRequestAbort hooks, and not with onResponse hooks of another status', async () => {
    const { status, ran } = await stall('application/json')
    expect(status).to.equal(408)
    expect(ran).to.deep.equal(['abort'])
  })

  for (const [reader, type] of Object.entries({ server: 'application/json', handler: 'text/csv' }))
    it(`is not in the log as a completed request, and not as an error: the ${reader} reads it`, async () => {
      const { lines } = await stall(type)
      const texts = lines.map(({ level, msg }) => `${level} ${msg}`)
      expect(texts).to.include('30 failed after the client had gone')
      expect(texts.filter((text) => /completed|^[45]0/.test(text))).to.deep.equal([])
    })
})
