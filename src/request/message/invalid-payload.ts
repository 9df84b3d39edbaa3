import { type CodedError, causedBy, causeForLog } from '../../errors/coded-error.js'
import { replyCodes } from '../../errors/message-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { describeValue } from '../../support/values.js'

interface InvalidPayload {
  /** The description of the payload; by default the result of `describePayload`. */
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
  { got = describePayload(payload), route, advice }: InvalidPayload,
): CodedError {
  const error = new replyCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(got)
  return asFastify ? error : causedBy(error, causeForLog(`The payload of ${route} is ${got}. ${advice}`))
}

/**
 * Names a class of JavaScript or of node, such as Map. It does not name classes of the application, because clients
 * read the message.
 */
function describePayload(payload: unknown): string {
  if (asFastify || typeof payload !== 'object' || payload === null) return describeValue(payload)
  const name = tagOf(payload)
  return named.has(name) ? `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}` : describeValue(payload)
}

/** The only tags that a message contains, because an object can have any tag and clients read the message. */
const named: ReadonlySet<string> = new Set([
  ...['Map', 'Set', 'Promise', 'Generator', 'AsyncGenerator', 'Blob', 'File', 'FormData', 'URLSearchParams'],
  ...['Headers', 'ArrayBuffer'],
])

function tagOf(value: object): string {
  try {
    return Object.prototype.toString.call(value).slice('[object '.length, -1)
  } catch {
    return 'Object' // the getter of the tag threw
  }
}

/** Whether only the payload failed. The head of the reply is valid then. */
export function isInvalidPayload(error: unknown): boolean {
  return error instanceof replyCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE
}
