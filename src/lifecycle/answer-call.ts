// Hot path: every handler, error handler, guard and function around a handler is called here.
import { pendingOf } from '../support/values.js'
import type { CompiledCall } from './call.js'

/**
 * The outcomes of a call whose result is an answer. The call is that of a handler, an error handler, a guard or a
 * function around a handler. No such function gets `done`. `b` is the reply: a function that returns it answers by
 * `reply.send`.
 */
export interface AnswerSteps<A, B> {
  call: (a: A, b: B, c: unknown) => unknown
  /** The function returned a value that is not a promise, such as `undefined` or the reply. */
  returned: (a: A, b: B, c: unknown, value: unknown) => void
  threw: (a: A, b: B, c: unknown, reason: unknown) => void
  /** The function returned a promise. */
  waits?: (a: A, b: B) => void
  resolved: (a: A, b: B, c: unknown, value: unknown) => void
  rejected: (a: A, b: B, c: unknown, reason: unknown) => void
}

/**
 * Makes the one function that calls a function whose result is an answer. It runs exactly one of `returned`, `threw`,
 * `resolved` and `rejected`.
 */
export function compileAnswer<A, B>(steps: AnswerSteps<A, B>): CompiledCall<A, B> {
  const { call, returned, threw } = steps
  return (a, b, c) => {
    let result: unknown
    try {
      result = call(a, b, c)
    } catch (reason) {
      threw(a, b, c, reason)
      return
    }
    const pending = Object.is(result, b) ? null : pendingOf(result)
    if (pending === null) returned(a, b, c, result)
    else wait(steps, [a, b, c], pending)
  }
}

/**
 * V8 allocates the variables that closures share when their function begins. In the caller, calls that return a value
 * would pay for them, so this is a separate function.
 */
function wait<A, B>(
  steps: AnswerSteps<A, B>,
  [a, b, c]: readonly [A, B, unknown],
  pending: PromiseLike<unknown>,
): void {
  steps.waits?.(a, b)
  pending.then(
    (value) => steps.resolved(a, b, c, value),
    (reason) => steps.rejected(a, b, c, reason),
  )
}

/** The outcomes of a call whose caller needs a promise: of a function around a handler. */
export interface AwaitedSteps<A, B> {
  call: (a: A, b: B) => unknown
  returned: (a: A, b: B, value: unknown) => Promise<unknown>
  threw: (a: A, b: B, reason: unknown) => Promise<unknown>
  /** The function returned a promise. */
  waits: (a: A, b: B, promise: Promise<unknown>) => Promise<unknown>
}

/** Makes the one function that calls a function that ends with a promise. It runs exactly one of the steps. */
export function compileAwaited<A, B>(steps: AwaitedSteps<A, B>): (a: A, b: B) => Promise<unknown> {
  const { call, returned, threw, waits } = steps
  return (a, b) => {
    let result: unknown
    try {
      result = call(a, b)
    } catch (reason) {
      return threw(a, b, reason)
    }
    const pending = Object.is(result, b) ? null : pendingOf(result)
    return pending === null ? returned(a, b, result) : waits(a, b, pending)
  }
}
