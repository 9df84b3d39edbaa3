import type { ServerResponse } from 'node:http'
import { bodyCodes, replyCodes } from '../../errors/message-codes.js'
import { EventEmitter, finished } from '../../packages/node.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, describeValue, readProperty } from '../../support/values.js'
import { cutAnswer } from './connection.js'
import { CountedBody } from './counted-body.js'
import { keepStream, listenerFailed } from './event-guard.js'
import { declaredLength } from './framing.js'
import { invalidPayload } from './invalid-payload.js'
import { phases } from './phases.js'
import { PieceWriter } from './piece-writer.js'
import { pumpStream } from './pump-stream.js'
import { type FramedResponse, isFramed } from './raw-framing.js'
import type { ServerReply } from './reply.js'
import * as slots from './slots.js'
import { endWithTrailers } from './trailers.js'

/** The members of a node stream that this file uses. Old streams do not have `destroy`. */
export interface NodeStream extends NodeJS.ReadableStream {
  destroy?(error?: Error): void
  close?(): void
  abort?(): void
}

export function isNodeStream(payload: unknown): payload is NodeStream {
  return typeof readProperty(payload, 'pipe') === 'function'
}

export function isWebStream(payload: unknown): payload is ReadableStream {
  return typeof readProperty(payload, 'getReader') === 'function'
}

/** Ends a source that will not be read. */
export function discardStream(reply: ServerReply, payload: NodeStream | ReadableStream): void {
  if (asFastify) drain(reply, payload)
  else closeUnread(reply, payload)
}

/** Reads the source of a HEAD answer to its end and logs its failures, as Fastify does. */
function drain(reply: ServerReply, payload: NodeStream | ReadableStream): void {
  const isHead = reply.request.raw.method === 'HEAD'
  const failed = (error: unknown) => {
    if (isHead)
      reply[slots.route].logs.write(reply.log, 'error', { err: error }, 'Error on Stream found for HEAD route')
  }
  if (isWebStream(payload)) payload.cancel(isHead ? 'Stream cancelled by HEAD route' : undefined).catch(failed)
  else payload.on('error', failed).resume()
}

/** Closes a source that no code reads. */
export function closeUnread(reply: ServerReply, payload: NodeStream | ReadableStream): void {
  if (isWebStream(payload)) {
    cancel(payload)
    return
  }
  payload.on('error', () => {}) // it may emit an error because it is destroyed
  setImmediate(() => closeSource(reply, payload)) // as in cancel
}

/**
 * Pipes a stream. If the stream fails before its first byte, the error goes to the error handlers. A missing file is an
 * example. If it fails later, the connection is destroyed, so that no client takes a part for the whole answer.
 */
export function writeNodeStream(reply: ServerReply, source: NodeStream): void {
  const res = reply.raw
  if (res.destroyed) {
    closeUnread(reply, source) // over HTTP/2 `finished` does not report that the client has left before
    return
  }
  const declared = declaredLength(reply)
  prepareHead(reply)
  let open = true
  let detach = () => {} // a stream may fail while it is attached, as a stream that is not readable does
  const fail = (error: Error) => {
    if (!open) return
    open = false
    detach() // the source may emit more data while an error handler waits
    writer.flush()
    body?.stop()
    failStream(reply, error)
  }
  const refuse = (error: Error) => {
    fail(error)
    closeSource(reply, source)
  }
  if (source instanceof EventEmitter)
    keepStream(source, {
      // Listeners after the one that throws are not called: the answer would never end.
      [listenerFailed](error) {
        if (!open) {
          reply[listenerFailed](error)
          return
        }
        fail(error as Error) // its type is too narrow; any value can be thrown
        closeSource(reply, source)
      },
    })
  const writer = new PieceWriter(res)
  const body = declared === null ? null : new CountedBody(declared, res, refuse) // last, because it replaces `write`

  finished(source, { readable: true, writable: false }, (error) => {
    writer.flush()
    const failure = error ?? body?.end() ?? withoutEnd(source)
    if (failure) fail(failure)
    else if (open && endsHere) endWithTrailers(res, reply, null)
    open = false
  })
  finished(res, (error) => {
    if (!open) return
    open = asFastify && !error // only Fastify reports the errors of a source after its close
    if (error) logBroken(reply, res.errored ?? error) // the code that destroyed it may have given the reason
    closeSource(reply, source)
  })
  const isOver = readProperty(source, 'readableEnded') === true // it does not emit `end` again
  const endsHere = reply[slots.trailers] !== null || body !== null || isOver
  try {
    const refuseChunk = (chunk: unknown) => refuse(chunkError(reply, chunk))
    detach = pumpStream(source, res, { writer, end: !endsHere, refuse: refuseChunk })
    if (!open) detach()
  } catch (error) {
    open = false // the caller answers the error, and closes the source
    body?.stop()
    throw error
  }
}

/** The error of a stream that closed without an end and without an error, or null. */
function withoutEnd(source: NodeStream): Error | null {
  if (readProperty(source, 'readableEnded') !== false || isSpent(source)) return null
  return new bodyCodes.ALC_ERR_STREAM_ERROR()
}

/** Whether a stream has no bytes left and emits `end` soon. For node such a stream counts as finished before that. */
function isSpent(source: NodeStream): boolean {
  if (readProperty(source, 'destroyed') !== false || readProperty(source, 'readableLength') !== 0) return false
  return readProperty(readProperty(source, '_readableState'), 'ended') === true
}

function chunkError(reply: ServerReply, chunk: unknown): Error {
  containRejection(chunk)
  const advice = 'A stream gives text or bytes. Turn each chunk into text, as by JSON.stringify, or send an array.'
  const got = `a stream of ${describeValue(chunk)}`
  return invalidPayload(chunk, { got, route: reply[slots.route].name, advice })
}

/** Writes a web stream. It reads one chunk at a time, so that a slow client slows the source. */
export function writeWebStream(reply: ServerReply, source: ReadableStream): void {
  if (source.locked) throw new replyCodes.FST_ERR_REP_READABLE_STREAM_LOCKED()
  const res = reply.raw
  const declared = declaredLength(reply)
  prepareHead(reply)
  const reader = source.getReader()
  const writer = new PieceWriter(res)
  let open = true
  const fail = (error: Error) => {
    const failed = open
    open = false
    cancel(reader) // the reader may have caused the failure
    writer.flush()
    body?.stop()
    if (failed) failStream(reply, error)
  }
  const body = declared === null ? null : new CountedBody(declared, res, fail)

  finished(res, (error) => {
    if (!open) return
    open = false
    if (error) logBroken(reply, res.errored ?? error)
    cancel(reader)
  })
  pump(reader, reply, writer).then(() => {
    if (!open) return
    writer.flush()
    const failure = body?.end() ?? null
    if (failure !== null) {
      fail(failure)
      return
    }
    open = false
    endWithTrailers(res, reply, null)
  }, fail)
}

/** Waits until the client has taken the sent bytes, or has disconnected. Removes its listeners. */
function untilWritable(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.removeListener('drain', done)
      res.removeListener('close', done)
      resolve()
    }
    res.on('drain', done)
    res.on('close', done)
  })
}

async function pump(reader: ReadableStreamDefaultReader, reply: ServerReply, writer: PieceWriter): Promise<void> {
  const res = reply.raw
  while (!res.destroyed) {
    const { done, value } = await reader.read()
    if (done) return
    if (res.destroyed) break
    if (typeof value !== 'string' && !(value instanceof Uint8Array)) throw chunkError(reply, value)
    if (!writer.write(value)) await untilWritable(res)
  }
  cancel(reader)
}

/** Sets the headers only. Node writes the head with the first byte, so an earlier error can still be answered. */
function prepareHead(reply: ServerReply): void {
  const res = reply.raw
  if (res.headersSent) {
    warn(reply, "response will send, but you shouldn't use res.writeHead in stream mode")
    return
  }
  const framed: FramedResponse = res
  framed[isFramed] = true // its declared length is counted, or it has no length
  const headers = reply[slots.headers]
  for (const name in headers) res.setHeader(name, headers[name] ?? '')
}

/** Answers the error of a stream, or destroys an answer that has begun. */
export function failStream(reply: ServerReply, error: NodeJS.ErrnoException): void {
  const { raw: res, request } = reply
  if (res.headersSent || res.destroyed || reply[slots.phase] !== phases.sending) {
    logBroken(reply, error)
    flush(res)
    cutAnswer(res)
    return
  }
  // Fastify answers the error with the type of the stream, unless the handler of the error sets one.
  if (!asFastify) for (const name in reply[slots.headers]) res.removeHeader(name)
  reply[slots.route].fail(request, reply, error)
}

/** A client whose connection is destroyed still gets the bytes that were written before. */
function flush({ req, socket }: ServerResponse): void {
  if (req.httpVersionMajor !== 2) while (socket?.writableCorked) socket.uncork()
}

function logBroken(reply: ServerReply, error: NodeJS.ErrnoException): void {
  if (!reply.raw.headersSent) return
  reply[slots.route].logs.streamError(error, reply.request, reply)
}

function warn(reply: ServerReply, message: string): void {
  reply[slots.route].logs.write(reply.log, 'warn', asFastify ? null : { req: reply.request }, message)
}

/** Ends a source by the method that it has. */
function closeSource(reply: ServerReply, source: NodeStream): void {
  try {
    if (typeof source.destroy === 'function') source.destroy()
    else if (typeof source.close === 'function') source.close()
    else if (typeof source.abort === 'function') source.abort()
    else warn(reply, 'stream payload does not end properly') // its file or connection stays open
  } catch (error) {
    reply[slots.route].logs.lostError('warn', reply, error, 'stream payload could not be ended')
  }
}

/**
 * Ignores a failure of the cancellation, because the answer no longer depends on the source. `Readable.toWeb` lets its
 * source continue in a next tick, and data for a cancelled stream would end the process there. So the cancellation
 * waits for the next turn.
 */
function cancel(source: { cancel(): Promise<void> }): void {
  setImmediate(() => {
    try {
      containRejection(source.cancel())
    } catch {} // it only has the shape of a reader
  })
}
