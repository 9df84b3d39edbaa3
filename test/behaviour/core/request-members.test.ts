import { expect } from 'chai'
import { bodyOf, exchange, listen } from './socket.js'
import { type Loose, logLines, useServers } from './subject.js'

describe('members of a request', () => {
  const create = useServers()

  async function seenBy(look: (request: Loose) => unknown, inject: Loose = '/', options: object = {}): Promise<Loose> {
    const server = create(options)
    server.all('/*', async (request) => ({ seen: look(request) }))
    const answer = await server.inject(inject)
    expect(answer.statusCode).to.equal(200)
    return answer.json().seen
  }

  it('method, url and originalUrl', async () => {
    const look = (request: Loose) => [request.method, request.url, request.originalUrl]
    expect(await seenBy(look, '/a/b?c=d')).to.deep.equal(['GET', '/a/b?c=d', '/a/b?c=d'])
  })

  it('originalUrl is the one before rewriteUrl', async () => {
    const rewriteUrl = (req: Loose) => (req.url === '/old' ? '/new' : req.url)
    expect(await seenBy((request) => [request.url, request.originalUrl], '/old', { rewriteUrl })).to.deep.equal([
      '/new',
      '/old',
    ])
  })

  it('query of every shape', async () => {
    const query = async (search: string) => seenBy((request) => request.query, `/${search}`)
    expect(await query('')).to.deep.equal({})
    expect(await query('?')).to.deep.equal({})
    expect(await query('?a=1&b=2')).to.deep.equal({ a: '1', b: '2' })
    expect(await query('?a=1&a=2')).to.deep.equal({ a: ['1', '2'] })
    expect(await query('?a')).to.deep.equal({ a: '' })
    expect(await query('?a=')).to.deep.equal({ a: '' })
    expect(await query('?a=b%20c+d')).to.deep.equal({ a: 'b c d' })
    expect(await query('?a=%zz')).to.deep.equal({ a: '%zz' })
    expect(await query('?%E4%BD%A0=%E5%A5%BD')).to.deep.equal({ 你: '好' })
    expect(await query('?a[b]=c')).to.deep.equal({ 'a[b]': 'c' })
  })

  it('query of an own parser', async () => {
    const querystringParser = (text: string) => ({ raw: text })
    expect(await seenBy((request) => request.query, '/?a=1', { routerOptions: { querystringParser } })).to.deep.equal({
      raw: 'a=1',
    })
  })

  it('query has no inherited members', async () => {
    expect(
      await seenBy((request) => [request.query.toString === undefined, 'constructor' in request.query], '/?a=1'),
    ).to.deep.equal([true, false])
  })

  it('params of named, wildcard, pattern and optional segments, decoded', async () => {
    const server = create()
    const params = async (request: Loose) => request.params
    server.get('/user/:id', params)
    server.get('/files/*', params)
    server.get('/at/:hour(^\\d{2})h:minute(^\\d{2})m', params)
    server.get('/posts/:post?', params)
    server.get('/near/:lat-:lng', params)
    expect((await server.inject('/user/a%2Fb%20c')).json()).to.deep.equal({ id: 'a/b c' })
    expect((await server.inject('/files/a/b.txt')).json()).to.deep.equal({ '*': 'a/b.txt' })
    expect((await server.inject('/at/08h24m')).json()).to.deep.equal({ hour: '08', minute: '24' })
    expect((await server.inject('/posts')).json().post ?? '').to.equal('')
    expect((await server.inject('/posts/1')).json()).to.deep.equal({ post: '1' })
    expect((await server.inject('/near/15-20')).json()).to.deep.equal({ lat: '15', lng: '20' })
  })

  it('headers, and headers that were added', async () => {
    const look = (request: Loose) => {
      request.headers = { added: 'yes' }
      return [request.headers['x-own'], request.headers.added, request.raw.headers.added === undefined]
    }
    expect(await seenBy(look, { url: '/', headers: { 'X-Own': 'own' } })).to.deep.equal(['own', 'yes', true])
  })

  it('body is undefined without a body', async () => {
    expect(await seenBy((request) => request.body === undefined)).to.equal(true)
  })

  it('id is new for each request, by genReqId, or from the header of requestIdHeader', async () => {
    const server = create()
    server.get('/', async (request) => request.id)
    const first = (await server.inject('/')).body
    expect((await server.inject('/')).body).to.not.equal(first)
    expect(first).to.match(/./)
    expect(await seenBy((request) => request.id, '/', { genReqId: () => 'own' })).to.equal('own')
    const inject = { url: '/', headers: { 'x-id': 'theirs' } }
    expect(await seenBy((request) => request.id, inject, { requestIdHeader: 'x-id' })).to.equal('theirs')
    expect(await seenBy((request) => request.id, inject, { genReqId: () => 'own' })).to.equal('own')
    const header = { url: '/', headers: { 'request-id': 'theirs' } }
    expect(await seenBy((request) => request.id, header, { requestIdHeader: true })).to.equal('theirs')
  })

  it('setGenReqId is encapsulated', async () => {
    const server = create({ genReqId: () => 'root' })
    server.register(async (child) => {
      child.setGenReqId(() => 'child')
      child.get('/child', async (request) => request.id)
    })
    server.get('/root', async (request) => request.id)
    expect((await server.inject('/child')).body).to.equal('child')
    expect((await server.inject('/root')).body).to.equal('root')
  })

  it('ip, host, hostname, port and protocol of a direct connection', async () => {
    const look = ({ ip, ips, host, hostname, port, protocol }: Loose) => ({
      ip,
      ips: ips === undefined,
      host,
      hostname,
      port,
      protocol,
    })
    const inject = {
      url: '/',
      headers: { host: 'example.org:8080', 'x-forwarded-for': '1.1.1.1', 'x-forwarded-proto': 'https' },
    }
    expect(await seenBy(look, inject)).to.deep.equal({
      ip: '127.0.0.1',
      ips: true,
      host: 'example.org:8080',
      hostname: 'example.org',
      port: 8080,
      protocol: 'http',
    })
  })

  it('port is null without one, and brackets stay around IPv6', async () => {
    const look = ({ hostname, port }: Loose) => [hostname, port]
    expect(await seenBy(look, { url: '/', headers: { host: 'example.org' } })).to.deep.equal(['example.org', null])
    expect(await seenBy(look, { url: '/', headers: { host: '[::1]:99' } })).to.deep.equal(['[::1]', 99])
  })

  it('routeOptions are those of the route', async () => {
    const server = create({ bodyLimit: 77 })
    server.register(
      async (child) => {
        const options = { config: { a: 1 }, attachValidation: true, schema: { querystring: { q: { type: 'string' } } } }
        child.get('/:id', options, async ({ routeOptions }) => ({
          method: routeOptions.method,
          url: routeOptions.url,
          bodyLimit: routeOptions.bodyLimit,
          a: routeOptions.config.a,
          attachValidation: routeOptions.attachValidation,
          schema: Object.keys(routeOptions.schema),
          handler: typeof routeOptions.handler,
        }))
      },
      { prefix: '/v1' },
    )
    expect((await server.inject('/v1/7')).json()).to.deep.equal({
      method: 'GET',
      url: '/v1/:id',
      bodyLimit: 77,
      a: 1,
      attachValidation: true,
      schema: ['querystring'],
      handler: 'function',
    })
  })

  it('routeOptions cannot be changed by a request', async () => {
    const server = create()
    server.get('/', async ({ routeOptions }) => {
      try {
        routeOptions.url = '/changed'
      } catch {}
      return routeOptions.url
    })
    await server.inject('/')
    expect((await server.inject('/')).body).to.equal('/')
  })

  it('server is the instance of the context', async () => {
    const server = create()
    server.register(async (child) => {
      child.decorate('mark', 'child')
      child.get('/', async (request) => request.server.mark)
    })
    expect((await server.inject('/')).body).to.equal('child')
  })

  it('raw and socket are those of node', async () => {
    const server = create()
    server.get('/', async (request) => [
      typeof request.raw.on,
      request.socket === request.raw.socket,
      request.socket.remoteAddress,
    ])
    const answer = await exchange(
      await listen(server),
      'GET / HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      '',
      '',
    )
    expect(JSON.parse(bodyOf(answer))).to.deep.equal(['function', true, '127.0.0.1'])
  })

  it('is404 is true in a not-found handler and false in a route', async () => {
    const server = create()
    server.setNotFoundHandler(async (request: Loose) => ({ is404: request.is404 }))
    server.get('/', async (request) => ({ is404: request.is404 }))
    expect((await server.inject('/')).json()).to.deep.equal({ is404: false })
    expect((await server.inject('/nowhere')).json()).to.deep.equal({ is404: true })
  })

  it('mediaType is the essence of the content type', async () => {
    const look = (request: Loose) => ({ type: request.mediaType })
    const inject = { method: 'POST', url: '/', headers: { 'content-type': 'Text/Plain; charset=utf-8' }, payload: 'x' }
    expect(await seenBy(look, inject)).to.deep.equal({ type: 'text/plain' })
    expect(await seenBy(look)).to.deep.equal({})
  })

  it('signal is an AbortSignal that is not aborted', async () => {
    expect(await seenBy(({ signal }) => [signal instanceof AbortSignal, signal.aborted])).to.deep.equal([true, false])
  })

  it('log carries the id of the request', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { level: 'info', stream }, genReqId: () => 'own' })
    server.get('/', async (request) => {
      request.log.info('from the handler')
      return 'sent'
    })
    await server.inject('/')
    expect(lines.find((line) => line.msg === 'from the handler')).to.include({ reqId: 'own' })
    expect(lines.map((line) => line.msg)).to.include('incoming request')
  })

  it('log can be used when logging is off', async () => {
    expect(
      await seenBy((request) => {
        for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal']) request.log[level]({ a: 1 }, 'text')
        return typeof request.log.child({})
      }),
    ).to.equal('object')
  })
})
