import type { PlainObject } from './plain-data.js'

/**
 * A part of a route's schema that carries a plugin's keyword, and the copy of it that is compiled. A keyword may
 * change what carries it, for those who read the schema later: `isFile` of @fastify/multipart becomes a binary
 * string in the API description.
 */
export interface KeywordCarrier {
  source: PlainObject
  copy: PlainObject
  before: PlainObject
}

export function createCarrier(source: PlainObject, copy: PlainObject): KeywordCarrier {
  return { source, copy, before: { ...copy } }
}

/** Gives the application's own schema the change that its copy has had. */
export function passChangesOn({ source, copy, before }: KeywordCarrier): void {
  if (Object.isFrozen(source)) return
  for (const key of Object.keys(before)) if (!(key in copy)) Reflect.deleteProperty(source, key)
  for (const key of Object.keys(copy)) if (copy[key] !== before[key]) Reflect.set(source, key, copy[key])
}
