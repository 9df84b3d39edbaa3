// This file decides where an answer ends: no header of an application may let a client read one answer as two.
import type { ServerResponse } from 'node:http'
import { framingCodes } from '../../errors/framing-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import type { ServerReply } from './reply.js'
import * as slots from './slots.js'

/** A header as the reply or node's response has it. */
export function headerOf(reply: ServerReply, name: string): unknown {
  return reply[slots.headers][name] ?? reply.raw.getHeader(name)
}

/** The length in a head that the application has written by `reply.raw.writeHead`. `getHeader` does not know it. */
function writtenLength({ raw }: ServerReply): string | undefined {
  if (!raw.headersSent) return undefined
  // Node keeps the text of the head there, and the types omit it.
  const { _header: head } = raw as ServerResponse & { _header?: string }
  return /^content-length: *([^\r]*)/im.exec(head ?? '')?.[1]
}

/**
 * Whether the answer is chunked because the application set `Transfer-Encoding`. HTTP/1.0 has no chunks: there the
 * header is removed, and the end of the connection ends the answer. HTTP/2 refuses the header itself.
 *
 * @throws ALC_ERR_REPLY_FRAMING for another coding, and for a length beside it
 */
export function takeTransferEncoding(reply: ServerReply, coding: unknown): boolean {
  const { httpVersionMajor, httpVersionMinor } = reply.request.raw
  if (httpVersionMajor === 2) return false
  const length = headerOf(reply, 'content-length')
  if (length !== undefined) throw new framingCodes.ALC_ERR_REPLY_FRAMING(`has the length ${String(length)} beside it`)
  if (String(coding).trim().toLowerCase() !== 'chunked')
    throw new framingCodes.ALC_ERR_REPLY_FRAMING(`is "${String(coding)}"`)
  const isKnown = httpVersionMajor > 1 || httpVersionMinor > 0
  if (!isKnown) reply.removeHeader('transfer-encoding')
  return isKnown
}

/**
 * Bytes that the application declares for a body that is not yet at hand; null where it declares none.
 *
 * @throws ALC_ERR_REPLY_LENGTH unless it is one whole number
 */
export function declaredLength(reply: ServerReply): number | null {
  const given = writtenLength(reply) ?? headerOf(reply, 'content-length')
  if (given === undefined) return null
  if (asFastify && given === '') {
    reply.removeHeader('content-length') // Fastify takes it for none
    return null
  }
  if (/^\d{1,15}$/.test(String(given)) && !Array.isArray(given)) return Number(given)
  throw new framingCodes.ALC_ERR_REPLY_LENGTH(`declares a length that is not a whole number: ${String(given)}`)
}

/** Bytes of a chunk. In the place of its encoding may be the callback, and node refuses other chunks. */
export function sizeOf(chunk: string | Uint8Array, encoding: unknown): number {
  if (typeof chunk !== 'string') return chunk?.byteLength ?? 0
  return Buffer.byteLength(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : undefined)
}

/** Compares the written bytes of a body with its declared length. Bytes beyond that length are not written. */
export class CountedBody {
  #written = 0
  #isOver = false
  readonly #write: ServerResponse['write']

  /** `exceeded` is called once. After it nothing more is written. */
  constructor(
    private readonly declared: number,
    private readonly res: ServerResponse,
    exceeded: (error: Error) => void,
  ) {
    const { write } = res
    this.#write = write
    const counting = (chunk: string | Uint8Array, ...rest: [never, never]): boolean => {
      this.#written += sizeOf(chunk, rest[0])
      if (this.#written <= declared) return write.call(res, chunk, ...rest)
      if (!this.#isOver) {
        this.#restore()
        exceeded(this.#error('or more'))
      }
      return false
    }
    res.write = counting as typeof res.write // the same overloads
  }

  /** Ends the count: after this call another answer may be written. */
  stop(): void {
    if (!this.#isOver) this.#restore()
  }

  /** The error of a body that has ended, or null. */
  end(): Error | null {
    if (this.#isOver) return null
    this.#restore()
    return this.#written < this.declared ? this.#error('in all') : null
  }

  /** The answer to an error is written without a count. */
  #restore(): void {
    this.#isOver = true
    this.res.write = this.#write
  }

  #error(amount: string): Error {
    return new framingCodes.ALC_ERR_REPLY_LENGTH(
      `declares ${this.declared} bytes, and the stream gave ${this.#written} ${amount}`,
    )
  }
}
