import type { CodeUnit, Runnable, UnitFunction } from './code-unit.js'
import type { Format } from './native-options.js'

type Formats = () => ReadonlyMap<string, Format>

/** What the code of a unit is called with: what reports its errors, the units that it calls, the formats. */
const own = ['fail', 'called', 'formats']

/**
 * Code in which what is given has names. It is run when all that a boot adds is known, or when something of it is needed:
 * for many functions at once V8 takes a third less than for each alone.
 */
export class CodeBatch {
  readonly #given: Readonly<Record<string, unknown>>
  #pending: { unit: CodeUnit; formats: Formats }[] = []
  /** Whether code may be made of strings. */
  #isAllowed = false

  /** @param given what has a name in all of the code */
  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given
  }

  /**
   * Adds a unit and all that it calls.
   *
   * @throws EvalError where node was told to make no code of strings: here it is known for what
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

  /** Makes all that has been added. */
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
      unit.run = made[index]!(fail, unit.called, formats) // one for each
    }
  }

  /** The function of a unit. */
  runOf(unit: Runnable): UnitFunction {
    if (unit.run === null) this.run()
    return unit.run! // it has been added
  }

  /**
   * Code to be written down: a function that is called with what is given by name, and gives what the code is. It is
   * called at once, which the brackets tell V8: 1000 serializers take 10.5 ms of a start so. It would read an arrow
   * function twice: 20 ms.
   */
  write(code: string): string {
    return `(function (given) {\nconst { ${Object.keys(this.#given).join(', ')} } = given\nreturn ${code}\n})`
  }
}
