import type { Reply } from '../../contracts/reply.js'
import type { ExposeServerErrors } from '../../contracts/server-options.js'
import { hasCauseForLog } from '../../errors/coded-error.js'
import { framingCodes, replyCodes } from '../../errors/message-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { errorCodes } from '../../errors/table.js'
import { STATUS_CODES } from '../../packages/node.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { lazy } from '../../support/lazy.js'
import { cut, isObject, isPlainObject, readProperty } from '../../support/values.js'

/** The body of the answer to an error (docs/guide/errors.md). */
export interface ErrorBody {
  statusCode: number
  code?: string
  /** The phrase of the status. On the drop-in it is missing for a status without one. */
  error: string | undefined
  /** On the drop-in it is missing if the error has no message. */
  message: string | undefined
}

/** The fields of an error that this file reads. Any value can be thrown, so each field can have any type. */
interface ErrorLike {
  statusCode?: unknown
  status?: unknown
  code?: unknown
  message?: unknown
  headers?: unknown
  validation?: unknown
  expose?: unknown
}

type OwnCode = keyof typeof errorCodes

/**
 * The codes of alcove's errors with status 500 or above whose messages clients may read. Messages of its other errors
 * contain schemas, values and names of modules.
 */
const shown = lazy(() => {
  const codes = new Set<string>([
    ...Object.keys(replyCodes),
    ...Object.keys(framingCodes),
    'FST_ERR_ASYNC_CONSTRAINT' satisfies OwnCode,
    'FST_ERR_HANDLER_TIMEOUT' satisfies OwnCode,
    'ALC_ERR_TRANSFER_CODING' satisfies OwnCode, // a fault of the client, whose status is above 500
  ])
  codes.delete('FST_ERR_FAILED_ERROR_SERIALIZATION' satisfies OwnCode)
  return codes
})

/**
 * The largest number of characters of the message of a failed validation. The client's data must not decide how long an
 * answer is.
 */
const longestRefusal = 8192

/**
 * The status of an error. An error without a status gets the status of the reply if that is 400 or above, or else 500.
 */
export function statusOf(error: unknown, set: number): number {
  const { statusCode, status } = toErrorLike(error)
  return readStatus(statusCode) ?? readStatus(status) ?? readStatus(set) ?? 500
}

/** Sets the status and the headers of an error on the reply. */
export function applyError(error: unknown, reply: Reply): void {
  const { headers } = toErrorLike(error)
  reply.code(statusOf(error, reply.statusCode))
  if (typeof headers === 'object' && headers !== null) reply.headers(headers as Record<string, string>) // node checks them
}

/**
 * The body that reports an error to a client. For a request that failed validation it has exactly status, phrase and
 * message.
 */
export function createErrorBody(error: unknown, statusCode: number): ErrorBody {
  if (asFastify && error !== null && error !== undefined) return createFastifyBody(error, statusCode)
  const { code, message, validation } = toErrorLike(error)
  const phrase = STATUS_CODES[statusCode] ?? 'Error'
  const text = typeof message === 'string' && !isInside(error, statusCode) ? message : phrase
  // Plugins validate replies, too. The errors of such a validation keep their code.
  const isRefusal = validation !== undefined && statusCode < 500
  if (isRefusal) return { statusCode, error: phrase, message: cut(text, longestRefusal) }
  if (typeof code !== 'string') return { statusCode, error: phrase, message: text }
  return { statusCode, code, error: phrase, message: text }
}

/** Fastify writes code and message as text, whatever their types are. A database may have numeric codes. */
function createFastifyBody(error: unknown, statusCode: number): ErrorBody {
  const { code, message } = Object(error) as ErrorLike // a primitive has neither field
  const phrase = STATUS_CODES[statusCode]
  const body = { statusCode, error: phrase, message: writtenText(message) }
  if (code === undefined || error instanceof serverCodes.FST_ERR_ASYNC_CONSTRAINT) return body
  return { statusCode, code: writtenText(code), error: phrase, message: body.message }
}

/** Converts a value to text as a schema with the type `string` does. */
function writtenText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value instanceof Date) return value.toISOString()
  return value === null ? '' : String(value)
}

/** Decides which errors clients may read: the option `exposeServerErrors`. */
export interface Exposure {
  exposes(error: unknown, statusCode: number): boolean
  /** Whether an error of status 500 and above is answered without its message or its fix. Then only the log has them. */
  withholds(error: unknown, statusCode: number): boolean
}

const everything: Exposure = { exposes: () => true, withholds: () => false }

export function exposureOf(option: ExposeServerErrors): Exposure {
  if (option === true) return everything
  const mayExpose = option === 'with-status' ? hasStatus : isMeantForClients
  const exposes: Exposure['exposes'] = (error, statusCode) =>
    !isKeptFromClients(error) && (statusCode < 500 || mayExpose(error))
  return {
    exposes,
    withholds: (error, status) =>
      status >= 500 && (!exposes(error, status) || isInside(error, status) || hasCauseForLog(error)),
  }
}

/** An error with a status is about HTTP. Errors of a database or a file system have no status. */
function hasStatus(error: unknown): boolean {
  const { statusCode, status } = toErrorLike(error)
  return readStatus(statusCode) !== undefined || readStatus(status) !== undefined || isMeantForClients(error)
}

/**
 * http-errors adds a status to errors of other code, such as errors of a file system. It then writes `expose: false`
 * onto them. Its own errors inherit `expose`. For its errors with status 500 or above the inherited value is `false`,
 * although the application wrote their messages.
 */
function isKeptFromClients(error: unknown): boolean {
  return isObject(error) && Object.hasOwn(error, 'expose') && toErrorLike(error).expose === false
}

function isMeantForClients(error: unknown): boolean {
  return toErrorLike(error).expose === true
}

/** Whether an error is one of alcove's whose message describes the inside of the server. */
function isInside(error: unknown, statusCode: number): boolean {
  if (asFastify || statusCode < 500 || !(error instanceof Error)) return false
  const code: unknown = readProperty(error.constructor, 'code')
  if (typeof code !== 'string' || !Object.hasOwn(errorCodes, code)) return false
  return errorCodes[code as OwnCode] === error.constructor && !shown().has(code) // checked by the comparison on this line
}

/**
 * The body that is sent for a thrown value. Only the four fields of an error are sent. A plain object is an answer that
 * the application threw to end the request, and is sent whole.
 */
export function createThrownBody(thrown: unknown, statusCode: number): object {
  // An instance of a class may contain data that was not written for a client.
  return isPlainObject(thrown) && !asFastify ? thrown : createErrorBody(thrown, statusCode)
}

/** Reads only the statuses of errors: a thrown `{ status: 200 }` is still a failure. Fastify also takes a text. */
function readStatus(value: unknown): number | undefined {
  const status = asFastify && typeof value === 'string' ? Number(value) : value
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined
}

function toErrorLike(error: unknown): ErrorLike {
  if (isObject(error)) return error
  return error === null || error === undefined ? {} : { message: String(error) }
}
