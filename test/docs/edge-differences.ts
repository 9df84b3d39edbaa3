import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { codeOf, type Difference, echoBody, get, post, statusOnly } from './both-servers.js'

/** The behaviour of a server at its edges: sending, listening, booting. */
export const edges: readonly Difference[] = [
  {
    what: 'an option of a wrong type, and a misspelt option',
    run: async (make) => {
      const boot = async (options: object) => {
        await make(options).ready()
        return 'boots'
      }
      return `${await codeOf(() => boot({ ajv: 5 }))} ${await codeOf(() => boot({ bodylimit: 10 }))}`
    },
    fastify: 'boots boots',
    here: 'FST_ERR_INIT_OPTS_INVALID ALC_ERR_OPTION_UNKNOWN',
  },
  {
    what: 'what send cannot send',
    run: async (make) => {
      let thrown: unknown = 'nothing is thrown'
      const instance = make().get('/', (_request, reply) => {
        try {
          reply.type('text/html').send({})
        } catch (error) {
          thrown = Object(error).code
        }
      })
      void instance.inject('/')
      await instance.ready()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return thrown
    },
    fastify: 'FST_ERR_REP_INVALID_PAYLOAD_TYPE',
    here: 'nothing is thrown',
  },
  {
    what: 'a stream that HEAD does not send',
    run: async (make) => {
      const stream = Readable.from(['body'])
      const closed = once(stream, 'close')
      await make()
        .get('/', async () => stream)
        .inject({ method: 'HEAD', url: '/' })
      await closed
      return stream.readableEnded ? 'read to its end' : 'destroyed'
    },
    fastify: 'read to its end',
    here: 'destroyed',
  },
  {
    what: 'onError when node refuses a header',
    run: async (make) => {
      let runs = 0
      const instance = make()
        .addHook('preSerialization', async (_request, reply) => void reply.header('x-bad', '\n'))
        .addHook('onError', async () => void runs++)
      await get(instance.get('/', async () => ({})))
      return runs
    },
    fastify: 2,
    here: 1,
  },
  {
    what: 'the code of an asynchronous constraint that fails',
    run: async (make) => {
      const constraints = {
        secret: {
          name: 'secret',
          storage: () => ({ get: () => null, set: () => undefined }),
          deriveConstraint: (_req: unknown, _context: unknown, done: (error: Error) => void) => done(new Error('no')),
          validate: () => true,
        },
      }
      const instance = make({ routerOptions: { constraints } })
      instance.get('/', { constraints: { secret: 'a' } }, async () => '')
      return (await instance.inject('/')).json().code
    },
    fastify: undefined,
    here: 'FST_ERR_ASYNC_CONSTRAINT',
  },
  {
    what: 'the answer to what is no HTTP',
    run: async (make) => {
      const instance = make()
      await instance.listen({ port: 0, host: '127.0.0.1' })
      const socket = connect(Number(instance.listeningOrigin.split(':').at(-1)), '127.0.0.1')
      socket.end('GARBAGE\r\n\r\n')
      const answer = await text(socket)
      await instance.close()
      return /^connection: close\r$/im.test(answer)
    },
    fastify: false,
    here: true,
  },
  {
    what: 'a rewriteUrl that gives no text',
    run: async (make) => {
      const instance = make({ rewriteUrl: () => undefined as never })
      const address = await instance.listen({ port: 0, host: '127.0.0.1' })
      const answer = await fetch(address).then(
        ({ status }) => status,
        () => 'cut',
      )
      await instance.close()
      return answer
    },
    fastify: 'cut',
    here: 500,
  },
  {
    what: 'a wrong signal for listen',
    run: async (make) => {
      const instance = make()
      try {
        return await instance.listen({ port: 0, signal: {} as AbortSignal }).catch(() => 'rejects')
      } catch {
        return 'throws'
      } finally {
        await instance.close()
      }
    },
    fastify: 'throws',
    here: 'rejects',
  },
  {
    what: 'an aborted listen',
    run: (make) => make().listen({ port: 0, signal: AbortSignal.abort() }),
    fastify: undefined,
    here: '',
  },
  {
    what: 'listen and onListen hooks',
    run: async (make) => {
      let ran = false
      const instance = make().addHook('onListen', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        ran = true
      })
      await instance.listen({ port: 0, host: '127.0.0.1' })
      const waited = ran
      await instance.close()
      return waited
    },
    fastify: false,
    here: true,
    dropIn: true,
  },
  {
    what: 'adding a hook in an onReady hook',
    run: (make) => {
      const instance = make()
      instance.addHook('onReady', async () => void instance.addHook('onClose', async () => {}))
      return codeOf(async () => void (await instance.ready()))
    },
    fastify: undefined,
    here: 'FST_ERR_INSTANCE_ALREADY_LISTENING',
  },
  {
    what: 'undefined in the place of route options',
    run: (make) => codeOf(() => get(make().get('/', undefined as never, async () => 'ran'))),
    fastify: 'FST_ERR_ROUTE_OPTIONS_NOT_OBJ',
    here: '200 ran',
  },
  {
    what: 'a $ref to nothing',
    run: (make) =>
      codeOf(async () => {
        await make()
          .get('/', { schema: { querystring: { $ref: 'nothing#' } } }, async () => '')
          .ready()
      }),
    fastify: 'FST_ERR_SCH_VALIDATION_BUILD',
    here: 'ALC_ERR_SCHEMA_REF',
  },
  {
    what: 'a media type for which content has no entry',
    run: (make) => {
      const content = { 'application/json': { schema: { type: 'object' } } }
      return post(echoBody(make, { body: { content } }), 'text', 'text/plain').then(statusOnly)
    },
    fastify: '200',
    here: '415',
  },
  {
    what: 'a serializer of a reply without a content type',
    run: async (make) => {
      const server = make().get('/', async (_request, reply) => reply.serializer(JSON.stringify).send({ a: 1 }))
      return (await server.inject('/')).headers['content-type']
    },
    fastify: undefined,
    here: 'application/json; charset=utf-8',
  },
  {
    what: 'onError hooks where an onSend hook fails behind an error',
    run: async (make) => {
      const seen: string[] = []
      const server = make()
      server.addHook('onError', async (_request, _reply, error) => void seen.push(error.message))
      server.addHook('onSend', async () => {
        throw new Error('second')
      })
      server.get('/', async () => {
        throw new Error('first')
      })
      await server.inject('/')
      return seen.join()
    },
    fastify: 'first,second',
    here: 'first',
  },
  {
    what: 'onResponse hooks behind one that fails',
    run: async (make) => {
      const seen: string[] = []
      const server = make()
      server.addHook('onResponse', async () => {
        throw new Error('first')
      })
      server.addHook('onResponse', async () => void seen.push('second'))
      await server.get('/', async () => '').inject('/')
      await new Promise((resolve) => setImmediate(resolve))
      return seen.join()
    },
    fastify: '',
    here: 'second',
    dropIn: 'second',
  },
  {
    what: 'onResponse hooks of a route that calls callNotFound',
    run: async (make) => {
      const seen: string[] = []
      const server = make()
      const onResponse = async () => void seen.push('route')
      await server.get('/', { onResponse }, (_request, reply) => void reply.callNotFound()).inject('/')
      await new Promise((resolve) => setImmediate(resolve))
      return seen.join()
    },
    fastify: '',
    here: 'route',
    dropIn: 'route',
  },
  {
    what: 'the serializer of setReplySerializer, for a not-found handler',
    run: async (make) => {
      const server = make().setReplySerializer((payload) => `own ${JSON.stringify(payload)}`)
      server.setNotFoundHandler((_request, reply) => reply.send({ a: 1 }))
      return (await server.inject('/nowhere')).body
    },
    fastify: '{"a":1}',
    here: 'own {"a":1}',
  },
  {
    what: 'an unknown path with a malformed content type',
    run: async (make) => (await post(make(), 'text', 'malformed')).slice(0, 3),
    fastify: '415',
    here: '404',
  },
  {
    what: 'an error status that is a text',
    run: (make) =>
      get(make().get('/', () => Promise.reject(Object.assign(new Error(), { status: '404' })))).then(statusOnly),
    fastify: '404',
    here: '500',
  },
  {
    what: 'an error status without a phrase',
    run: (make) => get(make().get('/', () => Promise.reject(Object.assign(new Error('text'), { statusCode: 499 })))),
    fastify: '499 {"statusCode":499,"message":"text"}',
    here: '499 {"statusCode":499,"error":"Error","message":"text"}',
  },
  {
    what: 'values that do not match an object, or no type, of a response schema',
    run: async (make) => {
      const response = { 200: { type: 'object', properties: { a: { type: 'object', properties: {} }, b: {} } } }
      const values = [[1], new Map([[1, 2]]), { a: 5 }, { b: () => 1 }]
      const replies = values.map((value) => get(make().get('/', { schema: { response } }, async () => value)))
      return (await Promise.all(replies)).map((reply) => (reply.startsWith('500') ? 500 : reply)).join()
    },
    fastify: '200 {},200 {},200 {"a":{}},200 {"b":undefined}',
    here: '500,500,500,500',
    dropIn: '500,500,500,500',
  },
  {
    what: 'the status of a failure in onSend',
    run: async (make) => {
      const fail = (statusCode: number) => Promise.reject(Object.assign(new Error(), { statusCode }))
      const server = make().addHook('onSend', () => fail(418))
      return statusOnly(await get(server.get('/', () => fail(404))))
    },
    fastify: '404',
    here: '418',
  },
]
