import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue, isThenable } from '../support/values.js'

type Callback = (...args: unknown[]) => unknown
type Done = (failure?: unknown) => void

/** What callbacks of `after` need of the loader. */
export interface AfterOptions {
  /** The error that a callback is given, in place of the loader's. */
  see: (error: unknown) => unknown
  /** It fails when it has been taken for done: nobody else would hear of it. */
  failedLate: (context: string, error: unknown) => void
}

interface PendingCall {
  readonly context: string
  readonly waitsFor: 'its promise' | 'done'
}

/** The callbacks of `after`: whatever way one fails, the boot fails with it. The loader lets what they throw through. */
export class AfterCallbacks {
  readonly #options: AfterOptions
  readonly #pending = new Set<PendingCall>()

  constructor(options: AfterOptions) {
    this.#options = options
  }

  /** The callback that began last of those that have not ended: the one that a time limit is about. */
  get pending(): PendingCall | null {
    return [...this.#pending].at(-1) ?? null
  }

  /** The callback as the loader gets it, always with three parameters. Without one an earlier failure passes it by. */
  wrap(fn: Callback, context: string): (given: unknown, instance: unknown, done: Done) => void {
    const takesDone = fn.length > 1
    return (given, instance, done) => {
      const passedOn = fn.length === 0 ? given : undefined
      const { end, fail } = this.#begin({ context, waitsFor: takesDone ? 'done' : 'its promise' }, done)
      let result: unknown
      try {
        result = this.#call(fn, [given, instance, end])
      } catch (reason) {
        fail(reason)
        return
      }
      if (takesDone) {
        if (result instanceof Promise) result.catch(fail)
      } else if (isThenable(result)) result.then(() => process.nextTick(end, passedOn), fail)
      else process.nextTick(end, passedOn)
    }
  }

  #call(fn: Callback, [given, instance, end]: [unknown, unknown, Done]): unknown {
    if (fn.length === 0) return fn()
    const error = this.#options.see(given)
    if (fn.length === 1) return fn(error)
    return fn.length === 2 ? fn(error, end) : fn(error, instance, end)
  }

  #begin(call: PendingCall, done: Done): { end: Done; fail: (reason: unknown) => void } {
    const { context } = call
    this.#pending.add(call)
    const end = (failure?: unknown) => {
      if (this.#pending.delete(call)) done(failure)
      else if (failure) this.#options.failedLate(context, failure)
    }
    const fail = (reason: unknown) =>
      end(reason ?? new pluginCodes.ALC_ERR_PLUGIN_REJECTED('after', context, describeValue(reason)))
    return { end, fail }
  }
}
