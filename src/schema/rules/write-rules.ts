import { type RuleUnit, unitsBelow } from './rule-units.js'
import { rulesWithin } from './rule-validate.js'

/** Writes the rules of many schemas as one function, each piece once: they are known by what they read like. */
export class RuleWriter {
  readonly #numbers = new Map<RuleUnit, number>()
  readonly #texts: string[] = []
  readonly #known = new Map<string, number>()

  /** The number of a piece; all that it calls are written with it. */
  add(unit: RuleUnit): number {
    for (const each of unitsBelow(unit)) if (!this.#numbers.has(each)) this.#number(each)
    for (const each of unitsBelow(unit)) this.#texts[this.#numberOf(each)] ??= this.#write(each)
    return this.#numberOf(unit)
  }

  // Only what calls nothing is told by its text: what others are called is not known yet.
  #number(unit: RuleUnit): void {
    const known = unit.called.length === 0 ? this.#known.get(unit.code) : undefined
    const number = known ?? this.#numbers.size
    this.#numbers.set(unit, number)
    if (unit.called.length === 0) this.#known.set(unit.code, number)
  }

  #numberOf(unit: RuleUnit): number {
    return this.#numbers.get(unit)! // all have been numbered
  }

  #write({ code, called }: RuleUnit): string {
    const numbers = called.map((each) => this.#numberOf(each))
    return `{ called: ${JSON.stringify(numbers)}, make: (called, formats) => {\n${code}\n} }`
  }

  /** The source of a function that is called with what the rules call by name, and gives all pieces. */
  write(): string {
    const pieces = Array.from(this.#texts, (text) => text ?? 'null')
    return rulesWithin(`[\n${pieces.join(',\n')}\n]`)
  }
}
