import type { Instance } from 'alcove/core'
import { expect } from 'chai'
import { codeOf, type Difference, get, makers, statusOnly } from './both-servers.js'
import { ofDropIn } from './drop-in-differences.js'
import { edges } from './edge-differences.js'
import { heads } from './head-differences.js'
import { idle } from './idle-differences.js'
import { late } from './late-differences.js'
import { validation } from './validation-differences.js'

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
    what: 'HEAD beside a GET that returns a Response',
    run: async (make) => {
      const server = make().get('/', async () => new Response('text', { status: 201 }))
      return (await server.inject({ method: 'HEAD', url: '/' })).statusCode
    },
    fastify: 500,
    here: 201,
    dropIn: 201,
  },
  {
    what: 'HEAD beside a GET that responds with 204',
    run: async (make) => {
      const server = make().get('/', async (_request, reply) => reply.code(204).send('text'))
      return 'content-length' in (await server.inject({ method: 'HEAD', url: '/' })).headers
    },
    fastify: true,
    here: false,
    dropIn: false,
  },
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
    what: 'a Map inside an answer',
    run: (make) => get(make().get('/', async () => ({ a: new Map([['b', 1]]) }))).then(statusOnly),
    fastify: '200',
    here: '500',
  },
  {
    what: 'the connection after a body that is not valid JSON',
    run: async (make) => {
      const server = make().post('/', async () => '')
      const address = await server.listen({ port: 0, host: '127.0.0.1' })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(address, { method: 'POST', body: '{', headers })
      await server.close()
      return answer.headers.get('connection')
    },
    fastify: 'close',
    here: 'keep-alive',
    dropIn: 'keep-alive',
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
  for (const { what, run, fastify, here, dropIn = fastify } of [
    ...validation,
    ...contexts,
    ...answers,
    ...edges,
    ...late,
    ...heads,
    ...idle,
    ...ofDropIn,
  ]) {
    it(`is right about ${what}`, async () => {
      expect({ fastify: await run(makers.fastify), here: await run(makers.here) }).to.deep.equal({ fastify, here })
    })

    it(`is right about ${what} on alcove/fastify`, async () => {
      expect(await run(makers.dropIn)).to.deep.equal(dropIn)
    })
  }
})
