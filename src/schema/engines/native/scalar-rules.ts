import type { Place } from '../../emit/code-position.js'
import type { Coding } from '../../emit/emitter.js'
import { Unruled } from '../../emit/unsupported.js'
import type { PlainObject } from '../../model/plain-data.js'
import { isJson } from '../../model/schema-keys.js'

/** More values than this are looked up in a set. */
const mostCompared = 8

/** Statements for `const` and `enum`. */
export function codeOfValues(schema: PlainObject, place: Place, code: Coding): string[] {
  const { value } = place
  const lines: string[] = []
  if (schema.const !== undefined) {
    const right = isScalar(schema.const)
      ? `${value} === ${jsonOf(schema.const)}`
      : `isEqual(${value}, ${code.constant(jsonOf(schema.const))})`
    lines.push(`if (!(${right})) ${code.fail(place, 'const', schema.const)}`)
  }
  if (Array.isArray(schema.enum)) {
    lines.push(`if (!(${testValues(schema.enum, value, code)})) ${code.fail(place, 'enum', schema.enum)}`)
  }
  return lines
}

function testValues(allowed: readonly unknown[], value: string, code: Coding): string {
  if (allowed.length === 0) throw new Unruled()
  const list = jsonOf(allowed)
  if (!allowed.every(isScalar)) return `isAmong(${value}, ${code.constant(list)})`
  if (allowed.length > mostCompared) return `${code.constant(`new Set(${list})`)}.has(${value})`
  return allowed.map((each) => `${value} === ${jsonOf(each)}`).join(' || ')
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** A value of a schema as code. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'boolean' || Number.isFinite(value) || value === null) return String(value)
  const text = isJson(value) ? JSON.stringify(value) : '__proto__'
  if (text.includes('__proto__')) throw new Unruled() // in a literal it would mean something else
  return text
}

/** Statements for the keywords about numbers. */
export function codeOfNumber(schema: PlainObject, place: Place, code: Coding): string[] {
  const { value } = place
  const bounds = code.options.version === 6 ? boundsIn6(schema) : boundsIn8(schema)
  const lines = bounds.map(([keyword, limit]) => {
    const wrong = `${value} ${outside[keyword]} ${limit} || ${value} !== ${value}`
    return `if (${wrong}) ${code.fail(place, keyword, limit)}`
  })
  return [
    ...lines,
    ...codeOfLimit('multipleOf', (multipleOf) => `!isMultiple(${value}, ${multipleOf})`, schema, place, code),
    ...codeOfFormat(schema, 'number', place, code),
  ]
}

const outside = { maximum: '>', minimum: '<', exclusiveMaximum: '>=', exclusiveMinimum: '<=' } as const

type Bound = readonly [keyword: keyof typeof outside, limit: number]

function boundsIn8(schema: PlainObject): Bound[] {
  const keywords = ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'] as const
  return keywords.flatMap((keyword) => boundOf(schema, keyword))
}

/** The narrower one of two, as one rule. */
function boundsIn6(schema: PlainObject): Bound[] {
  const [above] = boundOf(schema, 'exclusiveMaximum')
  const [below] = boundOf(schema, 'exclusiveMinimum')
  const [most] = boundOf(schema, 'maximum')
  const [least] = boundOf(schema, 'minimum')
  const upper = most === undefined || (above !== undefined && above[1] <= most[1]) ? above : most
  const lower = least === undefined || (below !== undefined && below[1] >= least[1]) ? below : least
  return [upper, lower].filter((bound) => bound !== undefined)
}

function boundOf(schema: PlainObject, keyword: Bound[0]): Bound[] {
  const limit = schema[keyword]
  if (typeof limit !== 'number') return []
  if (!Number.isFinite(limit)) throw new Unruled()
  return [[keyword, limit + 0]] // without the sign of a zero
}

/** The statement for a keyword that holds a number. @param isBeyond code that tells whether a value is out of bounds */
export function codeOfLimit(
  keyword: string,
  isBeyond: (limit: number) => string,
  schema: PlainObject,
  place: Place,
  code: Coding,
): string[] {
  const limit = schema[keyword]
  if (limit === undefined) return []
  if (typeof limit !== 'number' || !Number.isFinite(limit)) throw new Unruled() // it becomes code
  return [`if (${isBeyond(limit)}) ${code.fail(place, keyword, limit)}`]
}

/** Statements for the keywords about texts. */
export function codeOfText(schema: PlainObject, place: Place, code: Coding): string[] {
  const { value } = place
  const { pattern } = schema
  const lines = [
    ...codeOfLimit('maxLength', (limit) => `isLong(${value}, ${limit})`, schema, place, code),
    ...codeOfLimit('minLength', (limit) => `isShort(${value}, ${limit})`, schema, place, code),
  ]
  if (typeof pattern === 'string') {
    const expression = code.constant(codeOfPattern(pattern, code.options.version))
    lines.push(`if (!${expression}.test(${value})) ${code.fail(place, 'pattern', pattern)}`)
  }
  return [...lines, ...codeOfFormat(schema, 'string', place, code)]
}

function codeOfPattern(pattern: string, version: 6 | 8): string {
  const flags = version === 6 ? '' : 'u'
  try {
    new RegExp(pattern, flags)
  } catch {
    throw new Unruled()
  }
  return `new RegExp(${JSON.stringify(pattern)}, '${flags}')`
}

function codeOfFormat(schema: PlainObject, type: 'string' | 'number', place: Place, code: Coding): string[] {
  if (typeof schema.format !== 'string') return []
  const format = code.options.formats().get(schema.format)
  if (format === undefined) throw new Unruled()
  if (format.isRight === null || format.type !== type) return []
  const isRight = code.constant(`formats().get(${JSON.stringify(schema.format)}).isRight`)
  return [`if (!${isRight}(${place.value})) ${code.fail(place, 'format', schema.format)}`]
}
