// Prevents an abort of node when a connection of HTTP/2 breaks. Node has a native object, the handle, for each session
// and each stream. A stream may hold memory of its session, so its handle must be freed first.
import type { Http2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { setImmediate } from '../../support/timers.js'
import { unsentBytes } from './unread-bytes.js'

/** Holds the handle of a session as long as those of its streams. */
const sessionsOfStreams = new FinalizationRegistry<object>(() => {})

/** The handles of a stream and of its session. Node forgets them before the stream closes. */
export interface Handles {
  readonly stream: object
  readonly session: object
}

/** The handles of a stream that can get trailers; `null` for a request without a body, which has none. */
export function handlesOf(stream: ServerHttp2Stream): Handles | null {
  if (stream.endAfterHeaders || stream.session === undefined) return null
  const [own, ofSession] = [handleOf(stream), handleOf(stream.session)]
  return own === undefined || ofSession === undefined ? null : { stream: own, session: ofSession }
}

/**
 * Frees the handle of a closed stream before that of its session. A stream that ends while a write is on its way is
 * freed by the collector, in any order. If it holds headers and the session is freed first, node aborts with `Assertion
 * failed: (current_nghttp2_memory_) == (0)`. A stream holds headers after trailers that are incomplete or too many. Any
 * client can send these and leave. A stream without such a write is freed at once, and registering each stream takes 20
 * µs on node 20.
 */
export function freeInOrder({ stream, session }: Handles, socket: Socket): void {
  if (socket.destroyed || unsentBytes(socket) > 0) sessionsOfStreams.register(stream, session)
}

/**
 * Keeps the handle of a session that ends for one more turn. In that turn node frees the streams without a write. A
 * collection before it is rare. A slow server, under valgrind, had some.
 */
export function keepForStreams(session: Http2Session): void {
  const handle = handleOf(session)
  session.once('close', () => setImmediate(() => handle))
}

/**
 * Ends a session when its broken connection has closed. Node ends the session at the error of the socket. It may then
 * miss the end of a write that is on its way. The handles of that write and its stream would hold each other.
 */
export function endAtClose(socket: Socket): void {
  for (const listener of socket.listeners('error')) {
    if (listener.name !== 'socketOnError') continue
    socket.off('error', listener as () => void) // node's listener; the types do not name it
    socket.on('error', cut)
  }
}

/** After an error node closes the socket itself, except when its client renegotiates TLS, which HTTP/2 forbids. */
function cut(this: Socket): void {
  this.destroy()
}

/** Clears the timer of a session before it ends. Node clears it too late, so a closed session stays until its timeout. */
export function clearTimer(session: Http2Session): void {
  if (!session.destroyed) session.setTimeout(0)
}

/** Does so when the session is destroyed. Node destroys it in another way when its connection closes. */
export function clearTimerAtDestroy(session: Http2Session): void {
  const { destroy } = session
  session.destroy = (...given: unknown[]) => {
    clearTimer(session)
    Reflect.apply(destroy, session, given)
  }
}

/**
 * Whether nghttp2 neither reads nor writes any more. It has sent `GOAWAY` after frames that break the protocol. Node 20
 * then waits for the end of the connection, which it does not notice, because it reads nothing. Node 22 ends the session.
 */
export function isBroken(session: Http2Session): boolean {
  const handle: { hasPendingData?(): boolean } | undefined = handleOf(session)
  return handle?.hasPendingData?.() === false
}

let handleKey: symbol | undefined

/** The handle, which node keeps under a symbol of its own. */
function handleOf(owner: Http2Session | ServerHttp2Stream): object | undefined {
  handleKey ??= Object.getOwnPropertySymbols(owner).find(({ description }) => description === 'kHandle')
  return handleKey === undefined ? undefined : Reflect.get(owner, handleKey)
}
