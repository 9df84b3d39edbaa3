/** Bytes of a block. Pieces of this length are not joined. */
const size = 2048

/** The longest text of which all bytes fit into an empty block. A character of JavaScript has up to 3 bytes of UTF-8. */
const longestText = Math.floor(size / 3)

/**
 * Joins small pieces of a stream into blocks. Node keeps each piece that waits in objects of their own, which take 100 to
 * 500 bytes. The limits of its streams count only the bytes of the pieces.
 */
export class ByteBlock {
  #bytes: Buffer | null = null
  #length = 0

  /** The number of joined bytes. */
  get length(): number {
    return this.#length
  }

  /** Appends a piece that `isSmall`. Returns false if the block is too full for it. */
  append(piece: string | Uint8Array): boolean {
    const isText = typeof piece === 'string'
    if (this.#length + (isText ? 3 * piece.length : piece.length) > size) return false
    this.#bytes ??= Buffer.allocUnsafe(size)
    if (isText) this.#length += this.#bytes.write(piece, this.#length)
    else {
      this.#bytes.set(piece, this.#length)
      this.#length += piece.length
    }
    return true
  }

  /** Returns the joined bytes, and begins a new block. Returns null if there are none. */
  take(): Buffer | null {
    const bytes = this.#bytes?.subarray(0, this.#length) ?? null
    this.#bytes = null
    this.#length = 0
    return bytes
  }
}

/** Whether a piece is so small that it should be joined with others if it waits. */
export function isSmall(piece: string | Uint8Array): boolean {
  return typeof piece === 'string' ? piece.length <= longestText : piece.length < size
}
