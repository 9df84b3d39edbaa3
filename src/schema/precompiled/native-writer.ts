import { CodeBatch } from '../emit/code-batch.js'
import { Runtime } from '../emit/runtime.js'
import { type CodeUnit, unitsBelow } from '../engines/native/code-unit.js'

/** Writes the native code of many schemas as one function, each unit once: those that call nothing are known by text. */
export class NativeWriter {
  readonly #units: string[] = []
  readonly #numbers = new Map<CodeUnit, number>()
  readonly #simple = new Map<string, number>()

  /** The number of a unit; all that it calls are written with it. */
  add(unit: CodeUnit): number {
    const fresh = unitsBelow(unit).filter((each) => !this.#numbers.has(each))
    // Units call each other in circles: all have their numbers before one is written.
    for (const each of fresh) this.#numbers.set(each, this.#newNumber(each))
    for (const each of fresh) this.#units[this.#numberOf(each)] ||= this.#write(each)
    return this.#numberOf(unit)
  }

  #newNumber(unit: CodeUnit): number {
    if (unit.called.length > 0) return this.#units.push('') - 1
    const text = this.#write(unit)
    const known = this.#simple.get(text) ?? this.#units.push(text) - 1
    this.#simple.set(text, known)
    return known
  }

  #numberOf(unit: CodeUnit): number {
    return this.#numbers.get(unit)! // it has been given one
  }

  #write({ code, rules, called }: CodeUnit): string {
    const numbers = called.map((each) => this.#numberOf(each))
    const table = rules.map((each) => JSON.stringify(each)).join(',\n')
    const body = `const fail = failing(() => [\n${table}\n])\n${code}`
    return `{ called: ${JSON.stringify(numbers)}, make: (called, formats) => {\n${body}\n} }`
  }

  /** The source of a function that is called with what native code calls by name, and returns all units. */
  write(): string {
    return new CodeBatch(new Runtime().functions).write(`[\n${this.#units.join(',\n')}\n]`)
  }
}
