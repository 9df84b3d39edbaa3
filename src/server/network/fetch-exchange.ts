// Node's three objects of a request (socket, request, response) for a request that came as a WHATWG `Request`.
import type { Socket } from 'node:net'
import { replyCodes } from '../../errors/message-codes.js'
import { Duplex, IncomingMessage, ServerResponse } from '../../packages/node.cjs'
import { readableError } from '../../request/message/event-guard.js'

/** Bytes of an answer that may wait for their reader. With more bytes, the handler waits. */
const mostWaiting = 16 * 1024

/** Statuses whose `Response` may not have a body (WHATWG Fetch, null body status). */
const bodyless: ReadonlySet<number> = new Set([204, 205, 304])

/** Headers of one connection. The runtime that sends the `Response` sets its own. A `Response` has no trailers. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer'])

const isHeld = Symbol('alcove.isHeld')

type Done = (error?: Error | null) => void

/** The connection of one answer. Passes on the bytes of its body, and closes when the answer has ended or is cut. */
export class FetchSocket extends Duplex {
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  /** Continues writing when the reader has taken the waiting bytes. */
  #proceed: Done | null = null

  /** `encrypted`: whether the client uses HTTPS, as on TLS sockets. `describeCut` creates the error of a cut answer. */
  constructor(
    readonly encrypted: boolean,
    private describeCut: () => unknown,
  ) {
    super({ highWaterMark: mostWaiting })
    this.on('error', () => {}) // the body reports the error to its reader
  }

  /** Ends the connection before its answer has ended. The body fails with the reason, which may be any value. */
  abort(reason: unknown): void {
    this.describeCut = () => reason
    this.destroy()
  }

  /** Makes all later bytes the body. Earlier bytes are interim answers (1xx), which `fetch` does not report. */
  openBody(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#continue(),
        cancel: () => {
          this.#controller = null
          this.destroy()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
    )
  }

  override _read(): void {} // `FetchIncoming` reads the body of the request

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: Done): void {
    const controller = this.#controller
    if (controller === null || chunk.byteLength === 0) {
      done()
      return
    }
    controller.enqueue(new Uint8Array(chunk)) // a copy: a reader may transfer the memory, which node shares
    if ((controller.desiredSize ?? 0) > 0) done()
    else this.#proceed = done
  }

  override _final(done: Done): void {
    this.#controller?.close()
    this.#controller = null
    done()
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#controller?.error(error ?? this.describeCut())
    this.#controller = null
    this.#continue()
    done(error)
  }

  #continue(): void {
    const proceed = this.#proceed
    this.#proceed = null
    proceed?.()
  }

  // Methods that libraries call on sockets of node. They do nothing: there is no connection.

  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  destroySoon(): void {
    this.end(() => this.destroy())
  }

  /** This socket, with the type that node's request and response expect. */
  get asSocket(): Socket {
    return this as unknown as Socket // it has all members of a socket that they use
  }
}

/** The request. Reads the body of the `Request` only as fast as the application reads this stream. */
export class FetchIncoming extends IncomingMessage {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | null
  #isBroken = false

  constructor(socket: FetchSocket, request: Request) {
    super(socket.asSocket)
    const { protocol, host, pathname, search } = new URL(request.url)
    this.#reader = request.body?.getReader() ?? null
    this.method = request.method
    // `RequestHeads` refuses a target of another protocol.
    this.url = protocol === 'http:' || protocol === 'https:' ? pathname + search : request.url
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    const headers = readRequestHeaders(request, host)
    this.rawHeaders = headers.flat()
    this.headers = Object.fromEntries(headers)
    this.headersDistinct = Object.fromEntries(headers.map(([name, value]) => [name, [value]]))
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

  async #pull(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const { done, value } = await reader.read()
    if (this.destroyed) return
    if (done) this.#end()
    else this.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength)) // throws if the chunk is not bytes
  }

  #end(): void {
    this.complete = true
    this.push(null)
  }

  #break(error: unknown): void {
    this.#isBroken = true
    this.destroy(readableError(error) as Error) // its type wants an Error; a body may fail with anything
  }
}

/** The host comes from the URL. A body always has one of the two headers that declare a body. */
function readRequestHeaders({ headers, body }: Request, host: string): [string, string][] {
  const read: [string, string][] = [['host', host]]
  for (const [name, value] of headers) {
    if (name !== 'host' && name !== 'transfer-encoding') read.push([name, value])
  }
  if (body !== null && !headers.has('content-length')) read.push(['transfer-encoding', 'chunked'])
  return read
}

/** Fields of node on a response that decide what it writes to its socket. */
interface NodeHead {
  _header: string
  _headerSent: boolean
  chunkedEncoding: boolean
}

/** The answer. Its head becomes a `Response`, and the later bytes become the body. */
export class FetchOutgoing extends ServerResponse {
  readonly #begun: (response: Response) => void
  readonly #socket: FetchSocket

  constructor(req: FetchIncoming, socket: FetchSocket, begun: (response: Response) => void) {
    super(req)
    this.#begun = begun
    this.#socket = socket
    this.assignSocket(socket.asSocket)
    socket.on('drain', () => this.emit('drain')) // node's server does this for its own sockets
  }

  override writeHead(statusCode: number, ...rest: never[]): this {
    // A `Response` accepts no higher status.
    if (statusCode > 599) throw new replyCodes.FST_ERR_BAD_STATUS_CODE(String(statusCode))
    super.writeHead(statusCode, ...rest)
    const head = this as unknown as NodeHead // node's types do not declare these fields
    const headers = readHeaders(head._header)
    head._headerSent = true // node then writes only the body to the socket, without chunk framing
    head.chunkedEncoding = false
    const hasBody = this.req.method !== 'HEAD' && !bodyless.has(this.statusCode)
    const body = hasBody ? this.#socket.openBody() : null
    this.#begun(new Response(body, { status: this.statusCode, statusText: this.statusMessage, headers }))
    return this
  }

  get [isHeld](): boolean {
    return !this.destroyed && !this.writableEnded && this.#socket.writableNeedDrain
  }
}

// Only node's server clears node's own flag, and this socket has no server. The getter is not in the class, because the
// base class declares a property.
Object.defineProperty(FetchOutgoing.prototype, 'writableNeedDrain', {
  configurable: true,
  get(this: FetchOutgoing): boolean {
    return this[isHeld]
  },
})

/** The text of the head has all headers as node would send them, however the application has set them. */
function readHeaders(head: string): Headers {
  const headers = new Headers()
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':')
    if (colon === -1) continue
    const name = line.slice(0, colon)
    if (!ofConnection.has(name.toLowerCase())) headers.append(name, line.slice(colon + 1).trim())
  }
  return headers
}
