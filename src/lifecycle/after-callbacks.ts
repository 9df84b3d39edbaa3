import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue } from '../support/values.js'
import { compileCall } from './call.js'
import { argumentsOf, formOf } from './function-form.js'

type Callback = (...args: unknown[]) => unknown
type Done = (failure?: unknown) => void

/** The functions of the loader that callbacks of `after` need. */
export interface AfterOptions {
  /** Returns the error for a callback, given the error of the loader. */
  see: (error: unknown) => unknown
  /** Reports a failure after the callback's end. Without the report the error is lost. */
  failedLate: (context: string, error: unknown) => void
}

interface PendingCall {
  readonly context: string
  readonly waitsFor: 'its promise' | 'done'
}

/** The callbacks of `after`. The boot fails with every failure of a callback, although avvio ignores thrown errors. */
export class AfterCallbacks {
  readonly #options: AfterOptions
  readonly #pending = new Set<PendingCall>()

  constructor(options: AfterOptions) {
    this.#options = options
  }

  /** The callback that began last among those that have not ended. A time limit reports this one. */
  get pending(): PendingCall | null {
    return [...this.#pending].at(-1) ?? null
  }

  /**
   * Wraps the callback for the loader, always with three parameters. A callback without parameters takes no earlier
   * failure, so the next callback gets it.
   */
  wrap(fn: Callback, context: string): (given: unknown, instance: unknown, done: Done) => void {
    // A function of length 0 gets no arguments, so it cannot hide parameters.
    const form = fn.length === 0 ? 'returns' : formOf(fn, 2)
    const takesDone = form === 'callback'
    return (given, instance, done) => {
      const pending: PendingCall = { context, waitsFor: takesDone ? 'done' : 'its promise' }
      this.#pending.add(pending)
      const end = (failure?: unknown) => {
        this.#pending.delete(pending)
        done(failure)
      }
      const passedOn = fn.length === 0 ? given : undefined
      const call = compileCall<unknown, unknown>(form, {
        call: (_given, _instance, _c, callback) => this.#call(fn, [given, instance, callback]),
        ended: () => (takesDone ? end() : process.nextTick(end, passedOn)),
        failed: (_given, _instance, reason) => end(this.#failure(context, reason)),
        failedLate: (_instance, reason) => this.#options.failedLate(context, this.#failure(context, reason)),
      })
      call(given, instance)
    }
  }

  #call(fn: Callback, [given, instance, end]: [unknown, unknown, Done]): unknown {
    const error = fn.length === 0 ? undefined : this.#options.see(given) // `see` takes the failure
    return fn(...argumentsOf(fn, [error, instance, end]))
  }

  #failure(context: string, reason: unknown): unknown {
    return reason || new pluginCodes.ALC_ERR_PLUGIN_REJECTED('after', context, describeValue(reason))
  }
}
