// Node's request for a request that came as a WHATWG `Request`.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { bodyCodes } from '../../errors/message-codes.js'
import { readableError } from '../../request/message/event-guard.js'
import { ServerIncoming } from '../../request/message/server-incoming.js'
import { type BodySink, collect } from '../../support/body-sink.js'

type HeaderLists = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'headersDistinct'>

function addHeader({ rawHeaders, headers, headersDistinct }: HeaderLists, name: string, value: string): void {
  rawHeaders.push(name, value)
  headers[name] = value
  headersDistinct[name] = [value]
}

/** Deno's stream of an empty body has an empty chunk. */
function isEmpty(chunk: unknown): boolean {
  return ArrayBuffer.isView(chunk) && chunk.byteLength === 0
}

/** The request. Reads the body of the `Request` only as fast as the parser or the application takes it. */
export class FetchIncoming extends ServerIncoming {
  #reader: ReadableStreamDefaultReader<unknown> | null
  /** The last chunk that `findBody` has read. */
  #first: Promise<{ done: boolean; value?: unknown }> | null = null
  /**
   * Whether only the chunks show if there is a body, because no header describes it. Deno gives each DELETE and POST a
   * body, which may be empty.
   */
  mayHaveBody = false
  #isBroken = false
  /** The parser that gets the body without the events of this stream. */
  #taker: BodySink | null = null

  constructor(socket: Socket, request: Request, { protocol, host, pathname, search }: URL) {
    super(socket)
    this.#reader = request.body?.getReader() ?? null
    this.method = request.method
    // `RequestHeads` refuses a target of another protocol.
    this.url = protocol === 'http:' || protocol === 'https:' ? pathname + search : request.url
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    this.#readHeaders(request, host)
  }

  /** Reads to the first chunk with bytes. A body without bytes counts as absent, as on node's own server. */
  async findBody(): Promise<void> {
    while (this.#reader !== null) {
      this.#first = this.#reader.read()
      const first = await this.#first.catch(() => null) // the parser of the body gets the error
      if (first?.done === true) this.#reader = null
      else if (!isEmpty(first?.value)) {
        addHeader(this, 'transfer-encoding', 'chunked')
        return
      }
    }
  }

  /** The host comes from the URL. A body has one of the two headers that declare one, or `findBody` decides. */
  #readHeaders(request: Request, host: string): void {
    const lists: HeaderLists = { rawHeaders: [], headers: {}, headersDistinct: Object.create(null) } // as node's
    addHeader(lists, 'host', host)
    for (const [name, value] of request.headers) {
      if (name !== 'host' && name !== 'transfer-encoding') addHeader(lists, name, value)
    }
    const { headers } = lists
    if (this.#reader !== null && headers['content-length'] === undefined) {
      const isDescribed = headers['content-type'] !== undefined || request.headers.has('transfer-encoding')
      if (isDescribed) addHeader(lists, 'transfer-encoding', 'chunked')
      else this.mayHaveBody = true
    }
    this.rawHeaders = lists.rawHeaders
    this.headers = headers
    this.headersDistinct = lists.headersDistinct
  }

  override [collect](taker: BodySink): boolean {
    if (!super[collect](taker)) return false
    this.#taker = taker
    if (this.#reader === null) this.#end()
    else this.#pour(this.#reader, taker).catch((error) => this.#break(error))
    return true
  }

  override _read(size: number): void {
    super._read(size) // without this call node's stream asks for one chunk only
    if (this.#reader === null) this.#end()
    else this.#pull(this.#reader).catch((error) => this.#break(error))
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#cancelBody()
    // Only the body has failed. The connection stays open for the answer.
    if (this.#isBroken) process.nextTick(done, this.listenerCount('error') === 0 ? null : error)
    else super._destroy(error, done)
  }

  /** Cancels an unread body after the answer. Node would read the rest of the body, which may have no end. */
  finish(): void {
    if (this.listenerCount('data') === 0 && this.listenerCount('readable') === 0) this.#cancelBody()
  }

  /** Ends the request after its client has left, or after its answer was cut. */
  abort(error: Error): void {
    if (!this.destroyed) this.destroy(error)
  }

  /** Reports to the sender that the rest of the body is not read. */
  #cancelBody(): void {
    if (!this.complete) this.#reader?.cancel().catch(() => {}) // the body itself may have failed
  }

  /** Passes the body to its parser until the parser refuses it. */
  async #pour(reader: ReadableStreamDefaultReader<unknown>, taker: BodySink): Promise<void> {
    while (!taker.over && !this.complete && !this.destroyed) await this.#pull(reader)
  }

  async #pull(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
    const chunk = this.#first ?? reader.read()
    this.#first = null
    const { done, value } = await chunk // its creator may give other values than bytes
    if (this.destroyed) return
    if (done) this.#end()
    else if (ArrayBuffer.isView(value)) this.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
    else throw new bodyCodes.ALC_ERR_BODY_NOT_BYTES(value === null ? 'null' : typeof value)
  }

  #end(): void {
    this.complete = true
    this.push(null)
  }

  #break(error: unknown): void {
    this.#isBroken = true
    const readable = readableError(error) as Error // its type wants an Error; a body may fail with anything
    this.#taker?.fail(readable)
    this.destroy(readable)
  }
}
