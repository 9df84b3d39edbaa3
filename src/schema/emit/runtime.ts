// Hot path: the code of rules calls these for each value of each request that it validates.

import { findEqual, findSame, isAmong, isEqual } from '../../support/equality.js'
import { pointerTo } from '../../support/json-pointer.js'
import { findOrMake } from '../../support/lazy.js'
import { isPlainObject, type PlainObject, setOwn } from '../../support/values.js'
import { isForeign } from '../keywords/branch-types.js'
import type { Finding } from '../keywords/keyword.js'
import { patternOf } from '../keywords/literals.js'
import type { ErrorRule } from './code-unit.js'
import { coercions } from './coercions.js'
import type { PatternFlags, RegExpEngine } from './native-options.js'
import { RootHolder } from './own-validate.js'

interface Link {
  /** The path from the validated value to the refused one, as a JSON pointer. */
  path: string
  /** The name of the property, if the schema validated its name and not its value. */
  propertyName: string | null
  /** The one before it in the same validation. A list for each branch that refuses the value would take twice the time. */
  before: Refusal | null
}

/** A refused keyword. It becomes an error for users when all facts about the value are known. */
export interface RefusedKeyword extends Link {
  readonly rule: ErrorRule
  readonly found: Finding
}

/** All refusals of one value. The same may be repeated at several places of the chain, so they are never changed. */
interface Repeated extends Link {
  readonly last: Refusal
}

export type Refusal = RefusedKeyword | Repeated

/** The code of a unit that validates by a schema. */
export type Validate = (value: unknown, parent: object, key: string | number) => boolean

/** The result of a unit for one object. */
interface Outcome {
  readonly isValid: boolean
  readonly last: Refusal | null
  /** Whether the object was validated before. A first validation may have converted values in it, or added some. */
  readonly isAgain: boolean
}

/** The results of the units that repeat themselves, within one validation. */
class Memory {
  readonly outcomes = new Map<Validate, Map<object, Outcome>>()

  /** @param outer that of the validation around this one */
  constructor(readonly outer: Memory | null) {}
}

/** Functions without state that native code calls. */
export const checks = {
  ...coercions,
  isObject,
  isLiteral,
  isWhole,
  isShort,
  isLong,
  isAmong,
  isEqual,
  isMultiple,
  isForeign,
  isPlainObject,
  pointerTo,
  setOwn,
  keep,
  findEqual,
  findSame,
}

type Fail = (rule: number, path: string, found?: Finding) => false

/**
 * The functions that native code calls by name. A server has one chain of the refusals of a validation, which is
 * kept here. Validation never waits, and a validation within another has its own chain.
 */
export class Runtime {
  /** `null`: no refusal yet, as in most validations. */
  #last: Refusal | null = null
  /** `null`: no unit that repeats itself has been called. */
  #memory: Memory | null = null

  readonly functions = {
    ...checks,
    patternOf: (pattern: string) => (this.regExp === null ? patternOf(pattern) : this.regExp(pattern, 'u')),
    compilePattern: (pattern: string, flags: PatternFlags) =>
      this.regExp === null ? new RegExp(pattern, flags) : this.regExp(pattern, flags),
    failing: (table: () => readonly ErrorRule[]): Fail => {
      let rules: readonly ErrorRule[] | null = null // most requests are valid
      return (number, path, found = nothing) => {
        rules ??= table()
        const rule = rules[number]! // the number comes from the code, which counts its rules
        this.#last = { rule, path, found, propertyName: null, before: this.#last }
        return false
      }
    },
    /** Puts a path in front of the refusals. */
    under: (path: string): false => {
      for (let each = this.#last; each !== null; each = each.before) each.path = path + each.path
      return false
    },
    /** Sets the refusals of a tried schema aside. They count only if no other schema accepts the value. */
    setAside: (missed: Refusal | null): Refusal | null => {
      const last = this.#last
      this.#last = null
      return join(missed, last)
    },
    restore: (missed: Refusal | null): void => {
      this.#last = join(missed, this.#last)
    },
    setName: (name: string): void => {
      for (let each = this.#last; each !== null; each = each.before) each.propertyName = name
    },
    /**
     * Validates an object twice at most. Branches that refer back to their schema would validate it twice as often at
     * each level.
     */
    remembered: (validate: Validate): Validate => {
      return (value, parent, key) => {
        if (typeof value !== 'object' || value === null) return validate(value, parent, key)
        if (this.#memory !== null) return this.#recall(this.#memory, validate, value, parent, key)
        const memory = new Memory(null)
        this.#memory = memory
        try {
          return this.#recall(memory, validate, value, parent, key)
        } finally {
          this.#memory = null // data of a client is not kept
        }
      }
    },
  }

  /** `regExp`: the engine that runs patterns, if that is not the runtime. */
  constructor(private readonly regExp: RegExpEngine | null = null) {}

  /** Begins a validation. @returns the argument of `end` */
  begin(): Refusal | null {
    const outer = this.#last
    this.#last = null
    if (this.#memory !== null) this.#memory = new Memory(this.#memory)
    return outer
  }

  /** Ends a validation. @returns its last refusal */
  end(outer: Refusal | null): Refusal | null {
    const last = this.#last
    this.#last = outer
    if (this.#memory !== null) this.#memory = this.#memory.outer
    return last
  }

  #recall({ outcomes }: Memory, validate: Validate, value: object, parent: object, key: string | number): boolean {
    const known = findOrMake(outcomes, validate, () => new Map<object, Outcome>())
    let outcome = known.get(value)
    if (outcome?.isAgain !== true) {
      const before = this.#last
      this.#last = null
      const isValid = validate(value, parent, key)
      outcome = { isValid, last: this.#last, isAgain: outcome !== undefined }
      known.set(value, outcome)
      this.#last = before
    }
    const { last, isValid } = outcome
    if (last !== null) this.#last = { last, path: '', propertyName: null, before: this.#last }
    return isValid
  }
}

/** Makes one chain of two. @returns its last refusal */
function join(earlier: Refusal | null, last: Refusal | null): Refusal | null {
  if (earlier === null || last === null) return last ?? earlier
  let first = last
  while (first.before !== null) first = first.before
  first.before = earlier
  return last
}

const nothing: Finding = {}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As in version 6: infinity is whole. */
function isWhole(value: unknown): boolean {
  return typeof value === 'number' && !(value % 1) && !Number.isNaN(value)
}

/** Whether a text has fewer characters than allowed: a pair of code units is one character. */
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
  // The text of great numbers has an exponent. The libraries read it the same.
  return quotient === Number.parseInt(String(quotient), 10)
}

/**
 * An object with only its named properties; `null`: it is an instance of a class, which is not changed. An object
 * inside another one is replaced by a new one. To delete its properties takes four times as long, and makes every later
 * read of it slow.
 */
function keep(object: object, parent: PlainObject, key: string | number, copy: CopyNamed): object | null {
  const isOfLiteral = isLiteral(object) // the usual case: the prototype is read once
  if (!isOfLiteral && !isPlainObject(object)) return null
  const kept = copy(object)
  if (!isOfLiteral || parent instanceof RootHolder) {
    for (const name in object) if (!Object.hasOwn(kept, name)) delete object[name]
    return object
  }
  parent[key] = kept
  return kept
}

/** Whether an object was written as a literal or parsed from JSON. */
function isLiteral(object: object): object is PlainObject {
  return Object.getPrototypeOf(object) === Object.prototype
}

/** Copies the named properties of an object, in its order. */
type CopyNamed = (from: PlainObject) => PlainObject
