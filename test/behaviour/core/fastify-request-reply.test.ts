import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

/** Documented members of Fastify 5 whose rules are in no other file. */
describe('Fastify 5 Request', () => {
  const create = useServers()

  it('host, hostname and port are parts of the host that the client named', async () => {
    const server = create()
    server.get('/', async ({ host, hostname, port }) => ({ host, hostname, port }))
    const ask = async (host: string) => (await server.inject({ url: '/', headers: { host } })).json()
    expect(await ask('a.example:81')).to.deep.equal({ host: 'a.example:81', hostname: 'a.example', port: 81 })
    expect(await ask('a.example')).to.deep.equal({ host: 'a.example', hostname: 'a.example', port: null })
    expect(await ask('[::1]:81')).to.deep.equal({ host: '[::1]:81', hostname: '[::1]', port: 81 })
  })

  it('routeOptions contains the options of the route, and those of the server for the others', async () => {
    const server = create({ bodyLimit: 1000, handlerTimeout: 5000 })
    const seen: Loose[] = []
    const handler = async (request: Loose) => void seen.push(request.routeOptions)
    server.get('/plain', handler)
    const schema = { querystring: { type: 'object', properties: {} } }
    const own = { bodyLimit: 10, handlerTimeout: 50, attachValidation: true, logLevel: 'error', config: { a: 1 } }
    const options = { ...own, exposeHeadRoute: false, prefixTrailingSlash: 'slash', schema, handler }
    server.route({ method: ['GET', 'POST'], url: '/own', ...options })
    await server.inject('/plain')
    await server.inject('/own')
    const [plain, given] = seen
    expect(plain).to.include({ method: 'GET', url: '/plain', bodyLimit: 1000, handlerTimeout: 5000, handler })
    expect(plain).to.include({ attachValidation: false, exposeHeadRoute: true, prefixTrailingSlash: 'both' })
    expect(given).to.include({ url: '/own', bodyLimit: 10, handlerTimeout: 50, attachValidation: true })
    expect(given).to.include({ logLevel: 'error', exposeHeadRoute: false, prefixTrailingSlash: 'slash' })
    expect(given.method).to.deep.equal(['GET', 'POST'])
    expect(given.config).to.include({ a: 1, url: '/own' })
    expect(given.schema).to.have.property('querystring')
    expect(given).to.have.property('version', undefined)
  })

  it('routeOptions.handlerTimeout is 0 if it is not set', async () => {
    const server = create()
    server.get('/', async (request) => `${request.routeOptions.handlerTimeout}`)
    expect((await server.inject('/')).body).to.equal('0')
  })

  it('routeOptions contains the version that the request asked for', async () => {
    const server = create()
    server.get('/', { constraints: { version: '1.2.0' } }, async (request) => request.routeOptions.version)
    expect((await server.inject({ url: '/', headers: { 'accept-version': '1.x' } })).body).to.equal('1.x')
  })

  it('headers can be added to, and keep what came', async () => {
    const server = create()
    server.get('/', async (request) => {
      request.headers = { foo: 'bar' }
      return [request.headers.foo, request.headers.host, request.raw.headers.foo ?? 'none']
    })
    expect((await server.inject({ url: '/', headers: { host: 'here' } })).json()).to.deep.equal(['bar', 'here', 'none'])
  })
})

describe('Fastify 5 Reply', () => {
  const create = useServers()

  it('mediaType is the content type without its parameters', async () => {
    const server = create()
    server.get('/', async (_request, reply) => `${reply.mediaType ?? 'none'} ${reply.type('image/gif; a=b').mediaType}`)
    expect((await server.inject('/')).body).to.equal('none image/gif')
  })

  it('ignores the quoted parts of a content type when it looks for a charset or for JSON', async () => {
    const server = create()
    server.get('/', (_request, reply) => void reply.type('application/json; name="a;charset=b"').send({ a: 1 }))
    server.get('/csv', (_request, reply) => void reply.type('text/csv; name="x.json"').send('a,b'))
    const types = await Promise.all(
      ['/', '/csv'].map(async (url) => (await server.inject(url)).headers['content-type']),
    )
    expect(types).to.deep.equal(['application/json; name="a;charset=b"; charset=utf-8', 'text/csv; name="x.json"'])
  })

  it('routeOptions are those of the request', async () => {
    const server = create()
    server.get('/', async (request, reply) => `${reply.routeOptions === request.routeOptions}`)
    expect((await server.inject('/')).body).to.equal('true')
  })

  it('a serializer of the instance does not see the answers to errors and to what is not found', async () => {
    const server = create()
    server.setReplySerializer(() => 'own')
    server.get('/failing', async () => Promise.reject(new Error('planned')))
    for (const [url, statusCode] of [
      ['/failing', 500],
      ['/nowhere', 404],
    ] as const) {
      const answer = await server.inject(url)
      expect(answer.json()).to.include({ statusCode })
      expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8')
    }
  })

  it('a serializer of the instance, setReplySerializer, gets payload and status', async () => {
    const server = create()
    server.setReplySerializer((payload: Loose, status: number) => `${status}: ${JSON.stringify(payload)}`)
    server.get('/', async () => ({ a: 1 }))
    expect((await server.inject('/')).body).to.equal('200: {"a":1}')
  })
})
