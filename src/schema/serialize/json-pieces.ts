import { needsTwoBytes } from '../../json/json-text.js'
import type { writing } from '../../json/write-json.js'
import { literalOf } from '../../support/literal.js'
import { propertyOf } from '../emit/code-position.js'
import { testTypes } from './match-code.js'

/** An expression that writes `value` to `out` behind `at`, and returns the end of its text. */
export type ValueCode = string

/** The constant text of all values, in one row of bytes: reading the characters of strings takes twice as long. */
export class Literals {
  #bytes = ''
  readonly #places = new Map<string, number>()

  /** The statement that declares the bytes; empty: there are none. */
  get code(): string {
    return this.#bytes === '' ? '' : `const bytes = latin1(${literalOf(this.#bytes)})\n`
  }

  write(text: string): ValueCode {
    if (needsTwoBytes.test(text)) return call('text', literalOf(text))
    const place = this.#places.get(text) ?? this.#bytes.length
    if (place === this.#bytes.length) this.#bytes += text
    this.#places.set(text, place)
    return call('literal', `bytes, ${place}, ${text.length}`)
  }

  /** The code for a value that is not an object, a list or `null`. Without a type it is for any value. */
  scalar(type: unknown, format: unknown): ValueCode {
    if (type === 'boolean') return `value ? ${this.write('true')} : ${this.write('false')}`
    return (type === 'string' ? byFormat.get(format) : undefined) ?? byType.get(type) ?? anything
  }

  /** The code for `null`, or for a value with other code. */
  nullable(code: ValueCode): ValueCode {
    return `value === null ? ${this.write('null')} : ${code}`
  }
}

export function call(writer: keyof typeof writing, what: string): ValueCode {
  return `${writer}(out, at, ${what})`
}

export const anything = call('any', 'value')
const ofString = call('string', 'value')

const byFormat: ReadonlyMap<unknown, ValueCode> = new Map([
  ['date-time', call('dateTime', 'value')],
  ['date', call('date', 'value')],
  ['time', call('time', 'value')],
  ['unsafe', call('unsafe', 'value')],
])

const byType: ReadonlyMap<unknown, ValueCode> = new Map([
  ['string', ofString],
  ['integer', call('integer', 'value')],
  ['number', call('number', 'value')],
])

const decisive: ReadonlySet<string> = new Set([
  ...['const', 'format', 'default', 'nullable', '$ref', 'allOf', 'anyOf', 'oneOf', 'if'],
])

/** The code of a schema whose type decides everything, as in most schemas; `null`: more than its type decides. */
export function plainCode(schema: Readonly<Record<string, unknown>>): ValueCode | null {
  const code = byType.get(schema.type)
  if (code === undefined) return null
  for (const keyword in schema) if (decisive.has(keyword)) return null
  return code
}

/** The code that refuses a value, with the pointer to its schema. */
export function mismatch(pointer: string): ValueCode {
  return `mismatch(${literalOf(pointer)})`
}

/** The code of the first type that the value is of. */
export function chosenByType(
  options: readonly (readonly [type: string, code: ValueCode])[],
  pointer: string,
): ValueCode {
  return [...options.map(([type, code]) => `${isChosen[type]} ? ${code}`), mismatch(pointer)].join(' : ')
}

/** Whether `value` is written as a type that is one of several. */
const isChosen: Readonly<Record<string, string>> = {
  null: 'value === null',
  string: 'isTextual(value)',
  array: 'Array.isArray(value)',
  object: 'isObjectOrNull(value)',
  integer: 'Number.isInteger(value) || value === null',
  number: "typeof value === 'number' || value === null",
  boolean: "typeof value === 'boolean' || value === null",
}

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
  if (tuple.length === 0 && items === ofString)
    code += `const end = ${call('strings', 'input')}\nif (end > at) return end\n`
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
