// Checks an answer that the application writes without the framework: by `reply.raw`, or after `reply.hijack()`.

import { framingCodes } from '../../errors/message-codes.js'
import { ServerResponse, validateHeaderName, validateHeaderValue } from '../../packages/node.cjs'
import { RawLength } from './counted-body.js'
import { keeper, type ListenerKeeper, listenerFailed } from './event-guard.js'

/**
 * Set on a response before the framework writes its head. The lengths of the framework are right, so they are not
 * checked again.
 */
export const isFramed = Symbol('alcove.isFramed')

export type FramedResponse = ServerResponse & { [isFramed]?: boolean }

/** Members of an HTTP/1 response that node's types omit. */
interface RawResponse extends ServerResponse {
  [isFramed]: boolean
  [keeper]: ListenerKeeper | null
  /** Whether the connection has had `maxRequestsPerSocket` requests. */
  maxRequestsOnConnectionReached: boolean
  _header: string | null
  /** Whether the connection ends after this answer. */
  _last: boolean
  _hasBody: boolean
  /** The length that the header declares, or the length of the only piece. */
  _contentLength: number | null
  _send(data: string | Uint8Array, encoding?: BufferEncoding | null, ...rest: unknown[]): boolean
}

type StoreHeader = (this: RawResponse, line: string, headers: unknown) => void

/** Node's method that creates the text of the head. Node calls it once for each answer. */
const storeHeader: StoreHeader | undefined = Reflect.get(ServerResponse.prototype, '_storeHeader')

/** Node's methods for answers before the final one. */
const interims = ['writeContinue', 'writeProcessing', 'writeEarlyHints', 'writeInformation'] as const

/** Throws if the protocol cannot send so many headers. */
type CheckSize = (headers: Readonly<Record<string, unknown>>) => void

/** Makes the responses of a class check the headers of answers before the final one, and send none after it. */
export function guardInterims({ prototype }: { prototype: object }, checkSize: CheckSize = () => undefined): void {
  for (const name of interims) guardInterim(prototype as ServerResponse, name, checkSize) // HTTP/2 has these methods, too
}

/** Makes the responses of a class check the heads, and count the bodies, that the framework does not write. */
export function guardFraming({ prototype }: { prototype: ServerResponse }): void {
  guardInterims({ prototype })
  if (storeHeader === undefined) return
  const value: StoreHeader = function storeAndCheck(line, headers) {
    const { chunkedEncoding } = this
    // Node announces the close of such a connection, and leaves it open (RFC 9112, 9.6).
    if (this.maxRequestsOnConnectionReached) this.shouldKeepAlive = false
    const mustEnd = !this.shouldKeepAlive
    try {
      storeHeader.call(this, line, headers)
    } catch (error) {
      this.chunkedEncoding = chunkedEncoding // otherwise node would also write the next answer in chunks
      throw error
    }
    if (this.statusCode < 200) checkInterim(this)
    else {
      if (mustEnd || this._last) endConnection(this)
      if (!this[isFramed]) checkHead(this)
    }
  }
  Object.defineProperty(prototype, '_storeHeader', { value, configurable: true, writable: true })
}

/**
 * Node lets a header `Connection` of the application decide. So `keep-alive` would keep a connection whose client waits
 * for its end (RFC 9112, 9.6).
 */
function endConnection(res: RawResponse): void {
  res._last = true
  res.shouldKeepAlive = false
  const head = res._header ?? ''
  if (/^connection:.*\bclose\b/im.test(head)) return
  const others = head.replace(/^connection: *keep-alive *\r\n/gim, '')
  res._header = `${others.slice(0, -2)}Connection: close\r\n\r\n`
}

/**
 * Node writes an interim answer into the body of a final one, which HTTP/2 does not do. It also sends an interim answer
 * to a client of HTTP/1.0. The client takes it for the final one (RFC 9110, 15.2). This guard drops both, and those for a
 * cancelled stream.
 */
function guardInterim(prototype: ServerResponse, name: string, checkSize: CheckSize): void {
  const write: unknown = Reflect.get(prototype, name)
  if (typeof write !== 'function') return
  const value = function writeInterim(this: ServerResponse, ...given: unknown[]): unknown {
    if (name === 'writeEarlyHints') given[0] = checkedHints(given[0], checkSize)
    // Over HTTP/1 node itself checks the headers, which may also be a list.
    if (name === 'writeInformation' && this.req.httpVersionMajor === 2) given[1] = checkedHints(given[1], checkSize)
    if (!this.headersSent && this.req.httpVersion !== '1.0' && !isCancelled(this)) return write.apply(this, given)
    const written = given.at(-1)
    if (typeof written === 'function') process.nextTick(written)
    return false
  }
  Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
}

/** Node may emit a request whose stream its client has already cancelled. An interim answer would throw, even to node. */
function isCancelled({ stream }: ServerResponse & { stream?: { destroyed: boolean } }): boolean {
  return stream?.destroyed === true
}

/** Converts early hints to texts that a header may have. Node checks only the links. */
export function checkedHints<H>(hints: H, checkSize?: CheckSize): H {
  if (typeof hints !== 'object' || hints === null) return hints // node refuses it
  const checked = Object.entries(hints).map(([name, value]) => {
    const texts = [value].flat().map(String)
    validateHeaderName(name)
    for (const text of texts) validateHeaderValue(name, text)
    return [name, Array.isArray(value) ? texts : texts[0]]
  })
  const headers = Object.fromEntries(checked)
  checkSize?.(headers)
  return headers
}

/**
 * Destroys the connection of an answer whose status is an interim one. Otherwise the client would take the next answer
 * on the connection for the final one. A 101 for a request with `Upgrade` is allowed, because it ends HTTP on the
 * connection.
 */
function checkInterim(res: RawResponse): void {
  const mayBegin = res.statusCode === 101 && res.req.headers.upgrade !== undefined
  if (!mayBegin) end(res, new framingCodes.ALC_ERR_REPLY_INTERIM(res.statusCode))
}

function checkHead(res: RawResponse): void {
  const head = res._header ?? ''
  const lengths = head.match(/^content-length:/gim)?.length ?? 0
  const codings = [...head.matchAll(/^transfer-encoding: *(.*)\r$/gim)].map(([, coding]) => coding)
  const coding = codings.join(', ')
  if (codings.length > 0 && lengths > 0) end(res, new framingCodes.ALC_ERR_REPLY_FRAMING('has a length beside it'))
  else if (codings.length > 0 && !(res.chunkedEncoding && endsInChunks(coding)))
    end(res, new framingCodes.ALC_ERR_REPLY_FRAMING(`is "${coding}"`))
  else if (codings.length > 0 && res.req.httpVersion === '1.0') removeChunks(res, head)
  else if (lengths > 1 || (lengths > 0 && res._hasBody))
    countBody(res, lengths === 1 ? Number(res._contentLength) : Number.NaN)
}

/**
 * Whether the last of the codings is the only `chunked`. Node itself looks for this word anywhere in the value. Splitting
 * by a pattern with blanks would take quadratic time: 100 ms for a head of 16 KiB.
 */
export function endsInChunks(codings: string): boolean {
  const list = codings.split(',').map((coding) => /^[ \t]*chunked[ \t]*$/i.test(coding))
  return list.indexOf(true) === list.length - 1
}

/** HTTP/1.0 has no chunks: the end of the connection ends the answer. */
function removeChunks(res: RawResponse, head: string): void {
  res.chunkedEncoding = false
  res._last = true // node has announced it already, unless the application has set `Connection`
  res._header = head.replace(/^transfer-encoding:.*\r\n/gim, '')
}

/**
 * Each byte of a body passes `_send`, including the bytes of the call that made node write the head. Only node ends the
 * answer, so a body that is too short is found at `prefinish`.
 */
function countBody(res: RawResponse, declared: number): void {
  const length = new RawLength(declared)
  const problem = length.check()
  if (problem !== null) {
    end(res, problem)
    return
  }
  const send = res._send
  const sendCounted: typeof send = (data, encoding, ...rest) => {
    if (length.isOver) return false
    const error = length.add(data, encoding)
    if (error === null) return send.call(res, data, encoding, ...rest)
    end(res, error)
    return false
  }
  res._send = sendCounted
  res.once('prefinish', () => {
    const error = length.end()
    if (error !== null) end(res, error)
  })
}

/** The client has at least a part of the answer, so no other answer may follow on its connection. */
function end(res: RawResponse, error: Error): void {
  res[keeper]?.[listenerFailed](error)
  res.destroy()
}
