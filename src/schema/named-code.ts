/** Code in which what is given has names. */
export class NamedCode {
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** Makes a function of code and calls it. @param given in the order of the names */
  run(code: string, given: readonly unknown[]): unknown {
    return new Function(...this.#names, `'use strict'\n${code}`)(...given)
  }

  /**
   * The same to be written down: a function that is called with what is given by name, and gives what the code is. It is
   * called at once, which the brackets tell V8: 1000 serializers take 10.5 ms of a start so. It would read an arrow function
   * twice: 20 ms.
   */
  write(code: string): string {
    return `(function (given) {\nconst { ${this.#names.join(', ')} } = given\nreturn ${code}\n})`
  }
}
