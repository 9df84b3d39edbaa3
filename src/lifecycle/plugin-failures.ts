import type { Instance } from '../contracts/instance.js'
import { asFastify } from '../support/as-fastify.js'
import type { Findings } from '../support/report.js'
import { isCoded } from './locate.js'
import { readMeta } from './plugin-meta.js'
import type { Loading } from './run-plugin.js'

/** The functions of the server that record failures of plugins. */
export interface FailureOptions {
  findings: () => Findings
  /** Names of the failed registrants in the context of an instance. */
  failedIn: (instance: Instance) => Set<string>
  /** Names of the failed registrants in the context and its ancestors, the nearest first. */
  failedAbove: (instance: Instance) => readonly string[]
}

interface Failure {
  readonly error: unknown
  readonly instance: Instance
  readonly loading: Loading
}

/** The failures of plugins while they load. The first one ends the boot, unless a tool collects them. */
export class PluginFailures {
  readonly #options: FailureOptions
  #pending: Failure[] = []

  constructor(options: FailureOptions) {
    this.#options = options
  }

  /** Throws the error, unless the boot continues without the plugin. */
  add(failure: Failure): void {
    const { findings, failedIn, failedAbove } = this.#options
    const { error, instance, loading } = failure
    const [doubt = null] = failedAbove(instance)
    if (!asFastify) addToStack(error, titleOf(loading))
    findings().report(error, { from: titleOf(loading), doubt })
    this.#pending.push(failure)
    failedIn(instance).add(loading.name)
  }

  /** The failure for the next callback of `after`. A callback that takes it handles it for the application. */
  take(): unknown {
    const [first] = this.#pending
    for (const { error, instance, loading } of this.#pending) {
      this.#options.findings().withdraw(error)
      this.#options.failedIn(instance).delete(loading.name)
    }
    this.#pending = []
    return first?.error
  }

  /** Whether a plugin depends on a failed plugin. The loader then does not call it, because it would fail too. */
  prevents(loading: Loading): boolean {
    const { plugin, target, name, isWrapped } = loading
    const failed = this.#options.failedAbove(target)
    const needed =
      failed.length === 0 ? undefined : readMeta(plugin).dependencies?.find((each) => failed.includes(each))
    if (needed === undefined) return false
    this.#options.findings().unseen(titleOf(loading), `it depends on the plugin ${needed}, which failed`)
    if (isWrapped) this.#options.failedIn(target).add(name)
    return true
  }

  /** Reports the remaining plugins as not loaded, when the others have loaded. */
  end(left: Iterable<Loading>): void {
    const { unseen } = this.#options.findings()
    for (const { loading } of this.#pending) {
      unseen(`the rest of the ${titleOf(loading)}`, 'it failed before')
    }
    for (const loading of left) {
      const { isWrapped, name, target } = loading
      unseen(titleOf(loading), 'an earlier plugin has timed out')
      if (isWrapped) this.#options.failedIn(target).add(name)
    }
  }
}

function titleOf({ name, context }: Loading): string {
  return `plugin ${name} of ${context}`
}

/**
 * Adds the plugin's name to the stack of its error, because node prints the stack when the boot fails. The other
 * properties of the error do not change. An outer plugin does not replace the name of the innermost one.
 */
function addToStack(error: unknown, title: string): void {
  if (!(error instanceof Error) || isCoded(error)) return
  const { stack }: { stack?: unknown } = error // an application may format stacks in its own way
  if (typeof stack !== 'string' || stack.includes(whileLoading)) return
  Reflect.defineProperty(error, 'stack', {
    value: `${stack}${whileLoading}${title}`,
    configurable: true,
    writable: true,
  }) // a frozen error refuses it
}

const whileLoading = '\n    while loading the '
