import type { Instance } from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { failureOf, type Loose, type Server, useServers } from './subject.js'

const answer = { response: { 200: { type: 'object', properties: { name: { type: 'string' } } } } }

describe('the HEAD beside a GET', () => {
  const create = useServers()

  it('has the headers of the GET when it is asked for first', async () => {
    const server = create()
    server.get('/', { schema: answer }, () => ({ name: 'Ada', left: 'out' }))
    const head = await server.inject({ method: 'HEAD', url: '/' })
    const get = await server.inject('/')
    expect(head.headers['content-length']).to.equal(get.headers['content-length'])
    expect(head.body).to.equal('')
  })

  it('fails the boot when an onRoute hook makes its schema wrong', async () => {
    const server = create()
    server.addHook('onRoute', (route) => {
      if (route.method === 'HEAD') route.schema = { querystring: { type: 'no type' } }
    })
    server.get('/', { schema: answer }, () => ({}))
    expect(await failureOf(server.ready())).to.have.property('code', 'FST_ERR_SCH_VALIDATION_BUILD')
  })

  it('yields to a HEAD of the application, in any order of declaration', async () => {
    const server = create()
    const own = () => (_request: unknown, reply: { header(name: string, value: string): unknown }) => {
      reply.header('x-own', 'yes')
      return ''
    }
    server.get('/one', () => 'one')
    server.get('/two', () => 'two')
    server.head('/one', own())
    server.head('/three', own())
    server.get('/three', () => 'three')
    server.get('/four', () => 'four')
    const owned = async (url: string) => (await server.inject({ method: 'HEAD', url })).headers['x-own'] ?? 'no'
    expect([await owned('/one'), await owned('/two'), await owned('/three'), await owned('/four')]).to.deep.equal([
      ...['yes', 'no', 'yes', 'no'],
    ])
  })

  const ownHead = (request: Loose, reply: Loose) => reply.header('x-own', JSON.stringify(request.params)).send('')
  type Step = (server: Server) => unknown
  const page: Step = (server) => server.get('/a/:b?', () => 'page')
  const plainPath = (path: string): Step => {
    return (server) => server.get(path, () => 'page')
  }
  const plain = plainPath('/a')
  const head = (path: string): Step => {
    return (server) => server.head(path, ownHead)
  }
  const asking: Step = (server) => server.hasRoute({ method: 'HEAD', url: '/a' })
  /** The routes that answer `HEAD /a` and `HEAD /a/1`. */
  const answersOf = async (server: Server) => {
    const answers = ['/a', '/a/1'].map(async (url) => {
      const { statusCode, headers } = await server.inject({ method: 'HEAD', url })
      return headers['x-own'] ?? (statusCode === 200 ? 'page' : statusCode)
    })
    return await Promise.all(answers)
  }

  const places: [title: string, steps: Step[], answers: unknown[]][] = [
    ['the path without the optional parameter', [page, head('/a')], ['{}', 'page']],
    ['the path without it, declared before the GET', [head('/a'), page], ['{}', 'page']],
    ['the path with it, under its own name', [page, head('/a/:c')], ['page', '{"c":"1"}']],
    ['the path with it, declared before the GET', [head('/a/:c'), page], ['page', '{"c":"1"}']],
    ['each of both paths', [page, head('/a'), head('/a/:c')], ['{}', '{"c":"1"}']],
    ['one before the GET and one after it', [head('/a'), page, head('/a/:c')], ['{}', '{"c":"1"}']],
    ['both paths by an optional parameter', [page, head('/a/:c?')], ['{}', '{"c":"1"}']],
    ['the path of a GET without a parameter', [plain, head('/a/:b?')], ['{}', '{"b":"1"}']],
    ['the same when it is declared first', [head('/a/:b?'), plain], ['{}', '{"b":"1"}']],
    ['one path after somebody has asked for it', [page, asking, head('/a')], ['{}', 'page']],
    ['both paths after somebody has asked', [page, asking, head('/a/:c'), head('/a')], ['{}', '{"c":"1"}']],
  ]
  for (const [title, steps, answers] of places) {
    it(`leaves to a HEAD of the application what that covers and keeps the rest: ${title}`, async () => {
      const server = create()
      for (const step of steps) step(server)
      expect(await answersOf(server)).to.deep.equal(answers)
    })
  }

  it('leaves a path to a HEAD of the application under the same constraints only', async () => {
    const server = create()
    const a = { constraints: { host: 'a.test' } }
    server.get('/host/:b?', a, () => 'page')
    server.head('/host', ownHead)
    server.get('/both/:b?', () => 'page')
    server.head('/both', a, ownHead)
    server.get('/version/:b?', { constraints: { version: '1.2.0' } }, () => 'page')
    server.head('/version', { constraints: { version: '1.2.0' } }, ownHead)
    const ask = async (url: string, headers: Record<string, string>) => {
      const { statusCode, headers: answered } = await server.inject({ method: 'HEAD', url, headers })
      return `${url} ${answered['x-own'] === undefined ? 'page' : 'own'} ${statusCode}`
    }
    const version = { 'accept-version': '1.x' }
    expect([
      await ask('/host', { host: 'a.test' }),
      await ask('/host', { host: 'b.test' }),
      await ask('/host/1', { host: 'a.test' }),
      await ask('/both', { host: 'a.test' }),
      await ask('/both', { host: 'b.test' }),
      await ask('/version', version),
      await ask('/version/1', version),
    ]).to.deep.equal([
      ...['/host page 200', '/host own 200', '/host/1 page 200', '/both own 200', '/both page 200'],
      ...['/version own 200', '/version/1 page 200'],
    ])
  })

  it('is inspected as long as one path is left to it', async () => {
    const server = create()
    for (const step of [page, head('/a'), plainPath('/b/:c?'), head('/b'), head('/b/:c')]) step(server)
    await server.ready()
    const heads = inspect(server as unknown as Instance).routes.filter(({ method }) => method === 'HEAD')
    expect(heads.map(({ url, implicit }) => `${url} ${implicit}`)).to.deep.equal([
      ...['/a/:b? true', '/a false', '/b false', '/b/:c false'],
    ])
  })

  it('yields under paths that the router takes for the same', async () => {
    const server = create({ routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } })
    server.get('/a', () => 'page')
    server.head('/a/', ownHead)
    server.get('/b/', () => 'page')
    server.head('//b', ownHead)
    const owned = async (url: string) => (await server.inject({ method: 'HEAD', url })).headers['x-own']
    expect([await owned('/a'), await owned('/b')]).to.deep.equal(['{}', '{}'])
  })

  it('is found by the name of its method, listed, and kept apart by constraints', async () => {
    const server = create()
    server.get('/page/:id', () => 'page')
    server.get('/host', { constraints: { host: 'a.test' } }, () => 'a')
    server.get('/host', { constraints: { host: 'b.test' } }, () => 'of b')
    expect(server.hasRoute({ method: 'HEAD', url: '/page/:id' })).to.equal(true)
    expect(server.hasRoute({ method: 'HEAD', url: '/page' })).to.equal(false)
    await server.ready()
    expect(server.printRoutes()).to.match(/GET, HEAD/)
    const answers = ['a.test', 'b.test', 'c.test'].map(async (host) => {
      const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/host', headers: { host } })
      return `${statusCode} ${headers['content-length']}`
    })
    expect((await Promise.all(answers)).slice(0, 2)).to.deep.equal(['200 1', '200 4'])
    expect(await answers[2]).to.match(/^404/)
  })

  it('is listed where it was declared, before other methods of the same path', async () => {
    const server = create()
    server.get('/hello', () => 'hello')
    server.put('/hello', () => 'hello')
    server.get('/helicopter', () => 'flies')
    server.delete('/helicopter', () => 'gone')
    await server.ready()
    const lines = server.printRoutes({ commonPrefix: false }).trim().split('\n')
    expect(lines).to.deep.equal(['├── /hello (GET, HEAD, PUT)', '└── /helicopter (GET, HEAD, DELETE)'])
  })

  it('is listed before the first request for it', async () => {
    const server = create()
    server.get('/', () => 'page')
    await server.ready()
    expect(server.printRoutes({ method: 'HEAD' })).to.match(/HEAD/)
  })

  it('runs under its own method: in request.method, in routeOptions and in what an onRequest hook sees', async () => {
    const server = create()
    const seen: unknown[] = []
    server.addHook('onRequest', async (request) => void seen.push(request.method, request.routeOptions.method))
    server.get('/', (request) => `${request.method} ${request.routeOptions.config.method}`)
    const { headers } = await server.inject({ method: 'HEAD', url: '/' })
    const { body } = await server.inject('/')
    expect(headers['content-length']).to.equal(String('HEAD HEAD'.length))
    expect(body).to.equal('GET GET')
    expect(seen).to.deep.equal(['HEAD', 'HEAD', 'GET', 'GET'])
  })

  it('has the length of an empty answer, but a HEAD of the application does not', async () => {
    const server = create()
    server.get('/beside', (_request, reply) => reply.send())
    server.head('/own', (_request, reply) => reply.send())
    const lengthOf = async (url: string) => (await server.inject({ method: 'HEAD', url })).headers['content-length']
    expect(await lengthOf('/beside')).to.equal('0')
    expect(await lengthOf('/own')).to.equal(undefined)
  })

  it('has the length of the text that GET sends, not the length that the handler declares', async () => {
    const server = create()
    server.get('/long', (_request, reply) => reply.header('content-length', '99').send('text'))
    server.get('/odd', (_request, reply) => reply.header('content-length', 'long').send('text'))
    for (const url of ['/long', '/odd']) {
      const [get, head] = [await server.inject(url), await server.inject({ method: 'HEAD', url })]
      expect([get.statusCode, get.headers['content-length']], url).to.deep.equal([200, '4'])
      expect([head.statusCode, head.headers['content-length']], url).to.deep.equal([200, '4'])
    }
  })

  it('has the length of an empty answer, if its route passes the request to the not-found handler', async () => {
    const server = create()
    server.setNotFoundHandler((_request: Loose, reply: Loose) => reply.redirect('/elsewhere'))
    server.get('/', (_request, reply) => reply.callNotFound())
    const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/' })
    expect([statusCode, headers['content-length']]).to.deep.equal([302, '0'])
  })

  it('leaves a path to a wider route where the GET of that path exposes none', async () => {
    const server = create()
    server.get('/files/:name', (_request, reply) => reply.header('x-route', 'wide').send('wide'))
    server.get('/files/secret', { exposeHeadRoute: false }, () => 'secret')
    const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/files/secret' })
    expect([statusCode, headers['x-route']]).to.deep.equal([200, 'wide'])
  })

  it('leaves a path to a more special HEAD of the application, and keeps the wider ones', async () => {
    const server = create()
    server.get('/files/*', () => 'files')
    server.head('/files/:name', ownHead)
    const owned = async (url: string) => (await server.inject({ method: 'HEAD', url })).headers['x-own']
    expect([await owned('/files/a'), await owned('/files/a/b')]).to.deep.equal(['{"name":"a"}', undefined])
  })

  it('is compiled by a compiler of the application, under its own method', async () => {
    const server = create()
    const compiled: string[] = []
    server.setSerializerCompiler(({ method }) => {
      compiled.push(method)
      return (data) => `${method} ${data}`
    })
    server.get('/', { schema: answer }, () => ({}))
    await server.ready()
    expect(compiled).to.have.members(['GET', 'HEAD'])
    const { headers } = await server.inject({ method: 'HEAD', url: '/' })
    expect(headers['content-length']).to.equal(String('HEAD [object Object]'.length))
  })

  it('may parse a body where the GET of the same path may not', async () => {
    const server = create()
    server.addHttpMethod('HEAD', { hasBody: true })
    server.get('/', (request) => JSON.stringify(request.body ?? 'none'))
    const send = (method: string) => server.inject({ method, url: '/', payload: { a: 1 } })
    expect((await send('HEAD')).headers['content-length']).to.equal(String('{"a":1}'.length))
    expect((await send('GET')).body).to.equal('"none"')
  })

  it('is printed once, for a path that the router writes in another form', async () => {
    for (const path of ['*', '/a/', '//b']) {
      const server = create({ routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } })
      server.get(path, () => 'one')
      server.head('/own', () => '')
      await server.ready()
      expect(server.printRoutes().match(/GET, HEAD/g), path).to.have.length(1)
    }
  })

  it('is found where the router makes code of its routes', async () => {
    const server = create({ routerOptions: { compile: true } })
    server.get('/page/:id', (request) => `page ${request.params.id}`)
    const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/page/12' })
    expect([statusCode, headers['content-length']]).to.deep.equal([200, String('page 12'.length)])
    expect((await server.inject('/page/12')).body).to.equal('page 12')
  })

  for (const [title, prepare] of [
    ['', () => {}],
    [' beside a HEAD of the application', (server: Server) => void server.head('/own', ownHead)],
  ] as [string, (server: Server) => void][]) {
    it(`answers the first of 1000 routes as fast as the second${title}`, async () => {
      const server = create()
      prepare(server)
      for (let index = 0; index < 1000; index++) server.get(`/route${index}/:id`, { schema: answer }, () => ({}))
      await server.inject('/route0/1')
      const before = process.cpuUsage()
      expect((await server.inject({ method: 'HEAD', url: '/route1/1' })).statusCode).to.equal(200)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000, 'milliseconds of the processor').to.be.below(50) // 264 when they were placed then
    })
  }
})
