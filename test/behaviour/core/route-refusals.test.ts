import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

describe('SPEC 4.1 routes that are declared wrongly are refused', () => {
  const create = useServers()
  const handler = async () => 'never'

  const wrong: Record<string, { route: Loose; code: string }> = {
    'no handler': { route: { method: 'GET', url: '/' }, code: 'FST_ERR_ROUTE_MISSING_HANDLER' },
    'a handler that is no function': {
      route: { method: 'GET', url: '/', handler: 'text' },
      code: 'FST_ERR_ROUTE_HANDLER_NOT_FN',
    },
    'an error handler that is no function': {
      route: { method: 'GET', url: '/', handler, errorHandler: 'text' },
      code: 'FST_ERR_ROUTE_HANDLER_NOT_FN',
    },
    'a class as handler': {
      route: { method: 'GET', url: '/', handler: class Read {} },
      code: 'FST_ERR_ROUTE_HANDLER_NOT_FN',
    },
    'a class as error handler': {
      route: { method: 'GET', url: '/', handler, errorHandler: class Answers {} },
      code: 'FST_ERR_ROUTE_HANDLER_NOT_FN',
    },
    'a validator compiler that is no function': {
      route: { method: 'GET', url: '/', handler, validatorCompiler: {} },
      code: 'FST_ERR_ROUTE_HANDLER_NOT_FN',
    },
    'a factory of child loggers that is no function': {
      route: { method: 'GET', url: '/', handler, childLoggerFactory: {} },
      code: 'FST_ERR_ROUTE_HANDLER_NOT_FN',
    },
    'an async formatter of schema errors': {
      route: { method: 'GET', url: '/', handler, schemaErrorFormatter: async () => new Error('late') },
      code: 'FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN',
    },
    'an unknown method': { route: { method: 'FETCH', url: '/', handler }, code: 'FST_ERR_ROUTE_METHOD_NOT_SUPPORTED' },
    'a method that is no string': { route: { method: 7, url: '/', handler }, code: 'FST_ERR_ROUTE_METHOD_INVALID' },
    'a method that is a symbol': {
      route: { method: Symbol('GET'), url: '/', handler },
      code: 'FST_ERR_ROUTE_METHOD_INVALID',
    },
    'a path without a text': {
      route: { method: 'GET', url: Object.create(null), handler },
      code: 'FST_ERR_INVALID_URL',
    },
    'no method': { route: { url: '/', handler }, code: 'FST_ERR_ROUTE_METHOD_INVALID' },
    'a path that is no string': { route: { method: 'GET', url: 7, handler }, code: 'FST_ERR_INVALID_URL' },
    'a body schema for GET': {
      route: { method: 'GET', url: '/', handler, schema: { body: {} } },
      code: 'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED',
    },
  }

  for (const [what, { route, code }] of Object.entries(wrong)) {
    it(what, async () => {
      const error = await failureOf(async () => {
        const server = create()
        server.route(route)
        await server.ready()
      })
      expect(error.code).to.equal(code)
    })
  }

  it('leaves none of its paths, if it is refused for one of them', async () => {
    const server = create()
    server.get('/', handler)
    expect(() => server.get('/:name?', handler)).to.throw('declared twice')
    expect((await server.inject('/name')).statusCode).to.equal(404)
    expect((await server.inject('/')).statusCode).to.equal(200)
  })

  it('accepts a body schema of several methods if one of them has a validated body', async () => {
    for (const exposeHeadRoutes of [true, false]) {
      const server = create({ exposeHeadRoutes })
      const schema = { body: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }
      server.route({ method: ['GET', 'POST'], url: '/', handler, schema })
      const statuses = []
      for (const method of ['GET', 'HEAD', 'POST'])
        statuses.push(
          (await server.inject({ method, url: '/', ...(method === 'POST' ? { payload: {} } : {}) })).statusCode,
        )
      expect(statuses).to.deep.equal([200, exposeHeadRoutes ? 200 : 404, 400])
    }
  })

  for (const [path, character] of [
    ['/search?text=:text', '?'],
    ['/search?', '?'],
    ['/a/?', '?'],
    ['/users/:id/files?/:name', '?'],
    ['/page#top', '#'],
    ['/:id(^\\d+$)/page#top', '#'],
  ]) {
    it(`a path that no request reaches: ${path}`, async () => {
      const error = await failureOf(async () => {
        const server = create()
        server.register(async (plugin: Loose) => plugin.get(path, handler))
        await server.ready()
      })
      expect(error.code).to.equal('ALC_ERR_ROUTE_PATH')
      expect(error.message).to.equal(
        `The path of GET ${path} cannot work: the path of a request has no "${character}". Write the path only, and declare the query with @Query or the querystring schema`,
      )
    })
  }

  it('but not optional parameters, patterns with these characters, and characters behind a parameter', async () => {
    const server = create()
    for (const path of ['/a/:id?', '/b/:x-:y?', '/c/:id(^(?:a|b)#?$)', '/d/:id#', '/e/:id(^\\d+)?', '/f/:id?/']) {
      server.get(path, async (request: Loose) => request.params)
    }
    const bodies = []
    for (const url of ['/a', '/b/1-2', '/c/a%23', '/d/1%23', '/e/1%3F', '/f/']) {
      bodies.push((await server.inject(url)).json())
    }
    expect(bodies).to.deep.equal([{}, { x: '1', y: '2' }, { id: 'a#' }, { 'id#': '1#' }, { id: '1' }, {}])
  })

  it('by their path, in either option for it', async () => {
    const error = await failureOf(async () => create().route({ method: ['GET', 'FETCH'], path: '/users', handler }))
    expect(error.stack).to.match(/^ +at GET FETCH \/users \(/m)
  })

  it('options that are not an object', async () => {
    const error = await failureOf(async () => create().get('/', 'text' as Loose, handler))
    expect(error.code).to.equal('FST_ERR_ROUTE_OPTIONS_NOT_OBJ')
  })

  it('an unknown log level', async () => {
    const error = await failureOf(async () => {
      const server = create({ logger: { level: 'info', stream: logLines().stream } })
      server.get('/', { logLevel: 'loud' }, handler)
      await server.ready()
    })
    expect(error.code).to.equal('FST_ERR_ROUTE_LOG_LEVEL_INVALID')
  })

  it('no log level without a logger: another environment may have a logger with custom levels', async () => {
    const server = create({ logger: false })
    server.get('/', { logLevel: 'audit' }, handler)
    expect((await server.inject('/')).statusCode).to.equal(200)
  })

  it('two handlers', async () => {
    const error = await failureOf(async () => create().get('/', { handler }, handler))
    expect(error.code).to.equal('FST_ERR_ROUTE_DUPLICATED_HANDLER')
  })

  it('one method and path twice, named', async () => {
    const error = await failureOf(async () => {
      const server = create()
      server.get('/twice', handler)
      server.get('/twice', handler)
      await server.ready()
    })
    expect(error.code).to.equal('FST_ERR_DUPLICATED_ROUTE')
    expect(error.message).to.contain('/twice').and.contain('GET')
  })

  it('one method and path twice with two names of a parameter: both paths, and both lines', async () => {
    const error = await failureOf(async () => {
      const server = create()
      server.get('/twice/:id', handler)
      server.get('/twice/:name', handler)
      await server.ready()
    })
    const at = (path: string) => `\\(/twice/:${path} at \\S+route-refusals\\.test\\.ts:\\d+:\\d+\\)`
    expect(error.message).to.match(new RegExp(`by .*${at('id')} and by .*${at('name')}`))
  })

  for (const paths of [
    ['/twice', '/twice/:id?'],
    ['/twice/:id?', '/twice'],
    ['/twice/:id?', '/twice/:name'],
  ]) {
    it(`one method and path twice, where an optional parameter makes two paths of one: ${paths}`, async () => {
      const error = await failureOf(async () => {
        const server = create()
        for (const path of paths) server.get(path, handler)
        await server.ready()
      })
      expect(error.code).to.equal('FST_ERR_DUPLICATED_ROUTE')
    })
  }

  it('one method and path twice, where slashes at the end are ignored', async () => {
    const error = await failureOf(async () => {
      const server = create({ routerOptions: { ignoreTrailingSlash: true } })
      server.get('/twice', handler)
      server.get('/twice/', handler)
      await server.ready()
    })
    expect(error.code).to.equal('FST_ERR_DUPLICATED_ROUTE')
  })

  it('one method and path in two plugins', async () => {
    const error = await failureOf(async () => {
      const server = create()
      server.register(async (child) => void child.get('/twice', handler))
      server.register(async (child) => void child.get('/twice', handler))
      await server.ready()
    })
    expect(error.code).to.equal('FST_ERR_DUPLICATED_ROUTE')
  })

  it('no factory options, in the two forms that tools use, are none', async () => {
    for (const options of [null, undefined] as Loose[]) {
      expect((await createServer(options).inject('/')).statusCode).to.equal(404)
    }
  })

  for (const options of ['text', 7]) {
    it(`factory options ${JSON.stringify(options)}`, async () => {
      expect((await failureOf(async () => create(options as Loose))).code).to.equal('FST_ERR_OPTIONS_NOT_OBJ')
    })
  }

  it('a factory bodyLimit that is not a whole number', async () => {
    expect((await failureOf(async () => create({ bodyLimit: 'many' }))).code).to.match(/^(FST|ALC)_ERR_/)
  })

  it('a factory querystringParser that is not a function', async () => {
    const error = await failureOf(async () => create({ routerOptions: { querystringParser: 'text' } }))
    expect(error.code).to.equal('FST_ERR_QSP_NOT_FN')
  })
})
