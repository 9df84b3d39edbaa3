// Node's three objects of a request (socket, request, response) for a request that came as a WHATWG `Request`.
import type { Socket } from 'node:net'
import { replyCodes } from '../../errors/message-codes.js'
import { Duplex, IncomingMessage, ServerResponse } from '../../packages/node.cjs'
import { readableError } from '../../request/message/event-guard.js'

/** Bytes of an answer that wait for their reader. Then the handler waits. */
const mostWaiting = 16 * 1024

/** Statuses whose `Response` may not have a body (WHATWG Fetch, null body status). */
const bodyless: ReadonlySet<number> = new Set([204, 205, 304])

/** They describe one connection; the runtime that sends the `Response` has its own. A `Response` has no trailers. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer'])

const isHeld = Symbol('alcove.isHeld')

type Done = (error?: Error | null) => void

/** The connection: carries the bytes of the body of one answer, and closes when it is over or lost. */
export class FetchSocket extends Duplex {
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  /** Continues writing when the reader has taken what waits. */
  #proceed: Done | null = null

  /** `encrypted`: whether the client uses HTTPS, named as on sockets of TLS. `describeCut` makes the error of a cut answer. */
  constructor(
    readonly encrypted: boolean,
    private describeCut: () => unknown,
  ) {
    super({ highWaterMark: mostWaiting })
    this.on('error', () => {}) // of the application, which destroyed it: the body ends with an error
  }

  /** Ends the connection before its answer has ended. The body fails with the reason, which may be any value. */
  abort(reason: unknown): void {
    this.describeCut = () => reason
    this.destroy()
  }

  /** From now on bytes are the body. Those before are interim answers (1xx), which `fetch` does not show. */
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

  override _read(): void {} // the body of the request does not come this way

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

  /** As node's types name it. */
  get asSocket(): Socket {
    return this as unknown as Socket // what node's request and response use of a socket is here
  }
}

/** The request. Its body is read from the `Request` as fast as it is read here. */
export class FetchIncoming extends IncomingMessage {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | null
  #isBroken = false

  constructor(socket: FetchSocket, request: Request) {
    super(socket.asSocket)
    const { protocol, host, pathname, search } = new URL(request.url)
    this.#reader = request.body?.getReader() ?? null
    this.method = request.method
    this.url = protocol === 'http:' || protocol === 'https:' ? pathname + search : request.url // the head is refused
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    const headers = readRequestHeaders(request, host)
    this.rawHeaders = headers.flat()
    this.headers = Object.fromEntries(headers)
    this.headersDistinct = Object.fromEntries(headers.map(([name, value]) => [name, [value]]))
  }

  override _read(size: number): void {
    super._read(size) // it lets node's stream ask for more than one chunk
    if (this.#reader === null) this.#end()
    else this.#pull(this.#reader).catch((error) => this.#break(error))
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#cancelBody()
    // The body is broken, the answer is not: the connection stays open for it.
    if (this.#isBroken) process.nextTick(done, this.listenerCount('error') === 0 ? null : error)
    else super._destroy(error, done)
  }

  /** The answer has ended: a body that nobody reads is not wanted. Node would read the rest of it, and it may have no end. */
  finish(): void {
    if (this.listenerCount('data') === 0 && this.listenerCount('readable') === 0) this.#cancelBody()
  }

  /** The client has left, or the answer was cut. */
  abort(error: Error): void {
    if (!this.destroyed) this.destroy(error)
  }

  /** Lets the sender know that nobody reads on. */
  #cancelBody(): void {
    if (!this.complete) this.#reader?.cancel().catch(() => {}) // it may be the one that failed
  }

  async #pull(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const { done, value } = await reader.read()
    if (this.destroyed) return
    if (done) this.#end()
    else this.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength)) // throws for what are not bytes
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

/** The URL decides about the host, and a body always has one of the two headers that announce it. */
function readRequestHeaders({ headers, body }: Request, host: string): [string, string][] {
  const read: [string, string][] = [['host', host]]
  for (const [name, value] of headers) {
    if (name !== 'host' && name !== 'transfer-encoding') read.push([name, value])
  }
  if (body !== null && !headers.has('content-length')) read.push(['transfer-encoding', 'chunked'])
  return read
}

/** Fields of node on a response, between its head and its socket. */
interface NodeHead {
  _header: string
  _headerSent: boolean
  chunkedEncoding: boolean
}

/** The answer. Its head becomes a `Response`, what follows its body. */
export class FetchOutgoing extends ServerResponse {
  readonly #begun: (response: Response) => void
  readonly #socket: FetchSocket

  constructor(req: FetchIncoming, socket: FetchSocket, begun: (response: Response) => void) {
    super(req)
    this.#begun = begun
    this.#socket = socket
    this.assignSocket(socket.asSocket)
    socket.on('drain', () => this.emit('drain')) // as node's server does for its sockets
  }

  override writeHead(statusCode: number, ...rest: never[]): this {
    if (statusCode > 599) throw new replyCodes.FST_ERR_BAD_STATUS_CODE(String(statusCode)) // a `Response` has none of them
    super.writeHead(statusCode, ...rest)
    const head = this as unknown as NodeHead // fields of node's that its types leave out
    const headers = readHeaders(head._header)
    head._headerSent = true // only the body goes to the socket, and as it is
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

// Node clears its own flag when its server sees the socket drain. Not in the class, because the declaration of the base
// class calls it a property.
Object.defineProperty(FetchOutgoing.prototype, 'writableNeedDrain', {
  configurable: true,
  get(this: FetchOutgoing): boolean {
    return this[isHeld]
  },
})

/** The text of the head has every header once more as it would be sent, whichever way it was set. */
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
