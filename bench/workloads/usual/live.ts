/** Answers that go on, and messages in both directions. */
import { requestBytes } from '../request-bytes.js'
import type { Workload } from '../workload.js'

export const sent = Array.from({ length: 50 }, (_, id) => ({ id, price: id / 4, name: `article ${id}` }))

/** As applications read them from a queue. */
export async function* readEvents() {
  for (const data of sent) yield { data }
}

interface EventReply {
  readonly sse: { send(events: AsyncIterable<object>): Promise<void> }
}

const events: Workload = {
  name: 'events',
  title: 'GET, a stream of 50 events',
  weight: 8,
  request: requestBytes('GET', '/events', undefined, { accept: 'text/event-stream' }),
  expected: { status: 200, contentType: 'text/event-stream', events: sent },
  register: async (instance) => {
    instance.register((await import('@fastify/sse')).default)
    instance.register((child, _options, done) => {
      child.get('/events', { sse: 'only' }, async (_request, reply) => {
        const { sse } = reply as unknown as EventReply // the plugin adds it
        await sse.send(readEvents())
      })
      done()
    })
  },
}

/** The form of Nest's gateways. */
export const message = { event: 'offer', data: { id: 7, price: 12.5, name: 'article 7' } }

/** The part of a socket of `ws` that a server uses here. */
export interface BenchSocket {
  on(event: 'message', listener: (message: Buffer) => void): unknown
  send(text: string): void
}

/** Reads each message and sends its answer. */
export function answerMessages(socket: BenchSocket): void {
  socket.on('message', (text) => socket.send(JSON.stringify(JSON.parse(text.toString()))))
}

const sockets: Workload = {
  name: 'sockets',
  title: 'a message of JSON over a WebSocket, and its answer',
  weight: 1,
  protocol: 'websocket',
  request: Buffer.from(JSON.stringify(message)),
  expected: { status: 101, body: message },
  register: async (instance) => {
    instance.register((await import('@fastify/websocket')).default)
    instance.register((child, _options, done) => {
      child.get('/', { websocket: true }, (socket) => answerMessages(socket as unknown as BenchSocket)) // the plugin's
      done()
    })
  },
}

export const liveWorkloads: readonly Workload[] = [events, sockets]
