import { expect } from 'chai'
import { type Loose, logLines, useServers } from './subject.js'

describe('SPEC 4.1 and 4.8 route', () => {
  const create = useServers()

  it('takes path or url', async () => {
    const server = create()
    server.route({ method: 'GET', path: '/path', handler: async () => 'path' })
    server.route({ method: 'GET', url: '/url', handler: async () => 'url' })
    expect((await server.inject('/path')).body).to.equal('path')
    expect((await server.inject('/url')).body).to.equal('url')
  })

  it('takes several methods, in any case', async () => {
    const server = create()
    server.route({ method: ['GET', 'post'], url: '/', handler: async (request) => request.method })
    expect((await server.inject('/')).body).to.equal('GET')
    expect((await server.inject({ method: 'POST', url: '/' })).body).to.equal('POST')
  })

  for (const method of ['get', 'post', 'put', 'patch', 'delete', 'options']) {
    it(`has the shorthand ${method}, with and without options`, async () => {
      const server = create()
      server[method]('/plain', async () => 'plain')
      server[method]('/options', { config: { a: 'options' } }, async (request: Loose) => request.routeOptions.config.a)
      server[method]('/handler', { handler: async () => 'handler' })
      for (const name of ['plain', 'options', 'handler']) {
        expect((await server.inject({ method: method.toUpperCase(), url: `/${name}` })).body).to.equal(name)
      }
    })
  }

  it('all answers every method', async () => {
    const server = create()
    server.all('/', async (request) => request.method)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect((await server.inject({ method, url: '/' })).body).to.equal(method)
    }
  })

  it('methods may be added, with shorthands', async () => {
    const server = create()
    server.addHttpMethod('MKCOL', { hasBody: true })
    server.addHttpMethod('COPY')
    server.mkcol('/', async (request: Loose) => request.body)
    server.copy('/', async () => 'copied')
    const headers = { 'content-type': 'application/json' }
    expect((await server.inject({ method: 'MKCOL', url: '/', headers, payload: '{"a":1}' })).json()).to.deep.equal({
      a: 1,
    })
    expect((await server.inject({ method: 'COPY', url: '/' })).body).to.equal('copied')
  })

  it('QUERY asks for a content type and has a body', async () => {
    const server = create()
    server.route({ method: 'QUERY', url: '/', handler: async (request) => request.body })
    const headers = { 'content-type': 'application/json' }
    expect((await server.inject({ method: 'QUERY', url: '/', headers, payload: '{"a":1}' })).json()).to.deep.equal({
      a: 1,
    })
    const refused = await server.inject({ method: 'QUERY', url: '/' })
    expect(refused.statusCode).to.equal(400)
    expect(refused.json().code).to.equal('FST_ERR_ROUTE_MISSING_CONTENT_TYPE')
  })

  for (const path of ['*', '/*']) {
    it(`the path ${path} answers everything`, async () => {
      const server = create()
      server.all(path, async (request) => request.url)
      for (const url of ['/', '/a', '/a/b']) expect((await server.inject(url)).body).to.equal(url)
      expect((await server.inject({ method: 'POST', url: '/a' })).body).to.equal('/a')
    })
  }

  it('gives the instance, for chains', () => {
    const server = create()
    expect(server.get('/', async () => 'ok')).to.equal(server)
  })

  it('calls the handler with the instance as this', async () => {
    const server = create()
    server.decorate('mark', 'root')
    server.get('/', async function () {
      return this.mark
    })
    expect((await server.inject('/')).body).to.equal('root')
  })

  it('prefers fixed paths to parameters and parameters to wildcards', async () => {
    const server = create()
    server.get('/a/*', async () => 'wildcard')
    server.get('/a/:id', async () => 'parameter')
    server.get('/a/b', async () => 'fixed')
    expect((await server.inject('/a/b')).body).to.equal('fixed')
    expect((await server.inject('/a/c')).body).to.equal('parameter')
    expect((await server.inject('/a/c/d')).body).to.equal('wildcard')
  })

  it('distinguishes case and trailing slashes unless the options turn it off', async () => {
    const strict = create()
    strict.get('/a', async () => 'a')
    expect((await strict.inject('/A')).statusCode).to.equal(404)
    expect((await strict.inject('/a/')).statusCode).to.equal(404)
    const lax = create({
      routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    })
    lax.get('/a/:id', async (request) => request.params.id)
    expect((await lax.inject('/A/Xy/')).body).to.equal('Xy')
    expect((await lax.inject('//a//Xy')).body).to.equal('Xy')
  })

  it('has one url, with a slash behind the prefix or without', async () => {
    const server = create()
    server.register(
      async (child) => {
        child.get('/', async (request) => [request.routeOptions.url, request.routeOptions.config.url])
        child.get('/bar/', async (request) => [request.routeOptions.url, request.routeOptions.config.url])
      },
      { prefix: '/prefix' },
    )
    expect((await server.inject('/prefix')).json()).to.deep.equal(['/prefix', '/prefix'])
    expect((await server.inject('/prefix/')).json()).to.deep.equal(['/prefix', '/prefix'])
    expect((await server.inject('/prefix/bar/')).json()).to.deep.equal(['/prefix/bar/', '/prefix/bar/'])
  })

  it('logs a warning for each part of its schema that is undefined', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    const lost = undefined as Loose
    server.post('/', { schema: { body: lost, params: lost, headers: {} } }, async () => 'ok')
    await server.ready()
    const warnings = lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
    expect(warnings).to.have.length(2)
    expect(warnings[0]).to.contain('body').and.contain('POST /').and.contain('undefined')
    expect(warnings[1]).to.contain('params')
  })

  it('takes a double colon for a colon', async () => {
    const server = create()
    server.get('/name::verb', async () => 'colon')
    expect((await server.inject('/name:verb')).body).to.equal('colon')
  })

  it('hasRoute and findRoute know what is declared', async () => {
    const server = create()
    server.get('/users/:id', async () => 'user')
    expect(server.hasRoute({ url: '/users/:id', method: 'GET' })).to.equal(true)
    expect(server.hasRoute({ url: '/users/:id', method: 'POST' })).to.equal(false)
    expect(server.hasRoute({ url: '/users', method: 'GET' })).to.equal(false)
    expect(server.findRoute({ url: '/users', method: 'GET' })).to.equal(null)
    expect(server.findRoute({ url: '/users/:id', method: 'GET' })).to.be.an('object')
  })

  it('findRoute finds the route of a path, with the values of its parameters, hasRoute only what is declared', () => {
    const server = create()
    const handler = async () => 'user'
    server.get('/users/:id', handler)
    for (const method of ['GET', 'HEAD', 'get']) {
      expect(server.findRoute({ url: '/users/42', method })).to.deep.include({ params: { id: '42' } })
    }
    expect(server.findRoute({ url: '/users/42', method: 'GET' })?.handler).to.equal(handler)
    expect(server.findRoute({ url: '/users/42', method: 'POST' })).to.equal(null)
    expect(server.hasRoute({ url: '/users/42', method: 'GET' })).to.equal(false)
  })

  it('printRoutes draws what is declared', async () => {
    const server = create()
    server.get('/users', async () => 'users')
    await server.ready()
    expect(server.printRoutes()).to.contain('users').and.contain('GET')
  })

  describe('constraints', () => {
    it('by host', async () => {
      const server = create()
      server.get('/', { constraints: { host: 'a.example' } }, async () => 'a')
      server.get('/', { constraints: { host: /.*\.b\.example/ } }, async () => 'b')
      server.get('/', async () => 'any')
      const from = async (host: string) => (await server.inject({ url: '/', headers: { host } })).body
      expect(await from('a.example')).to.equal('a')
      expect(await from('x.b.example')).to.equal('b')
      expect(await from('c.example')).to.equal('any')
    })

    it('by version', async () => {
      const server = create()
      server.get('/', { constraints: { version: '1.2.0' } }, async () => 'one')
      server.get('/', { constraints: { version: '2.0.0' } }, async () => 'two')
      const version = async (asked: string) => server.inject({ url: '/', headers: { 'accept-version': asked } })
      expect((await version('1.x')).body).to.equal('one')
      expect((await version('2.0.0')).body).to.equal('two')
      expect((await version('3.x')).statusCode).to.equal(404)
      expect((await server.inject('/')).statusCode).to.equal(404)
    })

    it('by an own strategy whose class has private members', async () => {
      class Tenants {
        readonly #handlers = new Map<string, unknown>()
        readonly #header = 'x-tenant'
        readonly name = 'tenant'
        storage() {
          const handlers = this.#handlers
          return {
            get: (key: string) => handlers.get(key) ?? null,
            set: (key: string, store: unknown) => void handlers.set(key, store),
          }
        }
        validate(value: unknown) {
          if (this.#handlers.has(String(value))) throw new Error('twice')
        }
        deriveConstraint(req: Loose) {
          return req.headers[this.#header]
        }
      }
      const server = create({ routerOptions: { constraints: { tenant: new Tenants() } } })
      server.get('/', { constraints: { tenant: 'one' }, exposeHeadRoute: false }, async () => 'for one')
      expect((await server.inject({ url: '/', headers: { 'x-tenant': 'one' } })).body).to.equal('for one')
      expect((await server.inject({ url: '/', headers: { 'x-tenant': 'two' } })).statusCode).to.equal(404)
    })

    it('by an own strategy', async () => {
      const server = create()
      server.addConstraintStrategy({
        name: 'tenant',
        storage: () => {
          const handlers = new Map()
          return {
            get: (key: string) => handlers.get(key) ?? null,
            set: (key: string, store: unknown) => void handlers.set(key, store),
          }
        },
        deriveConstraint: (req: Loose) => req.headers['x-tenant'],
      })
      expect(server.hasConstraintStrategy('tenant')).to.equal(true)
      server.get('/', { constraints: { tenant: 'a' } }, async () => 'tenant a')
      expect((await server.inject({ url: '/', headers: { 'x-tenant': 'a' } })).body).to.equal('tenant a')
      expect((await server.inject({ url: '/', headers: { 'x-tenant': 'b' } })).statusCode).to.equal(404)
    })
  })

  it('a hook that onRoute adds to a list belongs to that route alone, beside others with the list and HEAD', async () => {
    const server = create()
    server.addHook('onRoute', ({ method, url, onRequest }) => {
      const mark = async (_request: Loose, reply: Loose) => {
        reply.header('x-marks', `${reply.getHeader('x-marks') ?? ''}(${method} ${url})`)
      }
      if (Array.isArray(onRequest)) onRequest.push(mark)
    })
    const shared = [async () => {}]
    server.get('/a', { onRequest: shared }, async () => 'a')
    server.post('/b', { onRequest: shared }, async () => 'b')
    for (const [method, url] of [
      ['GET', '/a'],
      ['HEAD', '/a'],
      ['POST', '/b'],
    ] as const) {
      const { headers } = await server.inject({ method, url })
      expect(headers['x-marks']).to.equal(`(${method} ${url})`)
    }
    expect(shared).to.have.length(1)
  })

  it('logLevel of a route or a plugin holds for its requests', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { level: 'info', stream } })
    const noisy = async (request: Loose) => {
      request.log.debug(`debug ${request.url}`)
      return 'ok'
    }
    server.get('/route', { logLevel: 'debug' }, noisy)
    server.register(async (child) => void child.get('/plugin', noisy), { logLevel: 'debug' })
    server.get('/quiet', { logLevel: 'warn' }, noisy)
    for (const url of ['/route', '/plugin', '/quiet']) await server.inject(url)
    const messages = lines.map((line) => line.msg)
    expect(messages).to.include.members(['debug /route', 'debug /plugin']).and.to.not.include('debug /quiet')
  })
})
