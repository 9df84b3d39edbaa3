import type { SchemaDialect } from '../../contracts/schema.js'
import type { PlainObject } from '../../support/values.js'
import type { Check } from '../emit/check.js'
import type { Group } from '../emit/value-types.js'
import { isFilled, isMap, isSchema, type Rule } from './valid-values.js'

/** The form in which a keyword holds schemas; `patch`: in `source`, and in `with`, which may list operations. */
export type Subschemas = 'schema' | 'list' | 'map' | 'schema or list' | 'dependencies' | 'patch'

/** Facts that a keyword found about a wrong value, beside those in the schema. */
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
  /** Whether it describes and does not constrain; a validator never gets it. */
  readonly isAnnotation?: boolean
  /** Whether only a library knows its meaning. */
  readonly isForeign?: boolean
  /** The dialects in which native code checks it; absent: all. */
  readonly dialects?: readonly SchemaDialect[]
  /** Whether a schema with this keyword alone counts as empty in ajv 6. */
  readonly isEmptyIn6?: boolean
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
  readonly expected?: (params: ErrorParams) => string
  /** Names or values near those that the error is about: they differ by little. */
  readonly near?: (params: ErrorParams, value: unknown) => readonly string[]
}

type ErrorParams = Readonly<Record<string, unknown>>

export const verbs = { 6: 'should', 8: 'must' } as const

/** An error with one parameter: the value that the schema asks for. @param words what the value must or should do */
export function worded<T>(
  param: string,
  words: (asked: T, version: 6 | 8) => string,
): (asked: T, version: 6 | 8) => ErrorText {
  return (asked, version) => ({ params: { [param]: asked }, message: `${verbs[version]} ${words(asked, version)}` })
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
