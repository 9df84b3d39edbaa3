import type { HttpPart, SchemaErrorFormatter, SchemaFailure, ValidationContext } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, cut, describeValue } from '../../support/values.js'

/**
 * A request that failed validation (docs/guide/errors.md). `instanceof` holds for every such error, whoever made it: the
 * default formatter, a formatter of the application's, or another validation library.
 */
export class ValidationError extends schemaCodes.FST_ERR_VALIDATION {
  /** The failures as the validator reported them; with another library, whatever its `error` held. */
  declare validation: SchemaFailure[]
  /** The part of the request that failed. */
  declare validationContext: ValidationContext
}

// A subclass inherits the test, and asks for its own instances only.
function hasInstance(this: unknown, value: unknown): boolean {
  if (this !== ValidationError) return Function.prototype[Symbol.hasInstance].call(this, value)
  return value instanceof Error && 'validation' in value && 'validationContext' in value
}

Object.defineProperty(ValidationError, Symbol.hasInstance, { value: hasInstance })

const contexts: Record<HttpPart, ValidationContext> = {
  body: 'body',
  querystring: (asFastify ? 'querystring' : 'query') as 'query', // Fastify's name is none of ours
  params: 'params',
  headers: 'headers',
}

/** How many failures the default message spells out, and its greatest length in characters. */
const shownFailures = 10
const longestMessage = 2000

/** The message of docs/guide/errors.md: part and path, then what was expected there; many failures are cut short. */
export const formatSchemaErrors: SchemaErrorFormatter = (errors, dataVar) => {
  const message = cut(messageOf(errors, dataVar), longestMessage)
  return withoutStack(() => new ValidationError(message))
}

/**
 * A failed validation is the client's mistake: the way through the server's own functions says nothing of it, and
 * walking the stack was half of the cost of a 400 (10 of 60 µs, `npm run bench -- --only W4`).
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

// Other libraries hand over what they like: the default formatter must make a sentence of anything.
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
  const { instancePath, dataPath, message } = failure as Record<string, unknown> // read, not trusted
  const path = typeof instancePath === 'string' ? instancePath : typeof dataPath === 'string' ? dataPath : ''
  return `${dataVar}${cut(path, 200)} ${typeof message === 'string' ? message : 'is not valid'}`
}

/** The error of a failed validation with all that docs/guide/errors.md promises on it. */
export function validationErrorOf(failure: unknown, part: HttpPart, formatErrors: SchemaErrorFormatter): Error {
  if (!(failure instanceof Error)) return marked(formatted(failure, part, formatErrors), failure, part)
  const failures = asyncFailures(failure)
  if (failures !== null) return marked(formatted(failures, part, formatErrors), failures, part)
  return marked(failure, failure, part)
}

// The default validator rejects an asynchronous validation with its failures in `errors` and `validation: true`.
function asyncFailures(error: Error): unknown[] | null {
  const { errors, validation } = error as { errors?: unknown; validation?: unknown } // read, not trusted
  return validation === true && Array.isArray(errors) ? errors : null
}

function formatted(failure: unknown, part: HttpPart, formatErrors: SchemaErrorFormatter): Error {
  const error: unknown = formatErrors(failure as SchemaFailure[], part) // other libraries' failures go through as they are
  if (error instanceof Error) return error
  containRejection(error) // of an async formatter
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
  // An error that a validator made itself may name its part, as the codec of a library does.
  if (validation !== given || error.validationContext === undefined) error.validationContext = contexts[part]
  if (validation === given) markItself(error, validation)
  else error.validation = validation
  return error
}

// A library's error stands for itself in `validation`: not enumerable, so that nothing prints it in a circle.
function markItself(error: Error & Marked, validation: unknown): void {
  if (error.validation !== undefined) return
  Object.defineProperty(error, 'validation', { value: validation, writable: true, configurable: true })
}
