// Hot path: node makes one for every request over HTTP/1.
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type BodySink, type CollectableMessage, collect } from '../../support/body-sink.js'
import { guardEvents, keeper, type ListenerKeeper } from './event-guard.js'

const watched = Symbol('alcove.watched')
const ended = Symbol('alcove.ended')
const drained = Symbol('alcove.drained')
const sink = Symbol('alcove.sink')
const watch = Symbol('alcove.watch')
const close = Symbol('alcove.close')

type Listener = (...args: never[]) => void

/**
 * A request whose stream sleeps until somebody looks at it. Most are never looked at: the body goes straight to the
 * parser that asked for it (`collect`), and a request without a body never has the four ticks in which node's stream
 * finds out that it has ended and closes. Whoever attaches a listener, reads or pipes wakes the stream, and from then
 * on it is node's alone. Without it W1 takes 1.17 of the time on node 20, W3 1.11; on node 24 1.11 and 1.02
 * (`npm run bench -- --ablate --quick --only W1,W3 --kinds without-incoming`).
 */
export class ServerIncoming extends IncomingMessage implements CollectableMessage {
  [watched] = false;
  /** All has come, and node's stream has not been told. */
  [ended] = false;
  /** It was let flow, with nobody there to see it. */
  [drained] = false;
  [sink]: BodySink | null = null;
  [keeper]: ListenerKeeper | null = null;

  [collect](taker: BodySink): boolean {
    if (this[watched] || this[ended] || this[drained]) return false
    this[sink] = taker
    return true
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) return this[close]()
    const taker = this[sink]
    if (taker !== null) taker.take(chunk)
    else if (!this[drained]) this[watched] = true // bytes are kept: node's stream has begun
    return this[watched] ? super.push(chunk, encoding) : true
  }

  override resume(): this {
    this[drained] = true
    return this[watched] ? super.resume() : this
  }

  override on(name: string | symbol, listener: Listener): this {
    this[watch]()
    return super.on(name, listener as never) // one signature for all events
  }

  override addListener(name: string | symbol, listener: Listener): this {
    return this.on(name, listener)
  }

  override prependListener(name: string | symbol, listener: Listener): this {
    this[watch]()
    return super.prependListener(name, listener as never) // likewise
  }

  override read(size?: number): unknown {
    this[watch]()
    return super.read(size)
  }

  override setEncoding(encoding: BufferEncoding): this {
    this[watch]()
    return super.setEncoding(encoding)
  }

  override unshift(chunk: unknown, encoding?: BufferEncoding): void {
    this[watch]()
    super.unshift(chunk, encoding)
  }

  override pause(): this {
    this[watch]()
    return super.pause()
  }

  override wrap(stream: NodeJS.ReadableStream): this {
    this[watch]()
    return super.wrap(stream)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const taker = this[sink]
    this[sink] = null
    taker?.fail(error)
    super._destroy(error, callback)
  }

  /** Wakes the stream: it learns what it has slept through. */
  [watch](): void {
    if (this[watched]) return
    this[watched] = true
    if (this[ended]) super.push(null)
    if (this[drained]) super.resume()
  }

  [close](): boolean {
    const taker = this[sink]
    this[ended] = true
    this[sink] = null
    if (taker !== null) this[drained] = true
    const more = this[watched] && super.push(null)
    taker?.end()
    return more
  }
}

guardEvents(ServerIncoming)

const ofStream = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')?.get

// Node asks for it before it lets go of a request. Where nobody listened, nothing is left to come. Not in the class,
// because the declaration of the base class calls it a property.
Object.defineProperty(ServerIncoming.prototype, 'readableEnded', {
  configurable: true,
  get(this: ServerIncoming): boolean {
    return this[watched] ? ofStream?.call(this) === true : this[ended] && this[drained]
  },
})

// Libraries tell node's requests by it: undici lets go of the socket of one whose body it no longer wants, where it
// would end the connection of a class that it does not know.
Object.defineProperty(ServerIncoming.prototype, 'constructor', {
  configurable: true,
  writable: true,
  value: IncomingMessage,
})
