import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { serverCodes } from '../../errors/server-codes.js'

/** Set on a request when the framework stops reading its body. */
export const isGivenUp = Symbol('alcove.isGivenUp')

/** Set on a stream that alcove ends because its client has reset it with NO_ERROR. Node reports no such reset. */
export const isReset = Symbol('alcove.isReset')

/** Set on a stream of which the server itself sends a 408, because its body has not arrived in time. */
export const isTimedOut = Symbol('alcove.isTimedOut')

/** A stream whose body has a time limit. */
export type LimitedStream = ServerHttp2Stream & { [isTimedOut]?: boolean }

/** Set on a response that was reported as lost. */
const reported = Symbol('alcove.isReportedLost')

/** Calls `then` if a response closes before its socket got all bytes: the client has disconnected. */
export function onLost(res: ServerResponse & { [reported]?: boolean }, then: () => void): void {
  let isFinished = false
  const lost = () => {
    res[reported] = true
    then()
  }
  res.once('finish', () => {
    isFinished = wasSent(res)
  })
  res.once('close', () => {
    if (isFinished) return
    // Data written to a socket that breaks at this moment counts as finished. No event reports the loss, but `finish`
    // does not follow.
    if (!res.writableFinished) lost()
    else
      setImmediate(() => {
        if (!isFinished) lost()
      })
  })
}

/** Whether a response has closed before its socket got all bytes. */
export function isLost(res: ServerResponse): boolean {
  return res.destroyed && !(res.writableFinished && wasSent(res))
}

/**
 * Reports that the client has cancelled a HEAD request over HTTP/2. Node emits `close` only when the application ends
 * the response, and the application may wait for this event.
 */
export function reportCancelledHead(res: ServerResponse, stream: EventEmitter): void {
  stream.once('close', () => {
    if (!res.writableEnded) res.emit('close')
  })
}

/** Whether a response was reported as lost. The application may still end it, and node may emit `finish` then. */
export function wasLost(res: ServerResponse & { [reported]?: boolean }): boolean {
  return res[reported] === true
}

function wasSent(res: ServerResponse): boolean {
  return res.writableEnded && !wasCancelled(res)
}

/**
 * Over HTTP/2 node emits `finish` for each stream that ends, including streams that the client has cancelled. A stream
 * that ends well may end before node has noticed that its bytes were sent.
 */
export function wasCancelled(res: ServerResponse & { stream?: ServerHttp2Stream }): boolean {
  const { stream } = res
  if (stream === undefined) return false
  if (wasTimedOut(res)) return true
  return stream.aborted || wasResetWithoutError(stream) || (stream.rstCode !== 0 && !stream.writableFinished)
}

/**
 * Whether the server has sent a 408 on a stream. The reply did not send it: `onRequestAbort` hooks run, as over HTTP/1.
 */
export function wasTimedOut({ stream }: ServerResponse & { stream?: LimitedStream }): boolean {
  return stream?.[isTimedOut] === true
}

/**
 * Whether the client of a stream has reset it with NO_ERROR before it had the whole answer. Node 26 ends such a stream
 * itself: it destroys the stream at the end of the request.
 */
export function wasResetWithoutError(stream: ServerHttp2Stream & { [isReset]?: boolean }): boolean {
  if (stream[isReset] === true) return true
  return stream.rstCode === 0 && !stream.writableFinished && stream.listeners('end').includes(stream.destroy)
}

/** Destroys a response that has begun. */
export function cutAnswer(res: ServerResponse & { stream?: ServerHttp2Stream }): void {
  if (res.stream !== undefined) cutStream(res.stream, `${res.req.method} ${res.req.url}`)
  res.destroy()
}

/**
 * Destroys a response over HTTP/2 with an error code. Without a code the client would treat a part as the whole
 * response. `close()` of the stream would lose the code on node 24 if the head was written in this turn.
 */
export function cutStream(stream: ServerHttp2Stream, request: string): void {
  stream.destroy(new serverCodes.ALC_ERR_ANSWER_CUT(request)) // INTERNAL_ERROR for the client
}

/**
 * Whether the connection or stream of a response has closed, or will close in this turn. A response of HTTP/2 has no
 * `closed`, but its stream has. A response of `inject` only has `destroyed`.
 */
export function hasClosed(res: ServerResponse & { stream?: { closed: boolean } }): boolean {
  return res.closed || res.destroyed || res.stream?.closed === true
}

/** Calls a function once a response is over: sent, or cut. */
export function afterClose(res: ServerResponse, then: () => void): void {
  if (hasClosed(res)) setImmediate(then)
  else res.once('close', then)
}

/** Removes the phrase of a status. HTTP/2 has no phrases, and node warns about each use of a phrase there. */
export function removePhrase(raw: ServerResponse, request: IncomingMessage): void {
  if (request.httpVersionMajor !== 2) raw.statusMessage = ''
}

/** Whether the server can still begin an answer. */
export function canAnswer(res: ServerResponse): boolean {
  return !res.destroyed && !res.headersSent && !res.writableEnded
}

/**
 * The emitter of `timeout` for a request. Over HTTP/2 the session emits the event, because node's proxy of the socket
 * does not.
 */
export function idleEmitter(req: IncomingMessage & { stream?: { session?: EventEmitter } }): EventEmitter {
  return req.stream?.session ?? req.socket
}
