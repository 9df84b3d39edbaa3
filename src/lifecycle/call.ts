// Hot path: every function of the application that may be synchronous, return a promise or take `done` is called here.
import { pendingOf } from '../support/values.js'
import type { FunctionForm } from './function-form.js'
import type { OverdueCalls, Waiting } from './overdue-calls.js'

/** Ends a call: a truthy first argument is the failure, the second one the value. */
export type EndCall = (failure?: unknown, value?: unknown) => void

/** What becomes of a call. `a`, `b` and `c` are those that the compiled function is called with. */
export interface CallSteps<A, B> {
  call: (a: A, b: B, c: unknown, done: EndCall) => unknown
  /** Once, unless it failed. */
  ended: (a: A, b: B, c: unknown, value: unknown) => void
  /** Once, unless it ended. Whatever was thrown or rejected is a failure, `undefined` too. */
  failed: (a: A, b: B, c: unknown, reason: unknown) => void
  /** It had ended before, and ends again by `done` or by its promise. The first end holds. */
  endedAgain?: (a: A, b: B, by: 'done' | 'promise') => void
  /** It had ended before, and fails. */
  failedLate?: (a: A, b: B, reason: unknown) => void
  /** It declares no `done`, has ended, and calls the one that it was given all the same. */
  undeclaredDone?: (reason: unknown) => void
  /** It has returned, and not ended. */
  waits?: (a: A, b: B, what: 'promise' | 'done') => void
}

/** Where calls that do not end are reported. */
export interface CallWatch<A, B> {
  readonly overdue: OverdueCalls
  /** Whether the call still matters: a hook that has answered need not end. */
  readonly isOpen: (a: A, b: B) => boolean
  readonly report: () => void
}

export type CompiledCall<A, B> = (a: A, b: B, c?: unknown) => void

/** Makes the one function that calls a function of the application, by the form that was decided at registration. */
export function compileCall<A, B>(
  form: FunctionForm,
  steps: CallSteps<A, B>,
  watch: CallWatch<A, B> | null = null,
): CompiledCall<A, B> {
  if (form === 'returns') return compileReturning(steps, watch)
  return (a, b, c) => new PendingCall(steps, watch, [a, b]).start(c)
}

function compileReturning<A, B>(steps: CallSteps<A, B>, watch: CallWatch<A, B> | null): CompiledCall<A, B> {
  const { call, ended, failed } = steps
  const undeclared = new UndeclaredDone(steps)
  return (a, b, c) => {
    let result: unknown
    undeclared.open()
    try {
      result = call(a, b, c, undeclared.done)
      const pending = pendingOf(result)
      if (pending !== null && !undeclared.isCalled) {
        undeclared.isRunning = false
        steps.waits?.(a, b, 'promise')
        // A reply can be awaited too: a hook that returns one and does not answer never ends.
        const waiting = Object.is(result, b) ? watchCall(watch, a, b) : null
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

/**
 * The `done` of functions that do not declare it, one for all their calls. `(request, ...rest)` can call it: while the
 * function runs that is its end, and afterwards it is too late.
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

/** One call of a function that ends by `done` or by its promise, whichever comes first. */
class PendingCall<A, B> implements Waiting {
  ticks = 0
  private over = false

  constructor(
    private readonly steps: CallSteps<A, B>,
    private readonly watch: CallWatch<A, B> | null,
    private readonly subject: readonly [A, B],
  ) {}

  start(c: unknown): void {
    const { steps, watch } = this
    const [a, b] = this.subject
    const done: EndCall = (failure, value) => {
      if (failure) this.fail(c, failure)
      else this.end(c, value, 'done')
    }
    try {
      const result = steps.call(a, b, c, done)
      const pending = pendingOf(result)
      if (pending !== null) {
        if (!this.over) steps.waits?.(a, b, 'promise')
        pending.then(
          (value) => this.end(c, value, 'promise'),
          (reason) => this.fail(c, reason),
        )
      } else if (!this.over) {
        steps.waits?.(a, b, 'done')
        watch?.overdue.add(this)
      }
    } catch (reason) {
      this.fail(c, reason)
    }
  }

  isOpen(): boolean {
    return !this.over && this.watch !== null && this.watch.isOpen(...this.subject)
  }

  report(): void {
    this.watch?.report()
  }

  private end(c: unknown, value: unknown, by: 'done' | 'promise'): void {
    const [a, b] = this.subject
    if (this.isAgain()) this.steps.endedAgain?.(a, b, by)
    else this.steps.ended(a, b, c, value)
  }

  private fail(c: unknown, reason: unknown): void {
    const [a, b] = this.subject
    if (this.isAgain()) this.steps.failedLate?.(a, b, reason)
    else this.steps.failed(a, b, c, reason)
  }

  private isAgain(): boolean {
    if (this.over) return true
    this.over = true
    this.watch?.overdue.delete(this)
    return false
  }
}

/** A call without a `done`, while somebody waits for what it returned. */
interface WatchedCall extends Waiting {
  end(): void
}

function watchCall<A, B>(watch: CallWatch<A, B> | null, a: A, b: B): WatchedCall | null {
  if (watch === null || !watch.isOpen(a, b)) return null
  const { overdue, isOpen, report } = watch
  const waiting = { ticks: 0, isOpen: () => isOpen(a, b), report, end: () => overdue.delete(waiting) }
  overdue.add(waiting)
  return waiting
}
