import { once } from 'node:events'
import { Agent, get as request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance, Request } from 'alcove/core'
import { codeOf, type Make } from './both-servers.js'
import { lines, type Rule } from './drop-in-rules.js'

const local = { port: 0, host: '127.0.0.1' } as const
const portOf = (server: Instance) => (server.server.address() as AddressInfo).port
const failing = (make: Make) =>
  make().register(async () => Promise.reject(Object.assign(new Error(), { code: 'BOOT' })))
const within = <T>(milliseconds: number, promise: Promise<T>) => Promise.race([promise, sleep(milliseconds, 'not yet')])

/** Closes a server that a client holds open, and ends that client after the result. */
async function closeBeside(server: Instance, sent: string): Promise<unknown> {
  await server.listen(local)
  const client = connect(portOf(server), '127.0.0.1')
  await once(client, 'connect')
  if (sent !== '') client.write(sent)
  await sleep(50)
  const closed = server.close()
  const outcome = await within(
    8000,
    closed.then(() => 'closed'),
  )
  client.destroy()
  await closed
  return outcome
}

/** Rules about the boot, `listen`, `close` and connections. */
export const ofLife: readonly Rule[] = [
  {
    bullet: '`listeningOrigin` is',
    run: async (make) => {
      const server = make()
      await server.ready()
      return codeOf(async () => server.listeningOrigin)
    },
    fastify: 'an error without a code',
    dropIn: '',
  },
  {
    bullet: '`allErrors` logs',
    run: async (make) => {
      const { stream, written } = lines()
      await make({ logger: { stream }, ajv: { customOptions: { allErrors: true } } } as never).ready()
      return written.filter(({ msg }) => msg.includes('allErrors')).length
    },
    fastify: 0,
    dropIn: 1,
  },
  {
    bullet: 'If a plugin fails, the callbacks',
    run: async (make) => {
      const seen: unknown[] = []
      const server = make()
      for (const name of ['a', 'b']) {
        server.register(async (child: Instance) => {
          child.ready((error: Error | null | undefined) => void seen.push([name, error?.message ?? null]))
        })
      }
      server.register(async () => Promise.reject(new Error('planned')))
      await codeOf(() => server.ready())
      await sleep(20)
      return seen
    },
    fastify: [
      ['a', null],
      ['b', null],
    ],
    dropIn: [
      ['a', 'planned'],
      ['b', 'planned'],
    ],
  },
  {
    bullet: 'After a failed boot',
    run: async (make) => {
      const server = failing(make)
      const inject = () => codeOf(() => server.inject('/').then(({ statusCode }) => statusCode))
      return [await inject(), await inject()]
    },
    fastify: ['BOOT', 404],
    dropIn: ['BOOT', 'BOOT'],
  },
  {
    bullet: 'After `close`, `ready` and `listen`',
    run: async (make) => {
      const server = make()
      await server.close()
      return codeOf(() => server.ready().then(() => 'ready'))
    },
    fastify: 'ready',
    dropIn: 'FST_ERR_REOPENED_CLOSE_SERVER',
  },
  {
    bullet: 'A second `listen` before',
    run: async (make) => {
      const server = make()
      const both = await Promise.allSettled([server.listen(local), server.listen(local)])
      await server.close()
      return both.map(({ status }) => status)
    },
    fastify: ['fulfilled', 'fulfilled'],
    dropIn: ['fulfilled', 'rejected'],
  },
  {
    bullet: 'A callback of `ready`',
    run: (make) => {
      const server = make()
      return new Promise((resolve) => {
        const callback = (_error: unknown, instance: unknown, done?: () => void) => {
          done?.()
          resolve([instance === server, typeof done])
        }
        server.ready(callback as never)
      })
    },
    fastify: [true, 'undefined'],
    dropIn: [true, 'function'],
  },
  {
    bullet: 'All `preClose` hooks run',
    run: async (make) => {
      const ran: string[] = []
      const server = make({ logger: lines() as never })
      server.addHook('preClose', () => Promise.reject(Object.assign(new Error(), { code: 'PLANNED' })))
      server.addHook('preClose', async () => void ran.push('second'))
      return [await codeOf(() => server.close()), ...ran]
    },
    fastify: ['PLANNED'],
    dropIn: ['PLANNED', 'second'],
  },
  {
    bullet: 'The response to an error of a body parser',
    run: async (make) => {
      const server = make().post('/', async () => '')
      const address = await server.listen(local)
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(address, { method: 'POST', headers, body: '{' })
      await response.text()
      await server.close()
      return response.headers.get('connection')
    },
    fastify: 'close',
    dropIn: 'keep-alive',
  },
  {
    bullet: '`close` rejects the promise',
    run: async (make) => {
      const server = make().register(async () => void (await sleep(20)))
      const opened = codeOf(() => server.listen(local).then(() => 'listens'))
      await server.close()
      await opened
      server.server.close()
      return opened
    },
    fastify: 'listens',
    dropIn: 'FST_ERR_REOPENED_CLOSE_SERVER',
  },
  {
    bullet: '`close` rejects the promise',
    run: (make) => closeBeside(make({ logger: lines() as never }), 'GET / HTTP/1.1\r\nho'),
    dropIn: 'closed',
  },
  {
    bullet: '`close` rejects the promise',
    run: async (make) => {
      const server = make().get('/', async () => {
        void server.close()
        await sleep(20)
        return ''
      })
      const response = await fetch(await server.listen(local))
      return response.headers.get('connection')
    },
    dropIn: 'close',
  },
  {
    bullet: '`100 Continue` is sent',
    run: async (make) => {
      const server = make().addHook('onRequest', async (_request, reply) => reply.code(401).send('refused'))
      server.post('/', async () => '')
      await server.listen(local)
      const client = connect(portOf(server), '127.0.0.1')
      let text = ''
      client.on('data', (bytes) => {
        text += bytes
      })
      client.write('POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n')
      while (!text.includes('refused')) await once(client, 'data')
      client.destroy()
      await server.close()
      return [text.includes('100 Continue'), /connection: close/i.test(text)]
    },
    fastify: [true, false],
    dropIn: [false, true],
  },
  {
    bullet: '`keepAliveTimeout` within `http`',
    run: (make) => make({ http: { keepAliveTimeout: 1234 } } as never).server.keepAliveTimeout,
    fastify: 72_000,
    dropIn: 1234,
  },
  {
    bullet: 'A client may have 128 open streams',
    run: async (make) => {
      const server = make({ http2: true } as never) as unknown as Instance
      const client = connectHttp2(await server.listen(local))
      const [{ maxConcurrentStreams }] = await once(client, 'remoteSettings')
      client.destroy()
      await server.close()
      return maxConcurrentStreams
    },
    fastify: 4_294_967_295,
    dropIn: 128,
  },
  {
    bullet: 'Closing looks for idle connections',
    run: async (make) => {
      let stop = () => {}
      const server = make().get('/', async (_request: Request, reply) => {
        reply.hijack()
        reply.raw.writeHead(200, { 'content-length': '2' })
        reply.raw.write('a')
        stop = () => void reply.raw.end('b')
      })
      await server.listen(local)
      const agent = new Agent({ keepAlive: true })
      const [response] = await once(request({ port: portOf(server), agent }), 'response')
      response.resume()
      const closed = server.close()
      await sleep(100)
      stop()
      const outcome = await within(
        1500,
        closed.then(() => 'closed'),
      )
      agent.destroy()
      await closed
      return outcome
    },
    fastify: 'not yet',
    dropIn: 'closed',
  },
  {
    bullet: 'Options of a wrong type are refused',
    run: (make) => codeOf(async () => typeof make({ return503OnClosing: 'false' } as never)),
    fastify: 'object',
    dropIn: 'FST_ERR_INIT_OPTS_INVALID',
  },
  {
    bullet: '`hasRoute` and `findRoute` find',
    run: (make) => {
      const server = make().get('*', async () => '')
      server.get('/:a(^\\d+$)', async () => '')
      const numbered = server.findRoute({ method: 'GET', url: '/:a(^\\d+$)' })
      return [server.hasRoute({ method: 'GET', url: '*' }), numbered?.params ?? null]
    },
    fastify: [false, { '*': '/:a(^\\d+$)' }],
    dropIn: [true, { a: ':a' }],
  },
  {
    bullet: 'A request whose head has two readings',
    run: async (make) => {
      const server = make().get('/', async () => 'ran')
      return (await server.inject({ url: '/', headers: { host: 'a:b' } })).statusCode
    },
    fastify: 200,
    dropIn: 400,
  },
  {
    bullet: 'An `onSend` hook may remove',
    run: async (make) => {
      const server = make().addHook('onSend', async () => null)
      server.get('/', async () => 'ran')
      return (await server.inject({ method: 'HEAD', url: '/' })).statusCode
    },
    fastify: 500,
    dropIn: 200,
  },
]
