// Hot path: each number of each reply with a response schema.
import type { JsonText } from './json-text.js'

export type Units = JsonText['units']

/** Space for any number: `-1.7976931348623157e+308` is the longest. */
const longest = 32

const zero = 48
const minus = 45
const point = 46

/** Integers up to here are written with operations on 32 bits. */
const largestSmall = 0x7fffffff
const billion = 1e9
const million = 1e6

/** From here a number may have more than 15 digits. */
const unsure = 1e15

/** A finite number, as `String` writes it. */
export function writeNumber(text: JsonText, at: number, value: number): number {
  if (at + longest > text.units.length) text.grow(at, longest)
  const { units } = text
  let start = at
  if (value < 0) units[start++] = minus
  const size = Math.abs(value)
  const end = Number.isInteger(size) ? writeWhole(units, start, size) : writeDecimals(units, start, size)
  return end === notWritten ? writeUnits(units, at, String(value)) : end
}

const notWritten = -1

function writeWhole(units: Units, at: number, value: number): number {
  if (value <= largestSmall) return writeSmall(units, at, value)
  if (value > Number.MAX_SAFE_INTEGER) return notWritten
  const billions = Math.floor(value / billion)
  return writePadded(units, writeSmall(units, at, billions), value - billions * billion, 9)
}

/**
 * V8 must find the shortest text for the same double, which is slow. But two texts of at most 15 digits never mean the
 * same double (IEEE 754). If a whole number of millionths equals the value, its digits are that text. Prices have two
 * decimals, coordinates six.
 */
function writeDecimals(units: Units, at: number, value: number): number {
  const millionths = Math.round(value * million)
  if (millionths >= unsure || millionths / million !== value) return notWritten
  const whole = Math.floor(millionths / million)
  const end = writeWhole(units, at, whole)
  units[end] = point
  let decimals = millionths - whole * million
  let places = 6
  while (decimals % 10 === 0) {
    decimals /= 10
    places--
  }
  return writePadded(units, end + 1, decimals, places)
}

function writeSmall(units: Units, at: number, value: number): number {
  return value < 10 ? writePadded(units, at, value, 1) : writePadded(units, at, value, countDigits(value))
}

function countDigits(value: number): number {
  if (value < 100) return 2
  if (value < 1000) return 3
  if (value < 10_000) return 4
  if (value < 100_000) return 5
  if (value < 1_000_000) return 6
  if (value < 10_000_000) return 7
  if (value < 100_000_000) return 8
  return value < billion ? 9 : 10
}

/** The last `digits` digits of an integer of 31 bits. */
export function writePadded(units: Units, at: number, value: number, digits: number): number {
  let rest = value
  for (let index = at + digits - 1; index >= at; index--) {
    const tenth = (rest / 10) | 0
    units[index] = zero + rest - tenth * 10
    rest = tenth
  }
  return at + digits
}

/** Writes text with one byte a unit, for which there is space. */
export function writeUnits(units: Units, at: number, value: string): number {
  for (let index = 0; index < value.length; index++) units[at + index] = value.charCodeAt(index)
  return at + value.length
}
