import type { Instance } from 'alcove/core'
import { codeOf, type Make } from './both-servers.js'

/** A bullet of docs/reference/drop-in.md: what a program gives on Fastify, and on `alcove/fastify`. */
export interface Rule {
  /** The first words of the bullet. */
  readonly bullet: string
  readonly run: (make: Make) => unknown
  /** Absent if the program would end the process on Fastify, or never end. */
  readonly fastify?: unknown
  readonly dropIn: unknown
}

export const lines = () => {
  const written: { msg: string; err?: { type: string }; own?: number }[] = []
  return { written, stream: { write: (line: string) => void written.push(JSON.parse(line)) } }
}
const head = (server: Instance, url: string) => server.inject({ method: 'HEAD', url })
const below = (prefix: string, fill: (child: Instance) => unknown) => (server: Instance) => {
  server.register(async (child: Instance) => void fill(child), { prefix })
  return server
}

/** Rules about what is registered, and about the responses to requests. */
export const ofRequests: readonly Rule[] = [
  {
    bullet: 'Internal symbols and classes',
    run: (make) => Object.getOwnPropertySymbols(make()).some(({ description }) => description === 'fastify.404'),
    fastify: true,
    dropIn: false,
  },
  {
    bullet: '`register(1)`',
    run: async (make) => [
      await codeOf(async () => make().register(1 as never)),
      await codeOf(async () => {
        const server = make()
        await server.ready()
        server.register(async () => {})
      }),
    ],
    fastify: ['AVV_ERR_PLUGIN_NOT_VALID', 'AVV_ERR_ROOT_PLG_BOOTED'],
    dropIn: ['FST_ERR_PLUGIN_NOT_VALID', 'FST_ERR_ROOT_PLG_BOOTED'],
  },
  {
    bullet: 'An ancestor may set parsers',
    run: async (make) => {
      const server = make()
      server.register(async (child: Instance) => void child.get('/', async () => ({ a: 1 })))
      server.register(async () => void server.setReplySerializer(() => 'late'))
      return (await server.inject('/')).body
    },
    fastify: '{"a":1}',
    dropIn: 'late',
  },
  {
    bullet: '`initialConfig` also has',
    run: (make) => 'maxJsonDepth' in make().initialConfig,
    fastify: false,
    dropIn: true,
  },
  {
    bullet: 'Synchronous hooks and body parsers',
    run: async (make) => {
      const server = make().addHook('onRequest', () => {})
      server.addContentTypeParser('a/b', () => 'parsed')
      server.post('/', async (request) => request.body)
      return (await server.inject({ method: 'POST', url: '/', payload: 'a', headers: { 'content-type': 'a/b' } })).body
    },
    dropIn: 'parsed',
  },
  {
    bullet: '`addHook` throws',
    run: (make) => codeOf(async () => typeof make().addHook('onRequest', 1 as never)),
    fastify: 'object',
    dropIn: 'FST_ERR_HOOK_INVALID_HANDLER',
  },
  {
    bullet: 'A part of a request whose validator compiler',
    run: async (make) => {
      const server = make().setValidatorCompiler((() => undefined) as never)
      server.get('/', { schema: { querystring: { type: 'object' } } }, async () => 'ran')
      return (await server.inject('/?a=1')).statusCode
    },
    fastify: 200,
    dropIn: 500,
  },
  {
    bullet: 'If `setChildLoggerFactory` returns',
    run: async (make) => {
      const { stream } = lines()
      const server = make({ logger: { stream } }).setChildLoggerFactory((() => ({})) as never)
      return (await server.get('/', async () => 'ran').inject('/')).body
    },
    dropIn: 'ran',
  },
  {
    bullet: '`FST_ERR_DUPLICATED_ROUTE` names',
    run: (make) => {
      const server = make().put('/', async () => '')
      try {
        server.route({ method: ['PUT', 'POST'], url: '/', handler: async () => '' })
      } catch (error) {
        return /PUT.*POST/.test((error as Error).message)
      }
      return 'declared'
    },
    fastify: true,
    dropIn: false,
  },
  {
    bullet: 'In the response to an unknown path',
    run: async (make) => {
      const server = make().addHook('onRequest', () => Promise.reject('text'))
      return (await server.inject('/unknown')).statusCode
    },
    dropIn: 500,
  },
  {
    bullet: 'Your own HEAD route `/`',
    run: async (make) => {
      const own = (child: Instance) => child.head('/', async () => '')
      const exact = (child: Instance) => child.head('/', { prefixTrailingSlash: 'no-slash' }, async () => '')
      const bare = (await head(below('/p', own)(make()), '/p')).statusCode
      return [bare, (await head(below('/p', exact)(make()), '/p/')).statusCode]
    },
    fastify: [404, 200],
    dropIn: [200, 404],
  },
  {
    bullet: 'The HEAD beside a GET has the `routeOptions.url`',
    run: async (make) => {
      const seen: unknown[] = []
      const server = make().addHook('onRequest', async (request) => void seen.push(request.routeOptions.url))
      below('/p', (child) => child.get('/', async () => ''))(server)
      await head(server, '/p/')
      return seen
    },
    fastify: ['/p/'],
    dropIn: ['/p'],
  },
  {
    bullet: 'The HEAD beside a GET fails',
    run: async (make) => {
      const seen: unknown[] = []
      const server = make().setErrorHandler((error, _request, reply) => {
        seen.push(error.code)
        reply.send('failed')
      })
      server.get('/', (_request, reply) => void reply.type('image/png').send({ a: 1 }))
      await head(server, '/')
      return seen
    },
    fastify: ['ERR_INVALID_ARG_TYPE'],
    dropIn: ['FST_ERR_REP_INVALID_PAYLOAD_TYPE'],
  },
  {
    bullet: 'In a not-found handler `request.routeOptions`',
    run: async (make) => {
      const server = make({ routerOptions: { ignoreTrailingSlash: true } })
      server.setNotFoundHandler(async (request) => [request.routeOptions.attachValidation ?? null, request.params])
      return (await server.inject('/a/')).json()
    },
    fastify: [null, { '*': 'a/' }],
    dropIn: [false, { '*': 'a' }],
  },
  {
    bullet: 'A 304 with an object',
    run: async (make) => {
      const server = make().get('/', async (_request, reply) => reply.code(304).type('a/b').send({ a: 1 }))
      return (await server.inject('/')).statusCode
    },
    fastify: 500,
    dropIn: 304,
  },
  {
    bullet: 'The value of a 204',
    run: async (make) => {
      const response = { 204: { type: 'object', required: ['a'] } }
      const server = make().get('/', { schema: { response } }, async (_request, reply) => reply.code(204).send({}))
      return (await server.inject('/')).statusCode
    },
    fastify: 500,
    dropIn: 204,
  },
  {
    bullet: 'In a callback `send` does not throw',
    run: (make) => {
      let thrown = false
      const server = make().get('/', (_request, reply) => {
        setImmediate(() => {
          try {
            reply.type('a/b').send({ a: 1 })
          } catch {
            thrown = true
            reply.type('a/b').send('caught')
          }
        })
      })
      return server.inject('/').then(({ statusCode }) => [statusCode, thrown])
    },
    fastify: [200, true],
    dropIn: [500, false],
  },
  {
    bullet: '`reply.getSerializationFunction(status)`',
    run: async (make) => {
      const response = { 200: { content: { 'application/json': { schema: { type: 'object' } } } } }
      const server = make().get('/', { schema: { response } }, (_request, reply) => {
        reply.send(typeof reply.getSerializationFunction('200'))
      })
      return (await server.inject('/')).body
    },
    fastify: 'object',
    dropIn: 'function',
  },
  {
    bullet: 'An error of a failed validation',
    run: async (make) => {
      const { stream, written } = lines()
      const server = make({ logger: { stream } })
      await server
        .get('/', { schema: { querystring: { type: 'object', required: ['a'] } } }, async () => '')
        .inject('/')
      return written.flatMap(({ err }) => err?.type ?? [])
    },
    fastify: ['Error'],
    dropIn: ['ValidationError'],
  },
  {
    bullet: 'A route that is refused',
    run: async (make) => {
      const seen: string[] = []
      const server = make({ exposeHeadRoutes: false }).addHook('onRoute', ({ url }) => void seen.push(url))
      const refused = await codeOf(async () => server.get('/', { schema: { body: {} } }, async () => ''))
      return [typeof refused, ...seen]
    },
    fastify: ['string'],
    dropIn: ['string', '/'],
  },
  {
    bullet: 'An async `onRequestAbort` hook',
    run: (make) => codeOf(async () => typeof make().addHook('onRequestAbort', async () => {})),
    fastify: 'FST_ERR_HOOK_INVALID_ASYNC_HANDLER',
    dropIn: 'object',
  },
  {
    bullet: '`buildValidator` gets',
    run: async (make) => {
      const seen: unknown[] = []
      const buildValidator = (_schemas: unknown, options: object) => {
        seen.push('version' in options)
        return () => () => true
      }
      const server = make({ schemaController: { compilersFactory: { buildValidator } } } as never)
      await server.get('/', { schema: { querystring: {} }, exposeHeadRoute: false }, async () => '').ready()
      return seen
    },
    fastify: [false],
    dropIn: [true],
  },
  {
    bullet: 'A response with trailers',
    run: async (make) => {
      const server = make().get('/', (_request, reply) => {
        reply.trailer('x-a', (_reply, _payload, done) => void done(null, 'a'))
        reply.send(new Error('planned'))
      })
      return 'content-length' in (await server.inject('/')).headers
    },
    fastify: true,
    dropIn: false,
  },
  {
    bullet: 'If an `onSend` hook replaces',
    run: async (make) => {
      const { Readable } = await import('node:stream')
      const server = make().addHook('onSend', async () => Readable.from(['text']))
      const { headers } = await server.get('/', () => Promise.reject(new Error('planned'))).inject('/')
      return 'content-length' in headers
    },
    fastify: true,
    dropIn: false,
  },
  {
    bullet: 'A request may be decorated',
    run: (make) => {
      const server = make().decorateRequest('server', 'own')
      return codeOf(async () => (await server.get('/', async () => 'ran').inject('/')).body)
    },
    dropIn: 'ran',
  },
]
