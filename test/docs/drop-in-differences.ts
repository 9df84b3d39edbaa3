import { Readable } from 'node:stream'
import type { Instance } from 'alcove/core'
import { codeOf, type Difference, get } from './both-servers.js'

/** Differences that also hold on the drop-in, in what programs of Fastify can see of routes, schemas and heads. */
export const ofDropIn: readonly Difference[] = [
  {
    what: 'a stream that is shorter than its content-length',
    run: (make) =>
      codeOf(() =>
        get(make().get('/', (_request, reply) => reply.header('content-length', '9').send(Readable.from(['text'])))),
      ),
    fastify: '200 text',
    here: 'LIGHT_ECONNRESET',
    dropIn: 'LIGHT_ECONNRESET',
  },
  {
    what: 'an empty content-length of an answer to HEAD',
    run: async (make) => {
      const server = make().head('/', (_request, reply) => reply.header('content-length', '').send())
      const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/' })
      return [statusCode, headers['content-length'] === '']
    },
    fastify: [200, true],
    here: [500, false],
    dropIn: [200, false],
  },
  {
    what: 'a method for requests where an ancestor has a getter',
    run: (make) => {
      const server = make().decorateRequest('who', { getter: () => 'ada' })
      server.register(async (child: Instance) => void child.decorateRequest('who', () => 'bob'))
      return codeOf(() => server.ready().then(() => 'boots'))
    },
    fastify: 'an error without a code',
    here: 'boots',
    dropIn: 'boots',
  },
  {
    what: 'the onSend hooks that onRoute sees of a HEAD beside a GET',
    run: async (make) => {
      const seen: unknown[] = []
      const server = make().addHook(
        'onRoute',
        ({ method, onSend }) => void seen.push([method, [onSend ?? []].flat().length]),
      )
      await server.get('/', async () => '').ready()
      return seen
    },
    fastify: [
      ['GET', 0],
      ['HEAD', 1],
    ],
    here: [
      ['GET', 0],
      ['HEAD', 0],
    ],
    dropIn: [
      ['GET', 0],
      ['HEAD', 0],
    ],
  },
  {
    what: 'the method that compilers get of a route with several',
    run: async (make) => {
      const seen: unknown[] = []
      const server = make().setValidatorCompiler(({ method }) => {
        seen.push(method)
        return () => true
      })
      const schema = { querystring: { type: 'object' } } as const
      await server.route({ method: ['PUT', 'POST'], url: '/', schema, handler: async () => '' }).ready()
      return seen
    },
    fastify: [['PUT', 'POST']],
    here: ['PUT', 'POST'],
    dropIn: ['PUT', 'POST'],
  },
  {
    what: 'the place of HEAD in printed routes',
    run: async (make) => {
      const server = make().route({ method: ['GET', 'POST'], url: '/', handler: async () => '' })
      await server.ready()
      return server.printRoutes().trim()
    },
    fastify: '└── / (GET, POST, HEAD)',
    here: '└── / (GET, HEAD, POST)',
    dropIn: '└── / (GET, HEAD, POST)',
  },
  {
    what: 'serializeInput with a status that only a class or default declares',
    run: async (make) => {
      const response = { '2xx': { type: 'object', properties: { a: { type: 'string' } } } } as const
      const server = make().get('/', { schema: { response } }, (_request, reply) => reply.serializeInput({ a: 1 }, 201))
      return (await server.inject('/')).json().code ?? 'serialized'
    },
    fastify: 'FST_ERR_MISSING_SERIALIZATION_FN',
    here: 'serialized',
    dropIn: 'serialized',
  },
  {
    what: 'the parser of queries for an unknown path',
    run: (make) => {
      const server = make({ routerOptions: { querystringParser: (query) => ({ own: query }) } })
      return get(
        server.setNotFoundHandler(async (request) => request.query),
        '/?a=1',
      )
    },
    fastify: '200 {"a":"1"}',
    here: '200 {"own":"a=1"}',
    dropIn: '200 {"own":"a=1"}',
  },
  {
    what: 'the content-length of a HEAD beside a GET that sends nothing',
    run: async (make) => {
      const server = make().get('/', (_request, reply) => reply.header('content-length', '9').send())
      return (await server.inject({ method: 'HEAD', url: '/' })).headers['content-length']
    },
    fastify: '0',
    here: '9',
    dropIn: '9',
  },
  {
    what: 'a content-length that is not a number',
    run: (make) => {
      const server = make().head('/', (_request, reply) => reply.header('content-length', 'long').send())
      return server.inject({ method: 'HEAD', url: '/' }).then(({ statusCode }) => statusCode)
    },
    fastify: 200,
    here: 500,
    dropIn: 500,
  },
  {
    what: 'a schema error formatter that returns an object that is no error',
    run: async (make) => {
      const server = make().setSchemaErrorFormatter(() => ({}) as never)
      server.get('/', { schema: { querystring: { type: 'object', required: ['a'] } } }, async () => 'ran')
      return (await server.inject('/')).statusCode
    },
    fastify: 200,
    here: 500,
    dropIn: 400,
  },
]
