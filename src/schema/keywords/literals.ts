import type { PatternFlags } from '../emit/native-options.js'
import { Unsupported } from '../emit/unsupported.js'
import { findNotJson, type PlainObject } from '../model/plain-data.js'

/** A value of a schema as code. A literal would read a key `__proto__` as something else. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'boolean' || Number.isFinite(value) || value === null) return String(value)
  if (findNotJson(value) !== null) throw new Unsupported()
  const text = JSON.stringify(value)
  return text.includes('__proto__') ? `JSON.parse(${JSON.stringify(text)})` : text
}

/** The number that a keyword holds. */
export function numberOf(schema: PlainObject, keyword: string): number {
  const limit = schema[keyword]
  if (typeof limit !== 'number' || !Number.isFinite(limit)) throw new Unsupported() // it becomes code
  return limit
}

/** Code that makes a regular expression. */
export function patternCode(pattern: string, flags: PatternFlags): string {
  try {
    new RegExp(pattern, flags)
  } catch {
    throw new Unsupported()
  }
  return `new RegExp(${JSON.stringify(pattern)}, '${flags}')`
}
