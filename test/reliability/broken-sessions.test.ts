import { once } from 'node:events'
import type { Http2Server, Http2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { open } from '../behaviour/core/socket.js'
import { field, flags, frame, posted, preface, request, types } from '../suites/http2-frames.js'
import { until } from '../support/until.js'

setFlagsFromString('--expose-gc')
const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc')

const size = (bytes: number): Buffer => {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(bytes)
  return payload
}
/** The client takes any number of bytes, so that the whole answer waits in the socket. */
const windows = Buffer.concat([
  frame(types.settings, 0, 0, [0, 4, ...size(2 ** 31 - 1)]),
  frame(types.window, 0, 0, size(2 ** 31 - 65_536)),
])
const streams = Array.from({ length: 20 }, (_, index) => 1 + 2 * index)
const answer = Buffer.alloc(300_000, 'a')

/** Headers that a stream holds: those of trailers without an end, or of more trailers than node allows. */
const trailers = (count: number) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => field(`x-${index}`, 'value')))

function handleOf(owner: Http2Session | ServerHttp2Stream): object {
  const key = Object.getOwnPropertySymbols(owner).find(({ description }) => description === 'kHandle')
  return Reflect.get(owner, key!) // node has it
}

describe('a connection of HTTP/2 that breaks in trailers, with an answer on its way', () => {
  /** Opens streams whose client takes nothing of the answers, begins trailers of each, and breaks the connection. */
  async function breakOff(port: number, block: Buffer, flag: number): Promise<void> {
    const socket = await open(port)
    socket.pause()
    const begun = streams.map((id) => frame(types.headers, flags.endHeaders, id, posted))
    socket.write(Buffer.concat([preface, windows, ...begun]))
    await sleep(30)
    const ids = flag === flags.endStream ? streams.slice(0, 1) : streams // a block without an end is the last one
    socket.write(Buffer.concat(ids.map((id) => frame(types.headers, flag, id, block))))
    await sleep(20)
    socket.resetAndDestroy()
  }

  async function serve() {
    const server = createServer({ http2: true })
    server.post('/', { onRequest: (_request, reply) => void reply.send(answer) }, async () => '')
    const port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
    return { server, port }
  }

  /** Breaks a connection as node does, before the client does it: the read or the write may fail first otherwise. */
  const breakSoon = (socket: Socket) => setTimeout(() => socket.destroy(new Error('reset')), 45)

  const ways = [
    ['trailers without an end', trailers(20), flags.endStream],
    ['too many trailers', trailers(140), flags.endStream | flags.endHeaders],
  ] as const

  for (const [what, block, flag] of ways)
    it(`does not end the process: ${what}`, async () => {
      const { server, port } = await serve()
      const collecting = setInterval(() => collect({ type: 'minor' }), 5)
      for (let round = 0; round < 5; round++) await Promise.all([1, 2, 3].map(() => breakOff(port, block, flag)))
      await sleep(50)
      collect()
      clearInterval(collecting)
      await server.close()
    })

  it('is freed after its streams, which hold memory of it', async () => {
    const { server, port } = await serve()
    const freed: string[] = []
    const registry = new FinalizationRegistry<string>((what) => freed.push(what))
    let isClosed = false
    server.server.once('session', (session: Http2Session) => {
      registry.register(handleOf(session), 'session')
      session.once('close', () => {
        isClosed = true
      })
    })
    server.server.on('stream', (stream: ServerHttp2Stream) => registry.register(handleOf(stream), 'stream'))
    server.server.once('connection', breakSoon)
    await breakOff(port, trailers(20), flags.endStream)
    await until('the session has ended', () => isClosed)
    await until('the streams are freed', () => {
      collect()
      return freed.length > 0
    })
    expect(freed).to.deep.equal(streams.map(() => 'stream'))
    await until('the session is freed', () => {
      collect()
      return freed.length > streams.length
    })
    await server.close()
  })

  it('ends its session after it has closed, so that node notices the end of each write', async () => {
    const { server, port } = await serve()
    const ended: string[] = []
    server.server.once('session', (session: Http2Session) => {
      session.socket.once('close', () => ended.push('connection'))
      session.once('close', () => ended.push('session'))
    })
    server.server.once('connection', breakSoon)
    await breakOff(port, trailers(20), flags.endStream)
    await until('both have ended', () => ended.length === 2)
    expect(ended).to.deep.equal(['connection', 'session'])
    await server.close()
  })
})

describe('requests over HTTP/2 in one packet with GOAWAY', () => {
  it('are answered: node would refuse them while it reads, and free streams that it still uses', async () => {
    const server = createServer({ http2: true })
    const ran: number[] = []
    server.get('/', async ({ raw }) => {
      ran.push((raw as unknown as { stream: ServerHttp2Stream }).stream.id as number)
      await sleep(20)
      return ''
    })
    const socket = await open(Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port))
    socket.resume()
    socket.write(preface)
    await sleep(50)
    const get = (id: number) => frame(types.headers, flags.endHeaders | flags.endStream, id, request)
    const goaway = frame(types.goaway, 0, 0, Buffer.alloc(8))
    socket.write(Buffer.concat([get(1), goaway, get(3), get(5)]))
    await until('the connection has ended', () => socket.readableEnded || socket.closed)
    expect(ran).to.deep.equal([1, 3, 5])
    await server.close()
  })
})

describe('a session of HTTP/2 that has ended', () => {
  const get = frame(types.headers, flags.endHeaders | flags.endStream, 1, request)
  const error = frame(types.goaway, 0, 0, [0, 0, 0, 0, 0, 0, 0, 1])
  for (const [how, leave] of [
    ['by the end of its connection', (socket: Socket) => void socket.end()],
    ['by a reset of its connection', (socket: Socket) => void socket.resetAndDestroy()],
    ['by GOAWAY with an error', (socket: Socket) => void socket.end(error)],
  ] as const) {
    it(`${how} leaves no memory: node would keep it for http2SessionTimeout`, async () => {
      const server = createServer({ http2: true })
      server.get('/', async () => 'text')
      const sessions: WeakRef<Http2Session>[] = []
      const http2 = server.server as unknown as Http2Server // the option http2 makes it one
      http2.on('session', (session) => void sessions.push(new WeakRef(session)))
      const port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
      for (let count = 0; count < 20; count++) {
        const socket = await open(port)
        const answered = once(socket, 'data')
        socket.write(Buffer.concat([preface, get]))
        await answered
        leave(socket)
      }
      const areLeft = () => {
        collect()
        return sessions.filter((each) => each.deref() !== undefined).length
      }
      await until('all but the last are collected', () => areLeft() <= 1)
      await server.close()
    })
  }
})
