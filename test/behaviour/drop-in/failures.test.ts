import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, logged, rule } from './both.js'

/** Sends a request, and leaves after some time. Waits until the server has noticed it. */
async function leaveAfter(app: App, milliseconds: number): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await sleep(milliseconds)
  client.destroy()
  await sleep(120)
  await app.close()
}

/** Fails with any value: TypeScript does not know what a program throws. */
function fail(value: unknown): never {
  throw value
}

describe('alcove/fastify as Fastify: failures', () => {
  rule(
    'sends what a synchronous error handler throws that is not an error, with the status of the reply',
    async (make) => {
      const answers = []
      for (const value of [undefined, [1], 'text', { a: 1 }]) {
        const app = make()
        const seen: unknown[] = []
        app.setErrorHandler(() => void seen.push('outer'))
        app.register(async (child) => {
          child.setErrorHandler(() => fail(value))
          child.get('/', () => fail(new Error('first')))
        })
        const { statusCode, body } = await app.inject('/')
        answers.push([statusCode, body, ...seen])
      }
      return answers
    },
    [
      [200, ''],
      [200, '[1]'],
      [200, 'text'],
      [200, '{"a":1}'],
    ],
  )

  rule(
    'passes on what an asynchronous error handler throws, error or not',
    async (make) => {
      const app = make()
      const seen: unknown[] = []
      app.setErrorHandler((error, _request, reply) => {
        seen.push(error)
        reply.send({ outer: true })
      })
      app.register(async (child) => {
        child.setErrorHandler(async () => fail('text'))
        child.get('/', () => fail(new Error('first')))
      })
      return [(await app.inject('/')).body, seen]
    },
    ['{"outer":true}', ['text']],
  )

  rule(
    'answers with the status only, if an onSend hook fails with a text for the answer to an error',
    async (make) => {
      const app = make()
      app.addHook('onSend', (_request, _reply, _payload, done) => done('a text' as unknown as Error))
      app.get('/', () => fail(Object.assign(new Error('first'), { statusCode: 404 })))
      const { statusCode, body } = await app.inject('/')
      return [statusCode, body]
    },
    [404, '{"statusCode":404,"error":"Not Found"}'],
  )

  rule(
    'writes code and message of an error as texts, whatever they are',
    async (make) => {
      const app = make()
      const fields = [
        { code: 11000 },
        { code: null },
        { code: true },
        { message: 5 },
        { message: undefined },
        { message: null },
      ]
      for (const [index, own] of fields.entries()) app.get(`/${index}`, () => fail(Object.assign(new Error('m'), own)))
      const bodies = []
      for (const index of fields.keys()) {
        const { statusCode, error, ...rest } = (await app.inject(`/${index}`)).json()
        bodies.push([statusCode, error, rest])
      }
      return bodies
    },
    [
      { code: '11000', message: 'm' },
      { code: '', message: 'm' },
      { code: 'true', message: 'm' },
    ]
      .concat([{ message: '5' }, {}, { message: '' }] as never[])
      .map((rest) => [500, 'Internal Server Error', rest]),
  )

  rule(
    'gives a serializer of the application an error whose body is not enumerable',
    async (make) => {
      const app = make()
      const seen: unknown[] = []
      app.setSerializerCompiler(() => (data) => {
        const { statusCode, error, message, own } = data as Record<string, unknown>
        seen.push(data instanceof Error, Object.keys(Object(data)), [statusCode, error, message, own])
        return JSON.stringify(data)
      })
      const schema = { response: { default: { type: 'object' } } } as const
      app.get('/', { schema }, () => fail(Object.assign(new Error('text'), { statusCode: 409, own: 1 })))
      return [(await app.inject('/')).body, ...seen]
    },
    ['{}', true, [], [409, 'Conflict', 'text', 1]],
  )

  rule(
    'writes an error by a response schema that declares other properties',
    async (make) => {
      const app = make()
      const properties = { own: { type: 'integer' } } as const
      const schema = { response: { '4xx': { type: 'object', properties, additionalProperties: true } } } as const
      app.get('/', { schema }, () => fail(Object.assign(new Error('text'), { statusCode: 409, own: 1, more: 2 })))
      return (await app.inject('/')).body
    },
    '{"own":1}',
  )

  rule(
    'logs one line for a request whose onResponse hook fails',
    async (make) => {
      const { stream, lines } = logged()
      const app = make({ logger: { stream, level: 'info' } })
      app.addHook('onResponse', async () => fail(new Error('afterwards')))
      app.get('/', async () => 'text')
      await app.inject('/')
      await new Promise(setImmediate)
      const { msg, err, res, responseTime } = lines.at(-1) as unknown as Record<string, { message: string }>
      return [lines.length, msg, err?.message, res, typeof responseTime]
    },
    [2, 'request errored', 'afterwards', { statusCode: 200 }, 'number'],
  )
  for (const absent of [undefined, null])
    rule(
      `names the route whose handler is ${absent}`,
      async (make) => {
        try {
          make().get('/a', absent as never)
        } catch (error) {
          const { code, message } = error as { code?: string; message: string }
          return [code, message]
        }
        return 'declared'
      },
      ['FST_ERR_ROUTE_MISSING_HANDLER', 'Missing handler function for "GET:/a" route.'],
    )

  const unanswerable: [what: string, begin: (raw: { writeHead(status: number): unknown }) => unknown][] = [
    ['is thrown after a head that was written through reply.raw', (raw) => raw.writeHead(200)],
    ['is thrown after the client has left', () => sleep(80)],
  ]
  for (const [what, begin] of unanswerable)
    rule(
      `calls the onError hooks in their order with an error that ${what}`,
      async (make) => {
        const app = make()
        const seen: string[] = []
        for (const name of ['first', 'second'])
          app.addHook('onError', async (_request, _reply, error) => void seen.push(`${name} ${error.message}`))
        app.get('/', async (_request, { raw }) => {
          await begin(raw)
          throw new Error('planned')
        })
        await leaveAfter(app, 40)
        return seen.slice(0, 2) // the failed response to the error calls them again on Fastify
      },
      ['first planned', 'second planned'],
    )

  rule(
    'calls no onError hook for an error after hijack, and none for one after reply.raw.end',
    async (make) => {
      const seen: string[] = []
      for (const end of ['hijack', 'end'] as const) {
        const app = make()
        app.addHook('onError', async () => void seen.push(end))
        app.get('/', async (_request, reply) => {
          if (end === 'hijack') reply.hijack()
          reply.raw.end('text')
          throw new Error('planned')
        })
        await leaveAfter(app, 40)
      }
      return seen
    },
    [],
  )
})
