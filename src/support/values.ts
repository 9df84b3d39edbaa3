import { isPromise } from 'node:util/types'

/** Whether a value can be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

const nativeThen = Promise.prototype.then

/**
 * What a user's function returned, as something to wait for; null where it is not a promise. An object whose `then`
 * throws, when it is read or when it is called, counts as a promise that rejects with the error, as for `await`.
 */
export function pendingOf(value: unknown): Promise<unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  try {
    const { then } = value as { then?: unknown } // any object may have one
    if (typeof then !== 'function') return null
    if (then === nativeThen && isPromise(value)) return value
    return adopt(value)
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Calls `then` once, in a job of its own, and catches its errors. */
function adopt(value: unknown): Promise<unknown> {
  return new Promise((resolve) => resolve(value))
}

/** Keeps the rejection of a promise that nobody waits for from ending the process. */
export function containRejection(value: unknown, failed: (error: unknown) => void = () => {}): void {
  pendingOf(value)?.then(undefined, failed)
}

/** A property of anything; undefined where the value has none, or throws when it is read. */
export function readProperty(value: unknown, name: PropertyKey): unknown {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  if (!isObject) return undefined
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}

/** `instanceof Error`, for values whose prototype cannot be read too. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error
  } catch {
    return false
  }
}

/** The text of anything thrown: its message, or the value as a text. */
export function messageOf(thrown: unknown): string {
  const message = readProperty(thrown, 'message')
  if (typeof message === 'string') return message
  try {
    return String(thrown)
  } catch {
    return 'a value without a text'
  }
}

/** The type of a value as error messages name it: `null`, `array`, `AsyncFunction`, `string "x"`. */
export function describeValue(value: unknown): string {
  try {
    return describe(value)
  } catch {
    return 'a value that cannot be read'
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'function') return isAsyncFunction(value) ? 'an async function' : 'a function'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return `the string "${value}"`
  if (typeof value === 'undefined') return 'undefined'
  return `${typeof value} ${String(value)}`
}

export function isAsyncFunction(value: unknown): boolean {
  return typeof value === 'function' && value.constructor.name === 'AsyncFunction'
}

/** Whether a value has members by name: a literal or an instance, and no list, date, function or the like. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}

export type PlainObject = Record<string, unknown>

/**
 * An object written as a literal, parsed from JSON or from a query string (whose parser makes objects without any
 * inherited name): no class, no library's schema.
 */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The beginning of a text that is too long to be shown whole. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}

/** A value as JSON of no more than 100 characters, for messages; `nothing` for undefined. */
export function showJson(value: unknown): string {
  if (value === undefined) return 'nothing'
  try {
    return cut(JSON.stringify(value) ?? String(value), 100)
  } catch {
    return describeValue(value) // JSON has no form for circles and big integers, and parsers may make them
  }
}
