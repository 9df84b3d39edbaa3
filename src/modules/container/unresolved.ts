// Hot path: an `Unresolved` replaces an injected value while its promise is awaited. A value that is available needs
// none.
import { pendingOf } from '../../support/values.js'

/**
 * An injected value that is not available yet. It is a separate class, because an injected value can be a promise
 * itself.
 */
export class Unresolved {
  readonly #promise: PromiseLike<unknown>

  /** @param promise a promise that code awaits: an unawaited rejection ends the process */
  constructor(promise: PromiseLike<unknown>) {
    this.#promise = promise
  }

  /**
   * Makes an `Unresolved` with a handled rejection. Each consumer gets the failure, but no consumer has to await it.
   */
  static of(promise: PromiseLike<unknown>): Unresolved {
    promise.then(undefined, ignore)
    return new Unresolved(promise)
  }

  get promise(): PromiseLike<unknown> {
    return this.#promise
  }

  /** Unlike `instanceof`, this check does not trigger the look-up of a value of `lazy`. */
  static is(value: unknown): value is Unresolved {
    return typeof value === 'object' && value !== null && #promise in value
  }
}

function ignore(): void {}

/** The result of a function as an injected value: a promise is awaited. */
export function awaited(value: unknown): unknown {
  const pending = pendingOf(value)
  return pending === null ? value : Unresolved.of(pending)
}

/** Calls `use` with available values, at once or when all of them are available. */
export function afterAll(values: unknown[], use: (values: unknown[]) => unknown): unknown {
  return hasUnresolved(values) ? afterAwaited(values, use) : use(values)
}

/**
 * A separate function: V8 allocates the variables that closures share when their function begins, even for calls
 * without a promise.
 */
function afterAwaited(values: unknown[], use: (values: unknown[]) => unknown): Unresolved {
  return Unresolved.of(whenAll(values, (all) => settledOf(use(all))))
}

/** Handles the rejections of values that have no consumer any more. */
export function leaveUnresolved(values: readonly unknown[]): void {
  for (const value of values) if (Unresolved.is(value)) value.promise.then(undefined, ignore)
}

export function hasUnresolved(values: readonly unknown[]): boolean {
  for (const value of values) if (Unresolved.is(value)) return true
  return false
}

/** The form for the core: a value, or the promise of one. */
export function settledOf(value: unknown): unknown {
  return Unresolved.is(value) ? value.promise : value
}

/** Calls `use` when all values are available. The promise rejects with the first failure of a value. */
export function whenAll(values: unknown[], use: (values: unknown[]) => unknown): PromiseLike<unknown> {
  const waiting = values.filter((value) => Unresolved.is(value))
  return Promise.all(waiting.map(({ promise }) => promise)).then((resolved) => {
    let next = 0
    return use(values.map((value) => (Unresolved.is(value) ? resolved[next++] : value)))
  })
}
