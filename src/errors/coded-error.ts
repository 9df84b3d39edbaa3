import { createFastifyError } from '../packages/libraries.cjs'
import { fileURLToPath } from '../packages/node.cjs'
import { asFastify } from '../support/as-fastify.js'
import { lazy } from '../support/lazy.js'
import { lazyTable } from '../support/lazy-value.js'
import { ownPackage } from '../support/own-package.js'
import { isObject, readProperty } from '../support/values.js'

/** The page about a code. It is a file of the package, because the pages have no URL. */
function pageOf(code: string): string {
  const page = `docs/errors/${code}.md`
  const own = ownPackage()
  return own === null ? `alcove/${page}` : fileURLToPath(new URL(page, own))
}

/** The fields of every error of alcove besides its message. */
export interface CodedError extends Error {
  /** `FST_ERR_…` for a condition that Fastify 5 documents, `ALC_ERR_…` for a condition of alcove. */
  code: string
  /** HTTP status of the answer when the error reaches a client. */
  statusCode: number
  /** The foreign error that led to this one, if there is one. */
  cause?: unknown
  /** `file:line:column` of the declaration that caused an error of the boot, if it is known. */
  declaredAt?: string
  /** The name of that declaration: `Users.read`, `GET /users`. Not enumerable. */
  declaredBy?: string
  /** The page about this code: what happened, why, an example, the fix. Not enumerable, so no client gets it. */
  readonly help: string
}

/** A class of coded errors. Callers use only `new`, `instanceof` and `code`. */
export interface CodedErrorClass<Args extends readonly unknown[]> {
  new (...args: Args): CodedError
  /** The code of its errors. */
  readonly code: string
  /** The status of the answer for its errors. */
  readonly statusCode: number
}

export type ErrorBase = 'Error' | 'TypeError' | 'RangeError' | 'SyntaxError' | 'URIError'

const bases = { Error, TypeError, RangeError, SyntaxError, URIError }

/** One entry of the error table, from which its class is made. Its name in the table is the code. */
export interface ErrorEntry<Args extends readonly unknown[]> {
  readonly statusCode: number
  /** Builds the text from its arguments. The text ends with the fix. */
  readonly message: (...args: Args) => string
  readonly base: ErrorBase
}

/** Makes one entry of the error table. `message` builds the text from its arguments, and the text ends with the fix. */
export function defineError<Args extends readonly unknown[]>(
  statusCode: number,
  message: (...args: Args) => string,
  base: ErrorBase = 'Error',
): ErrorEntry<Args> {
  return { statusCode, message, base }
}

type ClassOf<E> = E extends ErrorEntry<infer Args> ? CodedErrorClass<Args> : never

type ClassesOf<T> = { readonly [C in keyof T]: ClassOf<T[C]> }

/**
 * Makes a table of errors. The table is made at its first use, and each class at the first use of that class. All
 * tables take 0.13 MB and all classes 0.17 MB, and most processes use none.
 */
export function defineErrors<const T extends Readonly<Record<string, ErrorEntry<never>>>>(
  entries: () => T,
): ClassesOf<T> {
  return lazyTable(() => {
    const table = {}
    for (const [code, entry] of Object.entries(entries())) {
      Object.defineProperty(table, code, { get: lazy(() => createErrorClass(code, entry)), enumerable: true })
    }
    return table as ClassesOf<T> // the same keys
  })
}

type Merged<T extends readonly object[]> = T extends readonly [
  infer First extends object,
  ...infer Rest extends readonly object[],
]
  ? First & Merged<Rest>
  : unknown

/** Merges several tables into one, at its first use. Each class is made at the first use of that class. */
export function mergeErrors<T extends readonly object[]>(...tables: T): Merged<T> {
  return lazyTable(() => {
    const merged = {}
    for (const table of tables) Object.defineProperties(merged, Object.getOwnPropertyDescriptors(table))
    return merged as Merged<T> & object // it has the keys of all tables
  })
}

function createErrorClass<Args extends readonly unknown[]>(
  code: string,
  { statusCode, message: ownMessage, base }: ErrorEntry<Args>,
): CodedErrorClass<Args> {
  const message = asFastify ? withPlaces(textOfFastify<Args>(code) ?? ownMessage) : ownMessage
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
  // Users of Fastify read `FastifyError` in logs. For users of alcove the name is set once, on the prototype.
  const name = asFastify ? 'Error' : 'AlcoveError'
  Object.defineProperty(Class, 'name', { value: name }) // node prints it for an uncaught error
  Object.defineProperty(Class.prototype, 'name', { value: name, writable: true, configurable: true })
  return Class
}

/** Fastify makes a plain `Error` for a failed validation. The core has a class for it. */
function isFastifyCondition(code: string): boolean {
  return (asFastify || code.startsWith('FST_ERR_')) && code !== 'FST_ERR_VALIDATION'
}

/** A text of the drop-in. It takes the arguments of the core's message. */
export type MessageText = (...args: never) => string

let fastifyTexts: Readonly<Record<string, MessageText>> = {}

/** Sets the texts of the drop-in by code. The core does not load them. */
export function useFastifyTexts(texts: Readonly<Record<string, MessageText>>): void {
  fastifyTexts = texts
}

function textOfFastify<Args extends readonly unknown[]>(code: string): ((...args: Args) => string) | undefined {
  return fastifyTexts[code] as ((...args: Args) => string) | undefined // its arguments are those of the code
}

/** Programs create errors with fewer arguments than a text has. Fastify's texts then keep their `%s`. */
function withPlaces<Args extends readonly unknown[]>(text: (...args: Args) => string): typeof text {
  return (...args) => {
    const missing = Array.from({ length: text.length - args.length }, () => '%s')
    return text(...([...args, ...missing] as unknown as Args)) // texts print their arguments
  }
}

interface FastifyErrorEntry<Args extends readonly unknown[]> {
  readonly code: string
  readonly statusCode: number
  readonly Base: ErrorConstructor
  readonly message: (...args: Args) => string
}

/**
 * A class as `@fastify/error` makes it: programs read its `name`, and `instanceof` works between copies of the class.
 * `new` is optional there too.
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
  return FastifyError as unknown as CodedErrorClass<Args> // a function, because callers may omit `new`
}

/** Sets `cause` of an error to the foreign error that led to it, and returns the error. */
export function causedBy<E extends Error>(error: E, cause: unknown): E {
  error.cause = cause
  return error
}

/** The text of `describeValue` as a name of `typeof`. */
export const kindOf = (got: string) => {
  const [, word = got] = /^(?:an? |the )?(?:async )?(\w+)/.exec(got) ?? []
  if (word === 'class') return 'function'
  return word === 'array' || word === 'null' ? 'object' : word
}

/** Values as messages list them: `"a", "b"`. */
export function quoted(values: readonly unknown[]): string {
  return values.map((value) => `"${String(value)}"`).join(', ')
}

/** The cause of the error of a hook that timed out. Programs for Fastify check its code. */
export function timeoutCause(): Error {
  return Object.assign(new Error('The hook ended neither by done nor by its promise'), {
    code: 'AVV_ERR_READY_TIMEOUT',
  })
}

/** The error with which node fails a body over HTTP/1 whose client has left. */
export function abortedBody(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}

/** The error with which node's streams fail when their signal aborts. */
export function abortError(cause: unknown): Error {
  const error = new Error('The operation was aborted', { cause })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}

const causesForLog = new WeakSet<object>()

/** The cause of an error whose message clients read: a text for the log. */
export function causeForLog(text: string): Error {
  const cause = new Error(text)
  causesForLog.add(cause)
  return cause
}

/** Whether only the log has the fix of an error whose message clients read. */
export function hasCauseForLog(error: unknown): boolean {
  const cause = isObject(error) ? readProperty(error, 'cause') : null
  return isObject(cause) && causesForLog.has(cause)
}
