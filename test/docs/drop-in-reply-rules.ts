import { once } from 'node:events'
import { connect as connectHttp2, constants } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from 'alcove/core'
import { field, flags, frame, posted as postHead, preface, request, speak, types } from '../suites/http2-frames.js'
import type { Rule } from './drop-in-rules.js'

/** Sends a request whose client leaves after some time. Gives what the client has received, and lets the server end. */
async function leaveAfter(server: Instance, milliseconds: number, request: string): Promise<string> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  let received = ''
  client.on('data', (data) => {
    received += data
  })
  client.on('error', () => {})
  client.write(request)
  await sleep(milliseconds)
  client.destroy()
  await sleep(100)
  await server.close()
  return received
}

const posted = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

/** Rules about replies that are sent more than once, or that no client waits for. */
export const ofReplies: readonly Rule[] = [
  {
    bullet: 'A content type with a malformed parameter',
    run: async (make) => {
      const server = make().post('/', async () => '')
      const headers = { 'content-type': 'application/json; charset=' }
      return (await server.inject({ method: 'POST', url: '/', headers, payload: '{}' })).statusCode
    },
    fastify: 200,
    dropIn: 415,
  },
  {
    bullet: 'A response that ends the connection also reaches',
    run: async (make) => {
      const server = make({ bodyLimit: 10 } as never)
      server.post('/', async () => '')
      await server.listen({ port: 0, host: '127.0.0.1' })
      const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause()
      const length = 12_000_000
      client.write(`${posted.slice(0, posted.indexOf('content-length'))}content-length: ${length}\r\n\r\n`)
      const sent = new Promise<string>((resolve) => {
        client.on('error', () => resolve('reset'))
        client.write(Buffer.alloc(length), (error) => {
          if (!error) client.once('data', (data) => resolve(`${data}`)).resume()
        })
      })
      const received = (await sent).slice(0, 12)
      client.destroy()
      await server.close()
      return received
    },
    fastify: 'reset',
    dropIn: 'HTTP/1.1 413',
  },
  {
    bullet: 'If the target of a request is a whole address',
    run: async (make) => {
      const seen: string[] = []
      const server = make().get('/a', async ({ url, host }) => void seen.push(url, host))
      await leaveAfter(server, 50, 'GET http://b/a HTTP/1.1\r\nhost: c\r\n\r\n')
      return seen
    },
    fastify: ['http://b/a', 'c'],
    dropIn: ['/a', 'b'],
  },
  {
    bullet: 'A validator that returns `false`',
    run: async (make) => {
      const options = { validatorCompiler: () => () => false, schema: { querystring: {} } }
      return (
        await make()
          .get('/', options, async () => '')
          .inject('/')
      ).statusCode
    },
    fastify: 200,
    dropIn: 400,
  },
  {
    bullet: 'If an `onSend` hook fails',
    run: async (make) => {
      const server = make().addHook('onSend', (_request, reply, _payload, done) => {
        reply.type('text/html')
        done(new Error('of the hook'))
      })
      server.get('/', async () => Promise.reject(new Error('planned')))
      return String((await server.inject('/')).headers['content-type'])
    },
    fastify: 'text/html',
    dropIn: 'application/json; charset=utf-8',
  },
  {
    bullet: 'Error handlers do not run',
    run: async (make) => {
      const seen: string[] = []
      const server = make().setErrorHandler(() => void seen.push('handler'))
      server.addHook('onError', async () => void seen.push('hook'))
      server.get('/', async (_request, reply) => {
        reply.raw.writeHead(200)
        throw new Error('planned')
      })
      await leaveAfter(server, 50, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')
      return seen
    },
    fastify: ['hook', 'handler'],
    dropIn: ['hook'],
  },
  {
    bullet: '`onRequestAbort` hooks also run',
    run: async (make) => {
      const seen: string[] = []
      const server = make().addHook('onRequestAbort', async (_request) => void seen.push('aborted'))
      server.post('/', (_request, _reply) => {})
      await leaveAfter(server, 50, posted)
      return seen
    },
    fastify: [],
    dropIn: ['aborted'],
  },
  {
    bullet: '`handlerTimeout` also ends',
    run: async (make) => {
      const server = make()
      server.post('/', { handlerTimeout: 20 }, (_request, _reply) => {})
      return (await leaveAfter(server, 150, posted)).split('\r\n')[0]
    },
    fastify: '',
    dropIn: 'HTTP/1.1 503 Service Unavailable',
  },
  {
    bullet: 'After a hook has sent a stream',
    run: async (make) => {
      const seen: string[] = []
      const server = make().addHook('preHandler', (_request, reply, done) => {
        reply.send(new Blob(['a']).stream())
        done()
      })
      server.get('/', async (_request, reply) => {
        seen.push('handler')
        return reply
      })
      await server.inject('/')
      return seen
    },
    fastify: ['handler'],
    dropIn: [],
  },
  {
    bullet: 'A second `send` logs a warning',
    run: async (make) => {
      const server = make().get('/', async (_request, reply) => {
        reply.send(Readable.from(['stream']))
        return 'second'
      })
      return (await server.inject('/')).body
    },
    fastify: 'second',
    dropIn: 'stream',
  },
  {
    bullet: '`inject` gives no body for a 304',
    run: async (make) => {
      const server = make().get('/', async (_request, reply) => reply.code(304).send('text'))
      return (await server.inject('/')).body
    },
    fastify: 'text',
    dropIn: '',
  },
  {
    bullet: 'Over HTTP/2 a 205 with a body',
    run: async (make) => {
      const server = make({ http2: true } as never) as unknown as Instance
      server.get('/', async (_request, reply) => reply.code(205).send('text'))
      const session = connectHttp2(await server.listen({ port: 0, host: '127.0.0.1' }))
      const stream = session.request({ ':path': '/' }).resume()
      stream.on('error', () => {}) // `rstCode` has its reason
      await new Promise((resolve) => stream.once('close', resolve)) // `once` would reject
      session.destroy()
      await server.close()
      return stream.rstCode
    },
    fastify: constants.NGHTTP2_PROTOCOL_ERROR,
    dropIn: constants.NGHTTP2_NO_ERROR,
  },
  {
    bullet: 'Over HTTP/2 a body fails if its client cancels it',
    run: async (make) => {
      const bodies: unknown[] = []
      const server = make({ http2: true, forceCloseConnections: true } as never) as unknown as Instance
      server.post('/', async ({ body }) => void bodies.push(body))
      const head = Buffer.concat([postHead, field('content-type', 'text/plain')])
      const half = [frame(types.headers, flags.endHeaders, 1, head), frame(types.data, 0, 1, Buffer.from('half'))]
      const next = frame(types.headers, flags.endHeaders | flags.endStream, 3, request) // its answer comes later
      await server.listen({ port: 0, host: '127.0.0.1' })
      const { port } = server.server.address() as AddressInfo
      await speak(port, Buffer.concat([preface, ...half, frame(types.reset, 0, 1, [0, 0, 0, 0]), next]))
      await server.close()
      return bodies
    },
    fastify: ['half'],
    dropIn: [],
  },
  {
    bullet: '`request.signal` is aborted if it is first read',
    run: async (make) => {
      const seen: boolean[] = []
      const server = make().get('/', async (request) => {
        await sleep(100)
        seen.push(request.signal.aborted)
      })
      await leaveAfter(server, 50, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')
      return seen
    },
    fastify: [false],
    dropIn: [true],
  },
]
