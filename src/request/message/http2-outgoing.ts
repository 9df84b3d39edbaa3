// Hot path: node creates such a response for every request over HTTP/2.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2'
import { framingCodes } from '../../errors/message-codes.js'
import type { nodeHttp2 } from '../../packages/node.cjs'
import { cutAnswer } from './connection.js'
import { RawLength, sizeOf } from './counted-body.js'
import { keeper, type ListenerKeeper, listenerFailed } from './event-guard.js'
import { checkTrailerField, checkValue, checkValues, storedName, type Values } from './http2-head.js'
import { guardInterims, isFramed } from './raw-framing.js'

/** The method of a response over HTTP/2 that writes the head of an answer whose whole body is known. */
export const writeWholeHead = Symbol('alcove.writeWholeHead')

/** The property of a stream that counts the bytes written to its response. */
export const givenBytes = Symbol('alcove.givenBytes')

/** A member that node's own responses do not have. Responses of a server of the application do not have it either. */
export interface WholeResponse {
  [writeWholeHead]?(status: number, headers: OutgoingHttpHeaders, isEmpty: boolean): void
}

type Chunk = string | Uint8Array
type Value = number | string | readonly string[]

/** Only the first overload of each method. A caller may omit an argument and pass the callback in its place. */
interface Writing {
  setTrailer(name: string, value: string): void // node's types omit it; `addTrailers` calls it for each trailer
  setHeader(name: string, value: Value): void
  appendHeader(name: string, value: Value): void
  writeHead(status: number, message?: string | Values, headers?: Values): this
  write(chunk: Chunk, encoding?: BufferEncoding, callback?: () => void): boolean
  end(chunk?: Chunk | (() => void), encoding?: BufferEncoding, callback?: () => void): this
}

type Outgoing = new (stream: ServerHttp2Stream) => Omit<Http2ServerResponse, keyof Writing | 'destroyed'> & Writing

/**
 * Node announces trailers in each response of its compatibility layer. The end of the stream then needs an extra frame
 * and system call. This class sends the end in the last frame of the body. If the answer has no body, the head has the
 * end. Without this class the workload `http2` takes 1.21 of the time on node 20 (`npm run bench -- --ablate --quick
 * --only http2 --kinds without-end-stream`).
 *
 * The class also counts a body that the application writes by `reply.raw`, as `raw-framing.ts` does over HTTP/1. It
 * checks the head, too.
 *
 * @param most the highest number of bytes of all headers, of all trailers and of all early hints, see `mostOfHeaders`
 */
export function createHttp2Outgoing(http2: ReturnType<typeof nodeHttp2>, most: number): typeof Http2ServerResponse {
  const Base = http2.Http2ServerResponse as unknown as Outgoing // only node calls its constructor
  const checkSize = (what: string, bytes: number) => {
    if (bytes > most) throw new framingCodes.ALC_ERR_REPLY_HEADERS(what, bytes, most)
  }
  class Http2Outgoing extends Base implements WholeResponse {
    [isFramed] = false;
    [keeper]: ListenerKeeper | null = null
    /** The bytes of each trailer, by the name under which node stores it. */
    #trailers: Map<string, number> | null = null
    /** At least the bytes of the headers that were set: some may have replaced others. */
    #headBytes = 0
    #length: RawLength | null | undefined

    /** Node has this property over HTTP/1 only. Without it, a stream for a client that has left would never end. */
    get destroyed(): boolean {
      return this.stream.destroyed
    }

    override setHeader(name: string, value: Value): void {
      this.#headBytes += checkValue(name, value)
      super.setHeader(name, value)
    }

    override appendHeader(name: string, value: Value): void {
      this.#headBytes += checkValue(name, value)
      super.appendHeader(name, value)
    }

    override writeHead(status: number, message?: string | Values, headers?: Values): this {
      const bytes = checkValues(typeof message === 'object' ? message : headers)
      if (this.#headBytes + bytes > most) checkSize('headers', checkValues(this.getHeaders()) + bytes)
      return super.writeHead(status, message, headers)
    }

    override setTrailer(name: string, value: string): void {
      this.#trailers ??= new Map()
      const key = storedName(name)
      const known = this.#trailers.get(key) ?? 0
      const all = [...this.#trailers.values()].reduce((sum, bytes) => sum + bytes, -known)
      const bytes = checkTrailerField(name, value)
      checkSize('trailers', all + bytes)
      this.#trailers.set(key, bytes)
      super.setTrailer(name, value)
    }

    override write(chunk: Chunk, encoding?: BufferEncoding, callback?: () => void): boolean {
      const length = this[isFramed] ? null : this.#lengthToHold()
      if (length !== null) {
        const error = length.isOver ? null : length.add(chunk, encoding)
        if (error !== null) this.#fail(error)
        if (length.isOver) return false
      }
      const stream: ServerHttp2Stream & { [givenBytes]?: number } = this.stream
      const size = sizeOf(chunk, encoding)
      const isBytes = typeof chunk === 'string' || ArrayBuffer.isView(chunk) // node rejects others
      if (size === 0 && isBytes && !this.writableEnded && !stream.destroyed)
        return this.#writeNothing(encoding, callback)
      stream[givenBytes] = (stream[givenBytes] ?? 0) + size
      return super.write(chunk, encoding, callback)
    }

    /**
     * Node writes the waiting chunks together, and frees their bytes when the last one is sent. An empty last chunk counts
     * as sent at once. The client would receive whatever is in the memory of the other chunks then.
     */
    #writeNothing(encoding?: BufferEncoding | (() => void), callback?: () => void): boolean {
      if (!this.headersSent) this.writeHead(this.statusCode)
      const written = typeof encoding === 'function' ? encoding : callback
      if (written !== undefined) process.nextTick(written)
      return !this.stream.writableNeedDrain
    }

    override end(chunk?: Chunk | (() => void), encoding?: BufferEncoding, callback?: () => void): this {
      const length = this[isFramed] ? null : this.#lengthToHold()
      if (length === null) return super.end(chunk, encoding, callback)
      if (typeof chunk === 'function') return this.#endWith(length, chunk)
      if (chunk !== null && chunk !== undefined) this.write(chunk, encoding)
      return this.#endWith(length, typeof encoding === 'function' ? encoding : callback)
    }

    #endWith(length: RawLength, callback: (() => void) | undefined): this {
      const error = length.end()
      if (error !== null) this.#fail(error)
      return length.isOver ? this : super.end(callback)
    }

    /** The length to check; null if the application declares no length, or the answer has no body. */
    #lengthToHold(): RawLength | null {
      if (this.#length !== undefined) return this.#length
      this.#length = null
      const given = this.getHeader('content-length') as unknown // any value can be set
      if (given === undefined || isEmptyStatus(this.statusCode) || this.req.method === 'HEAD') return null
      this.#length = new RawLength(Number(given))
      const error = this.#length.check()
      if (error !== null) this.#fail(error)
      return this.#length
    }

    #fail(error: Error): void {
      cutAnswer(this as unknown as ServerResponse & { stream: ServerHttp2Stream }) // it behaves as one of HTTP/1
      this[keeper]?.[listenerFailed](error)
    }

    [writeWholeHead](status: number, headers: OutgoingHttpHeaders, isEmpty: boolean): void {
      const { stream } = this
      // One listener of `wantTrailers` is node's own.
      if (this.#trailers !== null || stream.listenerCount('wantTrailers') > 1) {
        this.writeHead(status, headers)
        return
      }
      const { respond } = stream
      const respondAtOnce: typeof respond = (sent, options) => {
        respond.call(stream, sent, { ...options, endStream: isEmpty, waitForTrailers: false })
      }
      stream.respond = respondAtOnce
      try {
        this.writeHead(status, headers) // libraries replace this method, to change headers at the last moment
      } finally {
        stream.respond = respond // an answer to an error may follow
      }
    }
  }
  guardInterims(Http2Outgoing, (hints) => checkSize('early hints', checkValues(hints)))
  return Http2Outgoing as unknown as typeof Http2ServerResponse // only node calls its constructor
}

/** Node sends no body with these statuses over HTTP/2. */
function isEmptyStatus(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}
