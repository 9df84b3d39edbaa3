// Compares the bytes of a body with the length that its head declares.
import type { ServerResponse } from 'node:http'
import { framingCodes } from '../../errors/message-codes.js'

/**
 * The number of bytes of a chunk. `encoding` may be the callback of `write`, and node rejects chunks of other types.
 */
export function sizeOf(chunk: string | Uint8Array, encoding: unknown): number {
  if (typeof chunk !== 'string') return chunk?.byteLength ?? 0
  const known = typeof encoding === 'string' ? (encoding as BufferEncoding) : undefined // node refuses other names
  return Buffer.byteLength(chunk, known)
}

/** Compares the written bytes of a body with its declared length. It does not write a chunk beyond that length. */
export class CountedBody {
  #written = 0
  #isOver = false
  readonly #write: ServerResponse['write']

  /**
   * @param exceeded called once, in place of the write beyond the length. It must stop the source, because `write` no
   * longer counts.
   */
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

  /** Ends the count, so that another answer can be written. */
  stop(): void {
    if (!this.#isOver) this.#restore()
  }

  /** Call it when the body has ended. Returns an error if the body is shorter than its declared length. */
  end(): Error | null {
    if (this.#isOver) return null
    this.#restore()
    return this.#written < this.declared ? this.#error('in all') : null
  }

  /** Restores node's `write`, because the answer to an error is not counted. */
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

/** Compares the bytes that the application writes by `reply.raw` with their declared length. */
export class RawLength {
  #written = 0
  #isOver = false

  constructor(private readonly declared: number) {}

  /** Whether the answer has failed. The caller must write no more bytes then. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Returns an error if the length is not one whole number. */
  check(): Error | null {
    if (Number.isSafeInteger(this.declared) && this.declared >= 0) return null
    this.#isOver = true
    return new framingCodes.ALC_ERR_REPLY_LENGTH('declares a length that is not a whole number')
  }

  /** Counts bytes. Returns an error if they exceed the length. */
  add(data: string | Uint8Array, encoding?: BufferEncoding | null): Error | null {
    this.#written += sizeOf(data, encoding)
    return this.#written > this.declared ? this.#fail('or more') : null
  }

  /** Call it when the answer ends. Returns an error if the answer is shorter than its length. */
  end(): Error | null {
    return !this.#isOver && this.#written < this.declared ? this.#fail('in all') : null
  }

  #fail(amount: string): Error {
    this.#isOver = true
    const text = `declares ${this.declared} bytes, and ${this.#written} were written ${amount}`
    return new framingCodes.ALC_ERR_REPLY_LENGTH(text)
  }
}
