// Closes sessions of HTTP/2 so that node never refuses a stream while it reads. Node marks a session as closed, and sends
// `GOAWAY` one turn later, or after the bytes before it. It resets streams that arrive between. nghttp2 frees such a
// stream, and then uses its memory: that of the process is broken. A client causes it with `GOAWAY` and a request.
import type { Http2Session } from 'node:http2'
import { setImmediate, setTimeout } from '../../support/timers.js'
import { isBroken } from './http2-handles.js'

/** Milliseconds until the second look whether `GOAWAY` was sent. Each further look comes twice as late as the one before. */
const firstWait = 50
/** The longest time between two looks, in milliseconds. */
const longestWait = 1000
/** Milliseconds for a client without streams, or with a broken session, to take the bytes before `GOAWAY`. */
const patience = 1000

/** The sessions that have sent `GOAWAY`, or will. */
const closing = new WeakSet<Http2Session>()

/** Whether a session accepts no further streams, although node still accepts them. */
export function isClosing(session: Http2Session): boolean {
  return closing.has(session)
}

/**
 * Makes `session.close()` send `GOAWAY` first, and mark the session as closed when nghttp2 has sent it. nghttp2 ignores
 * later streams. It begins in a turn of its own, so all requests of one packet count.
 */
export function closeAfterGoaway(session: Http2Session, hasStreams: () => boolean): void {
  const { close } = session
  let isAsked = false
  session.close = (callback) => {
    if (callback !== undefined) session.once('close', callback)
    if (isAsked) return
    isAsked = true
    setImmediate(() => {
      if (session.destroyed) return
      closing.add(session)
      session.goaway()
      const end = performance.now() + patience
      setImmediate(() => finish(end, firstWait))
    })
  }

  function finish(end: number, wait: number): void {
    if (session.destroyed) return
    if (session.state.outboundQueueSize === 0) closeWithoutGoaway()
    else if ((!hasStreams() || isBroken(session)) && performance.now() > end) session.destroy()
    else setTimeout(() => finish(end, Math.min(2 * wait, longestWait)), wait).unref()
  }

  /** The method of node would send a second `GOAWAY`. */
  function closeWithoutGoaway(): void {
    const quiet = () => {}
    session.goaway = quiet
    close.call(session)
    Reflect.deleteProperty(session, 'goaway')
  }
}
