import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import { exchange, listen, post, statusOf } from './socket.js'
import { failureOf, type Loose, type Server, useServers } from './subject.js'

const json = { 'content-type': 'application/json' }

function echoing(server: Server, options: object = {}): Server {
  return server.post('/', options, async (request) => ({ body: request.body, type: typeof request.body }))
}

const send = (server: Server, payload: string | Buffer, headers: object = json, method = 'POST') =>
  server.inject({ method, url: '/', headers, payload })

describe('JSON bodies', () => {
  const create = useServers()

  for (const [text, value] of [
    ['{"a":1}', { a: 1 }],
    ['[1,2]', [1, 2]],
    ['"text"', 'text'],
    ['1', 1],
    ['null', null],
    [' {"a":"é"} \n', { a: 'é' }],
    ['\ufeff{"a":1}', { a: 1 }],
  ] as const) {
    it(`${JSON.stringify(text)} is parsed`, async () => {
      expect((await send(echoing(create()), text)).json().body).to.deep.equal(value)
    })
  }

  for (const text of ['{', '{"a":}', 'a', '{"a":1}}', "{'a':1}", '{"a":1,}', '\u0000', '{"a":NaN}']) {
    it(`${JSON.stringify(text)} is answered 400`, async () => {
      const answer = await send(echoing(create()), text)
      expect(answer.statusCode).to.equal(400)
      expect(answer.json()).to.include({ statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY', error: 'Bad Request' })
    })
  }

  it('an empty body is answered 400', async () => {
    const answer = await send(echoing(create()), '')
    expect(answer.statusCode).to.equal(400)
    expect(answer.json()).to.include({ statusCode: 400, code: 'FST_ERR_CTP_EMPTY_JSON_BODY', error: 'Bad Request' })
  })

  it('a request without body and content type is accepted on a route without a body schema', async () => {
    const answer = await echoing(create()).inject({ method: 'POST', url: '/' })
    expect(answer.statusCode).to.equal(200)
    expect(answer.json()).to.not.have.property('body')
  })

  it('are parsed for POST, PUT, PATCH, DELETE and OPTIONS', async () => {
    const server = create()
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    server.route({ method: methods, url: '/', handler: async (request) => request.body })
    for (const method of methods) {
      expect((await send(server, '{"a":1}', json, method)).json(), method).to.deep.equal({ a: 1 })
    }
  })

  it('are not parsed for GET', async () => {
    const server = create()
    server.get('/', async (request) => ({ body: request.body === undefined }))
    expect((await send(server, '{"a":', json, 'GET')).json()).to.deep.equal({ body: true })
  })

  it('an unknown media type on DELETE is accepted without a body', async () => {
    const server = create()
    server.delete('/', async () => 'deleted')
    expect((await server.inject({ method: 'DELETE', url: '/' })).body).to.equal('deleted')
  })

  it('deep nesting ends in an answer', async () => {
    const depth = 100_000
    const answer = await send(echoing(create()), `${'['.repeat(depth)}${']'.repeat(depth)}`)
    expect(answer.statusCode).to.be.within(200, 500)
  })
})

describe('text bodies', () => {
  const create = useServers()

  it('are parsed by default', async () => {
    const answer = await send(echoing(create()), 'héllo', { 'content-type': 'text/plain' })
    expect(answer.json()).to.deep.equal({ body: 'héllo', type: 'string' })
  })

  it('may be empty', async () => {
    expect((await send(echoing(create()), '', { 'content-type': 'text/plain' })).statusCode).to.equal(200)
  })
})

describe('unknown media types', () => {
  const create = useServers()

  it('are answered 415, naming the type', async () => {
    const answer = await send(echoing(create()), 'x', { 'content-type': 'image/png' })
    expect(answer.statusCode).to.equal(415)
    expect(answer.json()).to.include({
      statusCode: 415,
      code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      error: 'Unsupported Media Type',
    })
    expect(answer.json().message).to.contain('image/png')
  })

  it('do not show markup of the client unescaped, nor break the header', async () => {
    const answer = await send(echoing(create()), 'x', { 'content-type': 'text/"<b>' })
    expect(answer.statusCode).to.equal(415)
    expect(answer.headers['content-type']).to.match(/^application\/json/)
  })

  it('a body without a type is answered 415', async () => {
    expect((await send(echoing(create()), 'x', {})).statusCode).to.equal(415)
  })
})

describe('bodyLimit', () => {
  const create = useServers()
  const tooLarge = { statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE', error: 'Payload Too Large' }

  it('of the server is answered 413', async () => {
    const server = echoing(create({ bodyLimit: 10 }))
    expect((await send(server, '"12345678"')).statusCode).to.equal(200)
    const answer = await send(server, '"123456789"')
    expect(answer.statusCode).to.equal(413)
    expect(answer.json()).to.include(tooLarge)
  })

  it('counts bytes, not characters', async () => {
    expect((await send(echoing(create({ bodyLimit: 10 })), '"ééééé"')).statusCode).to.equal(413)
  })

  it('is one MiB by default', async () => {
    const server = echoing(create())
    expect((await send(server, `"${'a'.repeat(2 ** 20 - 2)}"`)).statusCode).to.equal(200)
    expect((await send(server, `"${'a'.repeat(2 ** 20 - 1)}"`)).statusCode).to.equal(413)
  })

  it('of a route goes before that of the server, up and down', async () => {
    const server = create({ bodyLimit: 10 })
    server.post('/less', { bodyLimit: 5 }, async () => 'ok')
    server.post('/more', { bodyLimit: 15 }, async () => 'ok')
    const post = (url: string, length: number) =>
      server.inject({ method: 'POST', url, headers: json, payload: `"${'a'.repeat(length - 2)}"` })
    expect((await post('/less', 5)).statusCode).to.equal(200)
    expect((await post('/less', 6)).statusCode).to.equal(413)
    expect((await post('/more', 15)).statusCode).to.equal(200)
    expect((await post('/more', 16)).statusCode).to.equal(413)
  })

  it('of a parser holds for its media types', async () => {
    const server = echoing(create())
    server.addContentTypeParser(
      'text/short',
      { parseAs: 'string', bodyLimit: 3 },
      async (_request: Loose, body: string) => body,
    )
    expect((await send(server, 'abc', { 'content-type': 'text/short' })).statusCode).to.equal(200)
    expect((await send(server, 'abcd', { 'content-type': 'text/short' })).statusCode).to.equal(413)
  })

  it('is enforced for a body of unknown length', async () => {
    const port = await listen(echoing(create({ bodyLimit: 10 })))
    const chunk = '"12345678901234567890"'
    const lines = ['POST / HTTP/1.1', 'Host: localhost', 'Connection: close', 'Content-Type: application/json']
    const answer = await exchange(
      port,
      ...lines,
      'Transfer-Encoding: chunked',
      '',
      chunk.length.toString(16),
      chunk,
      '0',
      '',
      '',
    )
    expect(statusOf(answer)).to.equal(413)
  })

  it('closes the connection of a body that it did not read', async () => {
    const port = await listen(echoing(create({ bodyLimit: 10 })))
    const answer = await exchange(
      port,
      'POST / HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 1000000',
      '',
      '"start',
    )
    expect(statusOf(answer)).to.equal(413)
    expect(answer).to.match(/^connection: close/im)
  })

  const readers: Readonly<Record<string, (body: Readable) => Promise<unknown>>> = {
    'ends a pipeline with an error': (body) => pipeline(body, () => Promise.reject(new Error('enough'))),
    'leaves a loop over it': async (body) => {
      for await (const _chunk of body) return 'enough'
    },
  }

  for (const [title, read] of Object.entries(readers))
    it(`closes the connection of a body whose reader ${title}`, async () => {
      const server = create()
      server.addContentTypeParser('text/csv', (_request: Loose, body: Loose, done: Loose) => done(null, body))
      server.post('/', (request) => read(request.body as Readable))
      const lines = ['POST / HTTP/1.1', 'Host: localhost', 'Content-Type: text/csv', 'Content-Length: 1000000', '']
      const answer = await exchange(await listen(server), ...lines, 'x'.repeat(100_000))
      expect(answer)
        .to.contain('enough')
        .and.to.match(/^connection: close/im)
    })

  for (const bodyLimit of ['10', -1, 1.5, Number.NaN]) {
    it(`${JSON.stringify(bodyLimit)} (${typeof bodyLimit}) is refused on a route`, async () => {
      const error = await failureOf(async () => echoing(create(), { bodyLimit }).ready())
      expect(error.code).to.equal('FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT')
    })
  }
})

describe('lies about the length of a body', () => {
  const create = useServers()

  it('a body shorter than its content length is never handled', async () => {
    let handled = false
    const server = create()
    server.post('/', async () => {
      handled = true
    })
    const answer = await server.inject({
      method: 'POST',
      url: '/',
      headers: { ...json, 'content-length': '10' },
      payload: '"abc"',
    })
    expect(answer.statusCode).to.equal(400)
    expect(answer.json().code).to.equal('FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    expect(handled).to.equal(false)
  })

  for (const [what, headers] of [
    ['that is negative', ['Content-Length: -1']],
    ['that is no number', ['Content-Length: abc']],
    ['that is given twice', ['Content-Length: 5', 'Content-Length: 6']],
    ['beside a transfer encoding', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
  ] as const) {
    it(`a content length ${what} is answered 400 or cut off`, async () => {
      const port = await listen(echoing(create()))
      const lines = ['POST / HTTP/1.1', 'Host: localhost', 'Connection: close', 'Content-Type: application/json']
      const answer = await exchange(port, ...lines, ...headers, '', '"abc"')
      if (answer !== '') expect(statusOf(answer)).to.equal(400)
    })
  }

  it('a request after such a lie is served', async () => {
    const server = echoing(create())
    const port = await listen(server)
    await exchange(port, 'POST / HTTP/1.1', 'Host: localhost', 'Content-Length: -1', '', '"abc"')
    expect(statusOf(await post(port, '/', ['Content-Type: application/json'], '"abc"'))).to.equal(200)
  })

  it('a stream may be injected as a body', async () => {
    const answer = await send(echoing(create()), Readable.from(['{"a"', ':1}']) as Loose)
    expect(answer.json().body).to.deep.equal({ a: 1 })
  })
})

describe('bodies that have been read before they are parsed', () => {
  const create = useServers()

  for (const [what, end] of [
    ['read to its end', (stream: Readable) => stream.resume()],
    ['destroyed', (stream: Readable) => stream.destroy()],
  ] as const)
    it(`a stream that was ${what} before answers 400 for the bytes that are missing`, async () => {
      const server = create()
      server.addHook('preParsing', async () => {
        const stream = Readable.from(['hello'])
        end(stream)
        await once(stream, 'close')
        return stream
      })
      server.post('/', async () => 'never')
      const { statusCode, body } = await send(server, 'hello', { 'content-type': 'text/plain' })
      expect([statusCode, JSON.parse(body).code]).to.deep.equal([400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'])
    })

  it('a body that an earlier hook has read answers 400 for the bytes that are missing', async () => {
    const server = create()
    server.addHook('onRequest', async ({ raw }: Loose) => {
      for await (const _chunk of raw);
    })
    server.post('/', async () => 'never')
    expect((await send(server, 'hello', { 'content-type': 'text/plain' })).statusCode).to.equal(400)
  })
})
