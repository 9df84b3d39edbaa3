import type { ServerOptions } from '../contracts/server-options.js'
import { emitFastifyWarning } from '../errors/fastify-warnings.js'

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
