// Compares the bytes of a body with the length that its head declares.
import type { ServerResponse } from 'node:http'
import { framingCodes } from '../../errors/framing-codes.js'

/** Bytes of a chunk. In the place of its encoding may be the callback, and node refuses other chunks. */
export function sizeOf(chunk: string | Uint8Array, encoding: unknown): number {
  if (typeof chunk !== 'string') return chunk?.byteLength ?? 0
  const known = typeof encoding === 'string' ? (encoding as BufferEncoding) : undefined // node refuses other names
  return Buffer.byteLength(chunk, known)
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

/** Compares the bytes that are written past the reply with their declared length. */
export class RawLength {
  #written = 0
  #isOver = false

  constructor(private readonly declared: number) {}

  /** Whether the answer has failed: nothing more may be written. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The error of a length that is not one whole number. */
  check(): Error | null {
    if (Number.isSafeInteger(this.declared) && this.declared >= 0) return null
    this.#isOver = true
    return new framingCodes.ALC_ERR_REPLY_LENGTH('declares a length that is not a whole number')
  }

  /** The error of bytes beyond the length. */
  add(data: string | Uint8Array, encoding?: BufferEncoding | null): Error | null {
    this.#written += sizeOf(data, encoding)
    return this.#written > this.declared ? this.#fail('or more') : null
  }

  /** The error of an answer that ends here. */
  end(): Error | null {
    return !this.#isOver && this.#written < this.declared ? this.#fail('in all') : null
  }

  #fail(amount: string): Error {
    this.#isOver = true
    const text = `declares ${this.declared} bytes, and ${this.#written} were written ${amount}`
    return new framingCodes.ALC_ERR_REPLY_LENGTH(text)
  }
}
