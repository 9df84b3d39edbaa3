/** The names that a piece of written code declares: constants, and variables that no other has. */
export class CodeNames {
  readonly #constants = new Map<string, number>()
  #variables = 0

  constant(code: string): string {
    const number = this.#constants.get(code) ?? this.#constants.size
    this.#constants.set(code, number)
    return `constant${number}`
  }

  newName(word: string): string {
    return `${word}${this.#variables++}`
  }

  /** The lines that declare the constants. */
  protected get constants(): readonly string[] {
    return [...this.#constants].map(([code, number]) => `const constant${number} = ${code}`)
  }
}
