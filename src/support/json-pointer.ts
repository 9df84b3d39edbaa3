import { isPlainObject, readProperty } from './values.js'

const special = /[~/]/

/** A JSON pointer (RFC 6901) with further steps. Null steps are skipped. */
export function pointerTo(base: string, ...segments: readonly (string | null)[]): string {
  let pointer = base
  for (const segment of segments) {
    if (segment !== null) pointer += `/${special.test(segment) ? escapeStep(segment) : segment}`
  }
  return pointer
}

/** A name as one step of a pointer. */
export function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A pointer, or a step of one, as the fragment of a URI. Half a surrogate pair has no bytes in a URI, so it stays. */
export function encodedPointer(text: string): string {
  return text.replaceAll(encodable, encodeURIComponent)
}

const encodable = /\P{Cs}+/gu

export function hasHalfPair(text: string): boolean {
  return halfPair.test(text)
}

const halfPair = /\p{Cs}/u

export function stepsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeStep)
}

export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The value at a pointer; `undefined` if it does not exist. */
export function valueAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce((at, name) => readProperty(at, name), value)
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
