// Hot path: runs for every reply, and writes status, headers and payload to node's response.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { framingCodes, replyCodes } from '../../errors/message-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { adviceWithoutJson } from '../../support/lost-entries.js'
import { containRejection } from '../../support/values.js'
import { declaredLength, headerOf, takeTransferEncoding } from './framing.js'
import { type WholeResponse, writeWholeHead } from './http2-outgoing.js'
import { invalidPayload } from './invalid-payload.js'
import { phases } from './phases.js'
import { type FramedResponse, isFramed } from './raw-framing.js'
import type { ServerReply } from './reply.js'
import * as slots from './slots.js'
import { announceTrailers, endWithTrailers } from './trailers.js'
import { discardStream, isNodeStream, isWebStream, writeNodeStream, writeWebStream } from './write-stream.js'

/** Large payloads are written over HTTP/2 in pieces of this size. */
const http2Piece = 64 * 1024

/** Sends the payload. Throws before anything is sent when status, headers or payload cannot be written. */
export function writeReply(reply: ServerReply, payload: unknown): void {
  const { statusCode } = reply.raw
  if (statusCode < 200) throw new framingCodes.ALC_ERR_REPLY_INTERIM(statusCode)
  if (isAbandoned(reply.request.raw)) reply[slots.headers].connection = 'close'
  if (reply[slots.trailers] !== null) {
    if (forbidsContent(reply))
      reply[slots.trailers] = null // trailers need chunks, and this answer has no chunks
    else announceTrailers(reply)
  }
  const coding = headerOf(reply, 'transfer-encoding')
  if (coding !== undefined && takeTransferEncoding(reply, coding)) writeChunked(reply, payload)
  else writePayload(reply, payload)
}

/**
 * Whether code of the application stopped reading the body before its end, for example because of its own limit. Node
 * detaches the socket from such a request and stops reading. The connection would stay open after its client has
 * disconnected.
 */
function isAbandoned(raw: IncomingMessage): boolean {
  if (raw.httpVersionMajor === 2) return false // its socket is a proxy, which node creates at the first read
  return (raw.socket as Socket | null) === null && !raw.complete // node's types do not have the null
}

function writePayload(reply: ServerReply, payload: unknown): void {
  if (typeof payload === 'string') writeBody(reply, payload)
  else if (payload === undefined || payload === null) {
    mirrorGet(reply)
    writeEmpty(reply, payload)
  } else if (Buffer.isBuffer(payload)) writeBody(reply, payload)
  else writeObject(reply, payload)
}

/** Writes an answer without a length, because the application has set `Transfer-Encoding: chunked`. */
function writeChunked(reply: ServerReply, payload: unknown): void {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  const isEmpty = payload === undefined || payload === null
  if (forbidsContent(reply)) {
    reply.removeHeader('transfer-encoding')
    writePayload(reply, payload)
  } else if ((isText || isEmpty) && reply[slots.trailers] === null) {
    writeHead(reply)
    if (isEmpty || reply.request.raw.method === 'HEAD') reply.raw.end()
    else reply.raw.end(payload)
  } else writePayload(reply, payload)
}

/**
 * The answer to HEAD repeats the empty length that the GET would report. A HEAD route that the application declares has
 * no such GET.
 */
function mirrorGet(reply: ServerReply): void {
  if (reply.request.raw.method !== 'HEAD' || !reply[slots.route].mirrorsGet) return
  if (hasNoBody(reply.raw.statusCode) || reply[slots.trailers] !== null) return
  reply[slots.headers]['content-length'] ??= '0'
}

/** Copies status and headers of a web `Response` to the reply. Its body is the payload. */
function unfoldResponse(reply: ServerReply, response: Response): unknown {
  if (response.bodyUsed) throw new replyCodes.FST_ERR_REP_RESPONSE_BODY_CONSUMED()
  reply.code(response.status)
  response.headers.forEach((value, name) => {
    reply.header(name, value)
  })
  return response.body
}

export function isResponse(payload: unknown): payload is Response {
  return Object.prototype.toString.call(payload) === '[object Response]'
}

/** Whether a status never has a body: 1xx, 204 and 304 (RFC 9110, 6.4.1). */
export function hasNoBody(statusCode: number): boolean {
  return statusCode === 204 || statusCode === 304 || statusCode < 200
}

/**
 * A server must not generate a body for 205 (RFC 9110, 15.3.6), although its framing allows one. Fastify sends the
 * body. Streams are exempt, because a proxy forwards the content of another server as a stream.
 */
function forbidsContent(reply: ServerReply): boolean {
  return (reply.raw.statusCode === 205 && !asFastify) || forbidsStream(reply)
}

/** Whether not even a stream is sent. Over HTTP/2 node ends a response with 205 in its head. */
function forbidsStream(reply: ServerReply): boolean {
  const { statusCode } = reply.raw
  return hasNoBody(statusCode) || (statusCode === 205 && isOfHttp2(reply))
}

function writeObject(reply: ServerReply, payload: unknown): void {
  if (isResponse(payload)) {
    writeReply(reply, unfoldResponse(reply, payload))
    return
  }
  if (!isNodeStream(payload) && !isWebStream(payload)) {
    if (forbidsContent(reply)) {
      dropBodyHeaders(reply)
      writeEmpty(reply, null)
      return
    }
    containRejection(payload) // of an async serializer
    const type = String(headerOf(reply, 'content-type') ?? 'no content type')
    const fix = adviceWithoutJson(payload) ?? 'Serialize it first (reply.serializer), or send it as application/json'
    const advice = `Under "${type}" only text, bytes and streams are sent. ${fix}.`
    throw invalidPayload(payload, { route: reply[slots.route].name, advice })
  }
  if (!Object.isExtensible(payload)) {
    const advice = 'It takes no listeners, so its end cannot be seen. Remove Object.freeze().'
    throw invalidPayload(payload, { got: 'a stream that is frozen', route: reply[slots.route].name, advice })
  }
  if (payload === reply.raw.socket) {
    const advice = 'The response itself is written to it. Send request.raw for the body of the request.'
    throw invalidPayload(payload, { got: 'the socket of the request', route: reply[slots.route].name, advice })
  }
  const isForbidden = forbidsStream(reply)
  if (isForbidden || reply.request.raw.method === 'HEAD') {
    discardStream(reply, payload)
    if (isForbidden) dropBodyHeaders(reply)
    writeEmpty(reply, null)
    return
  }
  if (isNodeStream(payload)) writeNodeStream(reply, payload)
  else writeWebStream(reply, payload)
}

/** `payload`: the value that trailer functions get. */
function writeEmpty(reply: ServerReply, payload: null | undefined): void {
  const res = reply.raw
  const { statusCode } = res
  const headers = reply[slots.headers]
  // A 204 must not have a length (RFC 9110, 8.6). A length of 0 is harmless, and @fastify/cors sets it for preflights.
  if (statusCode === 204 && String(reply.getHeader('content-length')) !== '0') reply.removeHeader('content-length')
  if (!hasNoBody(statusCode) && reply.request.raw.method !== 'HEAD' && reply[slots.trailers] === null) {
    headers['content-length'] = '0'
  } else if (headers['content-length'] !== undefined) declaredLength(reply)
  if (isOfHttp2(reply)) writeHttp2Head(reply, true)
  else writeHead(reply)
  endWithTrailers(res, reply, payload)
}

/**
 * Removes the headers of a payload that its status forbids. 304 keeps the headers that a 200 would have had (RFC 9110,
 * 8.6). Other statuses must not describe a body. Headers that the application set for an answer without payload stay.
 */
function dropBodyHeaders(reply: ServerReply): void {
  if (reply.raw.statusCode !== 304) removeBodyHeaders(reply)
}

/** Removes the headers that describe a payload, because the payload will not be sent. */
export function removeBodyHeaders(reply: ServerReply): void {
  reply.removeHeader('content-type')
  reply.removeHeader('content-length')
}

function writeBody(reply: ServerReply, payload: string | Buffer): void {
  const res = reply.raw
  if (forbidsContent(reply)) {
    if (res.statusCode === 304) setContentLength(reply, lengthOf(payload))
    dropBodyHeaders(reply)
    writeEmpty(reply, null)
    return
  }
  const length = lengthOf(payload)
  if (reply[slots.trailers] === null) setContentLength(reply, length)
  if (isOfHttp2(reply)) {
    writeHttp2Body(reply, payload)
    return
  }
  writeHead(reply)
  if (reply.request.raw.method === 'HEAD' && (!asFastify || reply[slots.trailers] === null)) res.end()
  else if (reply[slots.trailers] === null) endBody(res, payload, length)
  else endBodyWithTrailers(reply, payload)
}

/** The number of bytes of a payload. */
function lengthOf(payload: string | Buffer): number {
  return typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
}

/**
 * Sets the length. A wrong length of the application would break the connection, so it is replaced. An answer to HEAD
 * keeps the declared length if it has no text from which GET would take the length.
 */
function setContentLength(reply: ServerReply, length: number): void {
  const headers = reply[slots.headers]
  const given = headers['content-length']
  if (given !== undefined && reply.request.raw.method === 'HEAD') {
    const repeatsGet = reply[slots.route].mirrorsGet && length > 0
    if (!repeatsGet && declaredLength(reply) !== null) return
  }
  if (given === undefined || String(given) !== String(length)) headers['content-length'] = String(length)
}

/**
 * Writes head and body in one write. Node's own `end(body)` corks the socket until the next tick, and then writes
 * several pieces. Without this function W1 takes 1.08 of the time on node 20, and W3 1.01. On node 24 no difference
 * shows (`npm run bench -- --ablate --only W1,W3 --kinds without-cork`). A text whose characters have one byte needs no
 * encoder.
 */
function endBody(res: ServerResponse, payload: string | Buffer, length: number): void {
  const { socket } = res
  if (socket === null || typeof payload !== 'string') {
    res.end(payload) // a pipelined answer that waits has no socket yet
    return
  }
  socket.cork()
  res.write(payload, payload.length === length ? 'latin1' : 'utf8')
  socket.uncork()
  res.end()
}

function endBodyWithTrailers(reply: ServerReply, payload: string | Buffer): void {
  reply.raw.write(payload)
  endWithTrailers(reply.raw, reply, payload)
}

/** Writes the head. No handler can change the reply after this call. */
function writeHead(reply: ServerReply): void {
  const raw: FramedResponse = reply.raw
  raw[isFramed] = true
  raw.writeHead(raw.statusCode, reply[slots.headers])
  reply[slots.phase] = phases.written
}

function isOfHttp2(reply: ServerReply): boolean {
  return reply.request.raw.httpVersionMajor === 2
}

/**
 * Writes the head of an answer whose body is known. If no trailers follow, the stream ends with the last byte of the
 * body.
 */
function writeHttp2Head(reply: ServerReply, isEmpty: boolean): void {
  const raw: FramedResponse & WholeResponse = reply.raw
  raw[isFramed] = true
  const write = reply[slots.trailers] === null ? raw[writeWholeHead] : undefined
  if (write === undefined) raw.writeHead(raw.statusCode, reply[slots.headers])
  else write.call(raw, raw.statusCode, reply[slots.headers], isEmpty)
  reply[slots.phase] = phases.written
}

function writeHttp2Body(reply: ServerReply, payload: string | Buffer): void {
  const isHead = reply.request.raw.method === 'HEAD'
  writeHttp2Head(reply, isHead)
  if (isHead) reply.raw.end()
  else writeInPieces(reply, typeof payload === 'string' ? Buffer.from(payload) : payload)
}

function writeInPieces(reply: ServerReply, payload: Buffer): void {
  const res = reply.raw
  let offset = 0
  const writeNext = () => {
    while (offset < payload.length && canWrite(res)) {
      const piece = payload.subarray(offset, offset + http2Piece)
      offset += piece.length
      if (!res.write(piece)) {
        res.once('drain', writeNext)
        return
      }
    }
    if (canWrite(res)) endWithTrailers(res, reply, payload)
  }
  writeNext()
}

function canWrite(res: ServerResponse): boolean {
  return !res.destroyed && !res.writableEnded
}
