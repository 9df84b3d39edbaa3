import { pointerTo } from './json-pointer.js'
import { describeValue, isPlainObject } from './values.js'

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

const never = (_: object) => false

/** An object deeper than this may contain itself. */
const deepest = 500

/**
 * The pointer to the first part of a value that JSON cannot express. Null if there is none.
 *
 * @param isTaken whether an object of a class is accepted nevertheless
 */
export function findNotJson(value: unknown, isTaken = never, depth = 0): string | null {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return null
  if (typeof value === 'number') return Number.isFinite(value) ? null : ''
  if (typeof value === 'object' && isTaken(value)) return null
  if (!(Array.isArray(value) || isPlainObject(value)) || depth > deepest) return ''
  // An array of entries for each object would double the time that a boot takes for its schemas.
  const isList = Array.isArray(value)
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const entry: unknown = Reflect.get(value, key)
    const at = entry === undefined && !isList ? null : findNotJson(entry, isTaken, depth + 1)
    if (at !== null) return pointerTo('', String(key)) + at
  }
  return null
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
