// Node's socket and response for a request that came as a WHATWG `Request`. Its request is in fetch-incoming.ts.
import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { replyCodes } from '../../errors/message-codes.js'
import { Duplex, ServerResponse } from '../../packages/node.cjs'
import { guardEvents, keeper, type ListenerKeeper } from '../../request/message/event-guard.js'
import { guardFraming, isFramed } from '../../request/message/raw-framing.js'
import type { FetchIncoming } from './fetch-incoming.js'

/** Bytes of an answer that may wait for their reader. With more bytes, the handler waits. */
const mostWaiting = 16 * 1024

/** Statuses whose `Response` may not have a body (WHATWG Fetch, null body status). */
const bodyless: ReadonlySet<number> = new Set([204, 205, 304])

/** Headers of one connection. The runtime that sends the `Response` sets its own. A `Response` has no trailers. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer'])

/** The beginning of node's own date, which no value of a header can contain. */
const dateOfNode = '\r\nDate: '

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

  /**
   * Lets go of an answer that has ended. On node 24 the constructor of a writable stream assigns a function to a member.
   * V8 keeps such a function, and all that the stream reaches, until a full collection. Without this method a GET took
   * 1.25 of the time on node 24, and a POST 1.5. On node 20 no difference showed.
   */
  release(res: ServerResponse): void {
    res.detachSocket(this.asSocket) // as node's server does
    this.removeAllListeners()
    this.describeCut = noReason
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

/** Fields of node on a response that decide what it writes to its socket. */
interface NodeHead extends ServerResponse {
  _header: string
  _headerSent: boolean
  chunkedEncoding: boolean
}

/** A released socket has no answer that could be cut. */
function noReason(): undefined {}

/** The answer. Its head becomes a `Response`, and the later bytes become the body. */
export class FetchOutgoing extends ServerResponse {
  [keeper]: ListenerKeeper | null = null;
  [isFramed] = false
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
    if (this.statusCode < 200) this.destroy() // a `Response` begins no other protocol
    if (this.destroyed) return this // the head was refused
    const head = this as unknown as NodeHead // node's types do not declare these fields
    const headers = (this[isFramed] ? framedHeaders(head, rest) : null) ?? readHeaders(head._header)
    head._headerSent = true // node then writes only the body to the socket, without chunk framing
    head.chunkedEncoding = false
    const hasBody = this.req.method !== 'HEAD' && !bodyless.has(this.statusCode)
    const body = hasBody ? this.#socket.openBody() : null
    this.#begun(new Response(body, { status: this.statusCode, statusText: this.statusMessage, headers }))
    return this
  }

  static {
    // Only node's server clears node's own flag, and this socket has no server. The getter is not a member of the class,
    // because the base class declares a property.
    Object.defineProperty(FetchOutgoing.prototype, 'writableNeedDrain', {
      configurable: true,
      get(this: FetchOutgoing): boolean {
        return !this.destroyed && !this.writableEnded && this.#socket.writableNeedDrain
      },
    })
  }
}

guardEvents(FetchOutgoing)
guardFraming(FetchOutgoing)

/**
 * Returns the headers that the framework passed to `writeHead`, and the date of node. The names of the framework are in
 * lower case. Returns null if node changes or adds other headers. Node has checked the values.
 */
function framedHeaders(res: NodeHead, rest: readonly OutgoingHttpHeaders[]): Headers | null {
  const [given] = rest
  // A function of the application in place of `writeHead` may pass a phrase, a list, or nothing.
  if (rest.length !== 1 || typeof given !== 'object' || Array.isArray(given)) return null
  if (res.getHeaderNames().length > 0) return null
  const headers = new Headers()
  for (const name in given) {
    const value = given[name]
    if (typeof value === 'object') return null
    if (!ofConnection.has(name)) headers.append(name, String(value))
  }
  const { _header: text } = res
  const date = text.indexOf(dateOfNode)
  if (date !== -1) headers.append('date', text.slice(date + dateOfNode.length, text.indexOf('\r', date + 2)))
  return headers
}

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
