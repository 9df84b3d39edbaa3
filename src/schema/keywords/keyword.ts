import type { SchemaDialect } from '../../contracts/validator-options.js'
import { findEqual } from '../../support/equality.js'
import { findNotJson, pointerTo, valueAt } from '../../support/json-pointer.js'
import { describeClass, hasToJson, isPlainObject, type PlainObject } from '../../support/values.js'
import type { Check } from '../emit/check.js'
import type { PatternFlags } from '../emit/native-options.js'
import type { Group } from '../emit/value-types.js'
import { isJsonSchema } from '../model/json-schema.js'
import { whyNoPattern } from './literals.js'

// The rules of draft 7 for the values of keywords.

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

// The records of keywords.

/** The form in which a keyword holds schemas; `patch`: in `source`, and in `with`, which may list operations. */
export type Subschemas = 'schema' | 'list' | 'map' | 'schema or list' | 'dependencies' | 'patch'

/** Facts about a wrong value: those that the check found, or all that the error has. */
export type Finding = Readonly<Record<string, unknown>>

export interface ErrorText {
  params: Record<string, unknown>
  message: string
}

/**
 * One keyword of JSON Schema, or one that alcove adds. The compiler, the checks at boot and the errors read all facts
 * about it here.
 */
export interface Keyword {
  readonly name: string
  /** Empty: the keyword checks nothing. */
  readonly groups: readonly Group[]
  /** The form of its subschemas; absent: it has none. */
  readonly subschemas?: Subschemas
  /** Whether its subschemas validate the value itself, or parts of it. */
  readonly validates?: 'value' | 'parts'
  /**
   * Whether a schema that it holds applies to the property or the item of a key; absent: to none.
   *
   * @param name of the schema in the keyword; `null`: the keyword's value is the schema
   * @param around the schema with the keyword
   */
  readonly isFor?: (key: string, name: string | null, around: PlainObject) => boolean
  /** Whether its value is data: an object in it that looks like a schema is not a schema. */
  readonly isData?: boolean
  /** Whether both versions of ajv know it in draft 7. */
  readonly isOfDraft7?: boolean
  /** Whether it names the schema or its dialect: a copy of the schema has no names. */
  readonly isIdentity?: boolean
  /** Whether its schemas apply only where a `$ref` leads to them. */
  readonly isStore?: boolean
  /** Whether it describes and does not constrain. A validator gets it only if it is a rule. */
  readonly isAnnotation?: boolean
  /** Whether only a library knows its meaning. */
  readonly isForeign?: boolean
  /** The dialects in which native code checks it; absent: all. */
  readonly dialects?: readonly SchemaDialect[]
  /** Whether ajv takes a schema with this keyword alone for one that checks something. */
  readonly isRule?: boolean
  /** Whether ajv 6 reads it only with another keyword: alone it checks nothing, and changes no order of the checks. */
  readonly isPartIn6?: boolean
  /** Whether undeclared properties are removed before a schema with this keyword validates a value. */
  readonly removesAhead?: (value: unknown) => boolean
  /** The keyword before which ajv 6 checks it, if version 8 keeps the order of the table. */
  readonly before6?: string
  /** The rule of draft 7 for its value; absent: any value. */
  readonly rule?: Rule
  /** Writes the statements that check a value; absent if it checks nothing by itself. */
  readonly emit?: (value: unknown, check: Check) => string
  /** Params and message of its error, as the two versions of ajv word them. */
  readonly error?: (asked: never, version: 6 | 8, found: Finding) => ErrorText
  /** The expected value in place of a refused one, for the authors of clients. */
  readonly expected?: (params: Finding) => string
  /** Names or values near those that the error is about: they differ by little. */
  readonly near?: (params: Finding, value: unknown) => readonly string[]
}

export const verbs = { 6: 'should', 8: 'must' } as const

/** An error with one parameter: the value that the schema asks for. @param words what the value must or should do */
export function worded<T>(
  param: string,
  words: (asked: T, version: 6 | 8) => string,
): (asked: T, version: 6 | 8) => ErrorText {
  return (asked, version) => ({ params: { [param]: asked }, message: `${verbs[version]} ${words(asked, version)}` })
}

/** An error whose parameters are the facts that the check found. @param words what the value must or should do */
export function wordedBy(
  words: (version: 6 | 8, found: Finding) => string,
): (_: never, version: 6 | 8, found: Finding) => ErrorText {
  return (_, version, found) => ({ params: { ...found }, message: `${verbs[version]} ${words(version, found)}` })
}

type More = Partial<Keyword>

/** A keyword of draft 7 that checks values of one type, or of several. */
export function checking(name: string, groups: Group | readonly Group[], rule: Rule, more: More): Keyword {
  return { name, groups: [groups].flat(), isOfDraft7: true, rule, ...more }
}

const rulesOf = { schema: isSchema, list: isFilled, map: isMap } as const

/** A keyword of draft 7 whose schemas validate parts of a value. */
export function applying(name: string, group: Group, subschemas: keyof typeof rulesOf, more: More): Keyword {
  return checking(name, group, rulesOf[subschemas], { subschemas, validates: 'parts', ...more })
}

/**
 * A keyword of draft 7 whose schemas validate the value itself. Several schemas then decide which properties are
 * declared.
 */
export function combining(name: string, subschemas: keyof typeof rulesOf, more: More): Keyword {
  const base: More = { subschemas, validates: 'value', removesAhead: () => true }
  return checking(name, 'any', rulesOf[subschemas], { ...base, ...more })
}
