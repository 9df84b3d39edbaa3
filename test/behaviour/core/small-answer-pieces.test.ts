import { once } from 'node:events'
import { connect } from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { listen, open } from './socket.js'
import { type Loose, useServers } from './subject.js'

type Piece = string | Buffer

/** Pieces of the lengths around the limits of joining, as text and as bytes. */
const pieces: readonly Piece[] = Array.from({ length: 4000 }, (_, i): Piece => {
  const length = [1, 1, 2, 0, 7, 1, 682, 1, 683, 3, 2047, 1, 2048, 5000][i % 14] ?? 1
  return i % 3 === 0 ? '€'.repeat(length) : Buffer.alloc(length, i % 251)
}).filter((piece) => piece.length > 0)
const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))

async function* each(): AsyncGenerator<Piece> {
  yield* pieces
}

async function* eachInTurns(): AsyncGenerator<Piece> {
  for (const [i, piece] of pieces.entries()) {
    if (i % 5 === 0) await new Promise(setImmediate)
    yield piece
  }
}

async function* failing(): AsyncGenerator<Piece> {
  yield* ['a', 'b', 'c']
  throw new Error('failed')
}

const sources: Readonly<Record<string, () => unknown>> = {
  'a stream of objects': () => Readable.from(pieces),
  'an async generator': () => Readable.from(each()),
  'an async generator that pauses': () => Readable.from(eachInTurns()),
  'a stream of bytes': () => Readable.from(pieces).pipe(new PassThrough()),
  'a web stream': () => Readable.toWeb(Readable.from(eachInTurns())),
}

/** Reads a body, and pauses after its first piece. */
async function readSlowly(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const got: Uint8Array[] = []
  for await (const piece of stream) if (got.push(piece) === 1) await wait(50)
  return Buffer.concat(got)
}

async function overHttp1(port: number, path: string): Promise<Buffer> {
  const { body } = await fetch(`http://127.0.0.1:${port}${path}`)
  return readSlowly(body as unknown as AsyncIterable<Uint8Array>) // node's type omits the iterator
}

async function overHttp2(port: number, path: string): Promise<Buffer> {
  const session = connect(`http://127.0.0.1:${port}`)
  const body = await readSlowly(session.request({ ':path': path }))
  session.close()
  return body
}

describe('a response of small pieces', () => {
  const make = useServers()

  for (const [protocol, options, read] of [
    ['HTTP/1', {}, overHttp1],
    ['HTTP/2', { http2: true }, overHttp2],
  ] as const) {
    for (const [name, source] of Object.entries(sources)) {
      for (const length of [undefined, whole.length]) {
        it(`reaches a slow client whole, over ${protocol}${length ? ' with a length' : ''}: ${name}`, async () => {
          const server = make(options as Loose)
          server.get('/', (_request: Loose, reply: Loose) => {
            if (length !== undefined) reply.header('content-length', length)
            reply.send(source())
          })
          expect((await read(await listen(server), '/')).equals(whole)).to.equal(true)
        })
      }
    }

    it(`gives each piece to a client that reads, before the source gives the next, over ${protocol}`, async () => {
      const server = make(options as Loose)
      const source = new PassThrough()
      server.get('/', (_request: Loose, reply: Loose) => {
        reply.send(source)
      })
      let got = 0
      source.write('x')
      const end = read === overHttp1 ? countHttp1 : countHttp2
      const leave = await end(await listen(server), (length) => {
        got += length
      })
      for (let sent = 1; sent < 20; sent++) {
        await until(`${sent} bytes have arrived`, () => got === sent)
        source.write('x')
      }
      leave()
    })
  }

  const failures: Readonly<Record<string, () => unknown>> = {
    'a stream fails': () => Readable.from(failing()),
    'a stream gives an object': () => Readable.from(['a', 'b', 'c', {}]),
    'a web stream fails': () => Readable.toWeb(Readable.from(failing())),
  }
  for (const [when, source] of Object.entries(failures)) {
    it(`leaves with all pieces before the one that fails: ${when}`, async () => {
      const server = make()
      server.get('/', (_request, reply) => {
        reply.send(source())
      })
      const socket = await open(await listen(server))
      let got = ''
      socket.on('data', (piece) => {
        got += piece
      })
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(socket, 'close')
      expect(got.split('\r\n\r\n')[1]?.replace(/\d|\s/g, '')).to.equal('abc')
    })
  }

  it('is written at once by a `write` of a library that never calls back', async () => {
    const server = make()
    server.get('/', (_request, reply) => {
      const { write } = reply.raw
      reply.raw.write = ((chunk: Piece) => write.call(reply.raw, chunk, 'utf8')) as Loose
      const source = new PassThrough()
      reply.send(source)
      let sent = 0
      const timer = setInterval(() => {
        if (sent++ < 3) source.write(String(sent))
        else clearInterval(timer)
      }, 5)
      reply.raw.on('close', () => source.destroy())
    })
    let got = ''
    const leave = await countHttp1(await listen(server), (_length, text) => {
      got += text
    })
    await until('the pieces have arrived', () => got === '123')
    leave()
  })
})

async function countHttp1(port: number, got: (length: number, text: string) => void): Promise<() => void> {
  const controller = new AbortController()
  const { body } = await fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal })
  const reading = async () => {
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>)
      got(piece.length, Buffer.from(piece).toString())
  }
  reading().catch(() => {}) // it is aborted
  return () => controller.abort()
}

async function countHttp2(port: number, got: (length: number, text: string) => void): Promise<() => void> {
  const session = connect(`http://127.0.0.1:${port}`)
  session.request({ ':path': '/' }).on('data', (piece: Buffer) => got(piece.length, piece.toString()))
  return () => session.destroy()
}
