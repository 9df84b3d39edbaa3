import { literalOf } from '../../support/literal.js'
import { call, type JsonPieces, mismatch, type ValueCode } from './json-pieces.js'
import { propertyOf, testTypes } from './match-code.js'

export interface ObjectParts {
  /** In the order in which they are written. */
  properties: readonly PropertyCode[]
  /** Required, but not declared: looked for and not written. */
  demanded: readonly string[]
  /** How properties are written whose names match; the first that does holds. */
  patterns: readonly (readonly [pattern: string, code: ValueCode])[]
  /** How further properties are written; `null`: not at all. */
  rest: ValueCode | null
  pointer: string
  /** In place of `null`. */
  ofNull: string
}

interface PropertyCode {
  name: string
  code: ValueCode
  isRequired: boolean
  /** Written where there is no value. */
  fallback: string | undefined
}

export interface ArrayParts {
  /** Items by their places, each with the types of which it has to have one; `null`: any. */
  tuple: readonly { code: ValueCode; types: readonly string[] | null }[]
  /** All further items; `null`: there may be none. */
  items: ValueCode | null
  pointer: string
  ofNull: string
}

/** The statements of a function that writes `input`, a list. */
export function arrayCode({ tuple, items, pointer, ofNull }: ArrayParts): string {
  const end = `${pointer}/${tuple.length}`
  return [
    `if (input === null) return text(out, at, '${ofNull}')`,
    `if (!Array.isArray(input)) ${mismatch(pointer)}`,
    items === null ? `if (input.length > ${tuple.length}) ${mismatch(end)}` : '',
    `at = ${unit('at', '[')}`,
    ...tuple.map(({ code, types }, index) => {
      const isWrong = types === null ? 'false' : `!(${testTypes(types, 'value', 'isTextual')})`
      return [
        `if (${index} < input.length) {\nconst value = input[${index}]`,
        `if (${isWrong}) ${mismatch(`${pointer}/${index}`)}`,
        index === 0 ? '' : `at = ${unit('at', ',')}`,
        `at = ${code.write('at')}\n}`,
      ].join('\n')
    }),
    items === null ? '' : itemsCode(tuple.length, items),
    `return ${unit('at', ']')}`,
  ].join('\n')
}

function itemsCode(from: number, items: ValueCode): string {
  return [
    `for (let index = ${from}, { length } = input; index < length; index++) {`,
    `if (index > 0) at = ${unit('at', ',')}`,
    'const value = input[index]',
    `at = ${items.write('at')}\n}`,
  ].join('\n')
}

function unit(at: string, character: string): string {
  return call('unit', at, String(character.charCodeAt(0)))
}

/** The statements of a function that writes `input`, an object. */
export function objectCode(parts: ObjectParts, pieces: JsonPieces): string {
  const { properties, demanded, patterns, rest, pointer, ofNull } = parts
  return [
    `const object = typeof input?.toJSON === 'function' ? input.toJSON() : input`,
    `if (object === null) return text(out, at, '${ofNull}')`,
    `if (typeof object !== 'object' || Array.isArray(object)) ${mismatch(pointer)}`,
    ...demanded.map((name) => `if (${propertyOf('object', name)} === undefined) missing(${literalOf(name)})`),
    // Each property has a comma before it; in the end the first becomes the opening brace.
    'const start = at',
    properties.length === 0 ? '' : 'let value',
    ...properties.map((property) => propertyCode(property, pieces)),
    rest === null && patterns.length === 0 ? '' : restCode(parts, pieces),
    'return close(out, start, at, object)',
  ].join('\n')
}

function propertyCode({ name, code, isRequired, fallback }: PropertyCode, pieces: JsonPieces): string {
  const key = `,${JSON.stringify(name)}:`
  const otherwise =
    fallback !== undefined
      ? `else at = ${pieces.literal('at', key + fallback)}`
      : isRequired
        ? `else missing(${literalOf(name)})`
        : ''
  return [
    `value = ${propertyOf('object', name)}`,
    `if (value !== undefined) ${pieces.pair(pieces.literal('at', key), code)}`,
    otherwise,
  ].join('\n')
}

function restCode({ properties, patterns, rest }: ObjectParts, pieces: JsonPieces): string {
  const isDeclared = properties.map(({ name }) => `key === ${literalOf(name)} || `).join('')
  const key = pieces.literal(call('string', pieces.literal('at', ','), 'key'), ':')
  return [
    'for (const key of Object.keys(object)) {\nconst value = object[key]',
    `if (${isDeclared}value === undefined || typeof value === 'function' || typeof value === 'symbol') continue`,
    ...patterns.map(([pattern, code]) => {
      return `if (${pieces.pattern(pattern)}.test(key)) {\n${pieces.pair(key, code)}\ncontinue\n}`
    }),
    rest === null ? '}' : `${pieces.pair(key, rest)}\n}`,
  ].join('\n')
}
