import { findNotJson } from '../../support/json-pointer.js'
import { messageOf, type PlainObject } from '../../support/values.js'
import type { NativeOptions, PatternFlags } from '../emit/native-options.js'
import { Unsupported } from '../emit/unsupported.js'

/** A value of a schema as code. A literal would set the prototype for a key `__proto__`. */
export function jsonOf(value: unknown): string {
  if (findNotJson(value) !== null) throw new Unsupported()
  const text = JSON.stringify(value)
  return text.includes('__proto__') ? `JSON.parse(${JSON.stringify(text)})` : text
}

export function numberOf(schema: PlainObject, keyword: string): number {
  const limit = schema[keyword]
  // The limit becomes code, so it must be a number.
  if (typeof limit !== 'number' || !Number.isFinite(limit)) throw new Unsupported()
  return limit + 0 // without the sign of a zero
}

/** Code that makes a regular expression for texts of clients. It uses the engine of the application if it has one. */
export function clientPattern(pattern: string, { flags, regExp }: Pick<NativeOptions, 'flags' | 'regExp'>): string {
  if (regExp === null) return patternCode(pattern, flags)
  regExp(pattern, flags) // a pattern that the engine refuses fails the boot
  return `compilePattern(${JSON.stringify(pattern)}, '${flags}')`
}

/** A pattern of property names. A pattern that the flag `u` refuses is read without the flag. */
export function patternOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

/** Why a text is not a pattern that is read with the flags; `null`: it is one. */
export function whyNoPattern(pattern: string, flags: PatternFlags): string | null {
  // Other languages read `\Z` as the end of the text.
  if (pattern.includes('\\Z')) return '\\Z is not part of the regular expressions of JavaScript'
  try {
    new RegExp(pattern, flags)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

export function patternCode(pattern: string, flags: PatternFlags): string {
  if (whyNoPattern(pattern, flags) !== null) throw new Unsupported()
  return `new RegExp(${JSON.stringify(pattern)}, '${flags}')`
}
