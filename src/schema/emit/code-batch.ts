import type { CodeUnit, Runnable, UnitFunction } from './code-unit.js'
import type { Format } from './native-options.js'

type Formats = () => ReadonlyMap<string, Format>

/** The parameters of the code of a unit: the function that reports its errors, the units that it calls, the formats. */
const own = ['fail', 'called', 'formats']

/**
 * Code in which the given values have names. It runs when all code of a boot is added, or when a function of it is
 * needed. V8 takes a third less time for many functions at once than for each alone.
 */
export class CodeBatch {
  readonly #given: Readonly<Record<string, unknown>>
  #pending: { unit: CodeUnit; formats: Formats }[] = []
  /** Whether code may be made of strings. */
  #isAllowed = false

  /** @param given the values that have a name in all of the code */
  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given
  }

  /**
   * Adds a unit and all that it calls.
   *
   * @throws EvalError if node may not make code from strings: only here the error can name its schema
   */
  add(unit: CodeUnit, formats: Formats): void {
    if (!this.#isAllowed) new Function()
    this.#isAllowed = true
    const found = [unit]
    for (const each of found) {
      if (each.isAdded) continue
      each.isAdded = true
      this.#pending.push({ unit: each, formats })
      found.push(...each.called)
    }
  }

  /** Makes all added functions. */
  run(): void {
    const pending = this.#pending
    if (pending.length === 0) return
    this.#pending = []
    const makers = pending.map(({ unit }) => `(function (${own.join(', ')}) {\n${unit.code}\n})`)
    const text = `'use strict'\nreturn [${makers.join(',\n')}]`
    const makeAll = new Function(...Object.keys(this.#given), text)
    const made: ((...own: unknown[]) => UnitFunction)[] = makeAll(...Object.values(this.#given))
    const { failing } = this.#given
    for (const [index, { unit, formats }] of pending.entries()) {
      const fail = typeof failing === 'function' ? failing(() => unit.rules) : null
      unit.run = made[index]!(fail, unit.called, formats) // there is one for each
    }
  }

  /** The function of a unit. */
  runOf(unit: Runnable): UnitFunction {
    if (unit.run === null) this.run()
    return unit.run! // it is a unit that was added
  }

  /**
   * Code for the artefact: a function whose parameters are the given names, and which returns the value of the code. It
   * is called at once, and the brackets mark that for V8: so 1000 serializers take 10.5 ms of a start. V8 would read an
   * arrow function twice: 20 ms.
   */
  write(code: string): string {
    return `(function (given) {\nconst { ${Object.keys(this.#given).join(', ')} } = given\nreturn ${code}\n})`
  }
}
