import { lazy } from '../../support/lazy.js'

/** A function that is compiled when it is first needed. Its schema has been checked before. */
export class Deferred<T> {
  /** @throws the error of the compiler, at each call */
  readonly get: () => T

  constructor(compile: () => T) {
    this.get = lazy(compile)
  }
}

/** A result that is compiled at boot, or at its first use. */
export type Prepared<T> = T | Deferred<T>
