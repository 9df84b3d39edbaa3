import { literalOf } from '../../support/literal.js'
import { propertyOf } from '../emit/code-position.js'
import { call, type Literals, mismatch, type ValueCode } from './json-pieces.js'
import { testTypes } from './match-code.js'

export interface ObjectParts {
  properties: readonly PropertyCode[]
  /** Required properties that are not declared: they are checked and not written. */
  demanded: readonly string[]
  /** The code for names that match a pattern, with the name of its expression. The first match counts. */
  patterns: readonly (readonly [pattern: string, code: ValueCode])[]
  /** The code for further properties; `null`: they are not written. */
  rest: ValueCode | null
  pointer: string
  /** The code in place of `null`. */
  ofNull: string
}

export interface PropertyCode {
  name: string
  code: ValueCode
  isRequired: boolean
  /** The text that is written if there is no value. */
  fallback: string | undefined
}

export interface ArrayParts {
  /** Items by their places, each with its allowed types; `null`: any. */
  tuple: readonly { code: ValueCode; types: readonly string[] | null }[]
  /** The code for all further items; `null`: none are allowed. */
  items: ValueCode | null
  pointer: string
  ofNull: string
}

/** A function that writes `input`, a list: its parameters and statements. */
export function arrayCode({ tuple, items, pointer, ofNull }: ArrayParts): string {
  let code = `(out, at, input) {\nif (!Array.isArray(input)) return ${odd('input', ofNull, pointer)}\n`
  if (items === null) code += `if (input.length > ${tuple.length}) ${mismatch(`${pointer}/${tuple.length}`)}\n`
  code += `at = ${unit('[')}\n`
  for (const [index, { code: item, types }] of tuple.entries()) {
    code += `if (${index} < input.length) {\nconst value = input[${index}]\n`
    if (types !== null) {
      code += `if (!(${testTypes(types, 'value', 'isTextual')})) ${mismatch(`${pointer}/${index}`)}\n`
    }
    if (index > 0) code += `at = ${unit(',')}\n`
    code += `at = ${item}\n}\n`
  }
  if (items !== null) {
    code += `for (let index = ${tuple.length}, { length } = input; index < length; index++) {\n`
    code += `if (index > 0) at = ${unit(',')}\nconst value = input[index]\nat = ${items}\n}\n`
  }
  return `${code}return ${unit(']')}\n}`
}

/** The code for a value that is not an object or a list. */
function odd(value: string, ofNull: string, pointer: string): string {
  return `${value} === null ? ${call('text', `'${ofNull}'`)} : ${mismatch(pointer)}`
}

function unit(character: string): string {
  return call('unit', String(character.charCodeAt(0)))
}

/** A function that writes `input`, an object: its parameters and statements. */
export function objectCode(parts: ObjectParts, literals: Literals): string {
  const { properties, demanded, patterns, rest, pointer, ofNull } = parts
  let code = `(out, at, input) {\nconst object = typeof input?.toJSON === 'function' ? input.toJSON() : input\n`
  code += `if (typeof object !== 'object' || object === null || Array.isArray(object)) return ${odd('object', ofNull, pointer)}\n`
  for (const name of demanded) code += `if (${propertyOf('object', name)} === undefined) missing(${literalOf(name)})\n`
  // Each property has a comma before it. At the end the first comma becomes the opening brace.
  code += properties.length === 0 ? 'const start = at\n' : 'const start = at\nlet value\n'
  for (const property of properties) code += propertyCode(property, literals)
  if (rest !== null || patterns.length > 0) code += restCode(parts)
  return `${code}return close(out, start, at, object)\n}`
}

function propertyCode({ name, code, isRequired, fallback }: PropertyCode, literals: Literals): string {
  const key = `,${JSON.stringify(name)}:`
  const written = `at = ${literals.write(key)}, at = ${code}`
  const present = `if ((value = ${propertyOf('object', name)}) !== undefined) ${written}\n`
  if (fallback !== undefined) return `${present}else at = ${literals.write(key + fallback)}\n`
  return isRequired ? `${present}else missing(${literalOf(name)})\n` : present
}

function restCode({ properties, patterns, rest }: ObjectParts): string {
  const isDeclared = properties.map(({ name }) => `key === ${literalOf(name)} || `).join('')
  const key = `at = ${unit(',')}\nat = ${call('string', 'key')}\nat = ${unit(':')}`
  return [
    'for (const key of Object.keys(object)) {\nconst value = object[key]',
    `if (${isDeclared}value === undefined || typeof value === 'function' || typeof value === 'symbol') continue`,
    ...patterns.map(([pattern, code]) => `if (${pattern}.test(key)) {\n${key}\nat = ${code}\ncontinue\n}`),
    rest === null ? '}\n' : `${key}\nat = ${rest}\n}\n`,
  ].join('\n')
}
