// Hot path: every function of the application that may be synchronous, return a promise or take `done` is called here.
import { pendingOf } from '../support/values.js'
import type { FunctionForm } from './function-form.js'
import type { OverdueCalls, Waiting } from './overdue-calls.js'

/** Ends a call. A truthy first argument is the failure, the second one is the value. */
export type EndCall = (failure?: unknown, value?: unknown) => void

/**
 * The outcomes of a call. `a`, `b` and `c` are the arguments of the compiled function. A call keeps `a` and `b` until it
 * ends, and `b` after that. Each kept value takes 8 bytes of every call.
 */
export interface CallSteps<A, B> {
  call: (a: A, b: B, c: unknown, done: EndCall) => unknown
  /** Runs once, unless the call failed. */
  ended: (a: A, b: B, value: unknown) => void
  /** Runs once, unless the call ended. Every thrown or rejected value is a failure, even `undefined`. */
  failed: (a: A, b: B, reason: unknown) => void
  /** The call had ended before, and now ends again by `done` or by its promise. The first end counts. */
  endedAgain?: (b: B, by: 'done' | 'promise') => void
  /** The call had ended before, and now fails. */
  failedLate?: (b: B, reason: unknown) => void
  /** The function does not declare `done` and has ended, but it calls the `done` that it got. */
  undeclaredDone?: (reason: unknown) => void
  /** The call has returned, but it has not ended. */
  waits?: (a: A, b: B, what: 'promise' | 'done') => void
}

/** Reports calls that do not end. */
export interface CallWatch<A, B> {
  readonly overdue: OverdueCalls
  /** Whether the end of the call still matters. A hook that has answered need not end. */
  readonly isOpen: (a: A, b: B) => boolean
  readonly report: () => void
}

export type CompiledCall<A, B> = (a: A, b: B, c?: unknown) => void

/** Makes the one function that calls a function of the application, by the form that registration determined. */
export function compileCall<A, B>(
  form: FunctionForm,
  steps: CallSteps<A, B>,
  watch: CallWatch<A, B> | null = null,
): CompiledCall<A, B> {
  return form === 'returns' ? compileReturning(steps, watch) : compileEnding(steps, watch)
}

function compileReturning<A, B>(steps: CallSteps<A, B>, watch: CallWatch<A, B> | null): CompiledCall<A, B> {
  const { call, ended, failed } = steps
  const undeclared = new UndeclaredDone(steps)
  const wait = compileWaiting(steps, watch)
  return (a, b, c) => {
    let result: unknown
    undeclared.open()
    try {
      result = call(a, b, c, undeclared.done)
      const pending = pendingOf(result)
      if (pending !== null && !undeclared.isCalled) {
        undeclared.isRunning = false
        wait(pending, [a, b], Object.is(result, b))
        return
      }
    } catch (reason) {
      undeclared.isRunning = false
      failed(a, b, reason)
      return
    }
    undeclared.isRunning = false
    if (!undeclared.isCalled) ended(a, b, result)
    else if (undeclared.failure) failed(a, b, undeclared.failure)
    else ended(a, b, undeclared.value)
  }
}

type Wait<A, B> = (pending: PromiseLike<unknown>, given: readonly [A, B], isReply: boolean) => void

/**
 * A separate function: V8 allocates the variables that closures share when their function begins, even for calls
 * without a promise.
 */
function compileWaiting<A, B>(steps: CallSteps<A, B>, watch: CallWatch<A, B> | null): Wait<A, B> {
  const { ended, failed, waits } = steps
  return (pending, [a, b], isReply) => {
    waits?.(a, b, 'promise')
    // A reply is thenable, too. A hook that returns the reply and does not answer never ends, so it is watched.
    const waiting = isReply ? watchCall(watch, a, b) : null
    pending.then(
      (value) => {
        waiting?.end()
        ended(a, b, value)
      },
      (reason) => {
        waiting?.end()
        failed(a, b, reason)
      },
    )
  }
}

const undeclared = Symbol('alcove.undeclared')

/** Whether a `done` belongs to a call that ends when its function returns, or when the returned promise settles. */
export function isUndeclared(done: EndCall): boolean {
  return undeclared in done
}

/**
 * The `done` for functions that do not declare it, one for all their calls. A function such as `(request, ...rest)` can
 * call it. A call while the function runs ends it; a later call is too late.
 */
class UndeclaredDone {
  isRunning = false
  isCalled = false
  failure: unknown
  value: unknown
  readonly done: EndCall

  constructor({ undeclaredDone }: Pick<CallSteps<never, never>, 'undeclaredDone'>) {
    const done: EndCall = (failure, value) => {
      if (!this.isRunning) undeclaredDone?.(failure)
      if (!this.isRunning || this.isCalled) return
      this.isCalled = true
      this.failure = failure
      this.value = value
    }
    this.done = Object.assign(done, { [undeclared]: true })
  }

  open(): void {
    this.isRunning = true
    this.isCalled = false
  }
}

/**
 * The third argument of `done` when the promise of a call settles. Functions of the application cannot pass these
 * symbols.
 */
const resolved = Symbol('alcove.resolved')
const rejected = Symbol('alcove.rejected')

/** Replaces `given` when a call has ended. */
const over = Symbol('alcove.over')

/**
 * A call ends at the first of its `done` and its promise. Its only objects are `done` and the two variables that `done`
 * shares, 104 bytes together. So `given` also shows whether the call is over, and `target` is the watched call once it
 * waits. An object for each call would add 0.06 to the heap bytes of W5 on node 24.
 */
function compileEnding<A, B>(steps: CallSteps<A, B>, watch: CallWatch<A, B> | null): CompiledCall<A, B> {
  const { call, ended, failed } = steps
  return (a, b, c) => {
    let given: A | typeof over = a
    let target: B | WatchedCall<A, B> = b
    const done = (failure?: unknown, value?: unknown, by?: unknown) => {
      const hasFailed = by === rejected || (by !== resolved && failure)
      const to = target instanceof WatchedCall ? target.end() : target
      const from = given
      given = over
      if (from !== over) {
        if (hasFailed) failed(from, to, failure)
        else ended(from, to, value)
      } else if (hasFailed) steps.failedLate?.(to, failure)
      else steps.endedAgain?.(to, by === resolved ? 'promise' : 'done')
    }
    try {
      const pending = pendingOf(call(a, b, c, done))
      if (pending !== null) {
        if (given !== over) steps.waits?.(a, b, 'promise')
        awaitEnd(pending, done)
      } else if (given !== over) {
        steps.waits?.(a, b, 'done')
        target = watchCall(watch, a, b) ?? b
      }
    } catch (reason) {
      done(reason, undefined, rejected)
    }
  }
}

type End = (failure: unknown, value: unknown, by: unknown) => void

function awaitEnd(pending: PromiseLike<unknown>, done: End): void {
  pending.then(
    (value) => done(undefined, value, resolved),
    (reason) => done(reason, undefined, rejected),
  )
}

/** A call that has returned but not ended. It is one of the overdue calls until it ends. */
class WatchedCall<A, B> implements Waiting {
  constructor(
    private readonly watch: CallWatch<A, B>,
    private readonly a: A,
    private readonly b: B,
  ) {
    watch.overdue.add(this)
  }

  isOpen(): boolean {
    return this.watch.isOpen(this.a, this.b)
  }

  report(): void {
    this.watch.report()
  }

  end(): B {
    this.watch.overdue.delete(this)
    return this.b
  }
}

function watchCall<A, B>(watch: CallWatch<A, B> | null, a: A, b: B): WatchedCall<A, B> | null {
  return watch?.isOpen(a, b) ? new WatchedCall(watch, a, b) : null
}
