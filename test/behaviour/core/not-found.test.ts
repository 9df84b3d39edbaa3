import { expect } from 'chai'
import fastifyPlugin from 'fastify-plugin'
import { failureOf, type Loose, useServers } from './subject.js'

const saying = (text: string) => (_request: Loose, reply: Loose) => reply.code(404).send(text)

describe('not-found handlers', () => {
  const create = useServers()

  it('the default one answers 404 and names method and path', async () => {
    const server = create()
    server.get('/', async () => 'root')
    const answer = await server.inject('/nowhere?a=1')
    expect(answer.statusCode).to.equal(404)
    expect(answer.json()).to.deep.equal({
      statusCode: 404,
      error: 'Not Found',
      message: 'Route GET:/nowhere?a=1 not found',
    })
    expect((await server.inject({ method: 'DELETE', url: '/' })).json().message).to.equal('Route DELETE:/ not found')
  })

  it('the default one adds its charset to a JSON type of a hook', async () => {
    const server = create()
    server.addHook('onRequest', async (request, reply) => void reply.type(String(request.headers.accept)))
    for (const [accept, type] of [
      ['application/json', 'application/json; charset=utf-8'],
      ['application/problem+json', 'application/problem+json; charset=utf-8'],
      ['application/json; charset=UTF-8', 'application/json; charset=UTF-8'],
    ]) {
      const { headers } = await server.inject({ url: '/nowhere', headers: { accept } })
      expect(headers['content-type']).to.equal(type)
    }
  })

  it('one that is a class is refused by its name', async () => {
    const error = await failureOf(async () => create().setNotFoundHandler(class Missing {} as Loose))
    expect(error.code).to.equal('FST_ERR_ROUTE_HANDLER_NOT_FN')
    expect(error.message).to.equal('The not-found handler of route /* must be a function, got the class Missing')
  })

  for (const options of [undefined, null, {}]) {
    it(`a custom one may follow options that are ${JSON.stringify(options)}`, async () => {
      const server = create()
      server.setNotFoundHandler(options as Loose, saying('custom'))
      expect((await server.inject('/nowhere')).body).to.equal('custom')
    })
  }

  it('a custom one answers every unknown path and method', async () => {
    const server = create()
    server.setNotFoundHandler(saying('custom'))
    server.get('/', async () => 'root')
    for (const request of ['/nowhere', { method: 'PUT', url: '/' }, { method: 'POST', url: '/x', payload: { a: 1 } }]) {
      const answer = await server.inject(request)
      expect(answer.statusCode).to.equal(404)
      expect(answer.body).to.equal('custom')
    }
  })

  it('each prefix may have its own', async () => {
    const server = create()
    server.setNotFoundHandler(saying('root'))
    server.register(
      async (child) => {
        child.setNotFoundHandler(saying('v1'))
        child.get('/a', async () => 'a')
        child.register(async (grandchild) => void grandchild.setNotFoundHandler(saying('deep')), { prefix: '/deep' })
      },
      { prefix: '/v1' },
    )
    server.register(async (child) => void child.get('/b', async () => 'b'), { prefix: '/v2' })
    const bodyOf = async (url: string) => (await server.inject(url)).body
    expect(await bodyOf('/x')).to.equal('root')
    expect(await bodyOf('/v1/x')).to.equal('v1')
    expect(await bodyOf('/v1')).to.equal('v1')
    expect(await bodyOf('/v1/deep/x')).to.equal('deep')
    expect(await bodyOf('/v2/x')).to.equal('root')
    expect(await bodyOf('/v1/a')).to.equal('a')
  })

  describe('whose prefix is read by the options of the router', () => {
    const long = 'x'.repeat(300)
    /** The answer to a path below a prefix where a child has a handler. */
    const answerOf = async (options: object, prefix: string, url: string) => {
      const server = create(options)
      server.setNotFoundHandler(saying('root'))
      server.register(
        async (child) =>
          void child.setNotFoundHandler((request: Loose, reply: Loose) => {
            reply.code(404).send({ query: request.query })
          }),
        { prefix },
      )
      const { body } = await server.inject(url)
      return body
    }
    const cases: [title: string, options: object, prefix: string, url: string][] = [
      ['maxParamLength', { maxParamLength: 500 }, '/:tenant', `/${long}/x`],
      ['routerOptions.maxParamLength', { routerOptions: { maxParamLength: 500 } }, '/:tenant', `/${long}/x`],
      ['caseSensitive', { caseSensitive: false }, '/Tenant', '/tENANT/x'],
      ['ignoreTrailingSlash', { ignoreTrailingSlash: true }, '/:tenant', '/a/'],
      ['ignoreDuplicateSlashes', { ignoreDuplicateSlashes: true }, '/a/b', '//a//b//x'],
      ['useSemicolonDelimiter', { useSemicolonDelimiter: true }, '/a', '/a;x'],
      ['allowUnsafeRegex', { allowUnsafeRegex: true }, '/:a((x+x+)+y)', '/xxy/z'],
    ]
    for (const [title, options, prefix, url] of cases) {
      it(title, async () => {
        expect(await answerOf(options, prefix, url)).to.match(/^\{"query"/)
      })
    }

    it('a parameter that is too long belongs to no prefix', async () => {
      expect(await answerOf({ maxParamLength: 200 }, '/:tenant', `/${long}/x`)).to.equal('root')
    })

    it('querystringParser', async () => {
      const querystringParser = () => ({ parsed: 'by the application' })
      expect(await answerOf({ querystringParser }, '/a', '/a/x?b')).to.equal(
        '{"query":{"parsed":"by the application"}}',
      )
    })
  })

  for (const [title, options, one, other] of [
    ['that differ in case, where that does not count', { caseSensitive: false }, '/Api', '/api'],
    ['that name their parameter in two ways', {}, '/:one', '/:other'],
    ['that differ in a slash at the end, where that does not count', { ignoreTrailingSlash: true }, '/api', '/api/'],
  ] as const) {
    it(`two of one rank are a mistake, under prefixes ${title}`, async () => {
      const server = create(options)
      for (const prefix of [one, other]) {
        server.register(async (child) => void child.setNotFoundHandler(saying('child')), { prefix })
      }
      expect((await failureOf(server.ready())).code).to.equal('ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET')
    })
  }

  it('runs the hooks of its context', async () => {
    const server = create()
    server.addHook('onRequest', async (_request, reply) => void reply.header('x-root', 'yes'))
    server.register(
      async (child) => {
        child.addHook('onRequest', async (_request, reply) => void reply.header('x-child', 'yes'))
        child.setNotFoundHandler(saying('child'))
      },
      { prefix: '/v1' },
    )
    const inChild = await server.inject('/v1/x')
    expect(inChild.headers).to.include({ 'x-root': 'yes', 'x-child': 'yes' })
    const atRoot = await server.inject('/x')
    expect(atRoot.headers).to.include({ 'x-root': 'yes' }).and.to.not.have.property('x-child')
  })

  it('runs all hooks of a request, in order', async () => {
    const notes: string[] = []
    const server = create()
    for (const name of ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend']) {
      server.addHook(name, async () => void notes.push(name))
    }
    const options = {
      preValidation: async () => void notes.push('own preValidation'),
      preHandler: async () => void notes.push('own preHandler'),
    }
    server.setNotFoundHandler(options, async () => ({ not: 'found' }))
    await server.inject('/x')
    expect(notes).to.deep.equal([
      'onRequest',
      'preParsing',
      'preValidation',
      'own preValidation',
      'preHandler',
      'own preHandler',
      'preSerialization',
      'onSend',
    ])
  })

  it('may be async', async () => {
    const server = create()
    server.setNotFoundHandler(async () => ({ not: 'found' }))
    expect((await server.inject('/x')).json()).to.deep.equal({ not: 'found' })
  })

  it('may answer with another status', async () => {
    const server = create()
    server.setNotFoundHandler(async (_request: Loose, reply: Loose) => reply.code(200).send('index'))
    expect((await server.inject('/x')).statusCode).to.equal(200)
  })

  it('that fails goes to the error handler', async () => {
    const server = create()
    server.setErrorHandler((error, _request, reply) => reply.code(418).send(error.message))
    server.setNotFoundHandler(async () => Promise.reject(new Error('planned')))
    const answer = await server.inject('/x')
    expect(answer.statusCode).to.equal(418)
    expect(answer.body).to.equal('planned')
  })

  it('has the instance as this and the decorations of its context', async () => {
    const server = create()
    server.decorate('mark', 'root')
    server.decorateRequest('own', 'request')
    server.setNotFoundHandler(async function (this: Loose, request: Loose) {
      return [this.mark, request.own]
    })
    expect((await server.inject('/x')).json()).to.deep.equal(['root', 'request'])
  })

  it('of a wrapped plugin is that of the containing context', async () => {
    const server = create()
    server.register(
      fastifyPlugin(async (instance: Loose) => void instance.setNotFoundHandler(saying('wrapped'))) as Loose,
    )
    expect((await server.inject('/x')).body).to.equal('wrapped')
  })

  it('a second one for one prefix is refused', async () => {
    const server = create()
    server.setNotFoundHandler(saying('one'))
    const error = await failureOf(async () => {
      server.setNotFoundHandler(saying('two'))
      await server.ready()
    })
    expect(error.message).to.match(/not found handler|not-found handler/i)
  })

  for (const method of ['GET', 'HEAD']) {
    it(`a ${method} that claims a body type is not found, not malformed`, async () => {
      const server = create({ bodyLimit: 5 })
      server.get('/', async () => 'root')
      const headers = { 'content-type': 'application/json' }
      expect((await server.inject({ method, url: '/nowhere', headers })).statusCode).to.equal(404)
      expect(
        (await server.inject({ method, url: '/nowhere', headers, payload: '{"too":"large"}' })).statusCode,
      ).to.equal(404)
      expect((await server.inject({ method, url: '/', headers })).statusCode).to.equal(200)
    })
  }

  it('a body of any size or kind does not break it', async () => {
    const server = create({ bodyLimit: 5 })
    const headers = { 'content-type': 'application/json' }
    for (const payload of ['{', '{"too":"large"}', '']) {
      const answer = await server.inject({ method: 'POST', url: '/x', headers, payload })
      expect(answer.statusCode).to.be.oneOf([400, 404, 413])
    }
  })
})

describe('bad URLs', () => {
  const create = useServers()

  for (const url of ['/%', '/a/%zz', '/%c0%af', '/hello/%world']) {
    it(`${url} is answered 400 or 404`, async () => {
      const server = create()
      server.get('/hello/:name', async () => 'never')
      const answer = await server.inject(url)
      expect(answer.statusCode).to.be.oneOf([400, 404])
    })
  }

  it('are answered 400 with a code', async () => {
    const server = create()
    server.get('/hello/:name', async () => 'never')
    const answer = await server.inject('/hello/%world')
    expect(answer.statusCode).to.equal(400)
    expect(answer.json()).to.include({ statusCode: 400, code: 'FST_ERR_BAD_URL', error: 'Bad Request' })
  })

  it('may be answered by frameworkErrors', async () => {
    const frameworkErrors = (error: Loose, _request: Loose, reply: Loose) => reply.code(400).send(`own ${error.code}`)
    const server = create({ frameworkErrors })
    server.get('/hello/:name', async () => 'never')
    expect((await server.inject('/hello/%world')).body).to.equal('own FST_ERR_BAD_URL')
  })

  it('a parameter that is too long is not found or too long', async () => {
    const server = create({ routerOptions: { maxParamLength: 10 } })
    server.get('/:id', async () => 'short')
    expect((await server.inject('/1234567890')).body).to.equal('short')
    expect((await server.inject('/12345678901')).statusCode).to.be.oneOf([404, 414])
  })
})
