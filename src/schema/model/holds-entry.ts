import { isPlainObject } from './plain-data.js'

/** Deeper down an object may contain itself. */
const deepest = 60

/**
 * Whether something is so of an entry of an object or list anywhere in a schema, in data and under names as well; of a very
 * deep one it is assumed. The look costs little and says of most schemas that a closer one is not needed.
 *
 * @param is is asked with `''` for the key of what stands in a list
 */
export function holdsEntry(schema: unknown, is: (key: string, value: unknown) => boolean, depth = 0): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (depth > deepest) return true
  if (Array.isArray(schema)) {
    for (const entry of schema) if (is('', entry) || holdsEntry(entry, is, depth + 1)) return true
    return false
  }
  if (!isPlainObject(schema)) return false
  for (const key of Object.keys(schema)) {
    const value = schema[key]
    if (is(key, value) || holdsEntry(value, is, depth + 1)) return true
  }
  return false
}

/** Whether a `$ref` stands anywhere in a schema; it may lead to anything. */
export function hasRef(schema: unknown): boolean {
  return holdsEntry(schema, isRef)
}

function isRef(key: string): boolean {
  return key === '$ref'
}
