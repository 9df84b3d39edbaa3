import type { Instance } from 'alcove/core'
import { expect } from 'chai'
import { codeOf, type Difference, echoBody, echoQuery, get, makers, post, statusOnly } from './both-servers.js'
import { edges } from './edge-differences.js'

const validation: readonly Difference[] = [
  {
    what: 'an array parameter sent once',
    run: (make) =>
      get(echoQuery(make, { type: 'object', properties: { ids: { type: 'array' } } }), '/?ids=1').then(statusOnly),
    fastify: '200',
    here: '400',
  },
  {
    what: 'undeclared properties',
    run: (make) => post(echoBody(make, { body: { type: 'object', properties: { a: {} } } }), { a: 1, b: 2 }),
    fastify: '200 {"a":1,"b":2}',
    here: '200 {"a":1}',
  },
  {
    what: 'what a branch of anyOf does not declare and the next one does',
    run: (make) => {
      const branch = (properties: object) => ({ type: 'object', additionalProperties: false, properties })
      const anyOf = [branch({ a: { type: 'integer' } }), branch({ a: { type: 'string' }, b: { type: 'string' } })]
      return post(echoBody(make, { body: { anyOf } }), { a: 'x', b: 'y' })
    },
    fastify: '200 {"a":"x"}',
    here: '200 {"a":"x","b":"y"}',
    dropIn: '200 {"a":"x","b":"y"}',
  },
  {
    what: 'a number of a body in anyOf of a text and a number',
    run: (make) => {
      const it = { anyOf: [{ type: 'string' }, { type: 'number' }] }
      return post(echoBody(make, { body: { type: 'object', properties: { it } } }), { it: 12 })
    },
    fastify: '200 {"it":"12"}',
    here: '200 {"it":12}',
  },
  {
    what: 'a required property that a closed schema does not declare',
    run: (make) => {
      const body = { type: 'object', properties: { a: {} }, required: ['b'], additionalProperties: false }
      return post(echoBody(make, { body }), { b: 1 }).then(statusOnly)
    },
    fastify: '200',
    here: '400',
    dropIn: '400',
  },
  {
    what: 'short forms',
    run: (make) => codeOf(() => get(echoQuery(make, { n: { type: 'integer' } }), '/?n=1')),
    fastify: 'FST_ERR_SCH_VALIDATION_BUILD',
    here: '200 {"n":1}',
  },
  {
    what: 'a body of another media type on a route with a body schema',
    run: (make) => post(echoBody(make, { body: { type: 'object' } }), 'text', 'text/plain').then(statusOnly),
    fastify: '400',
    here: '415',
  },
  {
    what: 'a body schema on DELETE',
    run: async (make) => {
      const server = make().delete('/', { schema: { body: { type: 'object', required: ['a'] } } }, async () => 'ran')
      return (await server.inject({ method: 'DELETE', url: '/', payload: {} })).statusCode
    },
    fastify: 400,
    here: 200,
  },
  {
    what: 'the answer to a failed validation',
    run: (make) => get(echoQuery(make, { type: 'object', required: ['a'] })),
    fastify:
      '400 {"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"querystring must have required property \'a\'"}',
    here: '400 {"statusCode":400,"error":"Bad Request","message":"querystring should have required property \'a\'"}',
  },
  {
    what: 'validationContext of the query',
    run: (make) => {
      const server = echoQuery(make, { type: 'object', required: ['a'] })
      return get(server.setErrorHandler(({ validationContext }, _request, reply) => reply.send(validationContext)))
    },
    fastify: '200 querystring',
    here: '200 query',
  },
  {
    what: 'a promise of { error } from a validator',
    run: (make) => {
      const validatorCompiler = () => () => Promise.resolve({ error: new Error('no') })
      const options = { schema: { body: { type: 'object' } }, validatorCompiler }
      return post(
        make().post('/', options, async () => 'ran'),
        {},
      ).then(statusOnly)
    },
    fastify: '200',
    here: '400',
  },
  {
    what: '$async in a schema',
    run: (make) =>
      codeOf(() =>
        echoBody(make, { body: { $async: true, type: 'object' } })
          .ready()
          .then(() => 'boots'),
      ),
    fastify: 'boots',
    here: 'ALC_ERR_SCHEMA_ASYNC',
  },
  {
    what: 'a shared schema that is wrong, and unused',
    run: (make) =>
      codeOf(() =>
        make()
          .addSchema({ $id: 'x', type: 'strng' })
          .ready()
          .then(() => 'boots'),
      ),
    fastify: 'boots',
    here: 'ALC_ERR_SHARED_SCHEMA',
  },
  {
    what: 'an undeclared header under additionalProperties: false',
    run: (make) => {
      const headers = { type: 'object', properties: { 'x-a': {} }, additionalProperties: false }
      return get(
        make().get('/', { schema: { headers } }, async (request) => String(request.headers.host !== undefined)),
      )
    },
    fastify: '200 false',
    here: '200 true',
  },
]

const contexts: readonly Difference[] = [
  {
    what: 'a request decoration that an ancestor adds after the child',
    run: (make) => {
      const server = make()
      server.register(
        async (child: Instance) => void child.get('/', async (request) => String(Reflect.get(request, 'v'))),
      )
      server.register(async () => void server.decorateRequest('v', 7))
      return get(server)
    },
    fastify: '200 undefined',
    here: '200 7',
  },
  {
    what: 'a hook that an ancestor adds after the child',
    run: async (make) => {
      const server = make()
      const order: string[] = []
      server.register(async (child: Instance) => {
        child.addHook('onRequest', async () => void order.push('child'))
        child.get('/', async () => '')
      })
      server.register(async () => void server.addHook('onRequest', async () => void order.push('root')))
      await get(server)
      return order.join()
    },
    fastify: 'child,root',
    here: 'root,child',
  },
  {
    what: 'register on the parent from within a child',
    run: (make) => {
      const server = make()
      server.register(
        async () => void server.register(async (inner: Instance) => void inner.get('/r', async () => 'found')),
        { prefix: '/p' },
      )
      return get(server, '/r').then(statusOnly)
    },
    fastify: '404',
    here: '200',
    dropIn: '200',
  },
  {
    what: 'a request decoration declared again by a child',
    run: (make) => {
      const server = make().decorateRequest('v', 1)
      server.register(async (child: Instance) => {
        child.decorateRequest('v', 2).get('/', async (request) => String(Reflect.get(request, 'v')))
      })
      return codeOf(() => get(server))
    },
    fastify: 'FST_ERR_DEC_ALREADY_PRESENT',
    here: '200 2',
  },
  {
    what: 'not-found handlers of a parent and a child without a prefix',
    run: (make) => {
      const server = make().setNotFoundHandler(async () => 'root')
      server.register(async (child: Instance) => void child.setNotFoundHandler(async () => 'child'))
      return codeOf(() => get(server))
    },
    fastify: 'an error without a code',
    here: '200 root',
    dropIn: 'ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET',
  },
  {
    what: 'HEAD declared after GET',
    run: async (make) =>
      codeOf(async () => {
        const server = make().get('/', async () => '')
        server.head('/', (_request, reply) => reply.code(204).send())
        return (await server.inject({ method: 'HEAD', url: '/' })).statusCode
      }),
    fastify: 'FST_ERR_DUPLICATED_ROUTE',
    here: 204,
  },
]

const answers: readonly Difference[] = [
  {
    what: 'preSerialization of null',
    run: async (make) => {
      let calls = 0
      await get(
        make()
          .addHook('preSerialization', async () => void calls++)
          .get('/', async () => null),
      )
      return calls
    },
    fastify: 1,
    here: 0,
  },
  {
    what: 'a thrown string',
    run: (make) => get(make().get('/', () => Promise.reject('text'))),
    fastify: '500 text',
    here: '500 {"statusCode":500,"error":"Internal Server Error","message":"text"}',
  },
  {
    what: 'a thrown null, seen by an error handler',
    run: (make) => {
      const server = make().setErrorHandler((error, _request, reply) => reply.code(200).send(String(error?.code)))
      return get(server.get('/', () => Promise.reject(null)))
    },
    fastify: '200 undefined',
    here: '200 FST_ERR_SEND_UNDEFINED_ERR',
  },
  {
    what: 'reply.sent right after send',
    run: async (make) => {
      let sent: unknown
      const server = make().addHook('onSend', async () => {})
      await get(
        server.get('/', (_request, reply) => {
          reply.send('')
          sent = reply.sent
        }),
      )
      return sent
    },
    fastify: false,
    here: true,
  },
  {
    what: 'an error handler and a URL that cannot be decoded',
    run: (make) => {
      const server = make().setErrorHandler((_error, _request, reply) => reply.code(418).send())
      return get(
        server.get('/:a', async () => ''),
        '/%zz',
      ).then(statusOnly)
    },
    fastify: '400',
    here: '418',
  },
  {
    what: 'an answer that does not fit its schema',
    run: (make) => {
      const response = { 200: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }
      const server = make().setErrorHandler((error, _request, reply) => reply.code(200).send(String(error.code)))
      return get(server.get('/', { schema: { response } }, async () => ({})))
    },
    fastify: '200 undefined',
    here: '200 ALC_ERR_SERIALIZATION',
  },
  {
    what: 'a response property called constructor, and its default',
    run: (make) => {
      const properties = { constructor: { type: 'string', default: 'a default' } }
      return get(make().get('/', { schema: { response: { 200: { type: 'object', properties } } } }, async () => ({})))
    },
    fastify: '200 {"constructor":"function Object() { [native code] }"}',
    here: '200 {"constructor":"a default"}',
    dropIn: '200 {"constructor":"a default"}',
  },
  {
    what: 'listen with a port',
    run: async (make) => {
      const server = make()
      const outcome = await codeOf(() => server.listen(0).then(() => 'listens'))
      await server.close()
      return outcome
    },
    fastify: 'an error without a code',
    here: 'listens',
    dropIn: 'listens',
  },
]

describe('docs/reference/fastify-differences.md', () => {
  for (const { what, run, fastify, here, dropIn = fastify } of [...validation, ...contexts, ...answers, ...edges]) {
    it(`is right about ${what}`, async () => {
      expect({ fastify: await run(makers.fastify), here: await run(makers.here) }).to.deep.equal({ fastify, here })
    })

    it(`is right about ${what} on alcove/fastify`, async () => {
      expect(await run(makers.dropIn)).to.deep.equal(dropIn)
    })
  }
})
