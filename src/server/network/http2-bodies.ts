// Bodies of requests over HTTP/2: the time that they may take, and their end where nobody reads them.
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2'
import { nodeHttp2 } from '../../packages/node.cjs'
import { isGivenUp } from '../../request/message/connection.js'
import { clearTimeout, setImmediate, setTimeout } from '../../support/timers.js'
import type { Refusals } from './refusals.js'

/** Milliseconds between two looks at a stream whose last frame waits for its client. */
const lookEvery = 100

/** Node's listener of the data of a stream. It fills the request, and pauses the stream while nobody reads that. */
const listenerOfNode = 'onStreamData'

/**
 * Ends the stream of an answered request whose body nobody reads any more, as node does if nobody has begun to read it.
 * Its client may stop sending (RFC 9113, 8.1). Otherwise the stream would be open until the session ends.
 */
export function endUnread(req: Http2ServerRequest): void {
  const { stream } = req
  const end = () => {
    if (stream.writableFinished && !isRead(req)) endAnswered(stream)
  }
  afterAnswer(stream, end)
  req.once('close', end)
}

function isRead(req: Http2ServerRequest & { [isGivenUp]?: boolean }): boolean {
  const { stream } = req
  if (req.readableEnded) return true
  if (req.destroyed || req[isGivenUp] === true) return false
  if (req.listenerCount('data') + req.listenerCount('readable') + stream.listenerCount('readable') > 0) return true
  return stream.listeners('data').some(({ name }) => name !== listenerOfNode)
}

/** Ends the stream of a refused tunnel. Nobody reads it, and its client need not end it. */
export function endRefused(stream: ServerHttp2Stream): void {
  afterAnswer(stream, () => {
    if (Number(stream.sentHeaders?.[':status']) >= 300) endAnswered(stream)
  })
}

/** Node has no limit for requests of HTTP/2: one whose body has not arrived in time is answered 408. */
export function limitArrival(stream: ServerHttp2Stream, milliseconds: number, refused: Refusals): void {
  const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE } = nodeHttp2().constants
  const timer = setTimeout(() => {
    if (stream.state.state === NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE) return // all has arrived
    refused.timeouts += 1
    if (!stream.headersSent) stream.respond({ ':status': 408 }, { endStream: true })
    if (stream.writableEnded) afterAnswer(stream, () => endAnswered(stream))
    else stream.close(NGHTTP2_INTERNAL_ERROR) // without an error code the client takes the part for the whole
  }, milliseconds)
  stream.once('close', () => clearTimeout(timer))
}

/** Calls a function when node has all of an answer. Trailers follow in the turn after that. */
function afterAnswer(stream: ServerHttp2Stream, run: () => void): void {
  if (stream.writableFinished) run()
  else stream.once('finish', () => setImmediate(run))
}

/** `close` of a stream would wait for a reader of its data. A reset before the last frame would cut the answer. */
function endAnswered(stream: ServerHttp2Stream): void {
  if (stream.destroyed) return
  if (stream.closed || stream.state.localClose === 1) stream.destroy()
  else setTimeout(() => endAnswered(stream), lookEvery)
}
