// Hot path: the server creates a reply for every request. The constructor sets all fields in one order.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { RequestRoute } from '../../contracts/compiled-route.js'
import type { Instance } from '../../contracts/instance.js'
import type { Logger } from '../../contracts/logger.js'
import type { HeaderValue, Reply, TrailerFunction } from '../../contracts/reply.js'
import type { RouteOptionsView } from '../../contracts/route.js'
import type { SerializeFunction } from '../../contracts/schema.js'
import type { DecorationName } from '../../contracts/token.js'
import { replyCodes } from '../../errors/message-codes.js'
import { registrationCodes } from '../../errors/registration-codes.js'
import { finished } from '../../packages/node.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { containRejection, isError } from '../../support/values.js'
import { cutAnswer } from './connection.js'
import { keepListeners, listenerFailed } from './event-guard.js'
import { isPending, type Phase, phases, warnOfSecondAnswer } from './phases.js'
import { checkedHints } from './raw-framing.js'
import { decorationKey, readDecorator } from './read-decorator.js'
import { checkRedirect, checkTrailer } from './reply-arguments.js'
import { createHeaders, type ReplyHeaders } from './reply-headers.js'
import { compileSerializer, findSerializer, serializeInput } from './reply-serializers.js'
import type { ServerRequest } from './request.js'
import * as slots from './slots.js'

export class ServerReply implements Reply {
  raw: ServerResponse
  request: ServerRequest
  log: Logger;
  [slots.phase]: Phase;
  [slots.headers]: ReplyHeaders;
  [slots.serializer]: ((payload: unknown) => string | Buffer) | null;
  [slots.trailers]: Map<string, TrailerFunction> | null;
  [slots.statusSet]: boolean;
  [slots.handled]: number
  declare [slots.calling]?: boolean;
  [slots.started]: number;
  [slots.ended]: number

  constructor(raw: ServerResponse, request: ServerRequest) {
    this.raw = raw
    this.request = request
    this.log = request.log
    this[slots.phase] = phases.open
    this[slots.headers] = createHeaders()
    this[slots.serializer] = null
    this[slots.trailers] = null
    this[slots.statusSet] = false
    this[slots.handled] = -1
    this[slots.started] = 0
    this[slots.ended] = 0
    if (asFastify) this[slots.calling] = false
    request[slots.reply] = this
    keepListeners(raw, this)
    keepListeners(request.raw, this)
  }

  /**
   * Called when a listener on node's objects, or on `request.signal`, failed. The request fails, or the log gets the
   * error.
   */
  [listenerFailed](error: unknown): void {
    const { raw, request } = this
    if (isPending(this)) {
      this[slots.route].fail(request, this, error)
      return
    }
    this[slots.route].logs.lostError('error', this, error, 'a listener failed')
    // The code that should have ended the response has failed.
    if (this[slots.phase] === phases.hijacked && !raw.writableEnded) cutAnswer(raw)
  }

  get [slots.route](): RequestRoute {
    return this.request[slots.route]
  }

  get server(): Instance {
    return this[slots.route].instance
  }

  get routeOptions(): RouteOptionsView {
    return this.request.routeOptions
  }

  get sent(): boolean {
    if (asFastify) return this[slots.phase] === phases.hijacked || this.raw.writableEnded
    return this[slots.phase] !== phases.open || this.raw.writableEnded
  }

  get statusCode(): number {
    return this.raw.statusCode
  }

  set statusCode(value: number) {
    this.code(value)
  }

  get elapsedTime(): number {
    if (this[slots.started] === 0) return 0
    const end = this[slots.ended] === 0 ? performance.now() : this[slots.ended]
    return end - this[slots.started]
  }

  get mediaType(): string | undefined {
    const type = mediaTypeOf(this.getHeader('content-type')?.toString())
    return type === '' ? undefined : type
  }

  code(statusCode: number): this {
    const code = Math.trunc(Number(statusCode))
    if (!(code >= 100 && code <= 599)) {
      containRejection(statusCode) // a promise that is not awaited
      throw new replyCodes.FST_ERR_BAD_STATUS_CODE(String(statusCode))
    }
    this.raw.statusCode = code
    this[slots.statusSet] = true
    return this
  }

  status(statusCode: number): this {
    return this.code(statusCode)
  }

  header(name: string, value: HeaderValue = ''): this {
    const key = name.toLowerCase()
    const headers = this[slots.headers]
    if (typeof value === 'object') containRejection(value) // a promise that is not awaited
    if (key !== 'set-cookie') {
      headers[key] = value as string | number | string[] // node checks it when the head is written
      return this
    }
    // The list is a copy, because requests may share the caller's list. A single cookie stays a string, because plugins
    // look for it.
    const cookies = [headers[key] ?? [], value].flat() as string[] // node checks them
    const [only = ''] = cookies
    headers[key] = cookies.length === 1 && !Array.isArray(value) ? only : cookies
    return this
  }

  headers(values: Record<string, HeaderValue>): this {
    for (const name of Object.keys(values)) this.header(name, values[name])
    return this
  }

  getHeader(name: string): HeaderValue {
    return this[slots.headers][name.toLowerCase()] ?? this.raw.getHeader(name)
  }

  getHeaders(): OutgoingHttpHeaders {
    return { ...this.raw.getHeaders(), ...this[slots.headers] }
  }

  hasHeader(name: string): boolean {
    return this[slots.headers][name.toLowerCase()] !== undefined || this.raw.hasHeader(name)
  }

  removeHeader(name: string): this {
    const key = name.toLowerCase()
    const headers = this[slots.headers]
    // Deleting a missing header takes ten times as long as looking it up.
    if (headers[key] !== undefined) delete headers[key]
    // Node sends an empty stream in chunks after a call for a length that was never set.
    if (!this.raw.headersSent && (key !== 'content-length' || this.raw.hasHeader(key))) this.raw.removeHeader(name)
    return this
  }

  type(contentType: string): this {
    this[slots.headers]['content-type'] = contentType
    return this
  }

  trailer(name: string, fn: TrailerFunction): this {
    const key = checkTrailer(name, fn)
    this[slots.trailers] ??= new Map()
    this[slots.trailers].set(key, fn)
    return this
  }

  hasTrailer(name: string): boolean {
    return this[slots.trailers]?.has(name.toLowerCase()) ?? false
  }

  removeTrailer(name: string): this {
    this[slots.trailers]?.delete(name.toLowerCase())
    return this
  }

  redirect(url: string, statusCode?: number): this {
    checkRedirect(url, statusCode)
    const code = statusCode ?? (this[slots.statusSet] ? this.raw.statusCode : 302)
    return this.header('location', url).code(code).send()
  }

  serializer(fn: (payload: unknown) => string | Buffer): this {
    this[slots.serializer] = fn
    return this
  }

  send(payload?: unknown): this {
    if (this[slots.phase] !== phases.open || this.raw.writableEnded) return refuseSend(this, payload)
    if (isError(payload)) this[slots.route].fail(this.request, this, payload)
    else this[slots.route].send(this.request, this, payload)
    return this
  }

  callNotFound(): this {
    this[slots.route].callNotFound(this.request, this)
    return this
  }

  hijack(): this {
    this[slots.phase] = phases.hijacked
    return this
  }

  writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): this {
    this.raw.writeEarlyHints(checkedHints(hints), callback)
    return this
  }

  serialize(payload: unknown): string | Buffer {
    const own = this[slots.serializer]
    return own === null ? this[slots.route].serialize(this, payload) : own.call(this, payload)
  }

  getSerializationFunction(
    schemaOrStatus: object | string | number,
    contentType?: string,
  ): SerializeFunction | undefined {
    return findSerializer(this[slots.route], schemaOrStatus, contentType)
  }

  compileSerializationSchema(
    schema: object,
    httpStatus?: string | number | null,
    contentType?: string | null,
  ): SerializeFunction {
    return compileSerializer(this.request, { schema, httpStatus, contentType })
  }

  serializeInput(
    input: unknown,
    schemaOrStatus: object | string | number,
    httpStatus?: string | number | null,
    contentType?: string | null,
  ): string {
    return serializeInput(this.request, { schemaOrStatus, httpStatus, contentType })(input)
  }

  getDecorator<T>(called: DecorationName<'reply'>): T {
    const name = decorationKey(called)
    if (!(name in this)) throw new registrationCodes.FST_ERR_DEC_UNDECLARED(String(name), 'reply')
    return readDecorator<T>(this, name)
  }

  then(fulfilled: () => void, rejected?: (error: Error) => void): void {
    if (this[slots.phase] === phases.hijacked || this.raw.writableEnded) {
      fulfilled()
      return
    }
    const { logs } = this[slots.route]
    const end = (error: NodeJS.ErrnoException | null | undefined) => {
      // The client may disconnect before the end. The reply is then over for the caller, too.
      if (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE') fulfilled()
      else if (rejected !== undefined) rejected(error)
      else logs.write(this.log, 'warn', { req: this.request, err: error }, 'unhandled rejection on reply.then')
    }
    finished(this.raw, (error) => {
      try {
        end(error)
      } catch (thrown) {
        logs.write(this.log, 'error', { req: this.request, err: thrown }, 'a callback of reply.then failed')
      }
    })
  }
}

/** Reports an answer that comes after another one. Its payload is not sent. */
export function refuseSend<R extends ServerReply>(reply: R, payload?: unknown): R {
  reply[slots.route].drop(reply, payload)
  if (reply[slots.phase] === phases.reporting) throw new replyCodes.FST_ERR_SEND_INSIDE_ONERR()
  warnOfSecondAnswer(reply)
  return reply
}
