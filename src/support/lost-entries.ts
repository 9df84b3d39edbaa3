// Hot path: checks each answer that is written without a schema.
import { asFastify } from './as-fastify.js'
import { containRejection, hasToJson, isObject, readProperty } from './values.js'

/**
 * Finds values with entries but without properties, such as a Map or an observable. JSON writes `{}` for them. Returns
 * the loss and the replacement as a text, or null.
 *
 * @param text the value as JSON: only a text with `{}` can have lost entries, so most values are not walked
 */
export function findLostEntries(value: unknown, text: string): string | null {
  return asFastify || !text.includes('{}') ? null : lostIn(value)
}

/** Finds the loss of a value that is written as `{}`. Does not read the values inside it. */
export function findLostWhole(value: object): string | null {
  return asFastify ? null : adviceOn(value)
}

/** The fix for a value whose class is the reason that it cannot be sent; null if another one is. */
export function adviceWithoutJson(value: unknown): string | null {
  if (!isObject(value) || Array.isArray(value)) return null
  if (value instanceof Blob) return adviceOnBlob
  if (value instanceof ArrayBuffer) return adviceOnBuffer
  if (value instanceof Promise) return 'Await it'
  if (!(Symbol.iterator in value || Symbol.asyncIterator in value)) return null
  const isSequence = 'next' in value || Symbol.asyncIterator in value
  return isSequence
    ? 'Give Readable.from(iterable) of node:stream'
    : 'Turn it into text, as by JSON.stringify([...value])'
}

const adviceOnBlob = 'Give blob.stream(), or Buffer.from(await blob.arrayBuffer())'
const adviceOnBuffer = 'Give Buffer.from(buffer)'

/**
 * Walks the whole value, even after the first loss. Otherwise the rejection of a promise after it would end the
 * process.
 */
function lostIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  let found: string | null = null
  if (Array.isArray(value)) {
    for (const item of value) if (isObject(item)) found = earlier(found, lostIn(item))
    return found
  }
  if (hasToJson(value)) return null
  if (isObservable(value)) return adviceOnObservable
  const keys = Object.keys(value)
  if (keys.length === 0) return adviceOn(value)
  for (const key of keys) {
    const inner = (value as Record<string, unknown>)[key] // key is one of its keys
    if (isObject(inner)) found = earlier(found, lostIn(inner))
  }
  return found
}

function earlier(found: string | null, next: string | null): string | null {
  return found ?? next
}

/** Its properties are functions and other observables, so JSON has nothing of its values. */
export function isObservable(value: unknown): boolean {
  return typeof readProperty(value, 'subscribe') === 'function' && typeof readProperty(value, 'pipe') === 'function'
}

const adviceOnObservable = 'An observable has no values in JSON. Await firstValueFrom(observable) of rxjs'

function adviceOn(value: object): string | null {
  if (isObservable(value) && !hasToJson(value)) return adviceOnObservable
  if (Object.keys(value).length > 0 || Array.isArray(value) || hasToJson(value)) return null
  if (ArrayBuffer.isView(value) || value instanceof String) return null
  if (value instanceof Map) return 'A Map loses its entries in JSON. Give Object.fromEntries(map)'
  if (value instanceof Set) return 'A Set loses its items in JSON. Give [...set]'
  if (value instanceof Promise) {
    containRejection(value) // the promise is not awaited any more
    return 'A promise is {} in JSON. Await it'
  }
  if (value instanceof Blob) return `A Blob is {} in JSON. ${adviceOnBlob}`
  if (value instanceof ArrayBuffer) return `An ArrayBuffer is {} in JSON. ${adviceOnBuffer}`
  if (Symbol.asyncIterator in value) {
    return 'An async iterable is {} in JSON. Give Readable.from(iterable) of node:stream, or a list of its values'
  }
  if (Symbol.iterator in value) return 'An iterable is {} in JSON. Give [...iterable], or Object.fromEntries(iterable)'
  return null
}
