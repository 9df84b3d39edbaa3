import type { Http2Session, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { nodeHttp2 } from '../../packages/node.cjs'
import { cutStream } from '../../request/message/connection.js'
import { givenBytes } from '../../request/message/http2-outgoing.js'
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../support/timers.js'
import { peerOf } from './open-connections.js'
import { Stillness, searchEvery, unsentBytes } from './unread-bytes.js'

/** Cancelled streams of a session that are forgotten in a second, as nghttp2 does. */
const forgotten = 33
/** A client that does not answer a ping within this has nothing on its way. */
const pingPatience = 1000

/** The same for a client that has streams and may be busy. */
const idlePatience = 5000

/** Streams that a client has cancelled before their answer began: their handlers may run on. */
class Cancelled {
  #count = 0
  #at = 0

  constructor(private readonly most: number) {}

  add(): void {
    this.#count = this.#recent() + 1
    this.#at = performance.now()
  }

  get areTooMany(): boolean {
    return this.#recent() >= this.most
  }

  #recent(): number {
    return Math.max(0, this.#count - ((performance.now() - this.#at) / 1000) * forgotten)
  }
}

/** State of a session while its connection is open. */
interface Known {
  /** Streams that are not over, and the heads of their requests. */
  readonly open: Map<ServerHttp2Stream, IncomingHttpHeaders>
  readonly socket: Socket
  readonly cancelled: Cancelled
}

/** Milliseconds in which a client may take nothing. */
interface Patience {
  /** Of the answer of a stream. */
  readonly ofStream: number
  /** Of the last bytes of a destroyed session. Its connection stays as long. */
  readonly ofEnded: number
}

/** The sessions of a server: `close` waits for them, so someone has to end the idle ones. */
export class Sessions {
  readonly #known = new Map<Http2Session, Known>()
  readonly #refused = new WeakSet<ServerHttp2Stream>()

  readonly #unread = new Stillness<Http2Session | ServerHttp2Stream>()
  #search: NodeJS.Timeout | null = null

  constructor(
    private readonly most: number,
    private readonly patience: Patience,
  ) {}

  add(session: Http2Session): void {
    // `session.socket` is a proxy that cannot be destroyed. Methods of an emitter return the emitter itself.
    const socket = session.socket.once('close', () => this.#forget(session))
    const cancelled = new Cancelled(this.most)
    this.#known.set(session, { open: new Map(), socket, cancelled })
    this.#search ??= setInterval(() => this.#cutUnread(), searchEvery).unref()
  }

  /** Counts a stream while it is open. */
  addStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const known = stream.session && this.#known.get(stream.session)
    if (!known) return
    known.open.set(stream, headers)
    stream.once('close', () => {
      known.open.delete(stream)
      if (!stream.headersSent && !this.#refused.has(stream)) known.cancelled.add()
    })
  }

  /** Refuses a stream where handlers of streams that are gone may be all that a client is allowed. */
  refuses(stream: ServerHttp2Stream): boolean {
    const { session } = stream
    if (session === undefined || !this.#known.get(session)?.cancelled.areTooMany) return false
    this.#refused.add(stream)
    stream.close(nodeHttp2().constants.NGHTTP2_REFUSED_STREAM) // nothing has run: the client may ask again
    return true
  }

  /**
   * Ends a session when all requests on their way have been read. Node refuses each request that comes in after `GOAWAY`,
   * even one that the client sent before it got the `GOAWAY`. The answer to a ping comes behind all of them.
   */
  readonly end = (session: Http2Session): void => {
    if (session.closed || session.destroyed) return
    // A client that answers no ping may still read a stream; one without a stream has perhaps never sent its preface.
    const timer = setTimeout(() => this.#closeOrCut(session), pingPatience)
    session.once('close', () => clearTimeout(timer))
    session.ping(() => session.close())
  }

  /**
   * A session without activity. One with streams ends with them while its client answers a ping. Else the client
   * is gone, or node has ended the session for a broken rule. Node then reads no more, so the connection would stay.
   */
  endIdle(session: Http2Session): void {
    if (session.destroyed) return
    const patience = this.#known.get(session)?.open.size ? idlePatience : pingPatience
    const timer = setTimeout(() => this.cut(session), patience)
    session.once('close', () => clearTimeout(timer))
    session.ping((error) => {
      if (error !== null || session.destroyed) return
      session.close()
      // Node keeps one open in which a head has begun: its stream is not there yet.
      if (this.#known.get(session)?.open.size) clearTimeout(timer)
    })
  }

  /** Ends a session and its connection. Node would wait until the client has taken all that has been written. */
  cut(session: Http2Session): void {
    session.destroy()
    this.#known.get(session)?.socket.destroy()
  }

  endAll(end: (session: Http2Session) => void): void {
    for (const session of [...this.#known.keys()]) end(session)
  }

  /** Requests of open streams, by client. */
  describe(): ReadonlyMap<string, readonly string[]> {
    const busy = [...this.#known.values()].filter(({ open }) => open.size > 0)
    return new Map(busy.map(({ socket, open }) => [peerOf(socket), [...open.values()].map(describeHead)]))
  }

  /** The sockets of sessions without open streams. */
  quietSockets(): ReadonlySet<Socket> {
    const quiet = [...this.#known.values()].filter(({ open }) => open.size === 0)
    return new Set(quiet.map(({ socket }) => socket))
  }

  #closeOrCut(session: Http2Session): void {
    if (this.#known.get(session)?.open.size) session.close()
    else this.cut(session)
  }

  #forget(session: Http2Session): void {
    this.#known.delete(session)
    if (this.#known.size > 0 || this.#search === null) return
    clearInterval(this.#search)
    this.#search = null
  }

  /**
   * Node destroys a session after an error and after its last stream. Its connection then waits for the client. Over TLS
   * it waits for one that has left, too.
   */
  #cutUnread(): void {
    const { ofStream, ofEnded } = this.patience
    for (const [session, { socket, open }] of this.#known) {
      if (session.destroyed) {
        if (this.#unread.lengthOf(session, unsentBytes(socket)) >= ofEnded) socket.destroy()
        continue
      }
      for (const [stream, head] of open) if (this.#isUnread(stream, ofStream)) cutStream(stream, describeHead(head))
    }
  }

  /** Node reports a piece when the client has taken all of it: a large one may take a second for each kilobyte. */
  #isUnread(stream: ServerHttp2Stream & { [givenBytes]?: number }, patience: number): boolean {
    const waiting = stream.writableLength
    const given = stream[givenBytes] ?? 0
    if (waiting === 0 || given < waiting) return false // the application writes to the stream itself
    return this.#unread.lengthOf(stream, given - waiting) >= patience + waiting
  }
}

function describeHead({ ':method': method, ':path': path }: IncomingHttpHeaders): string {
  return `${method} ${path}`
}
