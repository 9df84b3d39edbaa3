import { Unsupported } from '../emit/unsupported.js'
import type { PlainObject } from '../model/plain-data.js'
import { isJson } from '../model/schema-keys.js'

/** A value of a schema as code. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'boolean' || Number.isFinite(value) || value === null) return String(value)
  const text = isJson(value) ? JSON.stringify(value) : '__proto__'
  if (text.includes('__proto__')) throw new Unsupported() // in a literal it would mean something else
  return text
}

/** The number that a keyword holds. */
export function numberOf(schema: PlainObject, keyword: string): number {
  const limit = schema[keyword]
  if (typeof limit !== 'number' || !Number.isFinite(limit)) throw new Unsupported() // it becomes code
  return limit
}

/** Code that makes a regular expression. */
export function patternCode(pattern: string, version: 6 | 8): string {
  const flags = version === 6 ? '' : 'u'
  try {
    new RegExp(pattern, flags)
  } catch {
    throw new Unsupported()
  }
  return `new RegExp(${JSON.stringify(pattern)}, '${flags}')`
}
