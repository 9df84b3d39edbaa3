import { type CodedError, causedBy, causeForLog } from '../../errors/coded-error.js'
import { replyCodes } from '../../errors/message-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { describeValue } from '../../support/values.js'

interface InvalidPayload {
  /** Description of the payload, if `describeValue` does not give it. */
  got?: string
  route: string
  /** Sentences for the developer. */
  advice: string
}

/**
 * The error of a payload that cannot be sent. Clients read its message, so the route and the advice are in its cause.
 * The log prints both.
 */
export function invalidPayload(
  payload: unknown,
  { got = describeValue(payload), route, advice }: InvalidPayload,
): CodedError {
  const error = new replyCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(got)
  return asFastify ? error : causedBy(error, causeForLog(`The payload of ${route} is ${got}. ${advice}`))
}

/** Whether the payload alone failed: the head of the reply is then a valid one. */
export function isInvalidPayload(error: unknown): boolean {
  return error instanceof replyCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE
}
