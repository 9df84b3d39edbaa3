import type { WrittenCode } from '../../contracts/precompiled.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { compilerVersions } from '../../packages/libraries.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { isPlainObject } from '../../support/values.js'
import type { SchemaOptions } from '../compiler/compilers.js'
import { type CodeUnit, type Runnable, type UnitFunction, unitsBelow, writeBatch } from '../emit/code-unit.js'
import { digest } from '../model/schema-registry.js'

export const artefactFormat = 11

/** The drop-in compiles some schemas differently. */
const server = asFastify ? 'alcove/fastify' : 'alcove'

/** The versions and options on which compiled schemas depend. */
export function madeOf({ compiler, serializerOptions, alcoveVersion }: SchemaOptions): Record<string, string> {
  const made: Record<string, string> = { 'the server': server, alcove: alcoveVersion, ...compilerVersions() }
  const { isNative, coercion, defaults, flags, regExp, formats, ...given } = compiler.options // they follow from the others
  made['the option validatorengine'] = shortOf(textOf(given))
  made['the option serializerOpts'] = shortOf(textOf(serializerOptions))
  return made
}

/** The options that most applications have are short. A digest of them would load node:crypto at each start: 8 ms. */
function shortOf(text: string): string {
  return text.length > 300 ? digest(text) : text
}

/** Options as text, functions by their source. */
function textOf(options: unknown): string {
  const above = new Set<unknown>()
  const write = (value: unknown): string => {
    if (typeof value === 'function' || value instanceof RegExp) return String(value)
    if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
    if (above.has(value)) return 'above'
    if (!Array.isArray(value) && !isPlainObject(value)) return `a ${value.constructor?.name}`
    above.add(value)
    const text = `{${Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${write(entry)}`)}}`
    above.delete(value)
    return text
  }
  return write(options)
}

/** Writes units as one function, each once. Units that call no others are identified by their text. */
export class UnitsWriter {
  readonly #texts: string[] = []
  readonly #numbers = new Map<CodeUnit, number>()
  readonly #simple = new Map<string, number>()

  /** The number of a unit. All units that it calls are written with it. */
  add(unit: CodeUnit): number {
    const fresh = unitsBelow(unit).filter((each) => !this.#numbers.has(each))
    // Units call each other in circles, so all have numbers before one is written.
    for (const each of fresh) this.#numbers.set(each, this.#newNumber(each))
    for (const each of fresh) this.#texts[this.#numberOf(each)] ||= this.#write(each)
    return this.#numberOf(unit)
  }

  /**
   * The source of a function that returns all units.
   *
   * @param given the values that their code calls by name
   */
  write(given: Readonly<Record<string, unknown>>): string {
    return writeBatch(given, `[\n${this.#texts.join(',\n')}\n]`)
  }

  #newNumber(unit: CodeUnit): number {
    if (unit.called.length > 0) return this.#texts.push('') - 1
    const text = this.#write(unit)
    const known = this.#simple.get(text) ?? this.#texts.push(text) - 1
    this.#simple.set(text, known)
    return known
  }

  #numberOf(unit: CodeUnit): number {
    return this.#numbers.get(unit)! // every unit has a number by now
  }

  #write({ code, rules, called }: CodeUnit): string {
    const numbers = called.map((each) => this.#numberOf(each))
    const table = rules.map((each) => JSON.stringify(each)).join(',\n')
    const fail = rules.length === 0 ? '' : `const fail = failing(() => [\n${table}\n])\n`
    return `{ called: ${JSON.stringify(numbers)}, make: (called, formats) => {\n${fail}${code}\n} }`
  }
}

/** Units from an artefact; each is made when it is first needed. */
export class UnitsReader {
  readonly #units: ReturnType<WrittenCode>
  readonly #formats: () => unknown
  readonly #made = new Map<number, Runnable>()

  /** @param given the values that their code calls by name */
  constructor(code: WrittenCode, given: Readonly<Record<string, unknown>>, formats: () => unknown) {
    this.#units = code(given as never) // the artefact was written with this type
    this.#formats = formats
  }

  /** @throws ALC_ERR_PRECOMPILED_STALE */
  get(number: number): Runnable {
    const known = this.#made.get(number)
    if (known !== undefined) return known
    const unit = this.#units[number]
    if (unit === undefined) throw new schemaCodes.ALC_ERR_PRECOMPILED_STALE('parts of the file are missing')
    // Recorded before it is made: units call each other in circles.
    const made: Runnable = { run: null }
    this.#made.set(number, made)
    const called = unit.called.map((each: number) => this.get(each))
    made.run = unit.make(called, this.#formats) as UnitFunction // the artefact was written with this type
    return made
  }
}
