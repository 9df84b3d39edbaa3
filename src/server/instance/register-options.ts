import type { LogSerializer } from '../../contracts/logger.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { nearMisses } from '../../support/near-miss.js'
import { describeValue, isCallable, isThenable } from '../../support/values.js'

/** Options of `register` that the server reads. */
export interface ContextOptions {
  prefix?: string
  logLevel?: string
  logSerializers?: Record<string, LogSerializer>
}

const contextOptions: readonly (keyof ContextOptions)[] = ['prefix', 'logLevel', 'logSerializers']

/** Refuses options of `register` that are not an object: neither the server nor the plugin could read them. */
export function checkRegisterOptions(options: unknown): void {
  if (options === undefined || options === null || isCallable(options)) return
  if (typeof options === 'object' && !isThenable(options)) return
  const example = typeof options === 'string' && options.startsWith('/') ? options : '/users'
  const wanted = `an object of options, such as { prefix: '${example}' }`
  throw new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT('register(plugin, …)', describeValue(options), wanted)
}

/** Options that resemble one of the server, if the source of the plugin does not contain their names. */
export function misspeltOptionsOf(options: object, plugin: object): { name: string; message: string }[] {
  return Object.keys(options).flatMap((name) => {
    if (contextOptions.some((option) => option === name)) return []
    const [near] = nearMisses(name, contextOptions)
    if (near === undefined || Function.prototype.toString.call(plugin).includes(name)) return []
    return { name, message: `neither the server nor the plugin reads the option "${name}". Write "${near}".` }
  })
}
