// Limits the time for bodies of requests over HTTP/2, fails cut ones, and ends the streams of unread ones.
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2'
import type { Readable } from 'node:stream'
import type { RequestListener } from '../../contracts/server-options.js'
import { abortedBody } from '../../errors/coded-error.js'
import { nodeHttp2 } from '../../packages/node.cjs'
import { isGivenUp, isTimedOut, type LimitedStream, reportCancelledHead } from '../../request/message/connection.js'
import { completeHttp2 } from '../../request/message/foreign-outgoing.js'
import { SmallPieces } from '../../request/message/small-pieces.js'
import { clearTimeout, setImmediate, setTimeout } from '../../support/timers.js'
import type { Refusals } from './refusals.js'

/** Milliseconds between two checks of a stream whose last frame waits for its client. */
const lookEvery = 100

/** Bytes of foreign memory that a piece of a body may keep. They are the heads of small requests. */
const spare = 4096

/** The name of node's `data` listener. It fills the request, and pauses the stream if the request is not read. */
const listenerOfNode = 'onStreamData'

/** The listener for requests of a server that `serverFactory` returns. */
export function watchForeign(listener: RequestListener): RequestListener {
  const serve = watchBodies(listener)
  return (req, res) => {
    completeHttp2(res)
    serve(req, res)
  }
}

/** Prepares each request over HTTP/2 that has a body, or is a HEAD, before the listener gets it. */
export function watchBodies(listener: RequestListener): RequestListener {
  return (given, res) => {
    const req = given as unknown as Http2ServerRequest // requests over HTTP/1 have no stream, which is checked
    const stream: ServerHttp2Stream | undefined = req.stream
    if (stream?.endAfterHeaders === false) {
      failCut(req)
      endUnread(req)
    }
    if (stream !== undefined && req.method === 'HEAD') reportCancelledHead(res, stream)
    listener(given, res)
  }
}

/**
 * Ends the stream of an answered request whose body is no longer read. Node does so only if the body was never read.
 * The client may then stop sending (RFC 9113, 8.1). Otherwise the stream would stay open until the session ends.
 */
function endUnread(req: Http2ServerRequest): void {
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

/**
 * Fails a body if its client cancels the stream, or leaves, before the reader has all of it. Node ends such a body as a
 * complete one: a handler would take a part, or nothing, for the whole. Over HTTP/1 node fails it.
 */
function failCut(req: Http2ServerRequest): void {
  const { stream } = req
  const [push, pushToStream] = [joining(req), joining(stream)]
  let isReceived = false
  let unread = 0
  stream.push = (chunk, encoding) => {
    if (chunk === null)
      isReceived ||= !stream.closed // a reset closes the stream before node ends it
    else unread += chunk.length
    return pushToStream(chunk && ofItsOwn(chunk), encoding)
  }
  req.push = (chunk, encoding) => {
    if (chunk !== null) unread -= chunk.length
    else if (isCut(stream, isReceived, unread)) {
      cut(req)
      return false
    }
    return push(chunk, encoding)
  }
}

/** Makes a stream join small pieces that wait for its reader. Returns its `push`. */
function joining(stream: Readable): Readable['push'] {
  const { push, read } = stream
  let pieces: SmallPieces | null = null
  stream.read = (size) => {
    if (size !== 0) pieces?.flush()
    return read.call(stream, size)
  }
  return (chunk, encoding) => {
    if (chunk !== null) {
      pieces ??= new SmallPieces(stream, (bytes) => push.call(stream, bytes, encoding))
      return pieces.add(chunk)
    }
    pieces?.flush()
    return push.call(stream, null)
  }
}

/**
 * Copies a piece that is a small part of its memory. Node's piece keeps all bytes of one read of the connection. A client
 * could fill them with frames that node ignores. Each byte of a body would then keep 64 KiB.
 */
function ofItsOwn(chunk: Buffer): Buffer {
  return chunk.buffer.byteLength > 4 * chunk.length + spare ? Buffer.from(chunk) : chunk
}

/** Node drops the unread bytes of a cancelled stream, and of one that is answered. Only the former is a failure. */
function isCut(stream: ServerHttp2Stream, isReceived: boolean, unread: number): boolean {
  return !isReceived || !stream.readableEnded || (unread > 0 && stream.aborted)
}

function cut(req: Http2ServerRequest): void {
  if (req.destroyed) return
  const { emit } = req
  let isEarly = true
  let isOver = false
  // Node emits `close` before the error, and again after it.
  req.emit = (name: string | symbol, ...given: unknown[]) => {
    if (name === 'close') {
      if (isEarly || isOver) return false
      isOver = true
    }
    return emit.call(req, name, ...given)
  }
  process.nextTick(() => {
    isEarly = false
  })
  req.destroy(req.listenerCount('error') > 0 ? abortedBody() : undefined)
}

/** Ends the stream of a refused tunnel. No code reads the stream, and its client need not end it. */
export function endRefused(stream: ServerHttp2Stream): void {
  afterAnswer(stream, () => {
    if (Number(stream.sentHeaders?.[':status']) >= 300) endAnswered(stream)
  })
}

/** Answers 408 to a request whose body has not arrived in time. Node has no such limit for HTTP/2. */
export function limitArrival(stream: LimitedStream, milliseconds: number, refused: Refusals): void {
  const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE } = nodeHttp2().constants
  const timer = setTimeout(() => {
    // A reset without an error code leaves a stream open whose reader has paused. Such a stream takes no answer.
    if (stream.closed) return
    if (stream.state.state === NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE) return // the whole request has arrived
    refused.timeouts += 1
    if (!stream.headersSent) {
      stream[isTimedOut] = true
      stream.respond({ ':status': 408 }, { endStream: true })
    }
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
