// Joins the small pieces of a body that wait for their reader.
import type { Readable } from 'node:stream'
import { ByteBlock, isSmall } from '../../support/byte-block.js'

/**
 * A client that sends its body byte by byte would use 7 to 12 MB of memory (node 24). It would do so for as long as hooks
 * and handlers do not read.
 */
export class SmallPieces {
  readonly #block = new ByteBlock()
  #isAnnounced = false

  constructor(
    private readonly stream: Readable,
    private readonly push: (chunk: Buffer) => boolean,
  ) {}

  /** Takes a piece. Returns whether the stream takes more, as `push` of a stream does. */
  add(chunk: Buffer): boolean {
    const { stream } = this
    if (!isSmall(chunk) || !waits(stream)) {
      this.flush()
      return this.push(chunk)
    }
    if (!this.#block.append(chunk)) {
      this.flush()
      this.#block.append(chunk)
    }
    if (!this.#isAnnounced && stream.listenerCount('readable') > 0) this.#announce()
    return stream.readableLength + this.#block.length < stream.readableHighWaterMark
  }

  /** Gives the joined bytes to the stream. Call it before the stream is read, and before its end. */
  flush(): void {
    const bytes = this.#block.take()
    if (bytes !== null) this.push(bytes)
  }

  /** Node emits `readable` for each piece, at most once per tick. A reader may wait for more bytes than it had. */
  #announce(): void {
    this.#isAnnounced = true
    process.nextTick(() => {
      this.#isAnnounced = false
      if (this.#block.length > 0 && !this.stream.destroyed) this.stream.emit('readable')
    })
  }
}

/** Whether earlier pieces wait for a reader. */
export function waits(stream: Readable): boolean {
  return stream.readableFlowing !== true && stream.readableLength > 0
}
