/** HTTP/2 by hand (RFC 9113, RFC 7541): frames as bytes, and what a server answers to them. */
import type { Socket } from 'node:net'
import { open } from '../behaviour/core/socket.js'
import { until } from '../support/until.js'

export const types = {
  ...{
    data: 0,
    headers: 1,
    priority: 2,
    reset: 3,
    settings: 4,
    promise: 5,
    ping: 6,
    goaway: 7,
    window: 8,
    continuation: 9,
  },
} as const
export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const

export function frame(type: number, flag: number, stream: number, payload: Uint8Array | number[] = []): Buffer {
  const head = Buffer.alloc(9)
  const body = Buffer.from(payload)
  head.writeUIntBE(body.length, 0, 3)
  head[3] = type
  head[4] = flag
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, body])
}

export const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(types.settings, 0, 0)])

/** A field that is not added to the table of the other side. */
export function field(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ])
}

const [get, post, root, http] = [[0x82], [0x83], [0x84], [0x86]].map((bytes) => Buffer.from(bytes)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
export const pseudo = { get, post, root, http, authority: field(':authority', 'a') }
/** `GET /`, and `POST /` without its body. */
export const request = Buffer.concat([get, root, http, pseudo.authority])
export const posted = Buffer.concat([post, root, http, pseudo.authority])

export interface Heard {
  /** The received frames by type and stream, without settings and window updates. */
  readonly frames: readonly { type: number; flag: number; stream: number; payload: Buffer }[]
  readonly isClosed: boolean
}

/** Whether an answer has ended. */
export const hasEnd = ({ frames }: Heard) => frames.some(({ flag }) => (flag & flags.endStream) > 0)

/** Milliseconds in which a server sends nothing more. */
const quiet = 100

/** Sends bytes and reads until the server ends the connection, or until it has sent enough and sends nothing more. */
export async function speak(
  port: number,
  bytes: Buffer,
  isEnough: (heard: Heard) => boolean = ({ frames }) => frames.length > 0,
): Promise<Heard> {
  const socket: Socket = await open(port)
  const pieces: Buffer[] = []
  let isClosed = false
  let last = performance.now()
  const heard = (): Heard => ({ frames: [...framesOf(Buffer.concat(pieces))], isClosed })
  socket.on('data', (piece) => {
    pieces.push(piece as Buffer)
    last = performance.now()
  })
  socket.on('close', () => {
    isClosed = true
  })
  socket.write(bytes)
  await until('the server has answered', () => isClosed || (performance.now() - last > quiet && isEnough(heard())))
  socket.destroy()
  return heard()
}

export function* framesOf(bytes: Buffer) {
  for (let at = 0; at + 9 <= bytes.length; ) {
    const length = bytes.readUIntBE(at, 3)
    const [type, flag] = [bytes[at + 3] as number, bytes[at + 4] as number]
    const stream = bytes.readUInt32BE(at + 5)
    const payload = bytes.subarray(at + 9, at + 9 + length)
    at += 9 + length
    if (type !== types.settings && type !== types.window) yield { type, flag, stream, payload }
  }
}
