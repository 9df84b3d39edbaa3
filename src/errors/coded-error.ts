import { fileURLToPath } from 'node:url'
import { ownPackage } from '../support/own-package.js'

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
 * @param message builds the text from the things involved; it ends with the way out
 */
export function defineError<Args extends readonly unknown[]>(
  code: string,
  statusCode: number,
  message: (...args: Args) => string,
  base: ErrorBase = 'Error',
): CodedErrorClass<Args> {
  const Base: ErrorConstructor = bases[base]
  const Class = class extends Base implements CodedError {
    static readonly code = code
    static readonly statusCode = statusCode
    code = code
    statusCode = statusCode
    declare cause?: unknown
    declare declaredAt?: string

    constructor(...args: Args) {
      super(message(...args))
    }

    get help(): string {
      return pageOf(code)
    }

    override toString(): string {
      return `${this.name} [${this.code}]: ${this.message}`
    }
  }
  // Fastify's users read `FastifyError` in logs; ours read the table's own name once, on the prototype.
  Object.defineProperty(Class, 'name', { value: 'AlcoveError' }) // node prints it for an uncaught error
  Object.defineProperty(Class.prototype, 'name', { value: 'AlcoveError', writable: true, configurable: true })
  return Class
}

/** The same error with the foreign one that led to it in `cause`. */
export function causedBy<E extends Error>(error: E, cause: unknown): E {
  error.cause = cause
  return error
}
