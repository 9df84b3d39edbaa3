import type {
  GracefulShutdownOptions,
  HealthOptions,
  RouterOptions,
  ServerOptions,
} from '../../contracts/server-options.js'
import { quoted } from '../../errors/coded-error.js'
import { serverCodes } from '../../errors/server-codes.js'
import { lifecycleHookNames } from '../../lifecycle/hook-names.js'
import { schemaControllerKeys, serializerKeys, validatorKeys } from '../../schema/engines/engine-options.js'
import { policies } from '../../support/as-fastify.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { isRecord } from '../../support/values.js'
import { checkPlace, type OptionsEntry } from './misplaced-options.js'

type Keys<T> = Readonly<Record<keyof T, true>>

const routerKeys: Keys<Omit<RouterOptions, 'compile'>> = {
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  maxParamLength: true,
  caseSensitive: true,
  allowUnsafeRegex: true,
  useSemicolonDelimiter: true,
  constraints: true,
  querystringParser: true,
  buildPrettyMeta: true,
  defaultRoute: true,
  onBadUrl: true,
  onMaxParamLength: true,
}

const shutdownKeys: Keys<GracefulShutdownOptions> = { signals: true, delay: true, drainTimeout: true, timeout: true }

const healthKeys: Keys<HealthOptions> = {
  liveness: true,
  readiness: true,
  checks: true,
  checkTimeout: true,
  maxAge: true,
}

const serverKeys: Keys<ServerOptions> = {
  ...routerKeys,
  routerOptions: true,
  validatorengine: true,
  ajv: true,
  compile: true,
  precompiled: true,
  schemaController: true,
  schemaErrorFormatter: true,
  serializerOpts: true,
  bodyValidation: true,
  strictResponses: true,
  bodyLimit: true,
  maxJsonDepth: true,
  onProtoPoisoning: true,
  onConstructorPoisoning: true,
  http: true,
  https: true,
  http2: true,
  http2SessionTimeout: true,
  serverFactory: true,
  connectionTimeout: true,
  keepAliveTimeout: true,
  requestTimeout: true,
  maxRequestsPerSocket: true,
  handlerTimeout: true,
  forceCloseConnections: true,
  return503OnClosing: true,
  maxConnections: true,
  gracefulShutdown: true,
  health: true,
  clientErrorHandler: true,
  frameworkErrors: true,
  exposeServerErrors: true,
  explainValidation: true,
  rewriteUrl: true,
  trustProxy: true,
  exposeHeadRoutes: true,
  allowErrorHandlerOverride: true,
  logger: true,
  loggerInstance: true,
  disableRequestLogging: true,
  logController: true,
  childLoggerFactory: true,
  logSerializers: true,
  requestIdHeader: true,
  requestIdLogLabel: true,
  genReqId: true,
  pluginTimeout: true,
}

/** Options of node that limit clients. Under a misspelt name the server has no such limit. */
const limitsOfNode = [
  ...['headersTimeout', 'requestTimeout', 'keepAliveTimeout', 'connectionsCheckingInterval'],
  ...['maxHeaderSize', 'maxHeadersCount', 'insecureHTTPParser', 'requireHostHeader'],
]

/** Options of node and pino whose misspelt names are refused. Other names are theirs to check. */
const checkedOfLibraries = {
  http: limitsOfNode,
  https: [...limitsOfNode, 'handshakeTimeout', 'minVersion', 'maxVersion', 'requestCert', 'rejectUnauthorized'],
  logger: [
    ...['level', 'stream', 'file', 'redact', 'serializers', 'transport', 'formatters', 'timestamp', 'mixin', 'base'],
    ...['customLevels', 'messageKey', 'errorKey', 'nestedKey', 'depthLimit', 'edgeLimit', 'msgPrefix', 'hooks'],
  ],
} as const

/**
 * Returns the checks for names and keys of options that have no effect. They throw ALC_ERR_OPTION_UNKNOWN. A compiler
 * of the application may read its own keys. At the top level misspelt names are refused, and names of options that belong
 * elsewhere. Applications add their own settings there. The drop-in ignores unknown keys, as Fastify does.
 */
export function keyChecks(options: ServerOptions, entry: OptionsEntry): (() => void)[] {
  if (!policies.refusesWhatHasNoEffect) return []
  const names = [...Object.keys(serverKeys), ...entry.optionNames]
  const { validatorengine, schemaController } = options
  const { buildValidator, buildSerializer } = schemaController?.compilersFactory ?? {}
  const validator = validatorengine === undefined ? 'ajv' : 'validatorengine'
  const checked: readonly (readonly [keyof ServerOptions, object])[] = [
    ['routerOptions', { ...routerKeys, compile: true }],
    ['schemaController', schemaControllerKeys],
    ['gracefulShutdown', shutdownKeys],
    ['health', healthKeys],
    ...(buildValidator === undefined ? [[validator, validatorKeys] as const] : []),
    ...(buildSerializer === undefined ? [['serializerOpts', serializerKeys] as const] : []),
  ]
  return [
    ...Object.entries(options).flatMap(([name, value]) => [
      () => checkPlace(name, value, entry),
      () => checkName(name, names),
    ]),
    ...checked.map(
      ([option, keys]) =>
        () =>
          checkKeys(option, options[option], keys),
    ),
    ...(['http', 'https', 'logger'] as const).flatMap((option) => {
      const given: unknown = options[option]
      const keys = isRecord(given) ? Object.keys(given) : []
      return keys.map((key) => () => checkName(key, checkedOfLibraries[option], `${option}.`))
    }),
  ]
}

function checkName(name: string, known: readonly string[], above = ''): void {
  if (known.includes(name)) return
  const near = nearMisses(name, known)
  if (near.length === 0) return
  throw new serverCodes.ALC_ERR_OPTION_UNKNOWN(`Option "${above}${name}" is unknown: ${didYouMean(near)}`)
}

function checkKeys(option: string, given: unknown, known: object): void {
  if (!isRecord(given)) return // true, false, or of a wrong type
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(known, key))
  if (unknown.length === 0) return
  const keys = `${unknown.length === 1 ? 'the unknown key' : 'the unknown keys'} ${quoted(unknown)}`
  const problem = `Option "${option}" has ${keys}. Use only ${quoted(Object.keys(known))}`
  throw new serverCodes.ALC_ERR_OPTION_UNKNOWN(problem)
}

/** The options of a route. Plugins may read further options. */
const routeOptions: ReadonlySet<string> = new Set([
  ...['method', 'url', 'path', 'handler', 'schema', 'attachValidation', 'validatorCompiler', 'serializerCompiler'],
  ...['schemaErrorFormatter', 'bodyValidation', 'strictResponses', 'bodyLimit', 'handlerTimeout', 'logLevel'],
  ...['logSerializers', 'childLoggerFactory', 'config', 'constraints', 'exposeHeadRoute', 'prefixTrailingSlash'],
  ...['errorHandler', 'websocket', 'wsHandler', 'version', 'prefix', 'routePath', ...lifecycleHookNames],
])

/**
 * Returns the unknown names among the options of a route that resemble known names.
 *
 * @param further options that the decorator of the route also accepts
 */
export function misspeltOptions(options: object, further: readonly string[] = []): { name: string; near: string[] }[] {
  const unknown = Object.keys(options).filter((name) => !routeOptions.has(name) && !further.includes(name))
  return unknown.flatMap((name) => {
    const near = nearMisses(name, [...routeOptions, ...further])
    return near.length === 0 ? [] : [{ name, near }]
  })
}
