import type { ExposeServerErrors, ServerOptions } from '../../contracts/server-options.js'
import type { ValidatorEngineOptions } from '../../contracts/validator-options.js'
import { routeCodes } from '../../errors/route-codes.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { readRequestIdHeader } from '../../logging/request-id.js'
import { readSerializerOptions } from '../../schema/compiler/default-serializer.js'
import { readEngineOptions } from '../../schema/engines/engine-options.js'
import { asFastify } from '../../support/as-fastify.js'
import { listProblems } from '../../support/gathering.js'
import { describeValue, isAsyncFunction, isCallable, isRecord, readProperty } from '../../support/values.js'
import { readHealth } from '../network/probes.js'
import { readShutdownSettings } from '../network/shutdown-settings.js'
import type { OptionsEntry } from './misplaced-options.js'
import { customOptionChecks, keyChecks } from './option-keys.js'
import {
  checkBodyValidation,
  checkLoggerLevel,
  checkStrictResponses,
  isTime,
  typeChecks,
  wrongOption,
} from './option-types.js'

/** Server options with their defaults (Fastify's, where it documents one). */
export type ServerSettings = typeof defaults

const defaults = {
  bodyLimit: 1024 * 1024,
  handlerTimeout: 0,
  pluginTimeout: 10_000,
  connectionTimeout: 0,
  keepAliveTimeout: 72_000, // longer than the 60 s for which common load balancers keep a connection
  requestTimeout: 300_000, // node's default: with Fastify's 0, a client may send a byte a minute for ever
  maxRequestsPerSocket: 0,
  maxConnections: 0,
  http2SessionTimeout: 72_000,
  maxParamLength: 100,
  maxJsonDepth: 1000, // validators and JSON.stringify recurse for some thousands of levels
  exposeServerErrors: true as ExposeServerErrors,
  explainValidation: false, // values of clients may be secret
  exposeHeadRoutes: true,
  return503OnClosing: true,
  allowErrorHandlerOverride: true,
}

/**
 * Reads the given options without options that are null, which tools of the ecosystem pass. It keeps a `precompiled` of
 * null, which a later check refuses. Otherwise the server would compile all schemas unnoticed.
 */
export function readOptions(given: unknown): ServerOptions {
  const options = given ?? {}
  if (!isRecord(options)) throw new serverCodes.FST_ERR_OPTIONS_NOT_OBJ()
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== null || name === 'precompiled'))
}

/** Checks the options, with all problems in one error, and fills in the defaults. A logger is checked when it is used. */
export function readSettings(written: ServerOptions, entry: OptionsEntry): ServerSettings {
  const options = readNumbers(written)
  listProblems([
    () => checkQueryParser(options),
    () => options.schemaErrorFormatter !== undefined && checkFormatter(options.schemaErrorFormatter),
    () => checkBodyLimit('the server', options.bodyLimit),
    () => options.handlerTimeout !== 0 && checkHandlerTimeout('the server', options.handlerTimeout),
    ...typeChecks(options),
    () => checkLoggerLevel(options.logger),
    ...keyChecks(options, entry),
    ...customOptionChecks(options),
    () => checkBodyValidation('the server', options.bodyValidation),
    () => checkStrictResponses('the server', options.strictResponses),
    () => checkPrecompiled(options.precompiled),
    () => readShutdownSettings(options),
    () => readHealth(options),
    () => checkBucket(options),
    () => readSerializerOptions(options.serializerOpts ?? {}),
    () => readEngineOptions(readEngine(options)),
  ])
  const given = Object.fromEntries(
    Object.keys(defaults).flatMap((name) => {
      const value = options[name as keyof ServerSettings] // a key of the defaults
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return { ...defaults, ...ofNode(options), ...given }
}

/** Limits from the options of node's server. They apply if our options do not set them. */
function ofNode({ http, https }: ServerOptions): Partial<ServerSettings> {
  const { requestTimeout, keepAliveTimeout } = Object(https ?? http) as Partial<ServerSettings> // node checks them
  return {
    ...(requestTimeout === undefined ? {} : { requestTimeout }),
    ...(keepAliveTimeout === undefined ? {} : { keepAliveTimeout }),
  }
}

/** Accepts numbers as text, because environment variables are text. */
function readNumbers(options: ServerOptions): ServerOptions {
  const numbers = Object.entries(options).flatMap(([name, value]) => {
    const known = typeof defaults[name as keyof ServerSettings] === 'number' // undefined for other names
    return known && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
      ? [[name, Number(value)]]
      : []
  })
  return { ...options, ...Object.fromEntries(numbers) }
}

/** Checks only the form of the artefact. The boot checks its version. */
function checkPrecompiled(given: unknown): void {
  const artefact: unknown = readProperty(given, 'default') ?? given
  if (
    given === undefined ||
    (readProperty(artefact, 'format') !== undefined && isRecord(readProperty(artefact, 'made')))
  )
    return
  const wanted = 'what the file that "npx alcove compile" writes exports'
  throw wrongOption('precompiled', wanted, given)
}

export function checkBodyLimit(where: string, value: unknown): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) > 0)) return
  throw new routeCodes.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(where, describeValue(value))
}

export function checkHandlerTimeout(where: string, value: unknown): void {
  const least = asFastify ? 1 : 0 // a route of Fastify cannot switch the limit of its server off
  if (value === undefined || (isTime(value) && value >= least)) return
  throw new routeCodes.FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT(where, describeValue(value))
}

/** The formatter must not be async: the request needs its result at once. */
export function checkFormatter(value: unknown): void {
  if (isCallable(value) && !isAsyncFunction(value)) return
  throw new schemaCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(describeValue(value))
}

export function readEngine({ validatorengine, ajv }: ServerOptions): ValidatorEngineOptions {
  return validatorengine ?? ajv ?? {}
}

function checkBucket({ schemaController }: ServerOptions): void {
  const bucket = schemaController?.bucket
  if (bucket === undefined || typeof bucket === 'function') return
  throw new schemaCodes.FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN(describeValue(bucket))
}

function checkQueryParser({ querystringParser, routerOptions }: ServerOptions): void {
  const parser = routerOptions?.querystringParser ?? querystringParser
  if (parser !== undefined && typeof parser !== 'function')
    throw new serverCodes.FST_ERR_QSP_NOT_FN(describeValue(parser))
}

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
