// Hot path: from the payload to the socket.
import { replyCodes } from '../../errors/message-codes.js'
import { describeValue, isError, isThenable } from '../../support/values.js'
import { ChosenAnswer } from '../message/answer.js'
import { phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import { createHeaders } from '../message/reply-headers.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { isResponse, writeReply } from '../message/write-reply.js'
import { isNodeStream, isWebStream } from '../message/write-stream.js'
import { payloadHooks } from './hook-stages.js'
import { measuredPayload } from './measure.js'
import { stageKey } from './route-meter.js'
import { linkStages, type PayloadStage, type RouteParts, type Stage } from './route-parts.js'

const json = 'application/json; charset=utf-8'
const text = 'text/plain; charset=utf-8'
const octets = 'application/octet-stream'

/** How a route sends. */
export interface Sending {
  /** Any payload but an error. */
  send: PayloadStage
  /** A payload that is serialized already: `onSend` hooks and the socket. */
  deliver: PayloadStage
  serialize: (reply: ServerReply, payload: unknown) => string | Buffer
}

export function createSending(parts: RouteParts): Sending {
  const serialize = createSerialize(parts)
  const { answerCheck } = parts
  const deliver = linkStages<PayloadStage>(
    [payloadHooks('onSend')],
    parts,
    measuredPayload(parts, stageKey('write'), write),
  )
  const serializing = stageKey(parts.serializers === null ? 'serialize' : 'serialize by schema')
  const serializeAndDeliver = measuredPayload(parts, serializing, (request, reply, payload) => {
    let serialized: string | Buffer
    try {
      const own = reply[slots.serializer]
      if (own === null) serialized = serialize(reply, payload)
      else {
        if (answerCheck !== null && payload !== null) answerCheck.check(reply)
        serialized = own(payload)
      }
      if (typeof serialized !== 'string' && isThenable(serialized)) {
        awaitText(request, reply, serialized)
        return
      }
    } catch (error) {
      request[slots.route].fail(request, reply, markSerialization(error, request, parts))
      return
    }
    deliver(request, reply, serialized)
  })
  /** A library may validate an answer asynchronously. */
  const awaitText = (request: ServerRequest, reply: ServerReply, pending: PromiseLike<unknown>) => {
    pending.then(
      (written) => deliver(request, reply, written),
      (error) => request[slots.route].fail(request, reply, markSerialization(error, request, parts)),
    )
  }
  const transform = linkStages<PayloadStage>([payloadHooks('preSerialization')], parts, serializeAndDeliver)

  const send: PayloadStage = (request, reply, payload) => {
    reply[slots.phase] = phases.sending
    try {
      sendByType(request, reply, payload)
    } catch (error) {
      request[slots.route].fail(request, reply, error) // an object that throws when it is looked at
    }
  }

  const sendByType: PayloadStage = (request, reply, payload) => {
    if (payload === null) sendNull(request, reply)
    else if (typeof payload === 'object') {
      if (isPlain(payload)) sendValue(request, reply, payload)
      else sendInstance(request, reply, payload)
    } else if (typeof payload === 'string') sendString(request, reply, payload)
    else if (payload === undefined) deliver(request, reply, payload)
    else sendValue(request, reply, payload)
  }

  const sendValue: PayloadStage = (request, reply, payload) => {
    if (takesSerializer(reply)) transform(request, reply, payload)
    else deliverChecked(request, reply, payload)
  }

  const sendInstance = (request: ServerRequest, reply: ServerReply, payload: object) => {
    if (payload instanceof ChosenAnswer) sendAnswer(request, reply, payload)
    else if (!isRaw(payload)) sendValue(request, reply, payload)
    else if (ArrayBuffer.isView(payload) && payload.byteLength > 0)
      deliverChecked(request, reply, prepareRaw(reply, payload))
    else deliver(request, reply, prepareRaw(reply, payload))
  }

  const sendAnswer = (request: ServerRequest, reply: ServerReply, { status, body, headers }: ChosenAnswer) => {
    reply.code(status).headers(headers)
    if (body instanceof Error) request[slots.route].fail(request, reply, body)
    else send(request, reply, body)
  }

  /** What no schema writes: streams are not among it. */
  const deliverChecked: PayloadStage =
    answerCheck === null
      ? deliver
      : (request, reply, payload) => {
          try {
            answerCheck.check(reply)
          } catch (error) {
            request[slots.route].fail(request, reply, error)
            return
          }
          deliver(request, reply, payload)
        }

  /** `null` is a value of JSON; `preSerialization` hooks do not see it. */
  const sendNull: Stage = (request, reply) => {
    if (takesSerializer(reply)) serializeAndDeliver(request, reply, null)
    else deliver(request, reply, null)
  }

  const sendString = (request: ServerRequest, reply: ServerReply, payload: string) => {
    let prepared: string | Buffer
    try {
      prepared = prepareString(reply, payload)
      if (answerCheck !== null && payload !== '') answerCheck.check(reply)
    } catch (error) {
      request[slots.route].fail(request, reply, markSerialization(error, request, parts))
      return
    }
    deliver(request, reply, prepared)
  }

  return { send, deliver, serialize }
}

/** The end of every reply. A reply that cannot be written goes to the error handlers with its headers dropped. */
const write: PayloadStage = (request, reply, payload) => {
  if (reply[slots.phase] !== phases.sending) return // a time limit has answered meanwhile
  try {
    writeReply(reply, payload)
  } catch (error) {
    if (!reply.raw.headersSent) forgetHead(reply)
    request[slots.route].fail(request, reply, error)
  }
}

/** Node refused the head: what was set for it must not fail the answer to that failure too. */
function forgetHead(reply: ServerReply): void {
  reply[slots.headers] = createHeaders()
  reply.raw.statusMessage = ''
}

function createSerialize({ serializers, replySerializer, answerCheck }: RouteParts): Sending['serialize'] {
  const bySchema = (reply: ServerReply, payload: unknown): string | null => {
    const type = reply[slots.headers]['content-type']
    const own = serializers?.select(reply.raw.statusCode, type === undefined ? undefined : String(type)) ?? null
    return own === null ? null : own(payload)
  }
  const checked = (reply: ServerReply, payload: unknown) => {
    if (answerCheck !== null && payload !== null) answerCheck.check(reply)
    return payload
  }
  if (replySerializer !== null)
    return (reply, payload) => replySerializer(checked(reply, payload), reply.raw.statusCode)
  if (serializers === null) return (_reply, payload) => stringify(payload)
  return (reply, payload) => bySchema(reply, payload) ?? stringify(checked(reply, payload))
}

/** JSON has no text for functions and symbols: sending one is a mistake, not an empty answer. */
function stringify(payload: unknown): string {
  const result: string | undefined = JSON.stringify(payload)
  if (result === undefined) throw new replyCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(describeValue(payload))
  return result
}

/** Objects are serialized as JSON unless a content type says that they are something else. */
function takesSerializer(reply: ServerReply): boolean {
  const headers = reply[slots.headers]
  const type = headers['content-type'] ?? reply.raw.getHeader('content-type')
  if (type === undefined) {
    headers['content-type'] = json
    return true
  }
  if (type === json || reply[slots.serializer] !== null) return true
  const value = String(type)
  const bare = value.replace(/"(?:[^"\\]|\\.)*"/g, '""').toLowerCase() // what stands in quotes is no parameter
  if (!bare.includes('json')) return false
  if (!bare.includes('charset=')) headers['content-type'] = `${value.replace(/;\s*$/, '')}; charset=utf-8`
  return true
}

function prepareString(reply: ServerReply, payload: string): string | Buffer {
  const headers = reply[slots.headers]
  const type = headers['content-type'] ?? reply.raw.getHeader('content-type')
  if (type === undefined) {
    headers['content-type'] = text
    return payload
  }
  const own = reply[slots.serializer]
  if (own !== null) return own(payload)
  takesSerializer(reply) // adds the charset to a JSON type
  return payload
}

/** Bytes, streams and web responses go out as they are. */
function prepareRaw(reply: ServerReply, payload: object): unknown {
  const bytes = toBuffer(payload)
  if (bytes === null) return payload
  reply[slots.headers]['content-type'] ??= (reply.raw.getHeader('content-type') as string | undefined) ?? octets // this header has one value
  return bytes
}

function toBuffer(payload: object): Buffer | null {
  if (Buffer.isBuffer(payload)) return payload
  if (!ArrayBuffer.isView(payload)) return null
  return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
}

/** The common case, told apart without a look at the object's properties. */
function isPlain(payload: object): boolean {
  const prototype = Object.getPrototypeOf(payload)
  return prototype === Object.prototype || prototype === Array.prototype
}

function isRaw(payload: object): boolean {
  if (ArrayBuffer.isView(payload) || isResponse(payload)) return true
  return isNodeStream(payload) || isWebStream(payload)
}

/** Fastify's name for «this failed while being serialized»: error handlers look at it. */
function markSerialization(error: unknown, { method }: ServerRequest, { url }: RouteParts): unknown {
  if (isError(error) && Object.isExtensible(error)) Object.assign(error, { serialization: { method, url } })
  return error
}
