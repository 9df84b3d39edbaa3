// Hot path: from the payload to the socket.

import { replyCodes } from '../../errors/message-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { findLostEntries, placedAdvice } from '../../support/lost-entries.js'
import { isError, isThenable } from '../../support/values.js'
import { ChosenAnswer } from '../message/answer.js'
import { removePhrase } from '../message/connection.js'
import { dropPayload, holdPayload } from '../message/drop-payload.js'
import { invalidPayload, isInvalidPayload } from '../message/invalid-payload.js'
import { phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import { createHeaders } from '../message/reply-headers.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { isResponse, writeReply } from '../message/write-reply.js'
import { isNodeStream, isWebStream } from '../message/write-stream.js'
import { payloadHooks } from './hook-stages.js'
import { measured } from './measure.js'
import { stageKey } from './route-meter.js'
import { linkStages, nameOfRoute, type PayloadStage, type RouteParts } from './route-parts.js'

const json = 'application/json; charset=utf-8'
const text = 'text/plain; charset=utf-8'
const octets = 'application/octet-stream'

/**
 * Sends the answers of a route. It is a class, which takes 0.1 KB of heap for each route. Closures in place of its
 * methods take 0.8 KB, as measured after the start of 1000 routes.
 */
export class Sending {
  /** Sends a payload that is already serialized: `onSend` hooks, then the socket. */
  readonly deliver: PayloadStage
  protected readonly parts: RouteParts
  protected readonly transform: PayloadStage
  protected readonly serializeAndDeliver: PayloadStage

  /** @param deliver for a not-found handler, the `deliver` of the route that passes its request on */
  constructor(parts: RouteParts, deliver?: PayloadStage) {
    const serializing = stageKey(parts.serializers === null ? 'serialize' : 'serialize by schema')
    this.parts = parts
    this.deliver = deliver ?? linkDelivery(parts)
    const serialize: PayloadStage = (request, reply, payload) => this.sendSerialized(request, reply, payload)
    this.serializeAndDeliver = measured(parts, serializing, serialize)
    this.transform = linkStages<PayloadStage>([payloadHooks('preSerialization')], parts, this.serializeAndDeliver)
  }

  /** Sends any payload but an error. */
  send(request: ServerRequest, reply: ServerReply, payload: unknown): void {
    reply[slots.phase] = phases.sending
    try {
      this.sendByType(request, reply, payload)
    } catch (error) {
      // The handler of the drop-in that called `send` gets the error.
      if (reply[slots.calling] === true) throw reopened(reply, error)
      dropPayload(reply, payload)
      request[slots.route].fail(request, reply, error) // the payload may be an object that throws when it is read
    }
  }

  serialize(reply: ServerReply, payload: unknown): string | Buffer {
    const { serializers, replySerializer, url } = this.parts
    // In Fastify, not-found handlers (without a URL) have no reply serializer.
    if (replySerializer !== null && (!asFastify || url !== null)) {
      if (payload !== null) this.check(reply)
      return replySerializer(payload, reply.raw.statusCode)
    }
    if (serializers === null) return stringify(payload, this.parts)
    const type = reply[slots.headers]['content-type']
    const own = serializers.select(reply.raw.statusCode, type === undefined ? undefined : String(type))
    if (own !== null) return own(payload) // if it returns nothing, the answer is empty: the schema declares no data
    if (payload !== null) this.check(reply)
    return stringify(payload, this.parts)
  }

  private sendByType(request: ServerRequest, reply: ServerReply, payload: unknown): void {
    if (payload === null) this.sendNull(request, reply)
    else if (typeof payload === 'object') {
      if (isPlain(payload)) this.sendValue(request, reply, payload)
      else this.sendInstance(request, reply, payload)
    } else if (typeof payload === 'string') this.sendString(request, reply, payload)
    else if (payload === undefined) this.deliver(request, reply, payload)
    else this.sendValue(request, reply, payload)
  }

  protected sendValue(request: ServerRequest, reply: ServerReply, payload: unknown): void {
    if (takesSerializer(reply)) this.transform(request, reply, payload)
    else this.deliverChecked(request, reply, payload)
  }

  private sendSerialized(request: ServerRequest, reply: ServerReply, payload: unknown): void {
    let serialized: string | Buffer
    try {
      const own = reply[slots.serializer]
      if (own === null) serialized = this.serialize(reply, payload)
      else {
        if (payload !== null) this.check(reply)
        serialized = own.call(reply, payload)
      }
      if (typeof serialized !== 'string' && isThenable(serialized)) {
        this.awaitText(request, reply, serialized)
        return
      }
    } catch (error) {
      request[slots.route].fail(request, reply, markSerialization(error, request, this.parts))
      return
    }
    this.deliver(request, reply, serialized)
  }

  /** A library may validate an answer asynchronously. */
  private awaitText(request: ServerRequest, reply: ServerReply, pending: PromiseLike<unknown>): void {
    pending.then(
      (written) => this.deliver(request, reply, written),
      (error) => request[slots.route].fail(request, reply, markSerialization(error, request, this.parts)),
    )
  }

  private sendInstance(request: ServerRequest, reply: ServerReply, payload: object): void {
    if (payload instanceof ChosenAnswer) this.sendAnswer(request, reply, payload)
    else if (!isRaw(payload)) this.sendValue(request, reply, payload)
    else if (ArrayBuffer.isView(payload) && payload.byteLength > 0)
      this.deliverChecked(request, reply, prepareRaw(reply, payload))
    else if (isResponse(payload) && payload.body !== null) this.deliverChecked(request, reply, payload, payload)
    else this.deliver(request, reply, prepareRaw(reply, payload))
  }

  private sendAnswer(request: ServerRequest, reply: ServerReply, { status, body, headers }: ChosenAnswer): void {
    if (isThenable(body)) {
      body.then(
        (value) => this.send(request, reply, new ChosenAnswer(status, value, headers)),
        (error) => request[slots.route].fail(request, reply, error),
      )
      return
    }
    reply.code(status).headers(headers)
    if (body instanceof Error) request[slots.route].fail(request, reply, body)
    else this.send(request, reply, body)
  }

  /** Sends an answer that is not written by a schema. Streams are not checked. */
  private deliverChecked(request: ServerRequest, reply: ServerReply, payload: unknown, response?: Response): void {
    try {
      this.parts.answerCheck?.check(reply, response)
    } catch (error) {
      dropPayload(reply, payload)
      request[slots.route].fail(request, reply, error)
      return
    }
    this.deliver(request, reply, payload)
  }

  /** `null` is a value of JSON. `preSerialization` hooks get it only on the drop-in. */
  protected sendNull(request: ServerRequest, reply: ServerReply): void {
    if (takesSerializer(reply)) (asFastify ? this.transform : this.serializeAndDeliver)(request, reply, null)
    else this.deliver(request, reply, null)
  }

  private sendString(request: ServerRequest, reply: ServerReply, payload: string): void {
    let prepared: string | Buffer
    try {
      prepared = prepareString(reply, payload)
      if (payload !== '') this.check(reply)
    } catch (error) {
      request[slots.route].fail(request, reply, markSerialization(error, request, this.parts))
      return
    }
    this.deliver(request, reply, prepared)
  }

  /** @throws ALC_ERR_RESPONSE_UNDECLARED */
  private check(reply: ServerReply): void {
    this.parts.answerCheck?.check(reply)
  }
}

function linkDelivery(parts: RouteParts): PayloadStage {
  const end = measured(parts, stageKey('write'), write)
  if (parts.hooks.onSend.length === 0) return end
  const first = linkStages([payloadHooks('onSend')], parts, end)
  return (request, reply, payload) => {
    holdPayload(reply, payload)
    first(request, reply, payload)
  }
}

/** The end of every reply. A reply that cannot be written goes to the error handlers. */
const write: PayloadStage = (request, reply, payload) => {
  if (reply[slots.phase] !== phases.sending) return // a time limit has answered in the meantime
  try {
    writeReply(reply, payload)
  } catch (error) {
    if (reply[slots.calling] === true) throw error
    dropPayload(reply, payload)
    request[slots.route].fail(request, reply, asFastify ? error : unwritten(reply, error))
  }
}

/** The error of a reply that was not written. In the core it names a head that was sent past the reply. */
function unwritten(reply: ServerReply, error: unknown): unknown {
  if (!reply.raw.headersSent) {
    if (!isInvalidPayload(error)) forgetHead(reply)
    return error
  }
  const isOurs = reply[slots.phase] !== phases.sending
  return isOurs ? error : new replyCodes.ALC_ERR_SEND_AFTER_RAW(reply[slots.route].name)
}

/** Opens a reply that has not begun, so that it can be sent again. Returns the error. */
function reopened(reply: ServerReply, error: unknown): unknown {
  if (reply[slots.phase] === phases.sending) reply[slots.phase] = phases.open
  return error
}

/** Removes the headers of a head that node rejected. They must not fail the answer to that error, too. */
export function forgetHead(reply: ServerReply): void {
  reply[slots.headers] = createHeaders()
  removePhrase(reply.raw, reply.request.raw)
}

/** JSON has no text for functions and symbols: sending one is a mistake, not an empty answer. */
function stringify(payload: unknown, parts: RouteParts): string {
  const result: string | undefined = JSON.stringify(payload)
  if (result === undefined && asFastify) return '' // an empty answer
  const lost = result === undefined ? { at: '', advice: withoutJson } : findLostEntries(payload, result)
  if (lost !== null) throw invalidPayload(payload, { route: nameOfRoute(parts), advice: `${placedAdvice(lost)}.` })
  return result
}

const withoutJson = 'It has no JSON. Send a value that JSON can express, text, bytes or a stream'

/** The declared content type. One without a subtype, such as that of `reply.type('json')`, is replaced. */
function declaredType(reply: ServerReply): ReturnType<ServerReply['raw']['getHeader']> {
  const type = reply[slots.headers]['content-type'] ?? reply.raw.getHeader('content-type')
  return type !== undefined && !String(type).includes('/') ? undefined : type
}

/**
 * Whether a payload is serialized: as JSON, unless its content type is another one. Sets a missing content type or
 * charset.
 */
function takesSerializer(reply: ServerReply): boolean {
  const headers = reply[slots.headers]
  const type = declaredType(reply)
  if (type === undefined) {
    if (!asFastify || reply[slots.serializer] === null) headers['content-type'] = json
    return true
  }
  if (type === json || reply[slots.serializer] !== null) return true
  const value = String(type)
  const bare = value.replace(/"(?:[^"\\]|\\.)*"/g, '""').toLowerCase() // a text in quotes is not a parameter
  if (!bare.includes('json')) return false
  if (!bare.includes('charset=')) headers['content-type'] = `${value.replace(/;\s*$/, '')}; charset=utf-8`
  return true
}

function prepareString(reply: ServerReply, payload: string): string | Buffer {
  const headers = reply[slots.headers]
  const type = declaredType(reply)
  if (type === undefined) {
    headers['content-type'] = text
    return payload
  }
  const own = reply[slots.serializer]
  if (own !== null) return own.call(reply, payload)
  takesSerializer(reply) // adds the charset to a JSON type
  return payload
}

/** Prepares bytes, streams and web responses, which are sent as they are. */
function prepareRaw(reply: ServerReply, payload: object): unknown {
  const bytes = toBuffer(payload)
  if (bytes === null) return payload
  reply[slots.headers]['content-type'] = (declaredType(reply) as string | undefined) ?? octets // this header has one value
  return bytes
}

function toBuffer(payload: object): Buffer | null {
  if (Buffer.isBuffer(payload)) return payload
  if (!ArrayBuffer.isView(payload)) return null
  return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
}

/** The common case, found without reading the properties of the object. */
function isPlain(payload: object): boolean {
  const prototype = Object.getPrototypeOf(payload)
  return prototype === Object.prototype || prototype === Array.prototype
}

function isRaw(payload: object): boolean {
  if (ArrayBuffer.isView(payload) || isResponse(payload)) return true
  return isNodeStream(payload) || isWebStream(payload)
}

/** Fastify's mark for an error of serialization: error handlers read it. */
function markSerialization(error: unknown, { method }: ServerRequest, { url }: RouteParts): unknown {
  if (isError(error) && Object.isExtensible(error)) Object.assign(error, { serialization: { method, url } })
  return error
}
