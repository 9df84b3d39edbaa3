import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What one visit to the service came to: the statuses that were answered, or that it ended without any. */
type Visit = (port: number, path: string) => Promise<readonly number[]>

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

/** Leaves in the middle of what it says. */
const leaving =
  (text: (path: string) => string): Visit =>
  async (port, path) => {
    const socket = await open(port)
    socket.write(text(path))
    await delay(5)
    socket.destroy()
    return [0]
  }

const deep = '['.repeat(40_000) + ']'.repeat(40_000)

/** The mix: what a service sees on the internet, most of it well-meant. */
export const kinds: Record<string, Kind> = {
  get: { expected: [200], visit: (port, path) => say(port, get(`${path}/`, closing)) },
  post: { expected: [200], visit: (port, path) => say(port, post(`${path}/users`, '{"name":"a","more":1}')) },
  pipelined: {
    expected: [200],
    visit: (port, path) => say(port, get(`${path}/`).repeat(9) + get(`${path}/`, closing)),
  },
  stream: { expected: [200], visit: (port, path) => say(port, get(`${path}/stream`, closing)) },
  invalid: { expected: [400], visit: (port, path) => say(port, post(`${path}/users`, '{"name":{}}')) },
  missing: { expected: [404], visit: (port, path) => say(port, get(`${path}/nowhere`, closing)) },
  failing: { expected: [500], visit: (port, path) => say(port, get(`${path}/fail`, closing)) },
  'timed out': { expected: [503], visit: (port, path) => say(port, get(`${path}/slow`, closing)) },
  'big body': {
    expected: [413, 0],
    visit: (port, path) => say(port, post(`${path}/users`, `"${'x'.repeat(200_000)}"`)),
  },
  'deep JSON': { expected: [400], visit: (port, path) => say(port, post(`${path}/users`, deep)) },
  poison: {
    expected: [400],
    visit: (port, path) => say(port, post(`${path}/users`, '{"__proto__":{"a":1},"name":"a"}')),
  },
  garbage: { expected: [400], visit: (port) => say(port, '\u0000\u0001 nonsense\r\n\r\n') },
  'gone in the body': {
    expected: [0],
    visit: leaving(
      (path) => `${head(`POST ${path}/users`, 'Content-Type: application/json', 'Content-Length: 99')}{"name`,
    ),
  },
  'gone in the handler': { expected: [0], visit: leaving((path) => get(`${path}/slow`)) },
  'gone in the stream': { expected: [0], visit: leaving((path) => get(`${path}/stream`)) },
  'slow reader': {
    expected: [0],
    visit: async (port, path) => {
      const socket = await open(port)
      socket.pause()
      socket.write(get(`${path}/stream`))
      await delay(300)
      socket.destroy()
      return [0]
    },
  },
  dribbler: {
    expected: [408, 0],
    visit: async (port, path) => {
      const socket = await open(port)
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
