import { isPromise } from '../packages/node.cjs'

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

const nativeThen = Promise.prototype.then

/**
 * The return value of a user's function as a promise; null if it is not one. An object whose `then` throws counts as a
 * promise that rejects with the error. `await` does the same, both for the read and for the call of `then`.
 */
export function pendingOf(value: unknown): Promise<unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  try {
    const { then } = value as { then?: unknown } // any object may have this property
    if (typeof then !== 'function') return null
    if (then === nativeThen && isPromise(value)) return value
    return adopt(value)
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Calls `then` once, in a separate job, and catches its errors. */
function adopt(value: unknown): Promise<unknown> {
  return new Promise((resolve) => resolve(value))
}

/** Prevents an unawaited promise that rejects from ending the process. */
export function containRejection(value: unknown, failed: (error: unknown) => void = () => {}): void {
  pendingOf(value)?.then(undefined, failed)
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A property of any value; undefined if the value does not have it, or throws when it is read. */
export function readProperty(value: unknown, name: PropertyKey): unknown {
  if (!isObject(value) && typeof value !== 'function') return undefined
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}

/** `instanceof Error`, also for values whose prototype cannot be read. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error
  } catch {
    return false
  }
}

/** The text of any thrown value: its message, or the value as a text. */
export function messageOf(thrown: unknown): string {
  const message = readProperty(thrown, 'message')
  if (typeof message === 'string') return message
  try {
    return String(thrown)
  } catch {
    return 'a value without a text'
  }
}

/** A value as error messages describe it: `null`, `an array`, `an async function`, `the string "x"`. */
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
  if (typeof value === 'function') return describeFunction(value)
  if (typeof value === 'object') return isThenable(value) ? 'a promise' : 'an object'
  if (typeof value === 'string') return `the string "${value}"`
  if (typeof value === 'undefined') return 'undefined'
  return `${typeof value} ${String(value)}`
}

function describeFunction(value: { readonly name: string }): string {
  if (isClassSyntax(value)) return value.name === '' ? 'a class' : `the class ${value.name}`
  if (isGeneratorFunction(value)) return 'a generator function'
  return isAsyncFunction(value) ? 'an async function' : 'a function'
}

export function isAsyncFunction(value: unknown): boolean {
  return typeof value === 'function' && value.constructor.name === 'AsyncFunction'
}

/** Whether a call of the function runs none of its code, because it returns an iterator: `function*`, `async *method()`. */
export function isGeneratorFunction(value: unknown): boolean {
  return typeof value === 'function' && /^(Async)?GeneratorFunction$/.test(value.constructor.name)
}

/** Whether the value was written as `class`. Such a value cannot be called, but one made by `function` can. */
export function isClassSyntax(value: unknown): boolean {
  if (typeof value !== 'function' || !Object.hasOwn(value, 'prototype')) return false // most functions have none
  return /^class\b/.test(Function.prototype.toString.call(value))
}

/** Whether a value is a function, and not a class. */
export function isCallable(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function' && !isClassSyntax(value)
}

/** Whether a value has members by name. It is a literal or an instance, not a list, date, function or similar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}

export type PlainObject = Record<string, unknown>

/**
 * Whether a value is an object written as a literal, or parsed from JSON or a query string. Parsers of query strings
 * make objects without a prototype. Instances of classes and schemas of libraries are not plain.
 */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The beginning of a text that is too long for a message. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}

/** A value as JSON of at most 100 characters, for messages; `nothing` for undefined. */
export function showJson(value: unknown): string {
  if (value === undefined) return 'nothing'
  try {
    return cut(JSON.stringify(value) ?? String(value), 100)
  } catch {
    return describeValue(value) // JSON has no form for cycles and big integers, which parsers may make
  }
}

/** Cuts a media type or a coding for an answer. Registered names have at most 255 characters (RFC 6838, 4.2). */
export function shownName(name: string): string {
  return cut(name, 255)
}

/** Cuts a path for an answer. A client must not determine the length of the answer by its path. */
export function shownPath(path: string): string {
  return cut(path, 1000)
}

/** Sets an own property even where the key is `__proto__`. */
export function setOwn(target: object, key: string | symbol, value: unknown): void {
  if (key !== '__proto__')
    (target as Record<string | symbol, unknown>)[key] = value // our code made the object
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

/** A deep copy of plain objects and arrays. All other values in them are kept as they are. */
export function copyPlain<T>(value: T): T {
  return copy(value, new Map()) as T // the copy has the same shape
}

function copy(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = copies.get(value)
  if (known !== undefined) return known
  if (Array.isArray(value)) {
    const list: unknown[] = []
    copies.set(value, list)
    for (const entry of value) list.push(copy(entry, copies))
    return list
  }
  if (!isPlainObject(value)) return value
  const result = { ...value }
  copies.set(value, result)
  for (const key of Object.keys(result)) {
    const inner = result[key]
    if (typeof inner === 'object') result[key] = copy(inner, copies)
  }
  return result
}

export function hasToJson(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

/** A description of a value that is not a JSON Schema, for messages: `null`, `an array`, `an object of Date`. */
export function describeClass(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return describeValue(value)
  return `an object of ${value.constructor?.name || 'a class'}`
}

/** Whether every object has a property of this name: `constructor`, `toString`, `__proto__`. */
export function isInherited(name: unknown): boolean {
  return typeof name === 'string' && name in Object.prototype
}

/** The types that a value has: whole numbers have two. */
export function typesOfValue(data: unknown): readonly string[] {
  if (data === null) return ['null']
  if (Array.isArray(data)) return ['array']
  if (typeof data === 'number') return Number.isInteger(data) ? ['number', 'integer'] : ['number']
  return [typeof data]
}
