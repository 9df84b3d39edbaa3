// Limits the time for bodies of requests over HTTP/2, and ends the streams of unread bodies.
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2'
import { nodeHttp2 } from '../../packages/node.cjs'
import { isGivenUp } from '../../request/message/connection.js'
import { clearTimeout, setImmediate, setTimeout } from '../../support/timers.js'
import type { Refusals } from './refusals.js'

/** Milliseconds between two checks of a stream whose last frame waits for its client. */
const lookEvery = 100

/** The name of node's `data` listener. It fills the request, and pauses the stream if the request is not read. */
const listenerOfNode = 'onStreamData'

/**
 * Ends the stream of an answered request whose body is no longer read. Node does so only if the body was never read.
 * The client may then stop sending (RFC 9113, 8.1). Otherwise the stream would stay open until the session ends.
 */
export function endUnread(req: Http2ServerRequest): void {
  const { stream } = req
  const end = () => {
    if (stream.writableFinished && !isRead(req)) endAnswered(stream)
  }
  afterAnswer(stream, end)
  req.once('close', () => setImmediate(end)) // node may still read a frame of the stream
}

function isRead(req: Http2ServerRequest & { [isGivenUp]?: boolean }): boolean {
  const { stream } = req
  if (req.readableEnded) return true
  if (req.destroyed || req[isGivenUp] === true) return false
  if (req.listenerCount('data') + req.listenerCount('readable') + stream.listenerCount('readable') > 0) return true
  return stream.listeners('data').some(({ name }) => name !== listenerOfNode)
}

/** Ends the stream of a refused tunnel. No code reads the stream, and its client need not end it. */
export function endRefused(stream: ServerHttp2Stream): void {
  afterAnswer(stream, () => {
    if (Number(stream.sentHeaders?.[':status']) >= 300) endAnswered(stream)
  })
}

/** Answers 408 to a request whose body has not arrived in time. Node has no such limit for HTTP/2. */
export function limitArrival(stream: ServerHttp2Stream, milliseconds: number, refused: Refusals): void {
  const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE } = nodeHttp2().constants
  const timer = setTimeout(() => {
    if (stream.state.state === NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE) return // the whole request has arrived
    refused.timeouts += 1
    if (!stream.headersSent) stream.respond({ ':status': 408 }, { endStream: true })
    if (stream.writableEnded) afterAnswer(stream, () => endAnswered(stream))
    else stream.close(NGHTTP2_INTERNAL_ERROR) // without an error code the answer would seem complete
  }, milliseconds)
  stream.once('close', () => clearTimeout(timer))
}

/** Calls a function when node has taken the whole answer. Node sends trailers in the next turn. */
function afterAnswer(stream: ServerHttp2Stream, run: () => void): void {
  if (stream.writableFinished) run()
  else stream.once('finish', () => setImmediate(run))
}

/** Destroys a stream after its last frame. An earlier reset would cut the answer. `close` would wait for a reader. */
function endAnswered(stream: ServerHttp2Stream): void {
  if (stream.destroyed) return
  if (stream.closed || stream.state.localClose === 1) stream.destroy()
  else setTimeout(() => endAnswered(stream), lookEvery)
}
