/** A function that is compiled when it is first needed. Its schema has been checked before. */
export class Deferred<T> {
  readonly #compile: () => T
  #compiled: { value: T } | null = null

  constructor(compile: () => T) {
    this.#compile = compile
  }

  /** @throws the error of the compiler, at each call */
  get(): T {
    this.#compiled ??= { value: this.#compile() }
    return this.#compiled.value
  }
}

/** A result that is compiled at boot, or at its first use. */
export type Prepared<T> = T | Deferred<T>
