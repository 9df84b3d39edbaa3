import { createServer as createNodeServer } from 'node:http'
import { errorCodes } from 'alcove/core'
import { expect } from 'chai'
import { failureOf, type Loose, useServers } from './subject.js'

/** Codes that the page Errors of Fastify 5 documents and that no other file meets. */
describe('Fastify 5 Errors: while a server is made', () => {
  const create = useServers()

  it('FST_ERR_INIT_OPTS_INVALID: an option has the wrong type', async () => {
    expect((await failureOf(() => create({ exposeHeadRoutes: 5 }))).code).to.equal('FST_ERR_INIT_OPTS_INVALID')
  })

  const routerOptions = { maxParamLength: 'a', caseSensitive: 5, defaultRoute: 5, buildPrettyMeta: 5 }
  for (const [name, value] of Object.entries(routerOptions)) {
    it(`FST_ERR_INIT_OPTS_INVALID: ${name} of the router is ${JSON.stringify(value)}, in either place`, async () => {
      for (const options of [{ [name]: value }, { routerOptions: { [name]: value } }]) {
        const failure = await failureOf(() => create(options as Loose))
        expect(failure.code).to.equal('FST_ERR_INIT_OPTS_INVALID')
        expect(failure.message).to.contain(name)
      }
    })
  }

  it('takes numbers that are written as text, as environment variables are', () => {
    const { initialConfig } = create({ pluginTimeout: '0', bodyLimit: '10' } as Loose)
    expect(initialConfig).to.include({ pluginTimeout: 0, bodyLimit: 10 })
  })

  it('FST_ERR_LOG_INVALID_DESTINATION: a logger writes to a stream and to a file', async () => {
    const failure = await failureOf(() => create({ logger: { stream: process.stdout, file: '/dev/null' } }))
    expect(failure.code).to.equal('FST_ERR_LOG_INVALID_DESTINATION')
  })

  it('FST_ERR_LOG_INVALID_LOGGER_INSTANCE: what is given as a logger cannot log', async () => {
    const failure = await failureOf(() => create({ loggerInstance: {} }))
    expect(failure.code).to.equal('FST_ERR_LOG_INVALID_LOGGER_INSTANCE')
  })

  it('FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE: the own server cannot close what is idle', async () => {
    const serverFactory = (listener: Loose) =>
      Object.assign(createNodeServer(listener), { closeIdleConnections: undefined })
    const failure = await failureOf(() => create({ forceCloseConnections: 'idle', serverFactory }))
    expect(failure.code).to.equal('FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE')
  })

  it('FST_ERR_PLUGIN_CALLBACK_NOT_FN: after and ready get something else than a function', async () => {
    expect((await failureOf(() => create().after(5 as Loose))).code).to.equal('FST_ERR_PLUGIN_CALLBACK_NOT_FN')
    expect((await failureOf(() => create().ready(5 as Loose))).code).to.equal('FST_ERR_PLUGIN_CALLBACK_NOT_FN')
  })

  it('takes a plugin into a context that has finished, while others still load', async () => {
    const server = create()
    const contexts: Loose[] = []
    server.register(async (instance) => void contexts.push(instance))
    server.register(async () => void contexts[0].register(async (late: Loose) => late.get('/late', async () => 'late')))
    expect((await server.inject('/late')).body).to.equal('late')
  })

  it('FST_ERR_LISTEN_OPTIONS_INVALID: the port is none', async () => {
    expect((await failureOf(create().listen({ port: 'x' }))).code).to.equal('FST_ERR_LISTEN_OPTIONS_INVALID')
  })
})

describe('Fastify 5 Errors: while a request is served', () => {
  const create = useServers()

  it('FST_ERR_ASYNC_CONSTRAINT: a constraint cannot be derived', async () => {
    const secret = {
      name: 'secret',
      storage: () => ({ get: () => null, set: () => undefined }),
      deriveConstraint: (_request: Loose, _context: Loose, done: Loose) => done(new Error('planned')),
      validate: () => undefined,
    }
    const server = create({ constraints: { secret } })
    server.get('/', { constraints: { secret: 'a' } }, async () => 'never')
    expect((await server.inject('/')).json()).to.include({ statusCode: 500, code: 'FST_ERR_ASYNC_CONSTRAINT' })
  })

  it('FST_ERR_FAILED_ERROR_SERIALIZATION: an error does not fit the response schema of its status', async () => {
    const server = create()
    const schema = {
      response: { 500: { type: 'object', required: ['more'], properties: { more: { type: 'string' } } } },
    }
    server.get('/', { schema }, async () => {
      throw new Error('planned')
    })
    const answer = (await server.inject('/')).json()
    expect(answer).to.include({ statusCode: 500, code: 'FST_ERR_FAILED_ERROR_SERIALIZATION' })
    expect(answer.message).to.equal('Internal Server Error') // the schema's text and the original error are in the log
  })

  it('FST_ERR_MAX_PARAM_LENGTH: a parameter of the path is too long', async () => {
    const server = create({ routerOptions: { maxParamLength: 5 } })
    server.get('/:name', async () => 'never')
    expect((await server.inject('/123456')).json()).to.include({ statusCode: 414, code: 'FST_ERR_MAX_PARAM_LENGTH' })
  })

  it('FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN: no schema for the media type that is asked for', async () => {
    const server = create()
    const content = { 'application/json': { schema: { type: 'object', properties: {} } } }
    server.get('/', { schema: { response: { 200: { content } } } }, async (_request, reply) =>
      reply.serializeInput({}, 200, 'text/csv'),
    )
    expect((await server.inject('/')).json()).to.include({ code: 'FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN' })
  })

  it('FST_ERR_ROUTE_REWRITE_NOT_STR: rewriteUrl gives no string', async () => {
    const server = create({ rewriteUrl: () => 5 })
    expect((await server.inject('/')).json()).to.include({ code: 'FST_ERR_ROUTE_REWRITE_NOT_STR' })
  })

  it('FST_ERR_SEND_UNDEFINED_ERR: nothing was thrown', async () => {
    const server = create()
    server.get('/', () => Promise.reject(undefined))
    expect((await server.inject('/')).json()).to.include({ statusCode: 500, code: 'FST_ERR_SEND_UNDEFINED_ERR' })
  })

  it('FST_ERR_NOT_FOUND: the application throws it itself', async () => {
    const server = create()
    server.get('/', async () => {
      throw new errorCodes.FST_ERR_NOT_FOUND()
    })
    expect((await server.inject('/')).json()).to.include({ statusCode: 404, code: 'FST_ERR_NOT_FOUND' })
  })
})

describe('Fastify 5 Errors: errorCodes', () => {
  it('errors are made by the classes in errorCodes, with their code and status', async () => {
    const failure = new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/csv')
    expect(failure).to.be.an('error').and.include({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 })
  })
})
