import type { SchemaDialect } from '../../contracts/schema.js'
import type { Check } from '../emit/check.js'
import type { ValueGroup } from '../emit/value-types.js'
import type { PlainObject } from '../model/plain-data.js'
import { isFilled, isMap, isSchema, type Rule } from './valid-values.js'

/** The types of values that a keyword checks; `any`: values of every type. */
export type Group = 'any' | ValueGroup

/** Where the value of a keyword holds schemas; `patch`: one in `source`, and one or a list of operations in `with`. */
export type Place = 'schema' | 'list' | 'map' | 'schema or list' | 'dependencies' | 'patch'

/** What a keyword found wrong with a value, beside what the schema says. */
export type Finding = Readonly<Record<string, unknown>>

export interface ErrorText {
  params: Record<string, unknown>
  message: string
  /** Where the error names another keyword than the one that failed. */
  keyword?: string
}

/**
 * One keyword of JSON Schema, or one that alcove knows beside it: all that the compiler, the checks at boot and the
 * errors read about it.
 */
export interface Keyword {
  readonly name: string
  /** Empty: it checks nothing. */
  readonly groups: readonly Group[]
  /** Where its subschemas are; absent: it has none. */
  readonly subschemas?: Place
  /** Whether its subschemas validate the value itself, or parts of it. */
  readonly validates?: 'value' | 'parts'
  /**
   * Whether a schema that it holds applies to the property or the item of a key; absent: to none.
   *
   * @param name of the schema in the keyword; `null`: the keyword's value is the schema
   * @param around the schema with the keyword
   */
  readonly isFor?: (key: string, name: string | null, around: PlainObject) => boolean
  /** Whether its value is data: what looks like a schema in it is not one. */
  readonly isData?: boolean
  /** Whether both versions of ajv know it in draft 7. */
  readonly isOfDraft7?: boolean
  /** Whether it describes and does not constrain; a validator never gets it. */
  readonly isAnnotation?: boolean
  /** Whether only a library knows what it checks. */
  readonly isForeign?: boolean
  /** The dialects in which native code checks it; absent: all. */
  readonly dialects?: readonly SchemaDialect[]
  /** Whether a schema with this keyword alone counts as empty in ajv 6. */
  readonly isEmptyIn6?: boolean
  /** Whether undeclared properties are removed before a schema with this keyword validates a value. */
  readonly removesAhead?: (value: unknown) => boolean
  /** The keyword before which ajv 6 checks it, where version 8 keeps the order of the table. */
  readonly before6?: string
  /** What draft 7 allows as its value; absent: anything. */
  readonly rule?: Rule
  /** Writes the statements that check a value; absent where it checks nothing by itself. */
  readonly emit?: (value: unknown, check: Check) => string
  /** Params and message of its error, as the two versions of ajv word them. */
  readonly error?: (asked: never, version: 6 | 8, found: Finding) => ErrorText
  /** What a refused value should have been, for the authors of clients. */
  readonly expected?: (params: ErrorParams) => string
  /** Names or values of those that an error is about, which differ by little from others. */
  readonly near?: (params: ErrorParams, value: unknown) => readonly string[]
}

type ErrorParams = Readonly<Record<string, unknown>>

/** The first word of messages. */
export const verbs = { 6: 'should', 8: 'must' } as const

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

/** A keyword of draft 7 whose schemas validate the value itself. Several decide then which properties are declared. */
export function combining(name: string, subschemas: keyof typeof rulesOf, more: More): Keyword {
  const base: More = { subschemas, validates: 'value', removesAhead: () => true }
  return checking(name, 'any', rulesOf[subschemas], { ...base, ...more })
}
