/** What went wrong while one built object was disposed. */
export interface DisposalFailure {
  target: object
  cause: unknown
}

interface Disposable {
  [Symbol.asyncDispose]?: unknown
  [Symbol.dispose]?: unknown
  dispose?: unknown
}

type DisposeMethod = (this: object) => unknown

/** `Symbol.asyncDispose` before `Symbol.dispose` before `dispose()`: one object is disposed in one way. */
function disposeMethodOf(target: object): DisposeMethod | null {
  const candidate: Disposable = target
  const method = candidate[Symbol.asyncDispose] ?? candidate[Symbol.dispose] ?? candidate.dispose
  return typeof method === 'function' ? (method as DisposeMethod) : null // any function is callable; its result is only awaited
}

/**
 * All that was built, in order of building. Parents are built before their children and a provider before those that
 * need it, so the reverse of this one list is "children before parents, last built first".
 */
export class DisposalStack {
  readonly #built: object[] = []
  readonly #known = new Set<object>()

  /** Remembers what can be disposed; anything else, and anything known, is ignored. */
  add(value: unknown): void {
    if (typeof value !== 'object' || value === null || this.#known.has(value)) return
    if (disposeMethodOf(value) === null) return
    this.#known.add(value)
    this.#built.push(value)
  }

  get isEmpty(): boolean {
    return this.#built.length === 0
  }

  /** Disposes everything once; a failure is handed to `report` and does not stop the others. */
  async disposeAll(report: (failure: DisposalFailure) => void): Promise<void> {
    for (let target = this.#built.pop(); target !== undefined; target = this.#built.pop()) {
      try {
        await disposeMethodOf(target)?.call(target)
      } catch (cause) {
        report({ target, cause })
      }
    }
    this.#known.clear()
  }
}
