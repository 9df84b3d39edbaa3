import type { ServerOptions } from 'alcove/core'
import { expect } from 'chai'
import { bodyOf, exchange, listen } from '../behaviour/core/socket.js'
import { type Server, useServers } from '../behaviour/core/subject.js'

const phrase = 'Internal Server Error'

describe('the text of answers to clients', () => {
  const create = useServers()
  const lines: string[] = []
  beforeEach(() => void lines.splice(0))

  const withLog = (options: ServerOptions = {}): Server =>
    create({ logger: { stream: { write: (line: string) => void lines.push(line) } }, ...options })
  const answerTo = async (server: Server, url = '/') => (await server.inject(url)).json()

  const secret = { type: 'object', required: ['internalName'], properties: { internalName: { type: 'integer' } } }

  it('never contains a schema or a value that did not fit; the log has it', async () => {
    const server = withLog()
    server.get('/', { schema: { response: { 200: secret } } }, async () => ({ internalName: 'card 4111' }))
    expect(await answerTo(server)).to.deep.equal({
      statusCode: 500,
      code: 'ALC_ERR_SERIALIZATION',
      error: phrase,
      message: phrase,
    })
    expect(lines.join('')).to.include('card 4111')
  })

  it('never contains a schema when the answer to an error does not fit', async () => {
    const server = withLog()
    server.get('/', { schema: { response: { 500: secret } } }, async () => {
      throw new Error('planned')
    })
    expect(await answerTo(server)).to.deep.equal({
      statusCode: 500,
      code: 'FST_ERR_FAILED_ERROR_SERIALIZATION',
      error: phrase,
      message: phrase,
    })
    expect(lines.join('')).to.include('internalName')
  })

  it('never contains a schema that a handler compiles', async () => {
    const server = withLog()
    server.get('/', async (_request: unknown, reply: { serializeInput: (...given: unknown[]) => string }) =>
      reply.serializeInput({}, { type: 'secretType' }),
    )
    const answer = await answerTo(server)
    expect(answer.statusCode).to.equal(500)
    expect(JSON.stringify(answer)).not.to.include('secretType')
  })

  it('never contains a stack, for any thrown value', async () => {
    const server = withLog()
    const thrown = [new Error('text'), Object.assign(new Error('text'), { statusCode: 400 }), 'text', null]
    server.get('/:index', async (request: { params: { index: number } }) =>
      Promise.reject(thrown[request.params.index]),
    )
    for (const index of thrown.keys()) {
      expect(JSON.stringify(await answerTo(server, `/${index}`))).not.to.match(/\bat |\.js\b|stack/)
    }
  })

  it('is the message of an error that the application throws', async () => {
    const server = withLog()
    server.get('/', async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7')))
    expect((await answerTo(server)).message).to.equal('connect ECONNREFUSED 10.0.0.7')
  })

  it('is the status alone with exposeServerErrors: false', async () => {
    const server = withLog({ exposeServerErrors: false })
    const failures: Record<string, object> = {
      secret: Object.assign(new Error('10.0.0.7'), { code: 'ECONNREFUSED' }),
      refused: Object.assign(new Error('not you'), { statusCode: 403, code: 'NO' }),
      shown: Object.assign(new Error('come back at noon'), { statusCode: 503, expose: true }),
    }
    server.get('/:name', async (request: { params: { name: string } }) => Promise.reject(failures[request.params.name]))
    expect(await answerTo(server, '/secret')).to.deep.equal({ statusCode: 500, error: phrase, message: phrase })
    expect((await answerTo(server, '/refused')).message).to.equal('not you')
    expect((await answerTo(server, '/shown')).message).to.equal('come back at noon')
    expect(lines.join('')).to.include('10.0.0.7')
  })

  for (const version of [6, 8] as const) {
    it(`does not grow with the failures that allErrors finds (version ${version})`, async () => {
      const server = create({ validatorengine: { version, customOptions: { allErrors: true } } })
      const body = { type: 'array', items: { type: 'integer' } }
      server.post('/', { schema: { body } }, async () => 'ok')
      const payload = JSON.stringify(Array.from({ length: 5000 }, () => 'no number'))
      const headers = { 'content-type': 'application/json' }
      const answer = await server.inject({ method: 'POST', url: '/', headers, payload })
      expect(answer.statusCode).to.equal(400)
      expect(answer.json().message).to.match(/… and 4990 more$/)
      expect(answer.body.length).to.be.below(3000)
    })
  }

  it('does not grow with the messages of another library about a request', async () => {
    const server = create()
    server.post(
      '/',
      { schema: { body: {} }, validatorCompiler: () => () => ({ error: new Error('a'.repeat(1e6)) }) },
      async () => '',
    )
    const headers = { 'content-type': 'application/json' }
    const answer = await server.inject({ method: 'POST', url: '/', headers, payload: '{}' })
    expect(answer.statusCode).to.equal(400)
    expect(answer.body.length).to.be.below(9000)
  })

  it('does not grow with the path', async () => {
    const server = create()
    server.get('/p/:name', async () => '')
    for (const path of [`/${'a'.repeat(8000)}`, `/p/${'a'.repeat(8000)}`, `/%zz${'a'.repeat(8000)}`]) {
      const answer = await server.inject(path)
      expect(answer.statusCode).to.be.within(400, 414)
      expect(answer.body.length).to.be.below(1200)
    }
  })

  const injected = 'a\r\nx-injected: yes'
  const ways: Record<string, (reply: Server) => unknown> = {
    header: (reply) => reply.header('x-a', injected).send(''),
    'name of a header': (reply) => reply.header(injected, '').send(''),
    redirect: (reply) => reply.redirect(`/${injected}`),
    cookie: (reply) => reply.header('set-cookie', [injected]).send(''),
    'content type': (reply) => reply.type(`text/${injected}`).send(''),
    'early hint': (reply) => reply.writeEarlyHints({ link: '</a>; rel=preload', 'x-a': injected }).send(''),
    'name of an early hint': (reply) => reply.writeEarlyHints({ link: '</a>; rel=preload', [injected]: '' }).send(''),
    trailer: (reply) => reply.trailer('x-a', async () => injected).send('body'),
  }
  for (const [name, answer] of Object.entries(ways)) {
    it(`is never a line that came in by a ${name}`, async () => {
      const server = create()
      server.get('/', (_request: unknown, reply: Server) => answer(reply))
      const text = await exchange(
        await listen(server),
        'GET / HTTP/1.1',
        'Host: localhost',
        'Connection: close',
        '',
        '',
      )
      expect(text).not.to.match(/^x-injected/m)
      expect(text).to.match(name === 'trailer' ? /^HTTP\/1\.1 200/ : /^HTTP\/1\.1 500/)
      if (name !== 'trailer') expect(JSON.parse(bodyOf(text))).to.include({ statusCode: 500 })
    })
  }

  for (const code of [0, 99, 600, 1e9, Number.NaN, 'ok', null, undefined]) {
    it(`is never the status ${JSON.stringify(code)}`, async () => {
      const server = create()
      server.get('/', (_request: unknown, reply: Server) => reply.code(code).send(''))
      expect(await answerTo(server)).to.include({ statusCode: 500, code: 'FST_ERR_BAD_STATUS_CODE' })
    })
  }
})
