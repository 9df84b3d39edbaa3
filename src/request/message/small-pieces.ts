// Joins the small pieces of a body that wait for their reader.
import type { Readable } from 'node:stream'

/** Bytes of a block. The reader gets it as one piece. Pieces of this length are not joined. */
const block = 2048

/**
 * Node keeps each piece of an unread body in an object of its own, which takes 100 to 500 bytes. Its limit counts only
 * the bytes in them. A client that sends its body byte by byte would use 15 to 30 MB of memory. It would do so for as
 * long as hooks and handlers do not read.
 */
export class SmallPieces {
  #block: Buffer | null = null
  #length = 0
  #isAnnounced = false

  constructor(
    private readonly stream: Readable,
    private readonly push: (chunk: Buffer) => boolean,
  ) {}

  /** Takes a piece. Returns whether the stream takes more, as `push` of a stream does. */
  add(chunk: Buffer): boolean {
    const { stream } = this
    if (chunk.length >= block || !waits(stream)) {
      this.flush()
      return this.push(chunk)
    }
    if (this.#length + chunk.length > block) this.flush()
    this.#block ??= Buffer.allocUnsafe(block)
    this.#length += chunk.copy(this.#block, this.#length)
    if (!this.#isAnnounced && stream.listenerCount('readable') > 0) this.#announce()
    return stream.readableLength + this.#length < stream.readableHighWaterMark
  }

  /** Gives the joined bytes to the stream. Call it before the stream is read, and before its end. */
  flush(): void {
    const bytes = this.#block?.subarray(0, this.#length)
    this.#block = null
    this.#length = 0
    if (bytes !== undefined) this.push(bytes)
  }

  /** Node emits `readable` for each piece, at most once per tick. A reader may wait for more bytes than it had. */
  #announce(): void {
    this.#isAnnounced = true
    process.nextTick(() => {
      this.#isAnnounced = false
      if (this.#length > 0 && !this.stream.destroyed) this.stream.emit('readable')
    })
  }
}

/** Whether earlier pieces wait for a reader. */
export function waits(stream: Readable): boolean {
  return stream.readableFlowing !== true && stream.readableLength > 0
}
