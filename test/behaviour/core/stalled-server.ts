// Prints the memory that responses of single bytes take while their clients read nothing. Run it with --expose-gc.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { createServer } from 'alcove/core'
import { field, flags, frame, preface, pseudo, types } from '../../suites/http2-frames.js'

const collect = globalThis.gc as () => void
const clients = 4
let produced = 0

async function* bytes(): AsyncGenerator<string> {
  for (; ; produced++) yield 'x'
}

async function* slowBytes(): AsyncGenerator<string> {
  for (; ; produced++) {
    yield 'x'
    if (produced % 10 === 0) await turn()
  }
}

/** The sources do not have a buffer of their own. */
const sources: Readonly<Record<string, () => unknown>> = {
  '/stream': () => Readable.from(bytes()),
  '/slow': () => Readable.from(slowBytes()),
  '/web': () => new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.from([produced++ % 128])) }),
}

async function readMemory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect()
    await turn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Waits until the sources have been paused. */
async function untilStill(): Promise<void> {
  for (let before = -1; produced !== before; await wait(200)) before = produced
}

/** A request whose client allows the largest response. */
function requestHttp2(path: string): Buffer {
  const { get, http, authority } = pseudo
  const most = [0x7f, 0xff, 0, 0]
  return Buffer.concat([
    preface,
    frame(types.settings, 0, 0, [0, 4, ...most]),
    frame(types.window, 0, 0, most),
    frame(
      types.headers,
      flags.endHeaders | flags.endStream,
      1,
      Buffer.concat([get, field(':path', path), http, authority]),
    ),
  ])
}

/** Opens connections that are never read. A Unix socket keeps less unread data than TCP does. */
async function stall(address: string, path: string, isHttp2: boolean): Promise<Socket> {
  const socket = connect(address)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write(isHttp2 ? requestHttp2(path) : `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return socket
}

async function measure(path: string, isHttp2: boolean): Promise<Record<string, number>> {
  const server = createServer(isHttp2 ? { http2: true } : {})
  for (const [url, make] of Object.entries(sources))
    server.get(url, (_request, reply) => {
      reply.send(make())
    })
  const address = join(tmpdir(), `alcove-stalled-${process.pid}.sock`)
  await server.listen({ path: address })
  await untilStill()
  const before = await readMemory()
  const sockets: Socket[] = []
  for (let i = 0; i < clients; i++) sockets.push(await stall(address, path, isHttp2))
  await untilStill()
  const held = (await readMemory()) - before
  for (const socket of sockets.splice(0)) socket.destroy()
  await wait(100)
  const after = (await readMemory()) - before
  await server.close()
  return { held: Math.round(held / clients), after: Math.round(after / clients) }
}

const figures: Record<string, Record<string, number>> = {}
for (const path of Object.keys(sources))
  for (const isHttp2 of [false, true]) figures[`HTTP/${isHttp2 ? 2 : 1} ${path}`] = await measure(path, isHttp2)
console.log(JSON.stringify(figures))
process.exit()
