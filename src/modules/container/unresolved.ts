// Hot path: stands for an injected value while its promise is awaited. Values that are there already need none.
import { pendingOf } from '../../support/values.js'

/** An injected value that is not there yet. A class of its own: what is injected may be a promise itself. */
export class Unresolved {
  readonly #promise: PromiseLike<unknown>

  /** @param promise that something waits for: a rejection that nobody waits for ends the process */
  constructor(promise: PromiseLike<unknown>) {
    this.#promise = promise
  }

  /** Each that waits for it gets the failure; nobody need wait. */
  static of(promise: PromiseLike<unknown>): Unresolved {
    promise.then(undefined, ignore)
    return new Unresolved(promise)
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
  return pending === null ? value : Unresolved.of(pending)
}

/** Calls `use` with values that are there, at once or when all of them are. */
export function afterAll(values: unknown[], use: (values: unknown[]) => unknown): unknown {
  return hasUnresolved(values) ? afterAwaited(values, use) : use(values)
}

/** A function of its own: what closures share is made at the beginning of their function, for values as well. */
function afterAwaited(values: unknown[], use: (values: unknown[]) => unknown): Unresolved {
  return Unresolved.of(whenAll(values, (all) => settledOf(use(all))))
}

/** Nobody will wait for these. */
export function leaveUnresolved(values: readonly unknown[]): void {
  for (const value of values) if (Unresolved.is(value)) value.promise.then(undefined, ignore)
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
  const waiting = values.filter((value) => Unresolved.is(value))
  return Promise.all(waiting.map(({ promise }) => promise)).then((resolved) => {
    let next = 0
    return use(values.map((value) => (Unresolved.is(value) ? resolved[next++] : value)))
  })
}
