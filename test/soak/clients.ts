import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

/** The result of one visit to the service: the statuses of its answers, or no answer. */
type Visit = (ports: Ports, path: string) => Promise<readonly number[]>

/** Where the service listens: HTTP/1, HTTP/2 in clear, and TLS for both. */
export interface Ports {
  http: number
  h2c: number
  tls: number
}

export interface Kind {
  visit: Visit
  /** All that may be answered; 0: nothing was. */
  expected: readonly number[]
}

const crlf = '\r\n'

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined) // a reset is an end as well
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

/** Sends, and reads until the server closes; `[0]` where nothing came. */
async function say(port: number, text: string): Promise<readonly number[]> {
  const socket = await open(port)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  socket.write(text)
  if (!socket.closed) await once(socket, 'close')
  const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
  return statuses.length === 0 ? [0] : statuses
}

const head = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join(crlf)
const closing = 'Connection: close'
const get = (path: string, ...headers: string[]) => head(`GET ${path}`, ...headers)
function post(path: string, body: string, ...headers: string[]): string {
  return (
    head(`POST ${path}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, closing, ...headers) + body
  )
}

/** Leaves in the middle of a request. */
const leaving =
  (text: (path: string) => string): Visit =>
  async ({ http }, path) => {
    const socket = await open(http)
    socket.write(text(path))
    await delay(5)
    socket.destroy()
    return [0]
  }

const deep = '['.repeat(40_000) + ']'.repeat(40_000)

/** A session that lives for one visit, in clear or over TLS. */
async function session({ h2c, tls }: Ports, secure: boolean): Promise<ClientHttp2Session> {
  const address = secure ? `https://127.0.0.1:${tls}` : `http://127.0.0.1:${h2c}`
  const client = connectHttp2(address, { rejectUnauthorized: false })
  client.on('error', () => undefined)
  await Promise.race([once(client, 'connect'), once(client, 'close')])
  return client
}

function begin(client: ClientHttp2Session, headers: OutgoingHttpHeaders): ClientHttp2Stream {
  const stream = client.request(headers)
  stream.on('error', () => undefined) // it is cut, and so is its session
  return stream
}

/** Asks for each path at once, and reads all answers. */
const asking =
  (secure: boolean, paths: (path: string) => string[]): Visit =>
  async (ports, path) => {
    const client = await session(ports, secure)
    const statuses = await Promise.all(
      paths(path).map(async (each) => {
        const stream = begin(client, { ':path': each })
        const [headers] = await once(stream, 'response')
        stream.resume()
        await once(stream, 'close')
        return Number(headers[':status'])
      }),
    )
    client.close()
    return statuses
  }

const ends: Readonly<Record<string, (stream: ClientHttp2Stream, client: ClientHttp2Session) => void>> = {
  'cancels its streams': (stream) => stream.close(8),
  'is gone': (_stream, client) => client.destroy(),
}

/** Leaves streams of each kind, and the session, in the middle. */
const abandoning =
  (secure: boolean, end: (typeof ends)[string]): Visit =>
  async (ports, path) => {
    const client = await session(ports, secure)
    if (client.destroyed) return [0]
    const streams = ['/slow', '/stream', '/fail', '/'].map((each) => begin(client, { ':path': `${path}${each}` }))
    const json = { 'content-type': 'application/json', 'content-length': '99' }
    const body = begin(client, { ':method': 'POST', ':path': `${path}/users`, ...json })
    body.write('{"name')
    await delay(Math.random() * 20)
    for (const stream of [...streams, body]) end(stream, client)
    await delay(5)
    client.destroy()
    return [0]
  }

/** HTTP/1 over TLS, left while the handshake, a head, a handler or a stream is under way. */
const leavingTls =
  (text: (path: string) => string): Visit =>
  async ({ tls }, path) => {
    const socket = connectTls({ port: tls, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
    socket.on('error', () => undefined)
    if (text(path) !== '') await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')])
    socket.write(text(path))
    await delay(5)
    socket.destroy()
    return [0]
  }

const overHttp2: Record<string, Kind> = Object.fromEntries(
  [false, true].flatMap((secure) => {
    const name = secure ? 'TLS' : 'h2c'
    const paths = (path: string) => [`${path}/`, `${path}/stream`, `${path}/nowhere`, `${path}/fail`]
    const left = Object.entries(ends).map(([what, end]): [string, Kind] => [
      `${name}: ${what}`,
      { expected: [0], visit: abandoning(secure, end) },
    ])
    const read: [string, Kind] = [`${name}: get`, { expected: [200, 404, 500], visit: asking(secure, paths) }]
    return [read, ...left]
  }),
)

/** The mix: what a service sees on the internet, most of it well-meant. */
export const kinds: Record<string, Kind> = {
  get: { expected: [200], visit: ({ http }, path) => say(http, get(`${path}/`, closing)) },
  post: { expected: [200], visit: ({ http }, path) => say(http, post(`${path}/users`, '{"name":"a","more":1}')) },
  pipelined: {
    expected: [200],
    visit: ({ http }, path) => say(http, get(`${path}/`).repeat(9) + get(`${path}/`, closing)),
  },
  stream: { expected: [200], visit: ({ http }, path) => say(http, get(`${path}/stream`, closing)) },
  invalid: { expected: [400], visit: ({ http }, path) => say(http, post(`${path}/users`, '{"name":{}}')) },
  missing: { expected: [404], visit: ({ http }, path) => say(http, get(`${path}/nowhere`, closing)) },
  failing: { expected: [500], visit: ({ http }, path) => say(http, get(`${path}/fail`, closing)) },
  'timed out': { expected: [503], visit: ({ http }, path) => say(http, get(`${path}/slow`, closing)) },
  'big body': {
    expected: [413, 0],
    visit: ({ http }, path) => say(http, post(`${path}/users`, `"${'x'.repeat(200_000)}"`)),
  },
  'deep JSON': { expected: [400], visit: ({ http }, path) => say(http, post(`${path}/users`, deep)) },
  poison: {
    expected: [400],
    visit: ({ http }, path) => say(http, post(`${path}/users`, '{"__proto__":{"a":1},"name":"a"}')),
  },
  garbage: { expected: [400], visit: ({ http }) => say(http, '\u0000\u0001 nonsense\r\n\r\n') },
  'gone in the body': {
    expected: [0],
    visit: leaving(
      (path) => `${head(`POST ${path}/users`, 'Content-Type: application/json', 'Content-Length: 99')}{"name`,
    ),
  },
  'gone in the handler': { expected: [0], visit: leaving((path) => get(`${path}/slow`)) },
  'gone in the stream': { expected: [0], visit: leaving((path) => get(`${path}/stream`)) },
  ...overHttp2,
  'TLS: gone in the handshake': { expected: [0], visit: leavingTls(() => '') },
  'TLS: gone in the head': { expected: [0], visit: leavingTls((path) => get(`${path}/`).slice(0, -9)) },
  'TLS: gone in the handler': { expected: [0], visit: leavingTls((path) => get(`${path}/slow`)) },
  'TLS: gone in the stream': { expected: [0], visit: leavingTls((path) => get(`${path}/stream`)) },
  'slow reader': {
    expected: [0],
    visit: async ({ http }, path) => {
      const socket = await open(http)
      socket.pause()
      socket.write(get(`${path}/stream`))
      await delay(300)
      socket.destroy()
      return [0]
    },
  },
  dribbler: {
    expected: [408, 0],
    visit: async ({ http }, path) => {
      const socket = await open(http)
      let received = ''
      socket.setEncoding('latin1').on('data', (chunk) => {
        received += chunk
      })
      for (const letter of get(`${path}/`).slice(0, -1)) {
        if (socket.destroyed) break
        socket.write(letter)
        await delay(100)
      }
      socket.destroy()
      return [Number(/HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0)]
    },
  },
}

/** How often each kind comes; what is not named comes once. */
export const weights: Readonly<Record<string, number>> = {
  get: 20,
  post: 20,
  pipelined: 4,
  stream: 2,
  invalid: 3,
  missing: 3,
}
