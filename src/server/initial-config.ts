import type { ServerOptions } from '../contracts/server-options.js'
import { readRequestIdHeader } from '../logging/request-id.js'
import type { ServerSettings } from './server-settings.js'

/** Options that plugins may read: values, no functions and no secrets. */
const exposed = [
  'allowUnsafeRegex',
  'caseSensitive',
  'disableRequestLogging',
  'http2',
  'ignoreDuplicateSlashes',
  'ignoreTrailingSlash',
  'onConstructorPoisoning',
  'onProtoPoisoning',
  'requestIdHeader',
  'requestIdLogLabel',
  'useSemicolonDelimiter',
] as const

/** `instance.initialConfig`: the options in force, frozen. */
export function createInitialConfig(options: ServerOptions, settings: ServerSettings): Readonly<ServerOptions> {
  const given = Object.fromEntries(
    exposed.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
  return Object.freeze({
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
    ignoreTrailingSlash: false,
    disableRequestLogging: false,
    onConstructorPoisoning: 'error',
    onProtoPoisoning: 'error',
    requestIdLogLabel: 'reqId',
    useSemicolonDelimiter: false,
    ...settings,
    ...given,
    requestIdHeader: readRequestIdHeader(options.requestIdHeader) ?? false,
    https: Boolean(options.https),
    routerOptions: Object.freeze({ maxParamLength: settings.maxParamLength, ...pickValues(options.routerOptions) }),
  } as ServerOptions) // values of options, `https` as a flag
}

function pickValues(options: ServerOptions['routerOptions']): object {
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(([, value]) => typeof value !== 'function' && typeof value !== 'object'),
  )
}
