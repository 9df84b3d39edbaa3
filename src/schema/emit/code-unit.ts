import { findOrMake } from '../../support/lazy.js'
import { reachable } from '../../support/lists.js'
import type { NativeOptions } from './native-options.js'

/** A keyword of a schema, as its error reports it. */
export type ErrorRule = readonly [schemaPath: string, keyword: string, asked: unknown]

/** The function that the code of a unit makes. The code of other units calls it. */
export type UnitFunction = (...given: never[]) => unknown

/** A function of native code; `null` until it is made. */
export interface Runnable {
  run: UnitFunction | null
}

/** Code that is written from a schema and makes one function. Units call each other, also in circles. */
export interface CodeUnit extends Runnable {
  /** The body of a function that returns it; empty while it is written. */
  code: string
  readonly called: CodeUnit[]
  /** The keywords that its errors report, by number. */
  readonly rules: ErrorRule[]
  /** Whether its code has been added to the code that is compiled. */
  isAdded: boolean
}

export function newUnit(): CodeUnit {
  return { code: '', rules: [], called: [], isAdded: false, run: null }
}

/** A unit and all that it calls, directly or not. */
export function unitsBelow(unit: CodeUnit): readonly CodeUnit[] {
  return [...reachable([unit], ({ called }) => called)]
}

interface PendingUnit {
  write(): void
  forget(): void
}

/**
 * The units of schemas, each written once. A unit is written after the one that calls it first, because a chain of
 * `$ref`s may exceed the stack.
 */
export class Units {
  readonly #known = new WeakMap<object, Map<string, CodeUnit>>()
  #pending: PendingUnit[] = []

  /** @param owner the unit is released with it @param write gives a new unit its code, when `finish` calls it */
  of(owner: object, key: string, write: (unit: CodeUnit) => void): CodeUnit {
    const ofOwner = findOrMake(this.#known, owner, () => new Map<string, CodeUnit>())
    return findOrMake(ofOwner, key, () => {
      const unit = newUnit()
      this.#pending.push({ write: () => write(unit), forget: () => ofOwner.delete(key) })
      return unit
    })
  }

  /** Writes the new units, and all that they call. After an error none is kept: other units could call it. */
  finish(): void {
    const units = this.#pending
    try {
      for (const { write } of units) write() // it adds the units that it calls
    } catch (error) {
      for (const { forget } of units) forget()
      throw error
    } finally {
      this.#pending = []
    }
  }
}

/** The code of one unit while it is written: its declarations, each under a unique name. */
export class UnitCode {
  readonly #constants = new Map<string, string>()
  readonly #functions = new Map<string, string>()
  readonly #names = new Map<unknown, Map<string, string>>()
  #variables = 0

  constructor(private readonly unit: CodeUnit) {}

  /** A name for a value that is made once. @param code an expression */
  constant(code: string): string {
    return findOrMake(this.#constants, code, () => `constant${this.#constants.size}`)
  }

  newName(word: string): string {
    return `${word}${this.#variables++}`
  }

  /**
   * The name of a function, which is written once for an owner and a key. It may call itself.
   *
   * @param write gives its parameters and statements
   * @param unwritten those of a function that could not be written
   */
  functionFor(word: string, owner: unknown, key: string, write: () => string, unwritten = '() {}'): string {
    const ofOwner = findOrMake(this.#names, owner, () => new Map<string, string>())
    const known = ofOwner.get(key)
    if (known !== undefined) return known
    const name = `${word}${this.#functions.size}`
    ofOwner.set(key, name)
    this.#functions.set(name, unwritten)
    this.#functions.set(name, write())
    return name
  }

  call(unit: CodeUnit): string {
    const { called } = this.unit
    const known = called.indexOf(unit)
    return `called[${known === -1 ? called.push(unit) - 1 : known}].run`
  }

  /** Gives the unit its code. @param main an expression for its function @param before a statement that comes first */
  finish(main: string, before = ''): void {
    // One string: V8 keeps all pieces of a string that is put together by `+`, and units are kept.
    const pieces = [before]
    for (const [value, name] of this.#constants) pieces.push('const ', name, ' = ', value, '\n')
    for (const [name, text] of this.#functions) pieces.push('function ', name, text, '\n')
    this.unit.code = pieces.concat('return ', main).join('')
  }
}

/** The parameters of the code of a unit: the function for its errors, the units that it calls, the formats. */
const own = ['fail', 'called', 'formats']

/** The code of a batch: a list of functions, one around the code of each unit. */
const head = `'use strict'\nreturn [`
const opening = `(function (${own.join(', ')}) {\n`
const closing = '\n}),\n'

/**
 * Code in which the given values have names. It runs when all code of a boot is added, or when a function of it is
 * needed. V8 takes a third less time for many functions at once than for each alone.
 */
export class CodeBatch {
  #pending: CodeUnit[] = []
  /** Whether code may be made of strings. */
  #isAllowed = false

  /** @param given the values that have a name in all of the code */
  constructor(
    private readonly given: Readonly<Record<string, unknown>>,
    private readonly formats: NativeOptions['formats'],
  ) {}

  /**
   * Adds a unit and all that it calls.
   *
   * @throws EvalError if node may not make code from strings: only here the error can name its schema
   */
  add(unit: CodeUnit): void {
    if (!this.#isAllowed) new Function()
    this.#isAllowed = true
    const found = [unit]
    for (const each of found) {
      if (each.isAdded) continue
      each.isAdded = true
      this.#pending.push(each)
      found.push(...each.called)
    }
  }

  run(): void {
    const pending = this.#pending
    if (pending.length === 0) return
    this.#pending = []
    const text = pending.map(({ code }) => opening + code + closing).join('')
    const makeAll = new Function(...Object.keys(this.given), `${head}${text}]`)
    const made: ((...own: unknown[]) => UnitFunction)[] = makeAll(...Object.values(this.given))
    const { failing } = this.given
    const source = String(makeAll)
    let at = source.indexOf(head) + head.length
    for (const [index, unit] of pending.entries()) {
      const fail = typeof failing === 'function' ? failing(() => unit.rules) : null
      unit.run = made[index]!(fail, unit.called, this.formats) // there is one for each
      // V8 keeps the source of functions. The code as a part of it saves 1.1 MB after the start of 1000 routes.
      const start = at + opening.length
      at = start + unit.code.length
      unit.code = source.slice(start, at)
      at += closing.length
    }
  }

  runOf(unit: Runnable): UnitFunction {
    if (unit.run === null) this.run()
    return unit.run! // it is a unit that was added
  }
}

/**
 * Code for the artefact: a function whose parameters are the given names, and which returns the value of the code. The
 * function is called at once, and the brackets mark this for V8. So 1000 serializers take 10.5 ms of a start. V8 would
 * read an arrow function twice, which takes 20 ms.
 */
export function writeBatch(given: Readonly<Record<string, unknown>>, code: string): string {
  return `(function (given) {\nconst { ${Object.keys(given).join(', ')} } = given\nreturn ${code}\n})`
}
