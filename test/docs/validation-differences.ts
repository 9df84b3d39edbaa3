import { codeOf, type Difference, echoBody, echoQuery, get, post, statusOnly } from './both-servers.js'

/** The validation of a server, with its conversions and its removal. */
export const validation: readonly Difference[] = [
  {
    what: 'a validator that throws, with attachValidation',
    run: (make) => {
      const validate = () => {
        throw new Error('planned')
      }
      const options = { attachValidation: true, validatorCompiler: () => validate, schema: { querystring: {} } }
      return get(make().get('/', options, async () => 'ran')).then(statusOnly)
    },
    fastify: '200',
    here: '500',
  },
  {
    what: 'a validator that returns false without errors',
    run: (make) => {
      const options = { validatorCompiler: () => () => false, schema: { querystring: {} } }
      return get(make().get('/', options, async () => 'ran')).then(statusOnly)
    },
    fastify: '200',
    here: '400',
    dropIn: '400',
  },
  {
    what: 'a body schema of GET and POST',
    run: (make) =>
      codeOf(() => {
        const handler = async () => 'ran'
        const schema = { body: { type: 'object' } }
        return get(make().route({ method: ['GET', 'POST'], url: '/', handler, schema }))
      }),
    fastify: 'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED',
    here: '200 ran',
  },
  {
    what: 'contains, for a list that is shorter than the list of items',
    run: (make) => {
      const body = { type: 'array', items: [{ type: 'string' }], contains: { const: 'x' } }
      return post(echoBody(make, { body }), '[]').then(statusOnly)
    },
    fastify: '200',
    here: '400',
    dropIn: '400',
  },
  {
    what: 'a schema that only the strict mode of ajv refuses',
    run: (make) => codeOf(() => get(echoBody(make, { body: { type: 'integer', default: 1 } })).then(statusOnly)),
    fastify: 'FST_ERR_SCH_VALIDATION_BUILD',
    here: '404',
    dropIn: '404',
  },
  {
    what: 'a text that is converted to infinity, in version 8',
    run: (make) => {
      const server = make({ validatorengine: { version: 8 } })
      const querystring = { type: 'object', properties: { a: { type: 'number' } } }
      return get(
        server.get('/', { schema: { querystring } }, async () => ''),
        '/?a=1e999',
      ).then(statusOnly)
    },
    fastify: '200',
    here: '400',
    dropIn: '400',
  },
  {
    what: 'an unused definition that leads to a $ref without a target',
    run: (make) => {
      const server = make().addSchema({ $id: 'shared', properties: { a: { $ref: '#/definitions/missing' } } })
      const body = { type: 'object', definitions: { unused: { $ref: 'shared#' } } }
      return codeOf(() => get(server.post('/', { schema: { body } }, async () => '')).then(statusOnly))
    },
    fastify: '404',
    here: 'ALC_ERR_SCHEMA_REF',
    dropIn: 'FST_ERR_SCH_VALIDATION_BUILD',
  },
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
