import type { SchemaControllerOptions } from '../../contracts/schema.js'
import type { GracefulShutdownOptions, HealthOptions, ServerOptions } from '../../contracts/server-options.js'
import type { ValidatorEngineOptions } from '../../contracts/validator-options.js'
import { quoted } from '../../errors/coded-error.js'
import { serverCodes } from '../../errors/server-codes.js'
import { lifecycleHookNames } from '../../lifecycle/hook-names.js'
import { serializerKeys } from '../../schema/compiler/default-serializer.js'
import { policies } from '../../support/as-fastify.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { isRecord, readProperty } from '../../support/values.js'
import { checkPlace, type OptionsEntry } from './misplaced-options.js'
import { checkOption, flag, flagOr, type OptionType, optionNames } from './option-types.js'

type Keys<T> = Readonly<Record<keyof T, true>>

const shutdownKeys: Keys<GracefulShutdownOptions> = { signals: true, delay: true, drainTimeout: true, timeout: true }

const healthKeys: Keys<HealthOptions> = {
  liveness: true,
  readiness: true,
  checks: true,
  checkTimeout: true,
  maxAge: true,
}

const schemaControllerKeys: Keys<SchemaControllerOptions> = { bucket: true, compilersFactory: true }

const validatorKeys: Keys<ValidatorEngineOptions> = {
  version: true,
  dialect: true,
  engine: true,
  customOptions: true,
  plugins: true,
  onCreate: true,
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
  const names = [...optionNames(null), ...entry.optionNames]
  const { validatorengine, schemaController } = options
  const { buildValidator, buildSerializer } = schemaController?.compilersFactory ?? {}
  const validator = validatorengine === undefined ? 'ajv' : 'validatorengine'
  const checked: readonly (readonly [keyof ServerOptions, readonly string[]])[] = [
    ['routerOptions', optionNames('routerOptions')],
    ['schemaController', Object.keys(schemaControllerKeys)],
    ['gracefulShutdown', Object.keys(shutdownKeys)],
    ['health', Object.keys(healthKeys)],
    ...(buildValidator === undefined ? [[validator, Object.keys(validatorKeys)] as const] : []),
    ...(buildSerializer === undefined ? [['serializerOpts', Object.keys(serializerKeys)] as const] : []),
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

function checkKeys(option: string, given: unknown, known: readonly string[]): void {
  if (!isRecord(given)) return // true, false, or of a wrong type
  const unknown = Object.keys(given).filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const keys = `${unknown.length === 1 ? 'the unknown key' : 'the unknown keys'} ${quoted(unknown)}`
  const problem = `Option "${option}" has ${keys}. Use only ${quoted(known)}`
  throw new serverCodes.ALC_ERR_OPTION_UNKNOWN(problem)
}

/** The options of the validator that decide which requests are valid, and how their values change. */
const deciding: Readonly<Record<string, OptionType>> = {
  removeAdditional: flagOr('all', 'failing'),
  useDefaults: flagOr('empty', 'shared'),
  coerceTypes: flagOr('array'),
  nullable: flag,
  jsonPointers: flag,
}

/**
 * The checks of `customOptions`, because ajv ignores a misspelt option and treats most values as true. Options that
 * resemble neither `deciding` nor `allErrors` pass, because they may be options of ajv. A validator compiler of the
 * application may read any options, so it gets no checks.
 */
export function customOptionChecks({ validatorengine, ajv, schemaController }: ServerOptions): (() => void)[] {
  if (!policies.refusesWhatHasNoEffect || schemaController?.compilersFactory?.buildValidator !== undefined) return []
  const where = `${validatorengine === undefined ? 'ajv' : 'validatorengine'}.customOptions`
  const given = readProperty(validatorengine ?? ajv, 'customOptions')
  if (!isRecord(given)) return []
  return Object.entries(given).map(
    ([name, value]) =>
      () =>
        checkCustomOption(where, name, value),
  )
}

function checkCustomOption(where: string, name: string, value: unknown): void {
  const type = Object.hasOwn(deciding, name) ? deciding[name] : undefined
  if (type === undefined) checkName(name, [...Object.keys(deciding), 'allErrors'], `${where}.`)
  else checkOption(`${where}.${name}`, value, type)
}

/** The options of a route. Plugins may read further options. */
const routeOptions: ReadonlySet<string> = new Set([
  ...['method', 'url', 'path', 'handler', 'schema', 'attachValidation', 'validatorCompiler', 'serializerCompiler'],
  ...['schemaErrorFormatter', 'bodyValidation', 'strictResponses', 'bodyLimit', 'handlerTimeout', 'logLevel'],
  ...['logSerializers', 'childLoggerFactory', 'config', 'constraints', 'exposeHeadRoute', 'prefixTrailingSlash'],
  ...['errorHandler', 'websocket', 'wsHandler', 'version', 'prefix', 'routePath', ...lifecycleHookNames],
])

/** The unknown names among the options of a route or controller. */
export function unknownOptions(options: object): string[] {
  return Object.keys(options).filter((name) => !routeOptions.has(name))
}

/** The unknown names among the options of a route or controller that resemble known names. */
export function misspeltOptions(options: object): { name: string; near: string[] }[] {
  return unknownOptions(options).flatMap((name) => {
    const near = nearMisses(name, [...routeOptions, 'inject']).filter((each) => each !== name) // a plugin may read it
    return near.length === 0 ? [] : [{ name, near }]
  })
}
