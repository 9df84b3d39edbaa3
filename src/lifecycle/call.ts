// Hot path: every function of the application that may be synchronous, return a promise or take `done` is called here.
import { pendingOf } from '../support/values.js'
import type { FunctionForm } from './function-form.js'
import type { OverdueCalls, Waiting } from './overdue-calls.js'

/** Ends a call. A truthy first argument is the failure, the second one is the value. */
export type EndCall = (failure?: unknown, value?: unknown) => void

/** The outcomes of a call. `a`, `b` and `c` are the arguments of the compiled function. */
export interface CallSteps<A, B> {
  call: (a: A, b: B, c: unknown, done: EndCall) => unknown
  /** Runs once, unless the call failed. */
  ended: (a: A, b: B, c: unknown, value: unknown) => void
  /** Runs once, unless the call ended. Every thrown or rejected value is a failure, even `undefined`. */
  failed: (a: A, b: B, c: unknown, reason: unknown) => void
  /** The call had ended before, and it ends again by `done` or by its promise. The first end counts. */
  endedAgain?: (a: A, b: B, by: 'done' | 'promise') => void
  /** The call had ended before, and it fails. */
  failedLate?: (a: A, b: B, reason: unknown) => void
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
        wait(pending, [a, b, c], Object.is(result, b))
        return
      }
    } catch (reason) {
      undeclared.isRunning = false
      failed(a, b, c, reason)
      return
    }
    undeclared.isRunning = false
    if (!undeclared.isCalled) ended(a, b, c, result)
    else if (undeclared.failure) failed(a, b, c, undeclared.failure)
    else ended(a, b, c, undeclared.value)
  }
}

type Wait<A, B> = (pending: PromiseLike<unknown>, given: readonly [A, B, unknown], isReply: boolean) => void

/**
 * A separate function: V8 allocates the variables that closures share when their function begins, even for calls
 * without a promise.
 */
function compileWaiting<A, B>(steps: CallSteps<A, B>, watch: CallWatch<A, B> | null): Wait<A, B> {
  const { ended, failed, waits } = steps
  return (pending, [a, b, c], isReply) => {
    waits?.(a, b, 'promise')
    // A reply can be awaited too. A hook that returns one and does not answer never ends.
    const waiting = isReply ? watchCall(watch, a, b) : null
    pending.then(
      (value) => {
        waiting?.end()
        ended(a, b, c, value)
      },
      (reason) => {
        waiting?.end()
        failed(a, b, c, reason)
      },
    )
  }
}

/**
 * The `done` for functions that do not declare it, one for all their calls. `(request, ...rest)` can call it. A call
 * while the function runs ends it; a later call is too late.
 */
class UndeclaredDone {
  isRunning = false
  isCalled = false
  failure: unknown
  value: unknown
  readonly done: EndCall

  constructor({ undeclaredDone }: Pick<CallSteps<never, never>, 'undeclaredDone'>) {
    this.done = (failure, value) => {
      if (!this.isRunning) undeclaredDone?.(failure)
      if (!this.isRunning || this.isCalled) return
      this.isCalled = true
      this.failure = failure
      this.value = value
    }
  }

  open(): void {
    this.isRunning = true
    this.isCalled = false
  }
}

/** The third argument of the `done` of a call whose promise settles. No function of the application has it. */
const resolved = Symbol('alcove.resolved')
const rejected = Symbol('alcove.rejected')

/**
 * A call ends at the first of its `done` and its promise. Its only objects are `done` and the variables that `done`
 * shares. An object for each call would add 0.06 to the heap bytes of W5 on node 24.
 */
function compileEnding<A, B>(steps: CallSteps<A, B>, watch: CallWatch<A, B> | null): CompiledCall<A, B> {
  const { call, ended, failed } = steps
  return (a, b, c) => {
    /** Whether the call is over; the entry among the overdue calls once it waits. */
    let state: boolean | Waiting = false
    const done = (failure?: unknown, value?: unknown, by?: unknown) => {
      const hasFailed = by === rejected || (by !== resolved && failure)
      if (state === true) {
        if (hasFailed) steps.failedLate?.(a, b, failure)
        else steps.endedAgain?.(a, b, by === resolved ? 'promise' : 'done')
        return
      }
      if (state !== false) watch?.overdue.delete(state)
      state = true
      if (hasFailed) failed(a, b, c, failure)
      else ended(a, b, c, value)
    }
    try {
      const pending = pendingOf(call(a, b, c, done))
      if (pending !== null) {
        if (!state) steps.waits?.(a, b, 'promise')
        awaitEnd(pending, done)
      } else if (!state) {
        steps.waits?.(a, b, 'done')
        if (watch === null) return
        state = { isOpen: () => state !== true && watch.isOpen(a, b), report: watch.report }
        watch.overdue.add(state)
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

/** A call without a `done` whose returned value is awaited. */
interface WatchedCall extends Waiting {
  end(): void
}

function watchCall<A, B>(watch: CallWatch<A, B> | null, a: A, b: B): WatchedCall | null {
  if (watch === null || !watch.isOpen(a, b)) return null
  const { overdue, isOpen, report } = watch
  const waiting = { isOpen: () => isOpen(a, b), report, end: () => overdue.delete(waiting) }
  overdue.add(waiting)
  return waiting
}
