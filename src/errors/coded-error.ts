import { fileURLToPath } from 'node:url'
import { createFastifyError } from '../packages/libraries.cjs'
import { asFastify } from '../support/as-fastify.js'
import { ownPackage } from '../support/own-package.js'
import { fastifyTexts } from './fastify-texts.js'

/** The page about a code: a file of the package, because the pages have no address of their own. */
function pageOf(code: string): string {
  const page = `docs/errors/${code}.md`
  const own = ownPackage()
  return own === null ? `alcove/${page}` : fileURLToPath(new URL(page, own))
}

/** What every error of alcove carries besides its message. */
export interface CodedError extends Error {
  /** `FST_ERR_…` for a condition that Fastify 5 documents, `ALC_ERR_…` for our own. */
  code: string
  /** HTTP status of the answer when the error reaches a client. */
  statusCode: number
  cause?: unknown
  /** `file:line:column` of the declaration that an error of the boot is about, where it is known. */
  declaredAt?: string
  /** What that declaration is of: `Users.read`, `GET /users`. Not enumerable. */
  declaredBy?: string
  /** The page about this code: what happened, why, an example, the way out. Not enumerable, so nobody is sent it. */
  readonly help: string
}

/** A class of coded errors: `new`, `instanceof` and `code` are all that callers use. */
export interface CodedErrorClass<Args extends readonly unknown[]> {
  new (...args: Args): CodedError
  readonly code: string
  readonly statusCode: number
}

export type ErrorBase = 'Error' | 'TypeError' | 'RangeError' | 'SyntaxError'

const bases = { Error, TypeError, RangeError, SyntaxError }

/**
 * Makes one entry of the error table.
 *
 * @param ownMessage builds the text from the things involved; it ends with the way out
 */
export function defineError<Args extends readonly unknown[]>(
  code: string,
  statusCode: number,
  ownMessage: (...args: Args) => string,
  base: ErrorBase = 'Error',
): CodedErrorClass<Args> {
  const message = asFastify ? (textOfFastify<Args>(code) ?? ownMessage) : ownMessage
  const Base: ErrorConstructor = bases[base]
  if (isFastifyCondition(code)) return defineFastifyError({ code, statusCode, Base, message })
  const Class = class extends Base implements CodedError {
    static readonly code = code
    static readonly statusCode = statusCode
    code = code
    statusCode = statusCode
    declare cause?: unknown
    declare declaredAt?: string
    declare declaredBy?: string

    constructor(...args: Args) {
      super(message(...args))
    }

    get help(): string {
      return pageOf(code)
    }

    override toString(): string {
      return asFastify ? super.toString() : `${this.name} [${this.code}]: ${this.message}`
    }
  }
  // Fastify's users read `FastifyError` in logs; ours read the table's own name once, on the prototype.
  const name = asFastify ? 'Error' : 'AlcoveError'
  Object.defineProperty(Class, 'name', { value: name }) // node prints it for an uncaught error
  Object.defineProperty(Class.prototype, 'name', { value: name, writable: true, configurable: true })
  return Class
}

/** Fastify makes a plain `Error` of a failed validation; ours is a class of our own. */
function isFastifyCondition(code: string): boolean {
  return (asFastify || code.startsWith('FST_ERR_')) && code !== 'FST_ERR_VALIDATION'
}

/** It takes what our own message takes. */
function textOfFastify<Args extends readonly unknown[]>(code: string): ((...args: Args) => string) | undefined {
  return fastifyTexts[code] as ((...args: Args) => string) | undefined // the table is written so
}

interface FastifyErrorEntry<Args extends readonly unknown[]> {
  readonly code: string
  readonly statusCode: number
  readonly Base: ErrorConstructor
  readonly message: (...args: Args) => string
}

/**
 * A class by `@fastify/error`: programs read its `name`, and `instanceof` holds between copies of the class. As there,
 * `new` may be left out.
 */
export function defineFastifyError<Args extends readonly unknown[]>(
  entry: FastifyErrorEntry<Args>,
): CodedErrorClass<Args> {
  const { code, statusCode, Base, message } = entry
  const Made = createFastifyError()(code, '%s', statusCode, Base, false)
  function FastifyError(...args: Args): CodedError {
    const error: CodedError = Reflect.construct(Made, [message(...args)], new.target ?? FastifyError)
    if (Error.stackTraceLimit > 0) Error.captureStackTrace(error, FastifyError)
    return error
  }
  FastifyError.prototype = Made.prototype
  Object.defineProperties(Made.prototype, {
    constructor: { value: FastifyError },
    help: { get: () => pageOf(code), configurable: true },
  })
  Object.defineProperties(FastifyError, {
    code: { value: code },
    statusCode: { value: statusCode },
    [Symbol.hasInstance]: { value: (value: unknown) => value instanceof Made },
  })
  return FastifyError as unknown as CodedErrorClass<Args> // a function, so that it is called without `new` too
}

/** The same error with the foreign one that led to it in `cause`. */
export function causedBy<E extends Error>(error: E, cause: unknown): E {
  error.cause = cause
  return error
}

/** Values as messages list them: `"a", "b"`. */
export function quoted(values: readonly unknown[]): string {
  return values.map((value) => `"${String(value)}"`).join(', ')
}

/** The cause of a hook that was out of time: programs for Fastify know it by this code. */
export function timeoutCause(): Error {
  return Object.assign(new Error('The hook ended neither by done nor by its promise'), {
    code: 'AVV_ERR_READY_TIMEOUT',
  })
}
