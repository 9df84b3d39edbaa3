import type { Instance } from '../contracts/instance.js'
import { asFastify } from '../support/as-fastify.js'
import { isCallable } from '../support/values.js'

/** A function of options, as avvio gets it. */
export interface LateOptions {
  (): unknown
  readonly read: (instance: Instance) => unknown
}

/**
 * Options for avvio. Avvio calls a function of options after the context is open, and outside of its error handling.
 * That is too late for a prefix, and a throw would end the process. So the loader calls the function, and avvio gets
 * the result.
 */
export function lateOptions(options: unknown): unknown {
  if (asFastify || !isCallable(options)) return options
  let given: unknown = {}
  const read = (instance: Instance) => {
    given = options(instance as never) // any instance fits
    return given
  }
  return Object.assign(() => given, { read })
}

/** The options of a plugin, after a call of their function. */
export function readOptions(options: Record<string, unknown> | LateOptions, instance: Instance) {
  const given = isLate(options) ? options.read(instance) : options
  return given as Record<string, unknown> // the types of `register` declare it
}

function isLate(options: Record<string, unknown> | LateOptions): options is LateOptions {
  return typeof options === 'function' && 'read' in options
}
