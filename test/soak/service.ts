// A service of 50 contexts over HTTP/1, h2c and TLS in a process of its own. The soak starts it, and requests its
// figures.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createServer, type Instance, type ServerOptions } from 'alcove/core'
import { certificate } from '../support/certificate.js'
import type { Ports } from './clients.js'

export interface Figures {
  heap: number
  rss: number
  /** The resources that keep the process alive, by kind. */
  handles: Record<string, number>
  /** Milliseconds, since the last time that figures were asked for. */
  delay: { p50: number; p99: number; max: number }
  unhandled: number
}

let unhandled = 0
process.on('unhandledRejection', () => {
  unhandled++
})
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

const User = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 50 }, tags: { type: 'array', items: { type: 'string' } } },
}

async function* pieces() {
  for (let piece = 0; piece < 40; piece++) yield 'x'.repeat(16_384)
}

function fill(instance: Instance, number: number): void {
  instance.decorateRequest(`context${number}`, number)
  instance.addSchema({ ...User, $id: `user${number}` })
  instance.addHook(
    'preHandler',
    async (request, reply) => void reply.header('x-context', Reflect.get(request, `context${number}`)),
  )
  instance.get('/', () => ({ context: number }))
  const own = { $ref: `user${number}#` }
  instance.post('/users', { schema: { body: own, response: { 200: own } } }, (request) => request.body)
  instance.get('/fail', async () => Promise.reject(new Error('planned')))
  instance.get('/stream', (_request, reply) =>
    reply.send(ReadableStream.from(pieces()).pipeThrough(new TextEncoderStream())),
  )
  instance.get('/slow', { handlerTimeout: 200 }, () => new Promise(() => undefined))
}

/** 50 contexts: ten trees, five deep. */
function grow(options: ServerOptions): Instance {
  const server = createServer({ bodyLimit: 100_000, requestTimeout: 2_000, ...options })
  for (let number = 0; number < 50; number += 5) {
    const nest = async (instance: Instance, depth: number): Promise<void> => {
      fill(instance, number * 10 + depth)
      if (depth < 4) instance.register((inner) => nest(inner, depth + 1), { prefix: `/d${depth + 1}` })
    }
    server.register((instance) => nest(instance, 0), { prefix: `/c${number / 5}` })
  }
  return server
}

const servers: Record<keyof Ports, Instance> = {
  http: grow({}),
  h2c: grow({ http2: true }),
  tls: grow({ http2: true, https: { ...certificate, allowHTTP1: true } }),
}

function figures(): Figures {
  Object(globalThis).gc()
  Object(globalThis).gc()
  const { heapUsed: heap, rss } = process.memoryUsage()
  const handles: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1
  const milliseconds = (nanoseconds: number) => Math.round(nanoseconds / 1e4) / 100
  const result = {
    p50: milliseconds(delay.percentile(50)),
    p99: milliseconds(delay.percentile(99)),
    max: milliseconds(delay.max),
  }
  delay.reset()
  return { heap, rss, handles, delay: result, unhandled }
}

process.on('message', (message) => {
  if (message === 'figures') process.send?.(figures())
  if (message === 'contexts') void perContext(1_000).then((bytes) => process.send?.(bytes))
  if (message === 'close')
    void Promise.all(Object.values(servers).map((server) => server.close())).then(() => process.disconnect())
})
/** Bytes of heap for a context with one decoration, one hook and one route. */
async function perContext(count: number): Promise<number> {
  const heap = () => figures().heap
  const tree = createServer()
  const before = heap()
  for (let number = 0; number < count; number++) {
    tree.register(async (instance) => {
      instance.decorateRequest('own', number)
      instance.addHook('onRequest', async () => undefined)
      instance.get(`/${number}`, () => number)
    })
  }
  await tree.ready()
  const result = Math.round((heap() - before) / count)
  await tree.close()
  return result
}

const ports: Partial<Ports> = {}
for (const [name, server] of Object.entries(servers)) {
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  ports[name as keyof Ports] = Number(new URL(address).port) // a key of this record
}
process.send?.(ports)
