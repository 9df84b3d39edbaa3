// Hot path: the code of rules calls these for each value of each request that it validates.
import type { SchemaFailure } from '../../contracts/schema.js'
import { createFailure, deepen, type Finding, type Told } from '../engines/native/errors.js'
import { pointerTo } from '../keywords/table.js'
import { findEqual, findSame, isAmong, isEqual } from '../model/equality.js'
import { isPlainObject, type PlainObject } from '../model/plain-data.js'
import { RootHolder } from '../validation/root-holder.js'

/** A function that judges a value: whether all rules hold. Where the value is coerced it is replaced in its parent. */
export type Judge = (value: unknown, parent: object, key: string | number) => boolean

/** Where a judge is, once it is made. */
export interface Judged {
  judge: Judge | null
}

/** The failure of the rule that was the last to fail. */
let latest: SchemaFailure | null = null

/** What has failed; it is asked for once. */
export function takeFailure(): SchemaFailure | null {
  const failure = latest
  latest = null
  return failure
}

/** What the code of rules is called with. */
export type Judging = typeof judging & { failing: Failing }

type Failing = (table: () => readonly Told[]) => Fail
type Fail = (rule: number, path?: string, finding?: Finding) => false

const judging = {
  under,
  toText,
  toNumber,
  toWhole,
  toFlag,
  toNull,
  toList,
  first,
  only,
  isObject,
  isWhole,
  isShort,
  isLong,
  isAmong,
  isEqual,
  isMultiple,
  pointerTo,
  keep,
  findEqual,
  findSame,
}

export const judgings: Readonly<Record<6 | 8, Judging>> = {
  6: { ...judging, failing: failingIn(6) },
  8: { ...judging, toNumber: toFinite, toWhole: toFiniteWhole, failing: failingIn(8) },
}

const none: Finding = {}

function failingIn(version: 6 | 8): Failing {
  return (table) => {
    let rules: readonly Told[] | null = null // most requests are right
    return (rule, path = '', finding = none) => {
      rules ??= table()
      latest = createFailure(rules[rule]!, path, finding, version) // the code counts its rules
      return false
    }
  }
}

/** Tells that what has failed lies below a path. */
function under(path: string): false {
  if (latest !== null) deepen(latest, path)
  return false
}

// What a value becomes where another type is asked for; `undefined`: it cannot.

function toText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null ? '' : undefined
}

function toNumber(value: unknown): unknown {
  if (typeof value === 'boolean' || value === null) return Number(value)
  if (typeof value !== 'string' || value === '') return undefined
  const number = Number(value)
  return Number.isNaN(number) ? undefined : number
}

/** As version 8 counts: a number is finite, and no text becomes another. */
function toFinite(value: unknown): unknown {
  const number = toNumber(value)
  return Number.isFinite(number) ? number : undefined
}

function toFiniteWhole(value: unknown): unknown {
  const number = toWhole(value)
  return Number.isFinite(number) ? number : undefined
}

function toWhole(value: unknown): unknown {
  const number = toNumber(value)
  return typeof number === 'number' && !(number % 1) ? number : undefined
}

function toFlag(value: unknown): unknown {
  if (value === 'false' || value === 0 || value === null) return false
  return value === 'true' || value === 1 ? true : undefined
}

function toNull(value: unknown): unknown {
  return value === '' || value === 0 || value === false ? null : undefined
}

function toList(value: unknown): unknown {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isScalar || value === null ? [value] : undefined
}

/** By the first way that leads anywhere. */
function first(value: unknown, ...ways: readonly ((value: unknown) => unknown)[]): unknown {
  for (const way of ways) {
    const result = way(value)
    if (result !== undefined) return result
  }
  return undefined
}

/** The item of a list of one; of all else the value itself. */
function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As version 6 counts: infinity is whole. */
function isWhole(value: unknown): boolean {
  return typeof value === 'number' && !(value % 1) && !Number.isNaN(value)
}

/** Whether a text has fewer characters: a pair of code units is one. */
function isShort(text: string, least: number): boolean {
  if (text.length < least) return true
  return text.length < 2 * least && charactersOf(text) < least
}

function isLong(text: string, most: number): boolean {
  return text.length > most && charactersOf(text) > most
}

function charactersOf(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    if (isPair) count--
  }
  return count
}

function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  // Of great numbers the text has an exponent, as the libraries read it.
  return quotient === Number.parseInt(String(quotient), 10)
}

/**
 * An object with those of its properties alone that are named; `null`: it is of a class, and not ours to change. In the
 * place of one that stands in another comes a new one: to delete from it takes four times as long, and makes it slow for
 * all who read it.
 */
function keep(object: object, parent: PlainObject, key: string | number, names: Names): object | null {
  if (!isPlainObject(object)) return null
  if (parent instanceof RootHolder || Object.getPrototypeOf(object) !== Object.prototype) {
    for (const name in object) if (!isAmongNames(name, names)) delete object[name]
    return object
  }
  const kept: PlainObject = {}
  for (const name in object) if (isAmongNames(name, names)) kept[name] = object[name]
  parent[key] = kept
  return kept
}

type Names = readonly string[] | ReadonlySet<string>

function isAmongNames(name: string, names: Names): boolean {
  return Array.isArray(names) ? names.includes(name) : (names as ReadonlySet<string>).has(name) // there are no others
}
