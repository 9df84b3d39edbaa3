import type { Instance } from '../contracts/instance.js'
import { causedBy } from '../errors/coded-error.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { readProperty } from '../support/values.js'
import type { AfterCallbacks } from './after-callbacks.js'
import type { Loading } from './run-plugin.js'

/** The time limits of plugins. Avvio measures them, and its error identifies only the function of the plugin. */
export class PluginTimeouts {
  /** The loading plugins, by their function for avvio. */
  readonly #loadings = new WeakMap<object, Loading>()
  /** Instances of plugins that have timed out. `register` throws for these instances. */
  readonly #abandoned = new WeakSet<object>()

  constructor(
    readonly milliseconds: number,
    readonly afters: AfterCallbacks,
  ) {}

  follow(fn: object, loading: Loading): void {
    this.#loadings.set(fn, loading)
  }

  loadingOf(fn: object): Loading | undefined {
    return this.#loadings.get(fn)
  }

  /** Whether the plugin of an instance, or one above it, has timed out. */
  isAbandoned(instance: Instance): boolean {
    for (let each: object | null = instance; each !== null; each = Object.getPrototypeOf(each)) {
      if (this.#abandoned.has(each)) return true
    }
    return false
  }

  /** Translates errors of avvio to coded errors of the boot. */
  translate(error: unknown): unknown {
    const code = readProperty(error, 'code')
    if (code === 'AVV_ERR_PLUGIN_EXEC_TIMEOUT') return this.#describeTimeout(readProperty(error, 'fn'), error)
    if (code === 'AVV_ERR_READY_TIMEOUT')
      return causedBy(
        new pluginCodes.FST_ERR_PLUGIN_TIMEOUT(
          'ready',
          'root',
          this.milliseconds,
          'a callback of after() or ready() never called its `done`',
        ),
        error,
      )
    return error
  }

  #describeTimeout(fn: unknown, cause: unknown): unknown {
    const loading = typeof fn === 'function' ? this.#loadings.get(fn) : undefined
    if (loading === undefined) return this.#describeLateAfter(cause)
    const how = {
      waiting: 'it was never started',
      running: 'it did not return',
      promise: 'the promise that it returned is still pending',
      callback: 'it takes a third parameter `done` and never called it',
      hidden:
        'it hides its parameters behind `...` or `arguments`, returned no promise and never called `done`. Declare (instance, options)',
      done: 'a plugin that it registered did not finish',
    }[loading.state]
    const { name, context, opened, target } = loading
    if (opened !== null && opened !== target) this.#abandoned.add(opened)
    return causedBy(new pluginCodes.FST_ERR_PLUGIN_TIMEOUT(name, context, this.milliseconds, how), cause)
  }

  /** The loader timed out without a plugin, so it waits for a callback of `after`. */
  #describeLateAfter(cause: unknown): unknown {
    const { pending } = this.afters
    if (pending === null) return cause
    const { context, waitsFor } = pending
    const how =
      waitsFor === 'done' ? 'it takes `done` and never called it' : 'the promise that it returned is still pending'
    return causedBy(new pluginCodes.FST_ERR_PLUGIN_TIMEOUT('after', context, this.milliseconds, how), cause)
  }
}
