import { writeCode } from '../named-code.js'
import { judgings } from './judging.js'
import { type RuleUnit, unitsBelow } from './rule-units.js'

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

  #placeOf({ code, called }: RuleUnit): number {
    if (called.length > 0) return this.#pieces.push('') - 1
    const known = this.#simple.get(code) ?? this.#pieces.push('') - 1
    this.#simple.set(code, known)
    return known
  }

  #numberOf(unit: RuleUnit): number {
    return this.#numbers.get(unit)! // it has been given one
  }

  #write({ code, called }: RuleUnit): string {
    const numbers = called.map((each) => this.#numberOf(each))
    return `{ called: ${JSON.stringify(numbers)}, make: (called, formats) => {\n${code}\n} }`
  }

  /** The source of a function that is called with what the rules call by name, and gives all pieces. */
  write(): string {
    return writeCode(Object.keys(judgings[8]), `[\n${this.#pieces.join(',\n')}\n]`)
  }
}
