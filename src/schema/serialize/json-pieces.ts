import { needsTwoBytes } from '../../json/json-text.js'
import type { writing } from '../../json/write-json.js'
import { literalOf } from '../../support/literal.js'

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
export const ofString = call('string', 'value')

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
