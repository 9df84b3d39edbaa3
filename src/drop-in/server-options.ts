import type { ServerOptions } from '../contracts/server-options.js'
import { emitFastifyWarning } from '../errors/fastify-warnings.js'
import { isRecord } from '../support/values.js'

/** The options of the core, with the defaults of Fastify 5 for the drop-in. */
export function fastifyDefaults(written: ServerOptions): ServerOptions {
  const { ajv, validatorengine, ...given } = readFlags(written)
  const { customOptions, plugins, ...engine } = validatorengine ?? ajv ?? {}
  return {
    bodyValidation: 'parsed',
    strictResponses: false,
    maxJsonDepth: 0,
    requestTimeout: 0,
    ...given,
    validatorengine: {
      version: 8,
      ...engine,
      ...(plugins !== undefined && { plugins: withoutEmpty(plugins) }),
      customOptions: withArrays(customOptions),
    },
  }
}

/** Removes empty lists. Fastify reads the list only when it compiles a schema, so it accepts `[[]]`. */
function withoutEmpty<P>(plugins: P): P {
  if (!Array.isArray(plugins)) return plugins // the check of the option reports it
  return plugins.filter((plugin) => !Array.isArray(plugin) || plugin.length > 0) as P // entries are only removed
}

/** The check of the option reports a value that is not an object. */
function withArrays(customOptions: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return isRecord(customOptions ?? {}) ? { coerceTypes: 'array', ...customOptions } : customOptions
}

const flags: ReadonlySet<string> = new Set([
  'allowUnsafeRegex',
  'caseSensitive',
  'exposeHeadRoutes',
  'forceCloseConnections',
  'http2',
  'ignoreDuplicateSlashes',
  'ignoreTrailingSlash',
  'useSemicolonDelimiter',
])

/** Fastify accepts these options as text, because environment variables are text. */
function readFlags<O extends object>(options: O): O {
  const read = Object.entries(options).map(([name, value]): [string, unknown] => {
    if (name === 'routerOptions' && isRecord(value)) return [name, readFlags(value)]
    return [name, flags.has(name) && (value === 'true' || value === 'false') ? value === 'true' : value]
  })
  return Object.fromEntries(read) as O // each value keeps its name
}

/** Options of the router that Fastify deprecates outside `routerOptions`. */
const routerNames = [
  'allowUnsafeRegex',
  'buildPrettyMeta',
  'caseSensitive',
  'constraints',
  'defaultRoute',
  'ignoreDuplicateSlashes',
  'ignoreTrailingSlash',
  'maxParamLength',
  'onBadUrl',
  'onMaxParamLength',
  'querystringParser',
  'useSemicolonDelimiter',
]

/** Emits the warnings of Fastify about options that have another place now. */
export function warnOfOldOptions(given: ServerOptions): void {
  const beside = routerNames.filter((name) => Object.hasOwn(given, name))
  if (beside.length > 0) emitFastifyWarning('FSTDEP022', beside.join(', '))
  if (Reflect.get(given, 'requestIdLogLabel') !== undefined) emitFastifyWarning('FSTDEP024')
  if (Reflect.get(given, 'disableRequestLogging') !== undefined) emitFastifyWarning('FSTDEP023')
}
