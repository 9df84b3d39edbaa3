import { bootstrap, Controller, Get, Guard, Module, Post, requestValue } from 'alcove'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { app as encapsulation } from '../../../samples/encapsulation/main.js'

const at = (path: string, init?: RequestInit) => new Request(`https://example.com:8443${path}`, init)
const post = (path: string, type: string, body: NonNullable<RequestInit['body']>) =>
  at(path, { method: 'POST', headers: { 'content-type': type }, body })

async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  return promise.then(
    () => expect.fail('it resolved'),
    (error) => error,
  )
}

describe('handle', () => {
  const opened: { close(): Promise<unknown> }[] = []
  const create = (options: Parameters<typeof createServer>[0] = {}) => {
    const server = createServer(options)
    opened.push(server)
    return server
  }
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  it('boots the server at the first request, and answers JSON with JSON', async () => {
    const server = create()
    server.register(async (child) => {
      child.post('/echo', (request) => ({ got: request.body }))
    })
    const { handle } = server
    const response = await handle(post('/echo', 'application/json', '{"a":"ü"}'))
    expect([response.status, response.statusText]).to.deep.equal([200, 'OK'])
    expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8')
    expect(await response.json()).to.deep.equal({ got: { a: 'ü' } })
  })

  it('takes host and protocol from the URL, and path and query as a client sends them', async () => {
    const server = create()
    server.get('/a/:name', ({ host, port, protocol, url, params, query, ip }) => {
      return { host, port, protocol, url, params, query, ip }
    })
    const response = await server.handle(at('/a/b%20c?d=1#e', { headers: { host: 'other.example' } }))
    expect(await response.json()).to.deep.equal({
      ...{ host: 'example.com:8443', port: 8443, protocol: 'https', url: '/a/b%20c?d=1' },
      ...{ params: { name: 'b c' }, query: { d: '1' }, ip: '' },
    })
  })

  for (const address of ['file:///users', 'file://example.com/users', 'ftp://example.com/users', 'data:text/plain,a'])
    it(`answers 400 to an address that is not one of HTTP: ${address}`, async () => {
      const server = create()
      server.get('/*', () => 'reached')
      const response = await server.handle(new Request(address))
      expect(response.status).to.equal(400)
      expect(await response.json()).to.include({ code: 'ALC_ERR_REQUEST_HEAD' })
    })

  it('refuses a request-like object without an address', async () => {
    const like = { url: '/users', method: 'GET', headers: new Headers(), signal: new AbortController().signal }
    const error = await failureOf(create().handle(like as never))
    expect(error).to.include({ code: 'ALC_ERR_NOT_A_REQUEST' }).and.instanceOf(TypeError)
  })

  it('hands a form to the parser of its type', async () => {
    const server = create()
    server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body) => {
        return Object.fromEntries(new URLSearchParams(body))
      },
    )
    server.post('/', (request) => request.body)
    const body = new URLSearchParams({ name: 'a b' })
    const response = await server.handle(at('/', { method: 'POST', body }))
    const wrong = await server.handle(post('/', 'text/none', 'a'))
    expect(await response.json().catch(() => null)).to.deep.equal({ name: 'a b' })
    expect(wrong.status).to.equal(415)
  })

  it('refuses a body without a type with 415, as one that arrives in chunks', async () => {
    const server = create()
    server.post('/', () => 'ignored')
    const untyped = await server.handle(at('/', { method: 'POST', body: new Uint8Array(3) }))
    const empty = await server.handle(at('/', { method: 'POST' }))
    expect([untyped.status, empty.status]).to.deep.equal([415, 200])
  })

  it('carries bytes unchanged', async () => {
    const server = create()
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256))
    server.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, async (_: unknown, body) => body)
    server.post('/', (request) => request.body)
    const response = await server.handle(post('/', 'application/octet-stream', bytes))
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).to.equal(true)
    expect(response.headers.get('content-length')).to.equal('100000')
  })

  it('answers HEAD, 204 and 304 without a body', async () => {
    const server = create()
    server.get('/full', () => 'body')
    server.get('/:status', ({ params }, reply) =>
      reply.code(Number(Reflect.get(Object(params), 'status'))).send('body'),
    )
    const head = await server.handle(at('/full', { method: 'HEAD' }))
    expect([head.status, head.body, head.headers.get('content-length')]).to.deep.equal([200, null, '4'])
    for (const status of [204, 205, 304]) {
      const response = await server.handle(at(`/${status}`))
      expect([response.status, response.body]).to.deep.equal([status, null])
    }
  })

  it('responds to errors with 400, 404, 413 and 500, and does not reject', async () => {
    const server = create({ bodyLimit: 10 })
    server.post('/', (request) => request.body)
    server.get('/', () => Promise.reject(new Error('planned')))
    const statuses = [
      post('/', 'application/json', '{'),
      at('/none'),
      post('/', 'application/json', '{"name":"long"}'),
      at('/'),
    ].map(async (request) => (await server.handle(request)).status)
    expect(await Promise.all(statuses)).to.deep.equal([400, 404, 413, 500])
  })

  it('rejects with the error of a boot that fails', async () => {
    const server = create()
    server.register(async () => Promise.reject(new Error('planned')))
    expect((await failureOf(server.handle(at('/')))).message).to.equal('planned')
    @Controller()
    class Broken {
      @Get('/')
      read(_: unknown, __: unknown, ___: unknown) {}
    }
    @Module({ imports: [undefined as never], controllers: [Broken] })
    class BrokenModule {}
    const { handle } = bootstrap(BrokenModule, { logger: false })
    expect((await failureOf(handle(at('/')))).code).to.match(/^ALC_ERR_/)
  })

  it('rejects when the application destroys the response before its head', async () => {
    const server = create()
    server.get('/', (_request, reply) => {
      reply.hijack()
      reply.raw.destroy()
    })
    expect((await failureOf(server.handle(at('/')))).code).to.equal('ALC_ERR_ANSWER_CUT')
  })

  it('answers 503 while the server closes, waits for answers in flight, and rejects afterwards', async () => {
    const server = create()
    let release = () => {}
    let entered = () => {}
    const inHandler = new Promise<void>((resolve) => {
      entered = resolve
    })
    server.get('/', () => {
      entered()
      return new Promise<string>((resolve) => {
        release = () => resolve('late')
      })
    })
    let isClosed = false
    const answer = server.handle(at('/'))
    await inHandler
    const closing = server.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 30))
    const refused = await server.handle(at('/'))
    expect([refused.status, isClosed]).to.deep.equal([503, false])
    release()
    expect(await (await answer).text()).to.equal('late')
    await closing
    expect((await failureOf(server.handle(at('/')))).code).to.equal('FST_ERR_REOPENED_CLOSE_SERVER')
  })

  it('rejects an argument that is not a Request with an error that names the expected type', async () => {
    const server = create()
    for (const given of [undefined, null, 'http://localhost/', {}, { url: '/', method: 'GET', headers: {} }]) {
      const { code, message } = await failureOf(server.handle(given as never))
      expect([code, message.includes('new Request')]).to.deep.equal(['ALC_ERR_NOT_A_REQUEST', true])
    }
  })

  it('is one function on every instance', () => {
    const server = create()
    const seen: unknown[] = []
    server.register(async (child) => {
      seen.push(child.handle)
    })
    return server.ready().then(() => expect(seen).to.deep.equal([server.handle]))
  })
})

describe('handle of an application', () => {
  it('runs a guard for the module that declares it, and not for its sibling', async () => {
    const Asked = requestValue<string>('asked')
    const guarded: string[] = []
    @Controller('/open')
    class OpenRoutes {
      @Get()
      read() {
        return { open: true }
      }
    }
    @Controller('/closed')
    class ClosedRoutes {
      @Post()
      read() {
        return { closed: true }
      }
    }
    @Module({ controllers: [OpenRoutes] })
    class Open {}
    function refuse(request: { headers: Record<string, unknown>; url: string }) {
      guarded.push(request.url)
      return request.headers.authorization === 'yes'
    }
    @Guard(refuse)
    @Module({ controllers: [ClosedRoutes] })
    class Closed {}
    @Module({ imports: [Open, Closed], decorateRequest: [Asked.is('x')] })
    class AppModule {}
    const app = bootstrap(AppModule, { logger: false })
    const { handle } = app
    const answers = [
      await handle(at('/open')),
      await handle(at('/closed', { method: 'POST' })),
      await handle(at('/closed', { method: 'POST', headers: { authorization: 'yes' } })),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 403, 200])
    expect(guarded).to.deep.equal(['/closed', '/closed'])
    await app.close()
    expect((await failureOf(handle(at('/open')))).code).to.equal('FST_ERR_REOPENED_CLOSE_SERVER')
  })

  it('answers the sample of encapsulation as a port does', async () => {
    const { handle } = encapsulation
    const one = await handle(at('/one', { headers: { authorization: 'Bearer secret' } }))
    const refused = await handle(at('/one'))
    const two = await handle(at('/two'))
    const three = await handle(at('/three'))
    expect([one.status, refused.status, two.status]).to.deep.equal([200, 401, 200])
    expect(await one.json()).to.deep.equal({ answer: 42 })
    expect(await two.json()).to.deep.equal({ answer: 42, foo: 'foo' })
    expect(await three.json()).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    await encapsulation.close()
  })
})
