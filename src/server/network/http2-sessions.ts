import type { Http2Session, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { serverCodes } from '../../errors/server-codes.js'
import { nodeHttp2 } from '../../packages/node.cjs'
import { cutStream, wasResetWithoutError } from '../../request/message/connection.js'
import { givenBytes } from '../../request/message/http2-outgoing.js'
import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from '../../support/timers.js'
import { closeAfterGoaway, isClosing } from './http2-close.js'
import { endForgotten, endForgottenSoon, isKnown } from './http2-forgotten.js'
import {
  clearTimer,
  clearTimerAtDestroy,
  endAtClose,
  freeInOrder,
  handlesOf,
  isBroken,
  keepForStreams,
} from './http2-handles.js'
import { Stillness, searchEvery, stuckAt, takenBytes, unsentBytes } from './unread-bytes.js'

/** Each second the count of cancelled streams falls by this number. nghttp2 uses the same rate. */
const forgotten = 33
/** Milliseconds for the answer to a ping. A slower client has no requests on their way. */
const pingPatience = 1000

/** Milliseconds for the answer to a ping of a client that has streams and may be busy. */
const idlePatience = 5000

/** Milliseconds. A client that cancels a younger stream has hardly read its answer. Envoy uses the same time. */
const youth = 1000

/** Counts streams that a client has cancelled. Their handlers have done their work in vain, or still run. */
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
  /** Streams that the client has opened in this turn of the event loop. */
  inTurn: number
  /** The result of `stuckAt` at the last search. */
  stuck: number | null
}

/** Milliseconds for which a client may take no bytes. */
interface Patience {
  /** Applies to the answer of a stream. */
  readonly ofStream: number
  /** Applies to the last bytes of a destroyed session. Its connection stays open as long. */
  readonly ofEnded: number
}

/** The sessions of a server. `close` waits for all sessions, so this class ends the idle ones. */
export class Sessions {
  readonly #known = new Map<Http2Session, Known>()
  readonly #refused = new WeakSet<ServerHttp2Stream>()

  readonly #unread = new Stillness<Http2Session | ServerHttp2Stream>()
  #timer: NodeJS.Timeout | null = null

  constructor(
    private readonly most: number,
    private readonly patience: Patience,
  ) {}

  add(session: Http2Session): void {
    const open = new Map<ServerHttp2Stream, IncomingHttpHeaders>()
    // `session.socket` is a proxy that cannot be destroyed, but this method returns the socket itself.
    const socket = session.socket.prependOnceListener('close', () => {
      endForgotten(open.keys(), socket) // before node ends them as if they were sent
      clearTimer(session)
      this.#forget(session)
    })
    endAtClose(socket)
    closeAfterGoaway(session, () => open.size > 0)
    keepForStreams(session)
    clearTimerAtDestroy(session)
    this.#known.set(session, { open, socket, cancelled: new Cancelled(this.most), inTurn: 0, stuck: null })
    session.once('goaway', () => endForgottenSoon(open.keys(), socket)) // its client may have reset them, too
    this.#timer ??= setInterval(() => this.#search(), searchEvery).unref()
  }

  /** Counts a stream while it is open. */
  addStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const known = stream.session && this.#known.get(stream.session)
    if (!known) return
    known.open.set(stream, headers)
    if (known.open.size >= this.most) endForgottenSoon(known.open.keys(), known.socket) // node counts them as open
    const handles = handlesOf(stream)
    if (this.#opensTooMany(known)) known.cancelled.add()
    const opened = performance.now()
    stream.once('close', () => {
      known.open.delete(stream)
      if (handles !== null) freeInOrder(handles, known.socket)
      if (this.#refused.has(stream)) return
      if (!stream.headersSent || (wasReset(stream) && performance.now() - opened < youth)) known.cancelled.add()
    })
  }

  /** Refuses a stream if the session ends, or if the client has cancelled too many others. */
  refuses(stream: ServerHttp2Stream): boolean {
    const { session } = stream
    if (session === undefined) return false
    if (!isClosing(session) && !this.#known.get(session)?.cancelled.areTooMany) return false
    this.#refused.add(stream)
    // No handler has run: the client may try again. Node may still read the frame of this stream (`closeAfterGoaway`).
    setImmediate(() => stream.close(nodeHttp2().constants.NGHTTP2_REFUSED_STREAM))
    return true
  }

  /**
   * Ends a session when all requests on their way have been read. Node refuses each request that comes in after `GOAWAY`,
   * even one that the client sent before it got the `GOAWAY`. The answer to a ping arrives after all these requests.
   */
  readonly end = (session: Http2Session): void => {
    if (session.closed || session.destroyed) return
    // A client that answers no ping may still read a stream. Without a stream, it may never have sent its preface.
    const timer = setTimeout(() => this.#closeOrCut(session), pingPatience)
    session.once('close', () => clearTimeout(timer))
    session.ping(() => session.close())
  }

  /**
   * Ends a session without activity. If the client answers a ping, the session ends after its streams. Otherwise the
   * client has left, or node has ended the session after a protocol error. Node then reads no more, so the connection
   * would stay open.
   */
  endIdle(session: Http2Session): void {
    if (session.destroyed) return
    const patience = this.#known.get(session)?.open.size ? idlePatience : pingPatience
    const timer = setTimeout(() => this.cut(session), patience)
    session.once('close', () => clearTimeout(timer))
    session.ping((error) => {
      if (error !== null || session.destroyed) return
      session.close()
      // Node keeps a session open in which a head has begun. Its stream does not exist yet, so the timer must cut it.
      if (this.#known.get(session)?.open.size) clearTimeout(timer)
    })
  }

  /** Ends a session and its connection. Node would wait until the client has taken all that has been written. */
  cut(session: Http2Session, code?: number): void {
    session.destroy(code as undefined) // node takes a code alone, too; its types want an error before it
    this.#known.get(session)?.socket.destroy()
  }

  endAll(end: (session: Http2Session) => void): void {
    for (const session of [...this.#known.keys()]) end(session)
  }

  /** The requests of the open streams of each session, by its socket. */
  describe(): ReadonlyMap<Socket, readonly string[]> {
    return new Map([...this.#known.values()].map(({ socket, open }) => [socket, [...open.values()].map(describeHead)]))
  }

  /**
   * Whether the client has opened more streams in this turn than it may have open. It has cancelled others then, because
   * it cannot have read an answer yet. Node does not report a reset with the code NO_ERROR.
   */
  #opensTooMany(known: Known): boolean {
    if (known.inTurn === 0)
      setImmediate(() => {
        known.inTurn = 0
      })
    known.inTurn += 1
    return known.inTurn > this.most
  }

  #closeOrCut(session: Http2Session): void {
    if (this.#known.get(session)?.open.size) session.close()
    else this.cut(session)
  }

  #forget(session: Http2Session): void {
    this.#known.delete(session)
    if (this.#known.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /**
   * Cuts streams and connections of clients that take no bytes, and ends forgotten streams. Node destroys a
   * session after an error and after its last stream. Its connection then waits for the client. Over TLS it also waits
   * for a client that has left. A write to such a client may have failed while node read nothing: no event reports it.
   */
  #search(): void {
    const { ofStream, ofEnded } = this.patience
    for (const [session, known] of this.#known) {
      const { socket, open } = known
      const stuck = stuckAt(socket)
      if (stuck !== null && stuck === known.stuck) {
        this.cut(session)
        continue
      }
      known.stuck = stuck
      if (session.destroyed) {
        if (this.#unread.lengthOf(session, unsentBytes(socket)) >= ofEnded) socket.destroy()
        continue
      }
      // A session that closes well neither reads nor writes at its end, but nghttp2 has no stream then.
      if (isBroken(session) && (!isClosing(session) || [...open.keys()].some(isKnown))) this.#cutBroken(session, socket)
      endForgotten(open.keys(), socket)
      for (const [stream, head] of open)
        if (this.#isUnread(stream, socket, ofStream)) cutStream(stream, describeHead(head))
    }
  }

  /** Gives the client at least one turn of the search to read the `GOAWAY`. */
  #cutBroken(session: Http2Session, socket: Socket): void {
    const unsent = unsentBytes(socket)
    const waited = this.#unread.lengthOf(session, unsent)
    if (waited >= (unsent > 0 ? this.patience.ofEnded : searchEvery / 2))
      this.cut(session, nodeHttp2().constants.NGHTTP2_PROTOCOL_ERROR)
  }

  /**
   * Node reports a chunk only when the client has taken it completely, so each waiting byte adds a millisecond. The
   * client must use that time: its connection must take as many bytes.
   */
  #isUnread(stream: ServerHttp2Stream & { [givenBytes]?: number }, socket: Socket, patience: number): boolean {
    const waiting = stream.writableLength
    const given = stream[givenBytes] ?? 0
    if (waiting === 0 || given < waiting) return false // the application writes to the stream itself
    const taken = takenBytes(socket)
    const { since, amount } = this.#unread.see(stream, given - waiting, taken)
    const more = performance.now() - since - patience
    return more >= Math.min(waiting, taken - amount)
  }
}

/**
 * Whether the client has ended a closed stream before it had the whole answer. A handler that answers at once is done
 * before the reset of its stream is read. The server has sent nothing of that answer.
 */
function wasReset(stream: ServerHttp2Stream): boolean {
  if (stream.errored instanceof serverCodes.ALC_ERR_ANSWER_CUT) return false // the server has ended it
  return stream.rstCode !== 0 || wasResetWithoutError(stream)
}

function describeHead({ ':method': method, ':path': path }: IncomingHttpHeaders): string {
  return `${method} ${path}`
}
