import type { HttpPart, SchemaFailure, ValidationContext } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, cut, describeValue, isRecord, isThenable } from '../../support/values.js'

/**
 * A request that failed validation (docs/guide/errors.md). `instanceof` is true for every such error. It may come from
 * the default formatter, a formatter of the application, or another validation library.
 */
export class ValidationError extends schemaCodes.FST_ERR_VALIDATION {
  /** The failures as the validator reported them. For another library, the value of its `error`. */
  declare validation: SchemaFailure[]
  /** The part of the request that failed. */
  declare validationContext: ValidationContext
}

// A subclass inherits this method, and must accept only its own instances.
function hasInstance(this: unknown, value: unknown): boolean {
  if (this !== ValidationError) return Function.prototype[Symbol.hasInstance].call(this, value)
  return value instanceof Error && 'validation' in value && 'validationContext' in value
}

Object.defineProperty(ValidationError, Symbol.hasInstance, { value: hasInstance })

const contexts: Record<HttpPart, ValidationContext> = {
  body: 'body',
  querystring: (asFastify ? 'querystring' : 'query') as 'query', // alcove does not use Fastify's name
  params: 'params',
  headers: 'headers',
}

/** The number of failures in the default message, and its greatest length in characters. */
const shownFailures = 10
const longestMessage = 2000

/** A formatter that already has its instance. */
type BoundFormatter = (errors: SchemaFailure[], dataVar: HttpPart) => Error

/**
 * The message that docs/guide/errors.md describes: part and path, then the expected value. A long list of failures is
 * cut.
 */
export const formatSchemaErrors: BoundFormatter = (errors, dataVar) => {
  const message = cut(messageOf(errors, dataVar), longestMessage)
  return withoutStack(() => new ValidationError(message))
}

/**
 * A failed validation is a fault of the client, so the stack of the server's functions does not help. Creating the
 * stack was half of the cost of a 400 (10 of 60 µs, `npm run bench -- --only W4`).
 */
function withoutStack<T>(make: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

// Other libraries report failures in any form. The default formatter makes a sentence of each form.
function messageOf(errors: unknown, dataVar: HttpPart): string {
  if (Array.isArray(errors) && errors.length === 1) return failureText(errors[0], dataVar)
  if (Array.isArray(errors) && errors.length > 0) {
    const shown = errors.slice(0, shownFailures).map((failure) => failureText(failure, dataVar))
    const more = errors.length - shown.length
    return more > 0 ? `${shown.join(', ')} … and ${more} more` : shown.join(', ')
  }
  return failureText(errors, dataVar)
}

function failureText(failure: unknown, dataVar: HttpPart): string {
  if (typeof failure === 'string' && failure !== '') return `${dataVar} ${failure}`
  if (typeof failure !== 'object' || failure === null) return `${dataVar} is not valid`
  const { instancePath, dataPath, message } = failure as Record<string, unknown> // checked below
  const path = typeof instancePath === 'string' ? instancePath : typeof dataPath === 'string' ? dataPath : ''
  return `${dataVar}${cut(path, 200)} ${typeof message === 'string' ? message : 'is not valid'}`
}

/** The error of a failed validation with all the members that docs/guide/errors.md describes. */
export function validationErrorOf(failure: unknown, part: HttpPart, formatErrors: BoundFormatter): Error {
  if (!(failure instanceof Error)) return marked(formatted(failure, part, formatErrors), failure, part)
  const failures = asyncFailures(failure)
  if (failures !== null) return marked(formatted(failures, part, formatErrors), failures, part)
  return marked(failure, failure, part)
}

// The default validator rejects an asynchronous validation with its failures in `errors` and `validation: true`.
function asyncFailures(error: Error): unknown[] | null {
  const { errors, validation } = error as { errors?: unknown; validation?: unknown } // checked below
  return validation === true && Array.isArray(errors) ? errors : null
}

function formatted(failure: unknown, part: HttpPart, formatErrors: BoundFormatter): Error {
  // Failures of other libraries are passed on unchanged.
  const error: unknown = formatErrors(failure as SchemaFailure[], part)
  if (error instanceof Error || (asFastify && isRecord(error) && !isThenable(error))) return error as Error // Fastify sends any object
  containRejection(error) // an async formatter returns a promise
  throw new schemaCodes.ALC_ERR_SCHEMA_FORMATTER_RESULT(describeValue(error))
}

interface Marked {
  statusCode?: unknown
  code?: unknown
  validation?: unknown
  validationContext?: unknown
}

function marked(given: Error, validation: unknown, part: HttpPart): Error {
  const error: Error & Marked = Object.isExtensible(given) ? given : new ValidationError(given.message)
  if (error !== given) error.cause = given
  if (typeof error.statusCode !== 'number') error.statusCode = 400
  if (typeof error.code !== 'string') error.code = 'FST_ERR_VALIDATION'
  // An error that a validator made itself may name its part. The codec of a library does that.
  const hasOwnPart = validation === given && error.validationContext !== undefined
  if (validation === given) markItself(error, validation)
  else error.validation = validation
  if (!hasOwnPart) error.validationContext = contexts[part]
  return error
}

// For an error of another library, `validation` is the error itself. The property is not enumerable, so that printing
// does not loop.
function markItself(error: Error & Marked, validation: unknown): void {
  if (error.validation !== undefined) return
  Object.defineProperty(error, 'validation', { value: validation, writable: true, configurable: true })
}
