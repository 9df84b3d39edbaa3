import { STATUS_CODES } from 'node:http'
import type { Reply } from '../contracts/reply.js'

/** The body of an answer to an error (SPEC.md 7, API.md 7). */
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
}

/** Sets status and headers of a reply as an error asks for. */
export function applyError(error: unknown, reply: Reply): void {
  const { statusCode, status, headers } = toErrorLike(error)
  const set = reply.statusCode
  reply.code(readStatus(statusCode) ?? readStatus(status) ?? readStatus(set) ?? 500)
  if (typeof headers === 'object' && headers !== null) reply.headers(headers as Record<string, string>) // node checks them
}

/** The body that tells a client of an error: for a failed validation exactly status, phrase and message. */
export function createErrorBody(error: unknown, statusCode: number): ErrorBody {
  const { code, message, validation } = toErrorLike(error)
  const phrase = STATUS_CODES[statusCode] ?? 'Error'
  const text = typeof message === 'string' ? message : phrase
  if (typeof code !== 'string' || validation !== undefined) return { statusCode, error: phrase, message: text }
  return { statusCode, code, error: phrase, message: text }
}

/** Only errors are statuses here: a thrown `{ status: 200 }` is still a failure. */
function readStatus(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined
}

function toErrorLike(error: unknown): ErrorLike {
  if (typeof error === 'object' && error !== null) return error
  return error === null || error === undefined ? {} : { message: String(error) }
}
