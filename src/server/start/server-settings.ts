import type { ExposeServerErrors, RouterOptions, ServerOptions } from '../../contracts/server-options.js'
import { routeCodes } from '../../errors/route-codes.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { describeValue, isAsyncFunction, isRecord, readProperty } from '../../support/values.js'

/** Server options with their defaults (Fastify's, where it documents one). */
export interface ServerSettings {
  bodyLimit: number
  handlerTimeout: number
  pluginTimeout: number
  connectionTimeout: number
  keepAliveTimeout: number
  requestTimeout: number
  maxRequestsPerSocket: number
  maxConnections: number
  http2SessionTimeout: number
  maxParamLength: number
  maxJsonDepth: number
  exposeServerErrors: ExposeServerErrors
  explainValidation: boolean
  exposeHeadRoutes: boolean
  return503OnClosing: boolean
  allowErrorHandlerOverride: boolean
}

const defaults: ServerSettings = {
  bodyLimit: 1024 * 1024,
  handlerTimeout: 0,
  pluginTimeout: 10_000,
  connectionTimeout: 0,
  keepAliveTimeout: 72_000, // longer than the 60 s for which common load balancers keep a connection
  requestTimeout: 300_000, // node's own: Fastify takes it away, and a client may then send a byte a minute for ever
  maxRequestsPerSocket: 0,
  maxConnections: 0,
  http2SessionTimeout: 72_000,
  maxParamLength: 100,
  maxJsonDepth: 1000, // validators and JSON.stringify follow some thousands
  exposeServerErrors: true,
  explainValidation: false, // what clients send may be secret
  exposeHeadRoutes: true,
  return503OnClosing: true,
  allowErrorHandlerOverride: true,
}

const milliseconds = [
  'pluginTimeout',
  'connectionTimeout',
  'keepAliveTimeout',
  'requestTimeout',
  'http2SessionTimeout',
] as const
const flags = ['explainValidation', 'exposeHeadRoutes', 'return503OnClosing', 'allowErrorHandlerOverride'] as const

const routerFlags = [
  'ignoreTrailingSlash',
  'ignoreDuplicateSlashes',
  'caseSensitive',
  'allowUnsafeRegex',
  'useSemicolonDelimiter',
] as const
const routerFunctions = ['buildPrettyMeta', 'defaultRoute', 'onBadUrl', 'onMaxParamLength'] as const

const poisoningActions = ['error', 'remove', 'ignore'] as const

/** Checks the options and fills in the defaults. */
export function readSettings(written: ServerOptions): ServerSettings {
  checkFunctions(written)
  const options = readNumbers(written)
  checkBodyLimit('the server', options.bodyLimit)
  if (options.handlerTimeout !== 0) checkHandlerTimeout('the server', options.handlerTimeout)
  for (const name of milliseconds) checkNumber(name, options[name])
  checkCount('maxConnections', options.maxConnections)
  checkCount('maxJsonDepth', options.maxJsonDepth)
  for (const name of flags) checkFlag(name, options[name])
  checkRouterOptions(options, '')
  checkRouterOptions(options.routerOptions ?? {}, 'routerOptions.')
  checkFlag('routerOptions.compile', options.routerOptions?.compile)
  checkBodyValidation('the server', options.bodyValidation)
  checkStrictResponses('the server', options.strictResponses)
  checkExposure(options.exposeServerErrors)
  checkOneOf('compile', options.compile, ['boot', 'lazy'])
  checkPrecompiled(options.precompiled)
  checkOneOf('onProtoPoisoning', options.onProtoPoisoning, poisoningActions)
  checkOneOf('onConstructorPoisoning', options.onConstructorPoisoning, poisoningActions)
  const given = Object.fromEntries(
    Object.keys(defaults).flatMap((name) => {
      const value = options[name as keyof ServerSettings] // a key of the defaults
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
  return { ...defaults, ...ofNode(options), ...given }
}

/** Limits that the options of node's own server set are in force where ours are silent. */
function ofNode({ http, https }: ServerOptions): Partial<ServerSettings> {
  const { requestTimeout, keepAliveTimeout } = Object(https ?? http) as Partial<ServerSettings> // node checks them
  return {
    ...(requestTimeout === undefined ? {} : { requestTimeout }),
    ...(keepAliveTimeout === undefined ? {} : { keepAliveTimeout }),
  }
}

/** A number may come as text, as environment variables do. */
function readNumbers(options: ServerOptions): ServerOptions {
  const numbers = Object.entries(options).flatMap(([name, value]) => {
    const known = typeof defaults[name as keyof ServerSettings] === 'number' // undefined for other names
    return known && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
      ? [[name, Number(value)]]
      : []
  })
  return { ...options, ...Object.fromEntries(numbers) }
}

/** Whether it is of the right version is seen at boot. */
function checkPrecompiled(given: unknown): void {
  const artefact: unknown = readProperty(given, 'default') ?? given
  if (
    given === undefined ||
    (readProperty(artefact, 'format') !== undefined && isRecord(readProperty(artefact, 'made')))
  )
    return
  const wanted = 'what the file that "npx alcove compile" writes exports'
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID('precompiled', wanted, describeValue(given))
}

export function checkBodyLimit(where: string, value: unknown): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) > 0)) return
  throw new routeCodes.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(where, describeValue(value))
}

export function checkHandlerTimeout(where: string, value: unknown): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) > 0)) return
  throw new routeCodes.FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT(where, describeValue(value))
}

/** Server option, and option of routes. */
export function checkBodyValidation(where: string, value: unknown): void {
  checkOneOf(`bodyValidation of ${where}`, value, ['json', 'parsed'])
}

/** Server option, and option of routes. */
export function checkStrictResponses(where: string, value: unknown): void {
  if (value === undefined || value === 'all' || typeof value === 'boolean') return
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(
    `strictResponses of ${where}`,
    "true, false or 'all'",
    describeValue(value),
  )
}

function checkExposure(value: unknown): void {
  if (value === undefined || value === 'with-status' || typeof value === 'boolean') return
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(
    'exposeServerErrors',
    "true, false or 'with-status'",
    describeValue(value),
  )
}

/** The formatter must answer at once: it is called in the middle of a request. */
export function checkFormatter(value: unknown): void {
  if (typeof value === 'function' && !isAsyncFunction(value)) return
  throw new schemaCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(describeValue(value))
}

function checkFunctions(options: unknown): asserts options is ServerOptions {
  if (!isRecord(options)) throw new serverCodes.FST_ERR_OPTIONS_NOT_OBJ()
  const { querystringParser, routerOptions, schemaErrorFormatter } = options as ServerOptions // its members are checked one by one
  const parser = routerOptions?.querystringParser ?? querystringParser
  if (parser !== undefined && typeof parser !== 'function')
    throw new serverCodes.FST_ERR_QSP_NOT_FN(describeValue(parser))
  if (schemaErrorFormatter !== undefined) checkFormatter(schemaErrorFormatter)
}

/** The router would refuse them itself, by an assertion that names no option. */
function checkRouterOptions(options: Omit<RouterOptions, 'compile'>, path: string): void {
  const { maxParamLength } = options
  if (maxParamLength !== undefined && !(Number.isInteger(maxParamLength) && maxParamLength >= 0)) {
    const expected = 'a whole number of characters'
    throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(`${path}maxParamLength`, expected, describeValue(maxParamLength))
  }
  for (const name of routerFlags) checkFlag(`${path}${name}`, options[name])
  for (const name of routerFunctions) checkFunction(`${path}${name}`, options[name])
}

function checkFunction(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(name, 'a function', describeValue(value))
}

function checkNumber(name: string, value: unknown): void {
  if (value === undefined || value === null || (Number.isInteger(value) && Number(value) >= 0)) return
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(
    name,
    'a whole number of milliseconds, 0 for no limit',
    describeValue(value),
  )
}

function checkCount(name: string, value: unknown): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= 0)) return
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(name, 'a whole number, 0 for no limit', describeValue(value))
}

function checkOneOf(name: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || known.includes(String(value))) return
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(
    name,
    known.map((each) => `'${each}'`).join(' or '),
    describeValue(value),
  )
}

function checkFlag(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'boolean') return
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(name, 'true or false', describeValue(value))
}
