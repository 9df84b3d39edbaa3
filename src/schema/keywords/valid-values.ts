import { findEqual } from '../../support/equality.js'
import { pointerTo, valueAt } from '../../support/json-pointer.js'
import { describeClass, findNotJson, hasToJson } from '../../support/plain-data.js'
import { isPlainObject } from '../../support/values.js'
import type { PatternFlags } from '../emit/native-options.js'
import { isJsonSchema } from '../model/json-schema.js'
import { whyNoPattern } from './literals.js'

export interface WrongValue {
  /** Where it is in the value, as a JSON pointer. */
  readonly at: string
  /** The end of a sentence that begins with "the value". */
  readonly problem: string
}

/**
 * Finds the problem of a keyword's value by draft 7; `null`: none. Subschemas are checked on their own.
 *
 * @param flags how patterns are read
 */
export type Rule = (value: unknown, flags: PatternFlags) => WrongValue | null

function rule(isRight: (value: unknown, flags: PatternFlags) => boolean, problem: string): Rule {
  const wrong = { at: '', problem }
  return (value, flags) => (isRight(value, flags) ? null : wrong)
}

export const isText = rule((value) => typeof value === 'string', 'should be string')
export const isFlag = rule((value) => typeof value === 'boolean', 'should be boolean')
export const isNumber = rule(Number.isFinite, 'should be number')
export const isSize = rule((value) => Number.isInteger(value) && Number(value) >= 0, 'should be integer >= 0')
export const isList = rule(Array.isArray, 'should be array')
export const isMap = rule(isPlainObject, 'should be object')
export const isSchema = rule(isJsonSchema, 'should be object or boolean')
export const isPattern: Rule = (value, flags) => {
  if (typeof value !== 'string') return isText(value, flags)
  const reason = whyNoPattern(value, flags)
  return reason === null ? null : { at: '', problem: `should match format "regex" (${reason})` }
}

/** A rule for the items of an array, or for the values of an object. */
export function each(of: (value: unknown, flags: PatternFlags, name: string) => WrongValue | null): Rule {
  return (value, flags) => {
    for (const name of Object.keys(Object(value))) {
      const wrong = of(Reflect.get(Object(value), name), flags, name)
      if (wrong !== null) return { ...wrong, at: pointerTo('', name) + wrong.at }
    }
    return null
  }
}

/** A rule that reports the first of several rules that a value breaks. */
export function all(...rules: readonly Rule[]): Rule {
  return (value, flags) => {
    for (const each of rules) {
      const wrong = each(value, flags)
      if (wrong !== null) return wrong
    }
    return null
  }
}

export const isFilled = all(
  isList,
  rule((value) => Array.isArray(value) && value.length > 0, 'should NOT have fewer than 1 items'),
)
const isVaried = rule((value) => Array.isArray(value) && !haveEqual(value), 'should NOT have duplicate items')
export const isNames = all(isList, each(isText), isVaried)

/** A value that JSON cannot express never equals a value of a request. */
export const isJson: Rule = (value) => notJsonAt(value, findNotJson(value))

/** A default is filled in as `JSON.stringify` writes it, so dates and other objects with `toJSON` are allowed. */
export const isWritable: Rule = (value) => notJsonAt(value, findNotJson(value, hasToJson))

function notJsonAt(value: unknown, at: string | null): WrongValue | null {
  return at === null ? null : { at, problem: `is ${describeClass(valueAt(value, at))}, which JSON cannot express` }
}

export const isVariedValues = all(isFilled, isJson, isVaried)

function haveEqual(items: readonly unknown[]): boolean {
  if (new Set(items).size < items.length) return true
  return items.some((item) => typeof item === 'object' && item !== null) && findEqual(items) !== null
}
