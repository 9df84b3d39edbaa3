import type { Instance } from '../contracts/instance.js'
import { moduleCodes } from '../errors/module-codes.js'
import { asFastify } from '../support/as-fastify.js'
import { containRejection, isCallable, isThenable } from '../support/values.js'

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
    given = settledOptions(options(instance as never)) // any instance fits
    return given
  }
  return Object.assign(() => given, { read })
}

/** Refuses a promise, from which no option is read: `@fastify/cors` would then allow every origin. */
export function settledOptions<T>(returned: T): T {
  if (!isThenable(returned)) return returned
  containRejection(returned)
  const got = 'a function of options that returns a promise'
  const wanted = 'one that returns the options. Await their values before the server is created, or in a plugin before'
  throw new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT('The registration of a plugin or module', got, wanted)
}

/** The options of a plugin, after a call of their function. */
export function readOptions(options: Record<string, unknown> | LateOptions, instance: Instance) {
  const given = isLate(options) ? options.read(instance) : options
  return given as Record<string, unknown> // the types of `register` declare it
}

function isLate(options: Record<string, unknown> | LateOptions): options is LateOptions {
  return typeof options === 'function' && 'read' in options
}
