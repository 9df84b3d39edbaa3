// Hot path for streams: writes the pieces of a source, and joins small ones that wait for the client.
import type { ServerResponse } from 'node:http'
import { ByteBlock, isSmall } from '../../support/byte-block.js'

/**
 * Writes the pieces of a source. Over HTTP/1 node writes each piece as four, because of its chunk coding. A client that
 * does not read a stream of single bytes would use 1 to 8 MB of memory (`test/behaviour/core/stalled-server.ts`). Small
 * pieces that follow a piece that the system has not taken yet leave together.
 */
export class PieceWriter {
  readonly #block = new ByteBlock()
  readonly #joins: boolean
  #isWaiting = false

  constructor(private readonly res: ServerResponse) {
    // Libraries replace this method, and some never call back. Their small pieces would stay here.
    this.#joins = !Object.hasOwn(res, 'write')
  }

  /** Whether the system has not yet taken a small piece. The next small pieces wait for its end. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** Takes a piece. Returns false if the client must take bytes first, as `write` of the response does. */
  write(piece: string | Uint8Array): boolean {
    if (piece.length === 0 && this.#joins && this.res.headersSent) return true // see `http2-outgoing.ts`
    if (!this.#joins || piece.length === 0 || !isSmall(piece)) {
      this.flush()
      return this.res.write(piece)
    }
    if (!this.#isWaiting) return this.#send(piece)
    if (this.#block.append(piece)) return true
    const goesOn = this.flush()
    this.#block.append(piece)
    return goesOn
  }

  /** Writes the joined bytes. Call it before the response ends. */
  flush(): boolean {
    const bytes = this.#block.take()
    if (bytes === null || this.res.destroyed) return true
    return this.#isWaiting ? this.res.write(bytes) : this.#send(bytes)
  }

  #send(piece: string | Uint8Array): boolean {
    this.#isWaiting = true
    return this.res.write(piece, 'utf8', this.#sent)
  }

  readonly #sent = (): void => {
    this.#isWaiting = false
    this.flush()
  }
}
