import type { ServerOptions } from '../../contracts/server-options.js'
import { readRequestIdHeader } from '../../logging/request-id.js'
import { asFastify } from '../../support/as-fastify.js'
import { readProperty } from '../../support/values.js'
import type { ServerSettings } from './server-settings.js'

/** Options that plugins may read. They are neither functions nor secrets. */
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
    allowUnsafeRegex: false,
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
    https: exposeHttps(options.https),
    routerOptions:
      asFastify && options.routerOptions === undefined
        ? undefined
        : Object.freeze({ maxParamLength: settings.maxParamLength, ...pickValues(options.routerOptions) }),
  } as ServerOptions) // values of options, `https` without its secrets
}

/** Exposes no certificates and no keys, but only whether the server also accepts HTTP/1 beside HTTP/2. */
function exposeHttps(https: ServerOptions['https']): boolean | { readonly allowHTTP1: boolean } {
  const allowHTTP1 = https === null || https === true ? undefined : readProperty(https, 'allowHTTP1')
  return typeof allowHTTP1 === 'boolean' ? Object.freeze({ allowHTTP1 }) : Boolean(https)
}

function pickValues(options: ServerOptions['routerOptions']): object {
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(
      ([, value]) => (asFastify || typeof value !== 'function') && typeof value !== 'object',
    ),
  )
}
