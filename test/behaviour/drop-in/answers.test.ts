import { AsyncResource, executionAsyncResource } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { logged, rule } from './both.js'

describe('alcove/fastify as Fastify: answers', () => {
  rule(
    'sends the content of 205, as the answers of servers behind a proxy have it',
    async (make) => {
      const app = make()
      app.get('/text', async (_request, reply) => reply.code(205).type('text/plain').send('text'))
      app.get('/stream', async (_request, reply) =>
        reply
          .code(205)
          .type('text/plain')
          .send(Readable.from(['stream'])),
      )
      app.get('/object', async (_request, reply) => reply.code(205).send({ a: 1 }))
      const answers = []
      for (const url of ['/text', '/stream', '/object']) {
        const { statusCode, headers, body } = await app.inject(url)
        answers.push([statusCode, headers['content-type'], body])
      }
      return answers
    },
    [
      [205, 'text/plain', 'text'],
      [205, 'text/plain', 'stream'],
      [205, 'application/json; charset=utf-8', '{"a":1}'],
    ],
  )

  rule(
    'throws from send what cannot be sent, and answers the error where the handler does not catch it',
    async (make) => {
      const app = make()
      let caught: unknown
      app.get('/caught', (_request, reply) => {
        try {
          reply.type('text/html').send({})
        } catch (error) {
          caught = Object(error).code
          reply.type('text/html').send('<p>')
        }
      })
      app.get('/thrown', (_request, reply) => void reply.type('text/html').send({}))
      app.get('/returned', (_request, reply) => {
        reply.type('text/html')
        return { a: 1 }
      })
      app.get('/awaited', async (_request, reply) => {
        reply.type('text/html')
        return { a: 1 }
      })
      const bodies = []
      for (const url of ['/caught', '/thrown', '/returned', '/awaited']) {
        const { statusCode, body } = await app.inject(url)
        bodies.push(`${statusCode} ${body.slice(0, 60)}`)
      }
      return [caught, ...bodies]
    },
    [
      'FST_ERR_REP_INVALID_PAYLOAD_TYPE',
      '200 <p>',
      ...Array(3).fill('500 {"statusCode":500,"code":"FST_ERR_REP_INVALID_PAYLOAD_TYPE",'),
    ],
  )

  rule(
    'answers a malformed content type with 415, if the error handler sets no status',
    async (make) => {
      const app = make().setErrorHandler((error, _request, reply) => reply.send({ own: error.message }))
      app.post('/', async () => 'ran')
      const headers = { 'content-type': 'malformed' }
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload: 'text', headers })
      return [statusCode, body]
    },
    [415, '{"own":"Unsupported Media Type"}'],
  )

  rule(
    'serializes the answers of not-found handlers without the serializer of setReplySerializer',
    async (make) => {
      const app = make().setReplySerializer((payload) => `own ${JSON.stringify(payload)}`)
      app.setNotFoundHandler((_request, reply) => reply.send({ lost: true }))
      app.get('/', async () => ({ found: true }))
      app.get('/passed-on', (_request, reply) => void reply.callNotFound())
      const bodies = []
      for (const url of ['/', '/nowhere', '/passed-on']) bodies.push((await app.inject(url)).body)
      return bodies
    },
    ['own {"found":true}', '{"lost":true}', '{"lost":true}'],
  )

  rule(
    'keeps the status that is set, if an onSend hook fails for the answer to an error',
    async (make) => {
      const fail = (statusCode: number) => Promise.reject(Object.assign(new Error('text'), { statusCode }))
      const own = make().addHook('onSend', () => fail(418))
      own.get('/', () => fail(404))
      const set = make().addHook('onSend', async (_request, reply) => void reply.code(203))
      set.addHook('onSend', () => fail(418)).get('/', async () => 'text')
      return [(await own.inject('/')).body, (await set.inject('/')).statusCode]
    },
    ['{"statusCode":404,"error":"Not Found","message":"text"}', 203],
  )

  rule(
    'answers the error of an onSend hook as JSON, with the headers of the reply',
    async (make) => {
      const app = make()
      app.addHook('onSend', async () => {
        throw new Error('in onSend')
      })
      app.get('/text', async (_request, reply) => reply.header('x-own', '1').send('text'))
      app.get('/object', async () => ({ a: 1 }))
      app.get('/bytes', async (_request, reply) => reply.type('image/png').send(Buffer.from('x')))
      app.get('/empty', async (_request, reply) => reply.code(204).send())
      const errorHandler = (error: Error) => ({ own: error.message })
      app.get('/own', { errorHandler }, async () => 'text')
      const answers = []
      for (const url of ['/text', '/object', '/bytes', '/empty', '/own', '/none']) {
        const { statusCode, headers, body } = await app.inject(url)
        const { 'content-type': type, 'content-length': length, 'x-own': own } = headers
        answers.push([url, statusCode, type, own, Number(length) === body.length, JSON.parse(body).message])
      }
      return answers
    },
    [
      ['/text', 500, 'application/json; charset=utf-8', '1', true, 'in onSend'],
      ['/object', 500, 'application/json; charset=utf-8', undefined, true, 'in onSend'],
      ['/bytes', 500, 'application/json; charset=utf-8', undefined, true, 'in onSend'],
      ['/empty', 500, 'application/json; charset=utf-8', undefined, true, 'in onSend'],
      ['/own', 500, 'application/json; charset=utf-8', undefined, true, 'in onSend'],
      ['/none', 404, 'application/json; charset=utf-8', undefined, true, 'in onSend'],
    ],
  )

  rule(
    'answers without headers when node refuses one of the answer to that failure, too',
    async (make) => {
      const app = make()
      app.addHook('onSend', async (_request, reply, payload) => {
        reply.header('x-odd', '\n').header('x-fine', '1')
        return payload
      })
      app.get('/', async () => 'ran')
      const { statusCode, headers } = await app.inject('/')
      return [statusCode, headers['x-fine']]
    },
    [500, undefined],
  )

  rule(
    'reads a stream to its end where HEAD or 204 does not send it, and logs what fails below HEAD',
    async (make) => {
      const { stream, lines } = logged()
      const app = make({ logger: { level: 'error', stream } })
      const ended: string[] = []
      const given = (name: string) => Readable.from(['a', 'b']).on('end', () => ended.push(name))
      app.get('/204', (_request, reply) => void reply.code(204).send(given('204')))
      app.get('/head', (_request, reply) => void reply.send(given('head')))
      app.get('/web', (_request, reply) => {
        const cancel = (reason: unknown) => {
          ended.push(String(reason))
          throw new Error('not now')
        }
        reply.send(new ReadableStream({ cancel }))
      })
      await app.inject('/204')
      await app.inject({ method: 'HEAD', url: '/head' })
      await app.inject({ method: 'HEAD', url: '/web' })
      await sleep(5)
      return [...ended.sort(), ...lines.map(({ msg }) => msg)]
    },
    ['204', 'Stream cancelled by HEAD route', 'head', 'Error on Stream found for HEAD route'],
  )

  rule(
    'keeps the type of a stream that fails for the answer to its error',
    async (make) => {
      const app = make()
      app.get('/', (_request, reply) => {
        const read = new Readable({ read: () => {} })
        process.nextTick(() => read.destroy(new Error('broken')))
        reply.type('application/text').send(read)
      })
      app.setErrorHandler((error, _request, reply) => reply.code(400).send({ was: error.message }))
      const { statusCode, body } = await app.inject('/')
      return [statusCode, JSON.parse(body).code]
    },
    [500, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE'],
  )

  rule(
    'answers an error for which a serializer gives no text with the code of that',
    async (make) => {
      const app = make()
      const schema = { response: { 500: { type: 'object' } } }
      app.setSerializerCompiler(() => (() => ({})) as never)
      app.get('/', { schema }, async () => Promise.reject(new Error('odd')))
      return (await app.inject('/')).json()
    },
    {
      statusCode: 500,
      code: 'FST_ERR_REP_INVALID_PAYLOAD_TYPE',
      message: "Attempted to send payload of invalid type 'object'. Expected a string or Buffer.",
    },
  )

  rule(
    'runs what follows a parser in a resource of the name that tracers know',
    async (make) => {
      const app = make()
      app.post('/', async () => Object(executionAsyncResource()).constructor === AsyncResource)
      return (await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).body
    },
    'true',
  )

  rule(
    'believes any protocol that a trusted proxy names',
    async (make) => {
      const app = make({ trustProxy: true })
      app.get('/', async (request) => request.protocol)
      return (await app.inject({ url: '/', headers: { 'x-forwarded-proto': 'http, odd' } })).body
    },
    'odd',
  )

  rule(
    'answers a thrown symbol with nothing, as JSON has no text for it',
    async (make) => {
      const app = make()
      app.get('/', () => {
        throw Symbol('odd')
      })
      const { statusCode, body, headers } = await app.inject('/')
      return [statusCode, body, headers['content-type']]
    },
    [500, '', 'application/json; charset=utf-8'],
  )

  rule(
    'answers 415 to a malformed content type where no route is found, too',
    async (make) => {
      const app = make()
      const headers = { 'content-type': 'undefined' }
      return (await app.inject({ method: 'POST', url: '/nothing', payload: 'a', headers })).statusCode
    },
    415,
  )

  rule(
    'takes a second parser for all types in the place of the first',
    async (make) => {
      const app = make()
      const parser = (name: string) => async () => name
      app.addContentTypeParser('*', parser('first'))
      app.addContentTypeParser('*', parser('second'))
      app.post('/', async (request) => request.body)
      const headers = { 'content-type': 'a/b' }
      const { body } = await app.inject({ method: 'POST', url: '/', payload: 'a', headers })
      return [body, app.hasContentTypeParser('*')]
    },
    ['second', false],
  )

  rule(
    'calls the functions of trailers for HEAD, too',
    async (make) => {
      const app = make()
      app.head('/', (_request, reply) => {
        reply.trailer('x-size', async (_reply, payload) => String(String(payload).length))
        reply.send('text')
      })
      const { headers, trailers } = await app.inject({ method: 'HEAD', url: '/' })
      return [headers.trailer, headers['content-length'], trailers]
    },
    ['x-size', undefined, { 'x-size': '4' }],
  )

  rule(
    'has no addresses of proxies with trustProxy 0',
    async (make) => {
      const app = make({ trustProxy: 0 as never })
      app.get('/', async ({ ips }) => ({ ips: typeof ips }))
      return (await app.inject('/')).json()
    },
    { ips: 'undefined' },
  )
})
