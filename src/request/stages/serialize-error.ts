import { causedBy } from '../../errors/coded-error.js'
import { replyCodes } from '../../errors/message-codes.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, readProperty } from '../../support/values.js'
import { createErrorBody, createThrownBody } from '../errors/error-answer.js'
import { invalidPayload } from '../message/invalid-payload.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { nameOfRoute, type RouteParts } from './route-parts.js'

/** Writes the body of the default answer to an error. It may change the status. */
export type SerializeError = (request: ServerRequest, reply: ServerReply, error: unknown) => string

export function errorSerializer(parts: RouteParts): SerializeError {
  const { serializers } = parts
  const { logs, exposure } = parts.settings
  /** Statuses whose schemas did not fit an error. */
  const reported = new Set<number>()

  /**
   * A schema for a status below 500, or for a class of failures, declares the application's errors. An error of alcove
   * that does not fit must not become another failure.
   */
  const isOfOthers = (failure: unknown, statusCode: number): boolean =>
    (failure instanceof schemaCodes.ALC_ERR_SERIALIZATION || failure instanceof schemaCodes.ALC_ERR_RESPONSE_INVALID) &&
    (statusCode < 500 || serializers?.keyOf(statusCode) !== String(statusCode))

  /** A response schema for the status also shapes errors (docs/guide/serialization.md). */
  return (request, reply, thrown) => {
    const { statusCode } = reply
    const error = exposure.exposes(thrown, statusCode) ? thrown : null
    const body = createThrownBody(error, statusCode)
    const serialize = serializers?.select(statusCode, String(reply[slots.headers]['content-type'])) ?? null
    if (serialize === null || parts.keysWithoutObjects?.has(serializers?.keyOf(statusCode) ?? '') === true)
      return JSON.stringify(body)
    try {
      const text: unknown = serialize(withFields(error, body))
      // The schema of another library may be asynchronous: then the body is sent as it is.
      if (text instanceof Promise) return abandonText(text, body)
      return checkText(text, parts)
    } catch (failure) {
      if (asFastify && failure instanceof replyCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE) {
        const { code, message } = failure
        return JSON.stringify({ statusCode: 500, code, message })
      }
      const isExpected = !asFastify && isOfOthers(failure, statusCode)
      // Any client can cause a 400, so the log gets one line for each status of the route.
      if (!isExpected || !reported.has(statusCode)) logs.serializerError(failure, request, reply, { statusCode })
      if (isExpected) {
        reported.add(statusCode)
        return JSON.stringify(createErrorBody(error, statusCode))
      }
      reply.code(500)
      const failed = causedBy(
        new replyCodes.FST_ERR_FAILED_ERROR_SERIALIZATION(
          String(readProperty(failure, 'message')),
          String(createErrorBody(error, statusCode).message),
        ),
        failure,
      )
      if (asFastify) return JSON.stringify({ statusCode: 500, code: failed.code, message: failed.message })
      return JSON.stringify(createErrorBody(exposure.exposes(failed, 500) ? failed : null, 500))
    }
  }
}

/**
 * The value that a schema of the application writes: the body, with the properties of the error. `Object.keys` lists
 * those of the body only. A schema that allows any property must not send the query of a database. On the drop-in, as in
 * Fastify, it lists none.
 */
function withFields(error: unknown, body: object): object {
  if (typeof error !== 'object' || error === null) return body
  if (!asFastify) return hiding(error, body)
  const { statusCode, error: phrase, message } = body as Record<string, unknown> // of an error, which has these fields
  return Object.create(error, {
    error: { value: phrase },
    message: { value: message },
    statusCode: { value: statusCode },
  })
}

/** A copy of the body with the other properties of the error, which are not enumerable. */
function hiding(error: object, body: object): object {
  const value = { ...body }
  for (const [key, own] of Object.entries(error))
    if (!Object.hasOwn(body, key)) Object.defineProperty(value, key, { value: own })
  return value
}

function abandonText(pending: Promise<unknown>, body: object): string {
  containRejection(pending)
  return JSON.stringify(body)
}

/** A serializer of the application may return any value. A stream would be read where its failure is not handled. */
function checkText(serialized: unknown, parts: RouteParts): string {
  if (typeof serialized === 'string') return serialized
  containRejection(serialized)
  const advice = 'A serializer gave it for an error. Return text from the serializer.'
  throw invalidPayload(serialized, { route: nameOfRoute(parts), advice })
}
