// Hot path: checks each answer that is written without a schema.
import { asFastify } from './as-fastify.js'
import { pointerTo } from './json-pointer.js'
import { containRejection, hasToJson, isObject, readProperty } from './values.js'

/** A value that JSON writes as `{}`, although it has entries. */
export interface Loss {
  /** The place of the value, as a JSON pointer. */
  readonly at: string
  /** The loss, and the replacement. */
  readonly advice: string
}

/**
 * Finds the first value with entries but without properties, such as a Map or an observable.
 *
 * @param text the value as JSON: only a text with `{}` can have lost entries, so most values are not walked
 */
export function findLostEntries(value: unknown, text: string): Loss | null {
  return asFastify || !text.includes('{}') ? null : lostIn(value)
}

/** The advice, with the place of a value inside another one. */
export function placedAdvice({ at, advice }: Loss): string {
  return at === '' ? advice : `At "${at}": ${advice}`
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
    ? `${eventsAdvice}Readable.from(iterable) of node:stream`
    : 'Turn it into text, as by JSON.stringify([...value])'
}

const eventsAdvice = 'For server-sent events, write @Events() above the method. Otherwise give '
const adviceOnBlob = 'Give blob.stream(), or Buffer.from(await blob.arrayBuffer())'
const adviceOnBuffer = 'Give Buffer.from(buffer)'

/**
 * Walks the whole value, even after the first loss. Otherwise the rejection of a promise after it would end the
 * process.
 */
function lostIn(value: unknown): Loss | null {
  if (typeof value !== 'object' || value === null) return null
  let found: Loss | null = null
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (isObject(value[index])) found = earlier(found, index, lostIn(value[index]))
    }
    return found
  }
  if (hasToJson(value)) return null
  if (isObservable(value)) return { at: '', advice: adviceOnObservable }
  const keys = Object.keys(value)
  if (keys.length === 0) {
    const advice = adviceOn(value)
    return advice === null ? null : { at: '', advice }
  }
  for (const key of keys) {
    const inner = (value as Record<string, unknown>)[key] // key is one of its keys
    if (isObject(inner)) found = earlier(found, key, lostIn(inner))
  }
  return found
}

function earlier(found: Loss | null, key: string | number, next: Loss | null): Loss | null {
  if (found !== null || next === null) return found
  return { at: pointerTo('', String(key)) + next.at, advice: next.advice }
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
    return `An async iterable is {} in JSON. ${eventsAdvice}Readable.from(iterable) of node:stream, or a list of its values`
  }
  if (Symbol.iterator in value) return 'An iterable is {} in JSON. Give [...iterable], or Object.fromEntries(iterable)'
  return null
}
