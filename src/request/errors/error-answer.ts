import { STATUS_CODES } from 'node:http'
import type { Reply } from '../../contracts/reply.js'
import type { ExposeServerErrors } from '../../contracts/server-options.js'
import { framingCodes } from '../../errors/framing-codes.js'
import { replyCodes } from '../../errors/message-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { errorCodes } from '../../errors/table.js'
import { asFastify } from '../../support/as-fastify.js'
import { cut, isPlainObject, readProperty } from '../../support/values.js'

/** The body of an answer to an error (docs/guide/errors.md). */
export interface ErrorBody {
  statusCode: number
  code?: string
  error: string
  message: string
}

/** What errors are read for; anything can be thrown. */
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

/** Our errors of status 500 and above that clients may read: the others name schemas, values and modules. */
const shown = new Set<string>([
  ...Object.keys(replyCodes),
  ...Object.keys(framingCodes),
  'FST_ERR_ASYNC_CONSTRAINT' satisfies OwnCode,
  'FST_ERR_HANDLER_TIMEOUT' satisfies OwnCode,
  'ALC_ERR_TRANSFER_CODING' satisfies OwnCode, // a fault of the client, whose status is above 500
])
shown.delete('FST_ERR_FAILED_ERROR_SERIALIZATION' satisfies OwnCode)

/** Characters of the message of a failed validation: what clients send must not decide how much they are sent. */
const longestRefusal = 8192

/** The status that an error asks for; else the one that was set, where it is one of errors; else 500. */
export function statusOf(error: unknown, set: number): number {
  const { statusCode, status } = toErrorLike(error)
  return readStatus(statusCode) ?? readStatus(status) ?? readStatus(set) ?? 500
}

/** Sets status and headers of a reply as an error asks for. */
export function applyError(error: unknown, reply: Reply): void {
  const { headers } = toErrorLike(error)
  reply.code(statusOf(error, reply.statusCode))
  if (typeof headers === 'object' && headers !== null) reply.headers(headers as Record<string, string>) // node checks them
}

/** The body that tells a client of an error: for a request that failed validation exactly status, phrase and message. */
export function createErrorBody(error: unknown, statusCode: number): ErrorBody {
  const { code, message, validation } = toErrorLike(error)
  const phrase = STATUS_CODES[statusCode] ?? 'Error'
  const text = typeof message === 'string' && !isInside(error, statusCode) ? message : phrase
  const isRefusal = validation !== undefined && statusCode < 500 // plugins validate replies, too: those keep their code
  if (isRefusal && !asFastify) return { statusCode, error: phrase, message: cut(text, longestRefusal) }
  const isCodeless = asFastify && error instanceof serverCodes.FST_ERR_ASYNC_CONSTRAINT
  if (typeof code !== 'string' || isCodeless) return { statusCode, error: phrase, message: text }
  return { statusCode, code, error: phrase, message: text }
}

/** Which errors clients may read: the option `exposeServerErrors`. */
export interface Exposure {
  exposes(error: unknown, statusCode: number): boolean
  /** Whether an error of status 500 and above is answered without its message. Only the log has it then. */
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
    withholds: (error, status) => status >= 500 && (!exposes(error, status) || isInside(error, status)),
  }
}

/** An error with a status is about HTTP. Errors of a database or a file system have none. */
function hasStatus(error: unknown): boolean {
  const { statusCode, status } = toErrorLike(error)
  return readStatus(statusCode) !== undefined || readStatus(status) !== undefined || isMeantForClients(error)
}

/**
 * http-errors writes `expose: false` onto foreign errors that it gives a status, such as those of a file system. Errors of
 * its own inherit theirs: with a status of 500 and above all of them have `false`, and somebody wrote their messages.
 */
function isKeptFromClients(error: unknown): boolean {
  return isObject(error) && Object.hasOwn(error, 'expose') && toErrorLike(error).expose === false
}

function isMeantForClients(error: unknown): boolean {
  return toErrorLike(error).expose === true
}

/** Whether the message of an error of ours speaks of the server's inside. */
function isInside(error: unknown, statusCode: number): boolean {
  if (asFastify || statusCode < 500 || !(error instanceof Error)) return false
  const code: unknown = readProperty(error.constructor, 'code')
  if (typeof code !== 'string' || !Object.hasOwn(errorCodes, code)) return false
  return errorCodes[code as OwnCode] === error.constructor && !shown.has(code) // just seen
}

/**
 * What is sent for something thrown: of an error its four facts and no more. A plain object is no error but an answer
 * that the application wrote, thrown to end the request: it goes out whole.
 */
export function createThrownBody(thrown: unknown, statusCode: number): object {
  // An instance of a class may hold what nobody wrote for a client.
  return isPlainObject(thrown) ? thrown : createErrorBody(thrown, statusCode)
}

/** Only errors are statuses here: a thrown `{ status: 200 }` is still a failure. */
function readStatus(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function toErrorLike(error: unknown): ErrorLike {
  if (isObject(error)) return error
  return error === null || error === undefined ? {} : { message: String(error) }
}
