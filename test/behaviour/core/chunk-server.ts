/** `node --expose-gc chunk-server.js`: prints the bytes that a server keeps of a body that arrives byte by byte. */
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createServer } from 'alcove/core'

const collect = globalThis.gc as () => void
/** More than one window of HTTP/2 if the handler reads them, and less if they wait. */
const chunksTo: Readonly<Record<string, number>> = { '/': 100_000, '/waiting': 60_000 }
const inTurn = 1000

async function readMemory(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await wait(50)
    collect()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function listen(options: object): Promise<[number, ReturnType<typeof createServer>]> {
  // A server that does not read a body cannot see that its client has left. It waits for `drainTimeout` then.
  const server = createServer({ ...options, gracefulShutdown: { signals: [], drainTimeout: 100 } })
  server.post('/', async ({ body }) => `${(body as string).length}`)
  server.post('/waiting', { onRequest: () => new Promise<void>(() => {}) }, async () => 'never')
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  return [Number(new URL(address).port), server]
}

/** Sends all chunks but the end, and returns the memory that they take. `write` calls back when the chunks have left. */
async function measure(path: string, write: (count: number, left: () => void) => void): Promise<number> {
  const send = promisify(write)
  await send(1)
  const before = await readMemory()
  for (let sent = 1; sent < (chunksTo[path] ?? 0); sent += inTurn) await send(inTurn)
  return (await readMemory()) - before
}

async function overHttp1(path: string): Promise<number> {
  const [port, server] = await listen({})
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const held = await measure(path, (count, left) => {
    socket.write('1\r\nx\r\n'.repeat(count))
    setTimeout(left, 1) // the server stops reading a body that waits
  })
  socket.destroy()
  await server.close()
  return held
}

async function overHttp2(path: string): Promise<number> {
  const [port, server] = await listen({ http2: true })
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'text/plain' })
  stream.on('error', () => {})
  const write = (count: number, left: () => void): void => {
    stream.write('x', count === 1 ? left : () => write(count - 1, left)) // node joins chunks that wait together
  }
  const held = await measure(path, write)
  session.destroy()
  await server.close()
  return held
}

const held: Record<string, number> = {}
for (const path of Object.keys(chunksTo)) {
  held[`HTTP/1 ${path}`] = await overHttp1(path)
  held[`HTTP/2 ${path}`] = await overHttp2(path)
}
console.log(JSON.stringify(held))
