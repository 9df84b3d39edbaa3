/**
 * Random choices that are the same for the same seed. fast-check draws the seeds. Some choices depend on earlier ones: a
 * value on its schema, a `$ref` on the existing schemas. Drawing these step by step is easier.
 */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x2545f491, 0x9e3779b1) || 1
    for (let round = 0; round < 8; round++) this.#step()
  }

  /** Marsaglia's xorshift of 32 bits. */
  #step(): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return this.#state >>> 0
  }

  /** A whole number from 0, below the limit. */
  below(limit: number): number {
    return this.#step() % limit
  }

  is(chance: number): boolean {
    return this.#step() < chance * 2 ** 32
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** Some of a list, each once, in any order. */
  some<T>(list: readonly T[], most: number, least = 0): T[] {
    const left = [...list]
    const count = Math.min(least + this.below(most - least + 1), left.length)
    return Array.from({ length: count }, () => left.splice(this.below(left.length), 1)[0]!)
  }

  times<T>(most: number, make: (index: number) => T, least = 0): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, index) => make(index))
  }
}
