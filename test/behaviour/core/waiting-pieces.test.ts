import { once } from 'node:events'
import { connect } from 'node:http2'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { field, flags, frame, posted, preface, types } from '../../suites/http2-frames.js'
import { until } from '../../support/until.js'
import { listen, open } from './socket.js'
import { type Loose, useServers } from './subject.js'

/** Characters of several bytes, which the pieces split. */
const body = 'añ€𝄞'.repeat(1500)
const bytes = Buffer.from(body)

/** Each reader begins when pieces already wait. It returns the text of the body. */
const readers: Readonly<Record<string, (stream: Readable) => Promise<string>>> = {
  'a loop that pauses after its first piece': async (stream) => {
    const pieces: Buffer[] = []
    for await (const piece of stream) if (pieces.push(piece) === 1) await wait(100)
    return Buffer.concat(pieces).toString()
  },
  'a slow pipe': async (stream) => {
    const through = stream.pipe(new PassThrough({ highWaterMark: 1 }))
    await wait(100)
    const pieces: Buffer[] = []
    for await (const piece of through) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  },
  'reads of a fixed length': async (stream) => {
    const pieces: Buffer[] = []
    stream.on('readable', () => {
      for (let piece = stream.read(100); piece !== null; piece = stream.read(100)) pieces.push(piece)
    })
    await once(stream, 'end')
    return Buffer.concat(pieces).toString()
  },
  'an encoding': async (stream) => {
    let text = ''
    stream.setEncoding('utf8')
    for await (const piece of stream) text += piece
    return text
  },
}

/** Sends the body byte by byte. */
async function sendHttp1(port: number): Promise<void> {
  const socket = await open(port)
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: x/y\r\ntransfer-encoding: chunked\r\n\r\n')
  const frames = [...bytes].flatMap((byte) => [Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')])
  socket.write(Buffer.concat([...frames, Buffer.from('0\r\n\r\n')]))
}

async function sendHttp2(port: number): Promise<void> {
  const session = connect(`http://127.0.0.1:${port}`)
  session.on('error', () => {})
  const stream = session.request({ ':method': 'POST', ':path': '/', 'content-type': 'x/y' })
  stream.on('error', () => {})
  for (const byte of bytes) await new Promise((resolve) => stream.write(Buffer.from([byte]), resolve))
  stream.end()
}

describe('a body that waits for its reader in pieces of one byte', () => {
  const make = useServers()

  for (const [protocol, options, send] of [
    ['HTTP/1', {}, sendHttp1],
    ['HTTP/2', { http2: true }, sendHttp2],
  ] as const) {
    for (const [name, read] of Object.entries(readers)) {
      it(`reaches ${name} whole, over ${protocol}`, async () => {
        const server = make(options as Loose)
        let got = ''
        server.addContentTypeParser('x/y', (_request: Loose, payload: Loose, done: Loose) => done(null, payload))
        server.post('/', { preHandler: () => wait(50) }, async ({ body: stream }: Loose) => {
          got = await read(stream)
          return 'done'
        })
        await send(await listen(server))
        await until('the body has been read', () => got.length >= body.length)
        expect(got).to.equal(body)
      })
    }
  }
})

/** A type of frames that HTTP/2 does not define. A server ignores such frames (RFC 9113, 4.1). */
const unknown = 0xfa

/** Sends a body whose pieces each have 48 KiB of ignored frames before them. Node reads up to 64 KiB at once. */
async function sendAmongOthers(port: number, sent: readonly Buffer[]): Promise<void> {
  const socket = await open(port)
  const fields = Buffer.concat([posted, field('content-type', 'x/y')])
  socket.write(Buffer.concat([preface, frame(types.headers, flags.endHeaders, 1, fields)]))
  const ignored = Array.from({ length: 3 }, () => frame(unknown, 0, 0, Buffer.alloc(16_384, unknown)))
  for (const piece of sent) {
    const taken = socket.write(Buffer.concat([...ignored, frame(types.data, 0, 1, piece)]))
    await (taken ? wait(1) : once(socket, 'drain'))
  }
  socket.write(frame(types.data, flags.endStream, 1))
}

describe('pieces of a body over HTTP/2, among frames that the server ignores', () => {
  const make = useServers()

  for (const length of [1, 100, 2100]) {
    it(`arrive whole, and do not keep the memory of those frames: pieces of ${length} bytes`, async () => {
      const server = make({ http2: true } as Loose)
      const got: Buffer[] = []
      let isOver = false
      server.addContentTypeParser('x/y', (_request: Loose, payload: Loose, done: Loose) => done(null, payload))
      server.post('/', async ({ body: stream }: Loose) => {
        for await (const piece of stream) got.push(piece)
        isOver = true
        return 'done'
      })
      const sent = Array.from({ length: 60 }, (_, i) => Buffer.alloc(length, i))
      await sendAmongOthers(await listen(server), sent)
      await until('the body has been read', () => isOver)
      expect(Buffer.concat(got).equals(Buffer.concat(sent))).to.equal(true)
      const kept = [...new Set(got.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0)
      expect(kept).to.be.below(1_000_000)
    })
  }
})
