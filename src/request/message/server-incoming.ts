// Hot path: node creates such a request for every message over HTTP/1.
import { IncomingMessage, Readable } from '../../packages/node.cjs'
import { type BodySink, type CollectableMessage, collect } from '../../support/body-sink.js'
import { guardEvents, keeper, type ListenerKeeper } from './event-guard.js'
import { keepMembersForExpress } from './kept-members.js'
import { SmallPieces, waits } from './small-pieces.js'

const watched = Symbol('alcove.watched')
const ended = Symbol('alcove.ended')
const drained = Symbol('alcove.drained')
const sink = Symbol('alcove.sink')
const pieces = Symbol('alcove.pieces')
const watch = Symbol('alcove.watch')
const deliver = Symbol('alcove.deliver')
const drop = Symbol('alcove.drop')
const close = Symbol('alcove.close')

/** Bun's server ends a request without a body only when its stream is read. Node ends it by itself. */
const endsWhenRead = process.versions.bun !== undefined

type Listener = (...args: never[]) => void

/**
 * A request whose stream stays inactive until code reads it. Most streams are never read: the body goes directly to the
 * parser that asked for it (`collect`). A request without a body skips the four ticks in which node's stream finds its
 * end and closes. A listener, a read or a pipe activates the stream, and from then on node alone controls it. Without
 * this class W1 takes 1.17 of the time on node 20, and W3 1.11. On node 24 they take 1.11 and 1.02 (`npm run bench --
 * --ablate --quick --only W1,W3 --kinds without-incoming`).
 */
export class ServerIncoming extends IncomingMessage implements CollectableMessage {
  [watched] = false;
  /** All data has arrived, but node's stream has not got its end yet. */
  [ended] = false;
  /** The stream was set flowing without a listener for its data. */
  [drained] = false;
  [sink]: BodySink | null = null;
  [pieces]: SmallPieces | null = null;
  [keeper]: ListenerKeeper | null = null;

  [collect](taker: BodySink): boolean {
    if (endsWhenRead || this[watched] || this[ended]) return false
    this[sink] = taker
    return true
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) return this[close]()
    const taker = this[sink]
    if (taker !== null) taker.take(chunk)
    else if (!this[drained]) this[watched] = true // node's stream has begun and keeps the bytes
    return this[watched] ? this[deliver](chunk, encoding) : true
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
    return super.prependListener(name, listener as never) // one signature for all events
  }

  override read(size?: number): unknown {
    if (size === 0 && this[ended] && !this[watched]) return this[drop]()
    this[watch]()
    if (size !== 0) this[pieces]?.flush()
    return super.read(size)
  }

  override unshift(chunk: unknown, encoding?: BufferEncoding): void {
    this[watch]()
    super.unshift(chunk, encoding)
  }

  override pause(): this {
    this[watch]()
    return super.pause()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this[sink]?.fail(error)
    super._destroy(error, callback)
  }

  /**
   * Node 26 calls `read(0)` to release a request that was not read. Older versions call `resume`. An active stream
   * would take five ticks to end. Without this method W1 takes 1.13 of the time on node 26.10.0, and 1.11 of the heap.
   */
  [drop](): null {
    this[drained] = true
    return null
  }

  /** Activates the stream: it gets the data and the end that arrived before. */
  [watch](): void {
    if (this[watched]) return
    this[watched] = true
    if (this[ended]) super.push(null)
    if (this[drained]) super.resume()
  }

  /** Gives a piece of the body to the active stream. Most bodies are read at once: they join nothing. */
  [deliver](chunk: Buffer, encoding?: BufferEncoding): boolean {
    if (this[pieces] === null && !waits(this)) return super.push(chunk, encoding)
    this[pieces] ??= new SmallPieces(this, (bytes) => super.push(bytes))
    return this[pieces].add(chunk)
  }

  [close](): boolean {
    const taker = this[sink]
    this[ended] = true
    this[sink] = null
    if (taker !== null) this[drained] = true
    this[pieces]?.flush()
    const more = this[watched] && super.push(null)
    taker?.end()
    return more
  }
}

guardEvents(ServerIncoming)
keepMembersForExpress(ServerIncoming)

const ofStream = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')?.get

// Node reads `readableEnded` before it releases a request. An inactive stream has ended when all data has arrived and
// was dropped. The getter is not in the class, because the base class declares a property.
Object.defineProperty(ServerIncoming.prototype, 'readableEnded', {
  configurable: true,
  get(this: ServerIncoming): boolean {
    return this[watched] ? ofStream?.call(this) === true : this[ended] && this[drained]
  },
})

// Libraries identify node's requests by `constructor`. Undici releases the socket of such a request when it no longer
// needs the body. It would destroy the connection of a class that it does not know.
Object.defineProperty(ServerIncoming.prototype, 'constructor', {
  configurable: true,
  writable: true,
  value: IncomingMessage,
})
