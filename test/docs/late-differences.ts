import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type Instance, pluginWrapper, type Reply } from 'alcove/core'
import { codeOf, type Difference, get, post, statusOnly } from './both-servers.js'

const fail = async () => {
  throw new Error('on purpose')
}

/** A route whose response schema is `schema`. */
const responds = (schema: object, value: unknown): Difference['run'] => {
  return (make) => codeOf(() => get(make().get('/', { schema: { response: { 200: schema } } }, async () => value)))
}

const sends = (send: (reply: Reply) => unknown): Difference['run'] => {
  return (make) => get(make().get('/', (_request, reply) => void send(reply))).then(statusOnly)
}

/** Differences about the time at which something is set, and about responses that Fastify sends and nobody can read. */
export const late: readonly Difference[] = [
  {
    what: 'an error under a response schema that allows any property',
    run: (make) => get(make().get('/', { schema: { response: { default: {} } } }, fail)),
    fastify: '500 {}',
    here: '500 {"statusCode":500,"error":"Internal Server Error","message":"on purpose"}',
  },
  {
    what: 'a body that a hook has read to its end',
    run: async (make) => {
      const server = make()
        .addHook('onRequest', async ({ raw }) => void (await once(raw.resume(), 'end')))
        .post('/', async () => 'reached')
      const answer = server.inject({ method: 'POST', url: '/', payload: { a: 1 } })
      return Promise.race([answer.then(({ statusCode }) => String(statusCode)), setTimeout(1000, 'no response')])
    },
    fastify: 'no response',
    here: '400',
    dropIn: '400',
  },
  {
    what: 'an error handler that a wrapped plugin sets after the route',
    run: (make) => {
      const server = make().get('/', fail)
      server.register(pluginWrapper(async (inner: Instance) => void inner.setErrorHandler(async () => 'handled')))
      return get(server).then(statusOnly)
    },
    fastify: '500',
    here: '200',
    dropIn: '200',
  },
  {
    what: 'the content type that an onSend hook sets before it fails for an error',
    run: async (make) => {
      const server = make().addHook('onSend', (_request, reply, _payload, done) => {
        reply.type('text/html')
        done(new Error('of the hook'))
      })
      return String((await server.get('/', fail).inject('/')).headers['content-type'])
    },
    fastify: 'text/html',
    here: 'application/json; charset=utf-8',
    dropIn: 'application/json; charset=utf-8',
  },
  {
    what: 'the error of an error handler that has replaced another one of its context',
    run: (make) => {
      const server = make().setErrorHandler(async () => 'replaced')
      server.setErrorHandler(fail).get('/', fail)
      return get(server).then(statusOnly)
    },
    fastify: '200',
    here: '500',
  },
  {
    what: 'a parser that a wrapped plugin beside the child sets',
    run: (make) => {
      const server = make()
      server.register(async (child: Instance) => void child.post('/', async () => 'ran'))
      server.register(pluginWrapper(async (inner: Instance) => void inner.addContentTypeParser('a/b', async () => 1)))
      return post(server, 'text', 'a/b').then(statusOnly)
    },
    fastify: '415',
    here: '200',
    dropIn: '200',
  },
  {
    what: 'a parser that a child declares again',
    run: (make) => {
      const server = make().addContentTypeParser('a/b', async () => 'root')
      server.register(async (child: Instance) => {
        child.addContentTypeParser('a/b', async () => 'child')
        child.post('/', async (request) => request.body)
      })
      return codeOf(() => post(server, 'text', 'a/b'))
    },
    fastify: 'FST_ERR_CTP_ALREADY_PRESENT',
    here: '200 child',
    dropIn: '200 child',
  },
  {
    what: 'a hook that onRoute pushes into a list of two routes',
    run: async (make) => {
      const server = make()
      server.addHook('onRoute', ({ url, onRequest }) => {
        const limit = async (_request: unknown, reply: Reply) => void reply.header(`x${url.slice(1)}`, 'limited')
        if (Array.isArray(onRequest)) onRequest.push(limit)
      })
      const list = [async () => {}]
      server.get('/', { onRequest: list }, async () => 'ran')
      server.post('/login', { onRequest: list }, async () => 'ran')
      const { headers } = await server.inject('/')
      return Object.keys(headers).includes('xlogin') ? 'both' : 'its own'
    },
    fastify: 'both',
    here: 'its own',
  },
  {
    what: 'onError hooks behind one that fails',
    run: async (make) => {
      let calls = 0
      const server = make().addHook('onError', fail)
      server.addHook('onError', async () => void calls++)
      await get(server.get('/', fail))
      return calls
    },
    fastify: 0,
    here: 1,
    dropIn: 1,
  },
  {
    what: 'a second send while onSend hooks run',
    run: async (make) => {
      let calls = 0
      const server = make().addHook('onSend', async () => void calls++)
      server.get('/', (_request, reply) => {
        reply.send('first')
        reply.send('second')
      })
      await get(server)
      return calls
    },
    fastify: 2,
    here: 1,
    dropIn: 1,
  },
  {
    what: 'a final status of 103',
    run: sends((reply) => reply.code(103).send('text')),
    fastify: '103',
    here: '500',
    dropIn: '500',
  },
  {
    what: 'a transfer-encoding that the application sets',
    run: sends((reply) => reply.header('transfer-encoding', 'other').send('text')),
    fastify: '200',
    here: '500',
    dropIn: '500',
  },
  {
    what: 'the body that inject shows for HEAD',
    run: async (make) => {
      const server = make().head('/', (_request, reply) => void reply.send('text'))
      return (await server.inject({ method: 'HEAD', url: '/' })).body
    },
    fastify: 'text',
    here: '',
    dropIn: '',
  },
  {
    what: 'a stream that fails on a HEAD route of the application',
    run: async (make) => {
      const source = new Readable({ read: () => void source.destroy(new Error('on purpose')) })
      const server = make().head('/', (_request, reply) => void reply.send(source))
      return (await server.inject({ method: 'HEAD', url: '/' })).statusCode
    },
    fastify: 500,
    here: 200,
    dropIn: 200,
  },
  {
    what: 'the route / below the prefix /',
    run: (make) => {
      const server = make()
      server.register(async (child: Instance) => void child.get('/', async () => 'ran'), { prefix: '/' })
      return get(server, '//').then(statusOnly)
    },
    fastify: '200',
    here: '404',
    dropIn: '404',
  },
  {
    what: 'unused definitions of a response schema that lead to each other',
    run: responds(
      {
        type: 'object',
        properties: { v: { type: 'string' } },
        definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
      },
      { v: 1 },
    ),
    fastify: 'FST_ERR_SCH_SERIALIZATION_BUILD',
    here: '200 {"v":"1"}',
    dropIn: '200 {"v":"1"}',
  },
  {
    what: 'a const that is not of the type beside it',
    run: responds({ type: 'object', properties: { v: { const: 'k', type: 'integer' } } }, { v: 1 }),
    fastify: '200 {"v":"k"}',
    here: 'FST_ERR_SCH_SERIALIZATION_BUILD',
    dropIn: 'FST_ERR_SCH_SERIALIZATION_BUILD',
  },
  {
    what: 'a params schema with a name that the path does not have',
    run: (make) => {
      const schema = { params: { type: 'object', properties: { name: { type: 'string' } } } }
      return codeOf(() => get(make().get('/', { schema }, async () => 'ran')))
    },
    fastify: '200 ran',
    here: 'ALC_ERR_PATH_PARAMETER',
  },
  {
    what: 'a response schema for an error that allows no object',
    run: (make) => {
      const schema = {
        querystring: { type: 'object', required: ['a'] },
        response: { 400: { type: 'array', items: {} } },
      }
      return get(make().get('/', { schema }, async () => 'ran')).then(statusOnly)
    },
    fastify: '500',
    here: '400',
    dropIn: '400',
  },
  {
    what: 'whether a text that is not a media type has a parser',
    run: (make) => codeOf(() => make().hasContentTypeParser('nope')),
    fastify: false,
    here: 'FST_ERR_CTP_INVALID_TYPE',
  },
  {
    what: 'whether all other types have a parser',
    run: async (make) =>
      make()
        .addContentTypeParser('*', async () => 1)
        .hasContentTypeParser('*'),
    fastify: false,
    here: true,
  },
  {
    what: 'a body with an empty content type',
    run: (make) => {
      const server = make().addContentTypeParser('*', { parseAs: 'string' }, async (_request, body) => body)
      return post(
        server.post('/', async (request) => request.body),
        'text',
        '',
      ).then(statusOnly)
    },
    fastify: '415',
    here: '200',
  },
  {
    what: 'the content length of an error during its onSend hooks',
    run: async (make) => {
      const seen: boolean[] = []
      const server = make().addHook('onSend', async (_request, reply) => {
        seen.push(reply.hasHeader('content-length'))
      })
      await get(server.get('/', fail))
      return seen.join()
    },
    fastify: 'true',
    here: 'false',
    dropIn: 'false',
  },
  {
    what: 'the log of a handler that throws after its response',
    run: async (make) => {
      const lines: string[] = []
      const server = make({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
      server.get('/', (_request, reply) => {
        reply.send('sent')
        throw new Error('on purpose')
      })
      await get(server)
      return lines.map((line) => JSON.parse(line)).map(({ level, err }) => `${level} ${err.code ?? err.message}`)
    },
    fastify: ['40 FST_ERR_REP_ALREADY_SENT'],
    here: ['50 on purpose'],
    dropIn: ['50 on purpose'],
  },
]
