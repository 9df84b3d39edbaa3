// Hot path for streams: writes the chunks of a source at the pace of the client.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from '../../packages/node.cjs'
import { readProperty } from '../../support/values.js'
import type { PieceWriter } from './piece-writer.js'

interface PumpOptions {
  /** Its caller flushes it when the source has ended. */
  writer: PieceWriter
  /** Whether the end of the source ends the answer. */
  end: boolean
  /** Called for a chunk that cannot be written. */
  refuse: (chunk: unknown) => void
}

/** @returns a function that stops the writing, so that an error can be answered */
export function pumpStream(
  source: NodeJS.ReadableStream,
  res: ServerResponse,
  { writer, end, refuse }: PumpOptions,
): () => void {
  if (isPumped(source)) {
    const pump = new Pump(source, res, writer, refuse)
    if (end) source.on('end', pump.end)
    return () => pump.stop()
  }
  source.pipe(res, { end })
  return () => source.unpipe?.(res) // old streams do not have it
}

/** A `pipe` method of the stream's own class may do more than write, as the methods of `got` and `send` do. */
function isPumped(source: NodeJS.ReadableStream): source is Readable {
  return source.pipe === Readable.prototype.pipe || readProperty(source, 'readableObjectMode') === true
}

/** A source is paused when at least this many of its bytes wait for the client. */
const waitingLimit = 64 * 1024

/** Writes the chunks of a stream at the pace of the client. */
class Pump {
  #corked: Socket | null = null

  constructor(
    readonly source: Readable,
    readonly res: ServerResponse,
    readonly writer: PieceWriter,
    readonly refuse: (chunk: unknown) => void,
  ) {
    source.on('data', this.#write)
    source.resume() // node starts it unless the application has paused it
    res.on('drain', () => source.resume())
  }

  readonly end = (): void => {
    this.writer.flush()
    this.res.end()
  }

  /** A source still emits its buffered data, and its end, after it was destroyed. */
  stop(): void {
    this.source.off('data', this.#write)
    this.source.off('end', this.end)
  }

  readonly #write = (chunk: unknown): void => {
    const { res, source, writer } = this
    if (res.destroyed) return
    // A stream of objects may give any value. Node throws for a value that it cannot write, and no caller could catch
    // the error.
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      this.refuse(chunk)
      return
    }
    if (this.#corked === null) this.#cork()
    if (!writer.write(chunk) && res.writableLength >= waitingLimit) source.pause()
  }

  /** Chunks that a source emits in one turn reach the system in one call. */
  #cork(): void {
    if (this.res.req.httpVersionMajor === 2) return // node would make a proxy for its socket
    const { socket } = this.res
    if (socket === null) return
    this.#corked = socket
    socket.cork()
    const { isWaiting } = this.writer // bytes of an earlier turn wait for the client
    setImmediate(() => {
      this.#corked = null
      if (!isWaiting) this.writer.flush()
      socket.uncork()
    })
  }
}
