import { NamedCode } from '../emit/code-batch.js'
import { judgings } from '../emit/runtime.js'
import { type RuleUnit, unitsBelow } from '../engines/native/rule-units.js'

/** Writes the rules of many schemas as one function, each piece once: those that call nothing are known by their text. */
export class RuleWriter {
  readonly #pieces: string[] = []
  readonly #numbers = new Map<RuleUnit, number>()
  readonly #simple = new Map<string, number>()

  /** The number of a piece; all that it calls are written with it. */
  add(unit: RuleUnit): number {
    const fresh = unitsBelow(unit).filter((each) => !this.#numbers.has(each))
    // Pieces call each other in circles: all have their numbers before one is written.
    for (const each of fresh) this.#numbers.set(each, this.#placeOf(each))
    for (const each of fresh) this.#pieces[this.#numberOf(each)] ||= this.#write(each)
    return this.#numberOf(unit)
  }

  #placeOf(unit: RuleUnit): number {
    if (unit.called.length > 0) return this.#pieces.push('') - 1
    const text = this.#write(unit)
    const known = this.#simple.get(text) ?? this.#pieces.push(text) - 1
    this.#simple.set(text, known)
    return known
  }

  #numberOf(unit: RuleUnit): number {
    return this.#numbers.get(unit)! // it has been given one
  }

  #write({ code, told, called }: RuleUnit): string {
    const numbers = called.map((each) => this.#numberOf(each))
    const table = told.map((each) => JSON.stringify(each)).join(',\n')
    const body = `const fail = failing(() => [\n${table}\n])\n${code}`
    return `{ called: ${JSON.stringify(numbers)}, make: (called, formats) => {\n${body}\n} }`
  }

  /** The source of a function that is called with what the rules call by name, and gives all pieces. */
  write(): string {
    return new NamedCode(judgings[8]).write(`[\n${this.#pieces.join(',\n')}\n]`)
  }
}
