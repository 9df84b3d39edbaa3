import { asFastify } from './as-fastify.js'

/**
 * What JSON leaves of a value that holds entries and no properties: `{}`. Says what is lost and what to write, or null.
 *
 * @param text the value as JSON: only a text with `{}` can have lost something
 */
export function findLostEntries(value: unknown, text: string): string | null {
  return asFastify || !text.includes('{}') ? null : lostIn(value)
}

/** The same for the value itself, and not for what is inside of it. */
export function findLostWhole(value: unknown, text: string): string | null {
  return asFastify || text !== '{}' ? null : adviceOn(Object(value))
}

function lostIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || hasToJson(value)) return null
  const own = adviceOn(value)
  if (own !== null) return own
  for (const inner of Object.values(value)) {
    const found = lostIn(inner)
    if (found !== null) return found
  }
  return null
}

function hasToJson(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

function adviceOn(value: object): string | null {
  if (Object.keys(value).length > 0 || Array.isArray(value) || hasToJson(value)) return null
  if (ArrayBuffer.isView(value) || value instanceof String) return null
  if (value instanceof Map) return 'a Map loses its entries in JSON. Give Object.fromEntries(map)'
  if (value instanceof Set) return 'a Set loses its items in JSON. Give [...set]'
  if (value instanceof Promise) return 'a promise is {} in JSON. Await it'
  if (Symbol.asyncIterator in value) {
    return 'an async iterable is {} in JSON. Give Readable.from(iterable) of node:stream, or a list of its values'
  }
  if (Symbol.iterator in value) return 'an iterable is {} in JSON. Give [...iterable], or Object.fromEntries(iterable)'
  return null
}
