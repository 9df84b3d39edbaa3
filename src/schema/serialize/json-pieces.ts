import { literalOf } from '../../support/literal.js'
import type { UnitCode } from '../emit/code-unit.js'
import { needsTwoBytes } from './json-text.js'
import type { writing } from './write-json.js'

/** Code that writes `value`. */
export interface ValueCode {
  /** An expression: from where the text begins, which is another expression, to where it ends. */
  readonly write: (at: string) => string
  /** Whether the expression is a condition, which needs brackets and would repeat what it begins with. */
  readonly isBranching?: boolean
  /** The function that it calls and nothing else. */
  readonly name?: string
}

/** Writes what is the same for every value, from one row of bytes: reading the characters of strings takes twice as long. */
export class JsonPieces {
  #bytes = ''
  readonly #places = new Map<string, number>()

  /** Gives a unit its code. */
  finish(code: UnitCode, main: string): void {
    code.finish(main, this.#bytes === '' ? '' : `const bytes = latin1(${literalOf(this.#bytes)})\n`)
  }

  literal(at: string, text: string): string {
    if (needsTwoBytes.test(text)) return call('text', at, literalOf(text))
    const place = this.#places.get(text) ?? this.#bytes.length
    if (place === this.#bytes.length) this.#bytes += text
    this.#places.set(text, place)
    return `literal(out, ${at}, bytes, ${place}, ${text.length})`
  }

  /** The same text for each value. */
  fixed(text: string): ValueCode {
    return { write: (at) => this.literal(at, text) }
  }

  /** A value that is no object, list or `null`; any value where there is no type. */
  scalar(type: unknown, format: unknown): ValueCode {
    if (type === 'string') return stringWriters.get(format) ?? strings
    if (type !== 'boolean') return plain.get(type) ?? anything
    const write = (at: string) => `value ? ${this.literal(at, 'true')} : ${this.literal(at, 'false')}`
    return { isBranching: true, write }
  }

  /** `null`, or a value for which there is other code. */
  nullable(code: ValueCode): ValueCode {
    const write = (at: string) => `value === null ? ${this.literal(at, 'null')} : ${bracketed(code, at)}`
    return { isBranching: true, write }
  }

  /** Statements that write a property behind what an expression has written: its key. */
  pair(key: string, { write, isBranching }: ValueCode): string {
    return isBranching === true ? `{ at = ${key}; at = ${write('at')} }` : `at = ${write(key)}`
  }
}

export function call(writer: keyof typeof writing, at: string, value: string): string {
  return `${writer}(out, ${at}, ${value})`
}

/** What is written by a function of `writing`. */
function written(writer: keyof typeof writing): ValueCode {
  return { write: (at) => call(writer, at, 'value') }
}

const strings = written('string')
export const anything = written('any')

const stringWriters: ReadonlyMap<unknown, ValueCode> = new Map([
  ['date-time', written('dateTime')],
  ['date', written('date')],
  ['time', written('time')],
  ['unsafe', written('unsafe')],
])

const plain: ReadonlyMap<unknown, ValueCode> = new Map([
  ['string', strings],
  ['integer', written('integer')],
  ['number', written('number')],
])

const decisive: ReadonlySet<string> = new Set([
  ...['const', 'format', 'default', 'nullable', '$ref', 'allOf', 'anyOf', 'oneOf', 'if'],
])

/** How a schema writes values to which it alone applies; `null`: more than its type decides. Most are as simple. */
export function plainCode(schema: Readonly<Record<string, unknown>>): ValueCode | null {
  const code = plain.get(schema.type)
  if (code === undefined) return null
  for (const keyword in schema) if (decisive.has(keyword)) return null
  return code
}

/** A value of which nothing else is written. */
export function refused(pointer: string): ValueCode {
  return { write: () => mismatch(pointer) }
}

export function mismatch(pointer: string): string {
  return `mismatch(${literalOf(pointer)})`
}

/** The code of the first type that the value is of. */
export function chosenByType(
  options: readonly (readonly [type: string, code: ValueCode])[],
  pointer: string,
): ValueCode {
  const write = (at: string) => {
    return [...options.map(([type, code]) => `${isChosen(type)} ? ${bracketed(code, at)}`), mismatch(pointer)].join(
      ' : ',
    )
  }
  return { isBranching: true, write }
}

function bracketed({ write, isBranching }: ValueCode, at: string): string {
  return isBranching === true ? `(${write(at)})` : write(at)
}

/** Whether `value` is written as a type that is one of several. */
function isChosen(type: string): string {
  switch (type) {
    case 'null':
      return 'value === null'
    case 'string':
      return 'isTextual(value)'
    case 'array':
      return 'Array.isArray(value)'
    case 'integer':
      return 'Number.isInteger(value) || value === null'
    case 'object':
      return 'isObjectOrNull(value)'
    default:
      return `typeof value === '${type}' || value === null`
  }
}
