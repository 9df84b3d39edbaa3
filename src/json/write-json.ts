// Hot path: these functions write each value of each reply with a response schema.
import { findLostEntries, findLostWhole } from '../support/lost-entries.js'
import { describeValue } from '../support/values.js'
import { type JsonText, memoized } from './json-text.js'
import { writeDate, writeNumber, writeUnits } from './write-scalars.js'

class Unfit extends TypeError {}

/**
 * Longer strings are copied as a whole: an expression and a function of node then cost less than a loop. 60 characters
 * take 139 instead of 152 ns on node 20.20.2, and 92 instead of 133 ns on node 24.21.0.
 */
const longestLooped = 40

/** For longer strings with escapes or wide characters, `JSON.stringify` and a copy cost less than a loop. */
const longestOdd = 96

/** Fewer strings are written one by one: 20 tags take 0.9 instead of 1.4 µs on node 20. */
const fewestAtOnce = 32

/** Matches strings of one-byte units without escapes. */
const isPlain = /^[ !#-[\]-\u00ff]*$/

/** The first and the last surrogate, and the first of the second halves. JSON escapes a surrogate without its pair. */
const firstHalf = 0xd800
const secondHalf = 0xdc00
const lastHalf = 0xdfff

/** The longest escape, such as `\u001f`. */
const longestEscape = 6

const quote = 34
const backslash = 92
const openingBrace = 123
const closingBrace = 125

/**
 * The functions that the code of a serializer calls. A function that writes begins at `at` and returns the end of its
 * text.
 */
export const writing = {
  latin1: (text: string): Buffer => Buffer.from(text, 'latin1'),
  literal: writeLiteral,
  text: writeText,
  unit: writeUnit,
  string: (text: JsonText, at: number, value: unknown) =>
    writeString(text, at, typeof value === 'string' ? value : textOf(value)),
  strings: writeStrings,
  dateTime: (text: JsonText, at: number, value: unknown) => {
    return value instanceof Date ? writeDate(text, at, value) : writeString(text, at, dateTimeOf(value))
  },
  date: (text: JsonText, at: number, value: unknown) => writeString(text, at, localOf(value, 'date')),
  time: (text: JsonText, at: number, value: unknown) => writeString(text, at, localOf(value, 'time')),
  unsafe: (text: JsonText, at: number, value: unknown) => writeText(text, at, `"${value}"`),
  number: (text: JsonText, at: number, value: unknown) => {
    return writeFinite(text, at, typeof value === 'number' ? value : Number(value), value)
  },
  integer: writeInteger,
  any: writeAny,
  close: writeEnd,
  isTextual,
  isObjectOrNull,
  isText,
  memoized,
  missing,
  mismatch,
}

/** Writes a text that is the same for every value. */
function writeLiteral(text: JsonText, at: number, literals: Uint8Array, from: number, length: number): number {
  if (at + length > text.units.length) text.grow(at, length)
  const { units } = text
  for (let index = 0; index < length; index++) units[at + index] = literals[from + index]!
  return at + length
}

/** Writes a string as it is: adds no quotes and no escapes. */
function writeText(text: JsonText, at: number, value: string): number {
  const { length } = value
  if (at + length > text.units.length) text.grow(at, length)
  if (length > longestLooped && text.copy(at, value, 2)) return at + length
  let { units } = text
  for (let index = 0; index < length; index++) {
    const unit = value.charCodeAt(index)
    if (unit > 255 && units instanceof Uint8Array) {
      text.widen(at + index)
      units = text.units
    }
    units[at + index] = unit
  }
  return at + length
}

function writeUnit(text: JsonText, at: number, unit: number): number {
  if (at >= text.units.length) text.grow(at, 1)
  text.units[at] = unit
  return at + 1
}

function writeString(text: JsonText, at: number, value: string): number {
  const { length } = value
  if (length > longestLooped) {
    if (isPlain.test(value)) return writePlain(text, at, value)
    if (length > longestOdd) return writeText(text, at, JSON.stringify(value))
  }
  const most = length * longestEscape + 2
  if (at + most > text.units.length) text.grow(at, most)
  let { units } = text
  let end = at
  units[end++] = quote
  for (let index = 0; index < length; index++) {
    const unit = value.charCodeAt(index)
    if (unit < 32 || unit > 255 || unit === quote || unit === backslash) {
      if (unit < 256 || (unit >= firstHalf && unit <= lastHalf)) {
        end = writeOdd(text, end, value, index)
        units = text.units
        continue
      }
      text.widen(end)
      units = text.units
    }
    units[end++] = unit
  }
  units[end] = quote
  return end + 1
}

/** The escapes of the units up to the backslash. */
const escapes = Array.from({ length: backslash + 1 }, (_, unit) => escapeOf(String.fromCharCode(unit)))

function escapeOf(character: string): string {
  return JSON.stringify(character).slice(1, -1)
}

/** Writes a unit that JSON escapes, or one half of a pair of surrogates. The caller must have made space for it. */
function writeOdd(text: JsonText, at: number, value: string, index: number): number {
  const unit = value.charCodeAt(index)
  if (unit <= backslash) return writeUnits(text.units, at, escapes[unit]!)
  if (!hasPair(value, index)) return writeUnits(text.units, at, escapeOf(value.charAt(index)))
  text.widen(at)
  text.units[at] = unit
  return at + 1
}

/** Whether the other half of a surrogate is beside it. */
function hasPair(value: string, index: number): boolean {
  if (value.charCodeAt(index) < secondHalf) {
    const next = value.charCodeAt(index + 1)
    return next >= secondHalf && next <= lastHalf
  }
  const before = value.charCodeAt(index - 1)
  return before >= firstHalf && before < secondHalf
}

function writePlain(text: JsonText, at: number, value: string): number {
  const end = at + value.length + 1
  if (end >= text.units.length) text.grow(at, value.length + 2)
  if (!text.copy(at + 1, value, 1)) return writeText(text, at, `"${value}"`)
  text.units[at] = quote
  text.units[end] = quote
  return end + 1
}

/**
 * Writes a list of strings by one `JSON.stringify`. Without it the benchmark `strings` takes 1.31 of the time on node
 * 20, and 1.46 on node 24 (`npm run bench -- --ablate --quick --only strings --kinds without-strings`).
 *
 * @returns `at` if nothing was written: the list is short, or has another value
 */
function writeStrings(text: JsonText, at: number, list: readonly unknown[]): number {
  const { length } = list
  if (length < fewestAtOnce || 'toJSON' in Array.prototype) return at
  const strings: string[] = [] // a Proxy could return another value when it is read again
  for (let index = 0; index < length; index++) {
    const value = list[index]
    if (typeof value !== 'string') return at
    strings.push(value)
  }
  return writeText(text, at, JSON.stringify(strings))
}

/** Ends an object whose properties begin at `start`, each after a comma. The opening brace replaces the first comma. */
function writeEnd(text: JsonText, start: number, at: number, source: object): number {
  if (at === start) return writeText(text, at, emptyOf(source))
  text.units[start] = openingBrace
  return writeUnit(text, at, closingBrace)
}

/** An object that has entries and no properties would lose its entries. */
function emptyOf(source: object): string {
  if (source instanceof Map) throw new Unfit('A Map is given for an object. Give Object.fromEntries(map).')
  if (source instanceof Set) throw new Unfit('A Set is given for an object. Declare an array and give [...set].')
  const lost = findLostWhole(source)
  if (lost !== null) throw new Unfit(lost)
  return '{}'
}

function writeFinite(text: JsonText, at: number, value: number, source: unknown): number {
  if (Number.isNaN(value)) throw new Unfit(`The value "${source}" cannot be converted to a number.`)
  return Number.isFinite(value) ? writeNumber(text, at, value) : writeText(text, at, 'null')
}

function writeInteger(text: JsonText, at: number, value: unknown): number {
  if (typeof value === 'bigint') return writeText(text, at, String(value))
  const integer = Math.trunc(value as number) // converts a value that is not a number
  if (Number.isFinite(integer)) return writeNumber(text, at, integer)
  throw new Unfit(`The value "${value}" cannot be converted to an integer.`)
}

function writeAny(text: JsonText, at: number, value: unknown): number {
  const json: string | undefined = JSON.stringify(value)
  const lost = json === undefined ? null : findLostEntries(value, json)
  if (lost !== null) throw new Unfit(lost.advice)
  if (json !== undefined) return writeText(text, at, json)
  throw new Unfit('a function, a symbol or an undefined item is in a place without a type')
}

/** The text for a value that is not a string. */
function textOf(value: unknown): string {
  if (value === null) return ''
  const text: unknown = value instanceof RegExp ? value.source : ownText(value)
  if (typeof text === 'string') return text
  throw new Unfit(`The value cannot be converted to a string: its own conversion gives ${describeValue(text)}.`)
}

function ownText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  const given = value as object // `undefined` has no `toString`, so the next line throws
  const isPlain = given.toString === Object.prototype.toString
  return isPlain && hasOwnJson(given) ? given.toJSON() : given.toString()
}

function dateTimeOf(value: unknown): string {
  return writtenDate(value, 'date-time')
}

/** A date, or the time of a day, in the time zone of the process. */
function localOf(value: unknown, format: 'date' | 'time'): string {
  if (!(value instanceof Date)) return writtenDate(value, format)
  const [year, hours] = [value.getFullYear(), value.getHours()]
  if (format === 'time' && !Number.isNaN(hours))
    return [hours, value.getMinutes(), value.getSeconds()].map(padded).join(':')
  if (format === 'date' && year >= 0 && year <= 9999) {
    return [String(year).padStart(4, '0'), padded(value.getMonth() + 1), padded(value.getDate())].join('-')
  }
  // `toISOString` throws for an invalid date.
  return new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function padded(number: number): string {
  return String(number).padStart(2, '0')
}

function writtenDate(value: unknown, format: string): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  throw new Unfit(`The value "${value}" cannot be converted to a ${format}.`)
}

/** Whether a value counts as a string if a schema allows several types. */
function isTextual(value: unknown): boolean {
  if (typeof value !== 'object') return typeof value === 'string'
  if (value === null || value instanceof Date || value instanceof RegExp) return true
  if (typeof value.toString === 'function' && value.toString !== Object.prototype.toString) return true
  return isText(value)
}

function isObjectOrNull(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value)
}

function missing(name: string): never {
  throw new Unfit(`${JSON.stringify(name)} is required!`)
}

function mismatch(pointer: string): never {
  throw new Unfit(`The value of '${pointer}' does not match schema definition.`)
}

/** Whether a value is a string, or becomes one in JSON. */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (Array.isArray(value) || !hasOwnJson(value)) return false
  return value instanceof Date || typeof value.toJSON() === 'string'
}

function hasOwnJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
}
