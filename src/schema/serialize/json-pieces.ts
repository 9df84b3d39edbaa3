import { literalOf } from '../../support/literal.js'
import type { PatternFlags } from '../emit/native-options.js'
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

/** Constants of the code of one unit. */
export class JsonPieces {
  readonly #flags: PatternFlags
  /** What is the same for every value, in one row of bytes: reading the characters of strings takes twice as long. */
  #literals = ''
  readonly #places = new Map<string, number>()
  readonly #patterns = new Map<string, number>()

  constructor(flags: PatternFlags) {
    this.#flags = flags
  }

  /** Statements for what is made once. */
  get constants(): readonly string[] {
    const patterns = [...this.#patterns].map(([pattern, number]) => {
      return `const pattern${number} = new RegExp(${literalOf(pattern)}, '${this.#flags}')`
    })
    return this.#literals === '' ? patterns : [`const literals = latin1(${literalOf(this.#literals)})`, ...patterns]
  }

  pattern(pattern: string): string {
    const number = this.#patterns.get(pattern) ?? this.#patterns.size
    this.#patterns.set(pattern, number)
    return `pattern${number}`
  }

  literal(at: string, text: string): string {
    if (needsTwoBytes.test(text)) return call('text', at, literalOf(text))
    const place = this.#places.get(text) ?? this.#literals.length
    if (place === this.#literals.length) this.#literals += text
    this.#places.set(text, place)
    return call('literal', at, 'literals', String(place), String(text.length))
  }

  /** The same text for each value. */
  fixed(text: string): ValueCode {
    return { write: (at) => this.literal(at, text) }
  }

  boolean(): ValueCode {
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

const needsTwoBytes = /[\u0100-\uffff]/

export function call(writer: keyof typeof writing, at: string, ...more: string[]): string {
  return `${writer}(${['out', at, ...more].join(', ')})`
}

/** What is written by a function of `writing`. */
export function written(writer: keyof typeof writing): ValueCode {
  return { write: (at) => call(writer, at, 'value') }
}

const stringWriters = new Map<unknown, 'dateTime' | 'date' | 'time' | 'unsafe'>([
  ['date-time', 'dateTime'],
  ['date', 'date'],
  ['time', 'time'],
  ['unsafe', 'unsafe'],
])

export function writtenText(format: unknown): ValueCode {
  return written(stringWriters.get(format) ?? 'string')
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
