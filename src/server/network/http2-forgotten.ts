// Ends streams of HTTP/2 that nghttp2 has forgotten. A client resets a stream with NO_ERROR while the server has bytes
// for it. nghttp2 drops these bytes, but node waits for the end of their writes. No event reports such a reset.
import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { nodeHttp2 } from '../../packages/node.cjs'
import { isReset } from '../../request/message/connection.js'
import { setImmediate } from '../../support/timers.js'
import { takenBytes, waitingBytes } from './unread-bytes.js'

/** The bytes that a connection takes before the writes of a forgotten stream have ended. */
const ends = new WeakMap<ServerHttp2Stream, number>()

/**
 * Ends forgotten streams whose bytes are not on their way. Without this, node keeps a stream, its answer and its session,
 * and no `onRequestAbort` hook runs. nghttp2 also forgets each stream that has ended well. Its last bytes may be on their
 * way, and then node will end it.
 */
export function endForgotten(streams: Iterable<ServerHttp2Stream>, socket: Socket): void {
  for (const stream of streams) if (isForgotten(stream) && hasTaken(socket, stream)) end(stream)
}

/** Does the same when the reads and writes of this turn are over. TLS reports their end one turn later. */
export function endForgottenSoon(streams: Iterable<ServerHttp2Stream>, socket: Socket): void {
  setImmediate(() => setImmediate(() => endForgotten(streams, socket)))
}

function isForgotten(stream: ServerHttp2Stream): boolean {
  return stream.closed && !stream.writableFinished && !stream.destroyed && !isKnown(stream)
}

/** Whether a stream is open for nghttp2, too. */
export function isKnown(stream: ServerHttp2Stream): boolean {
  const { NGHTTP2_STREAM_STATE_IDLE: none } = nodeHttp2().constants // the state of an unknown stream, too
  return (stream.state.state ?? none) !== none
}

/** Whether a connection has taken all bytes that were on their way when this was first asked. */
function hasTaken(socket: Socket, stream: ServerHttp2Stream): boolean {
  const waiting = waitingBytes(socket)
  if (waiting === 0) return true
  const end = ends.get(stream)
  if (end === undefined) ends.set(stream, takenBytes(socket) + waiting)
  return end !== undefined && takenBytes(socket) >= end
}

function end(stream: ServerHttp2Stream & { [isReset]?: boolean }): void {
  stream[isReset] = true
  stream.destroy()
}
