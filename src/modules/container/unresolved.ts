// Hot path: stands for an injected value while its promise is awaited. Values that are there already need none.
import { pendingOf } from '../../support/values.js'

/** An injected value that is not there yet. A class of its own: what is injected may be a promise itself. */
export class Unresolved {
  readonly #promise: PromiseLike<unknown>

  constructor(promise: PromiseLike<unknown>) {
    promise.then(undefined, ignore) // each that waits for it gets the failure; nobody need wait
    this.#promise = promise
  }

  get promise(): PromiseLike<unknown> {
    return this.#promise
  }

  /** Unlike `instanceof`, it looks up nothing where the value is what `lazy` injects. */
  static is(value: unknown): value is Unresolved {
    return typeof value === 'object' && value !== null && #promise in value
  }
}

function ignore(): void {}

/** What a function returned, as an injected value: a promise is awaited. */
export function awaited(value: unknown): unknown {
  const pending = pendingOf(value)
  return pending === null ? value : new Unresolved(pending)
}

/** Calls `use` with values that are there, at once or when all of them are. */
export function afterAll(values: unknown[], use: (values: unknown[]) => unknown): unknown {
  if (!hasUnresolved(values)) return use(values)
  return new Unresolved(whenAll(values, (all) => settledOf(use(all))))
}

export function hasUnresolved(values: readonly unknown[]): boolean {
  for (const value of values) if (Unresolved.is(value)) return true
  return false
}

/** What the core may get: a value, or the promise of one. */
export function settledOf(value: unknown): unknown {
  return Unresolved.is(value) ? value.promise : value
}

/** Calls `use` when all values are there. The promise rejects with the first failure where one is not to come. */
export function whenAll(values: unknown[], use: (values: unknown[]) => unknown): PromiseLike<unknown> {
  const first = values.findIndex(Unresolved.is)
  const only = values[first]
  if (Unresolved.is(only) && values.findLastIndex(Unresolved.is) === first) {
    return only.promise.then((resolved) => {
      values[first] = resolved
      return use(values)
    })
  }
  const waiting = values.filter((value) => Unresolved.is(value))
  return Promise.all(waiting.map(({ promise }) => promise)).then((resolved) => {
    let next = 0
    return use(values.map((value) => (Unresolved.is(value) ? resolved[next++] : value)))
  })
}
