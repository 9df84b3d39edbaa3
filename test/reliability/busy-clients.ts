/** Connections in each state in which a client can leave them, and a server with routes for these states. */
import type { EventEmitter } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { certificate } from '../support/certificate.js'

/** Any server: of the core, or the instance of an application. */
interface Routes {
  addHook(name: 'onRequest', hook: () => Promise<void>): unknown
  get(path: string, handler: (request: never, reply: never) => unknown): unknown
  post(path: string, handler: (request: never, reply: never) => unknown): unknown
}

interface Raw {
  readonly raw: { writeHead(status: number, headers: object): void; write(text: string): boolean }
  hijack(): void
  send(payload: unknown): unknown
}

const forever = new Promise<never>(() => {})

async function* endless() {
  yield 'a'
  await forever
}

/** Adds routes whose answers never end. Returns a promise that resolves when a request has arrived. */
export function addEndless(server: Routes): Promise<void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  server.addHook('onRequest', async () => arrive())
  server.get('/', async () => 'ok')
  server.get('/handler', () => forever)
  server.get('/stream', (_request, reply: Raw) => reply.send(Readable.from(endless())))
  server.get('/silent', (_request, reply: Raw) => reply.send(new Readable({ read() {} })))
  server.get('/web', (_request, reply: Raw) =>
    reply.send(ReadableStream.from(endless()).pipeThrough(new TextEncoderStream())),
  )
  server.get('/flood', (_request, reply: Raw) => reply.send(Readable.from(flood())))
  server.get('/events', (_request, reply: Raw) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.write('data: first\n\n')
  })
  server.post('/', async ({ body }: { body: unknown }) => body)
  return arrived
}

function* flood() {
  for (;;) yield 'x'.repeat(65_536)
}

export const protocols = {
  'HTTP/1': {},
  'HTTP/1 over TLS': { https: certificate },
  'HTTP/2': { http2: true },
  'HTTP/2 over TLS': { http2: true, https: certificate },
  'HTTP/2 over TLS that takes HTTP/1': { http2: true, https: { ...certificate, allowHTTP1: true } },
} as const

export type Protocol = keyof typeof protocols

/** The states of a client: what it has requested, and whether it reads the answer. */
export const states = {
  'a handler that never answers': { path: '/handler' },
  'half a stream': { path: '/stream' },
  'a stream without a byte': { path: '/silent' },
  'half a web stream': { path: '/web' },
  'an event stream': { path: '/events' },
  'an answer that its client does not read': { path: '/flood', isPaused: true },
  'half a body': { path: '/', body: 'half' },
} as const

export interface State {
  readonly path: string
  readonly isPaused?: boolean
  readonly body?: string
}

export interface Left {
  /** Resolves when the server has ended the connection. For a client that does not read, it resolves at once. */
  readonly gone: Promise<unknown>
}

/** Brings a connection into a state. */
export function leave(port: number, protocol: Protocol, state: State): Left {
  return protocol.startsWith('HTTP/1') ? leaveHttp1(port, protocol, state) : leaveHttp2(port, protocol, state)
}

function leaveHttp1(port: number, protocol: Protocol, { path, isPaused = false, body }: State): Left {
  const host = '127.0.0.1'
  const socket: Socket =
    protocol === 'HTTP/1' ? connect(port, host) : connectTls({ port, host, rejectUnauthorized: false })
  socket.on('error', () => {})
  const head = body === undefined ? `GET ${path} HTTP/1.1` : `POST ${path} HTTP/1.1\r\nContent-Type: text/plain`
  const length = body === undefined ? '' : `Content-Length: ${body.length * 2}\r\n`
  socket.write(`${head}\r\nHost: a\r\n${length}\r\n${body ?? ''}`)
  if (isPaused) return { gone: new Promise((resolve) => void setTimeout(resolve, 0)) }
  return { gone: closed(socket.resume()) }
}

function leaveHttp2(port: number, protocol: Protocol, { path, isPaused = false, body }: State): Left {
  const scheme = protocol === 'HTTP/2' ? 'http' : 'https'
  const session = connectHttp2(`${scheme}://127.0.0.1:${port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  session.once('connect', (_session, socket) => socket.on('error', () => {})) // node forgets it when the session ends
  const method = body === undefined ? 'GET' : 'POST'
  const type = body === undefined ? {} : { 'content-type': 'text/plain' }
  const stream = session.request({ ':path': path, ':method': method, ...type }, { endStream: body === undefined })
  stream.on('error', () => {})
  if (body !== undefined) stream.write(body)
  if (!isPaused) stream.resume()
  return { gone: closed(session) }
}

/** Resolves when a connection closes, also by a reset. `once` of node:events would reject after a reset. */
export function closed(connection: EventEmitter): Promise<unknown> {
  return new Promise((resolve) => connection.once('close', resolve))
}
