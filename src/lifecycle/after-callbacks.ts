import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue } from '../support/values.js'
import { compileCall } from './call.js'
import { formOf } from './function-form.js'

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
    // A function of length 0 is given nothing that it could hide.
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
        failed: (_given, _instance, _c, reason) => end(this.#failure(context, reason)),
        failedLate: (_given, _instance, reason) => this.#options.failedLate(context, this.#failure(context, reason)),
      })
      call(given, instance)
    }
  }

  #call(fn: Callback, [given, instance, end]: [unknown, unknown, Done]): unknown {
    if (fn.length === 0) return fn()
    const error = this.#options.see(given)
    if (fn.length === 1) return fn(error)
    return fn.length === 2 ? fn(error, end) : fn(error, instance, end)
  }

  #failure(context: string, reason: unknown): unknown {
    return reason ?? new pluginCodes.ALC_ERR_PLUGIN_REJECTED('after', context, describeValue(reason))
  }
}
