import { type ContractOptions, contract } from '../../context/route-contract.js'
import type { RegisteredRouteOptions } from '../../contracts/hooks.js'
import type { RouteOptions } from '../../contracts/route.js'
import { warnOfMistake } from '../../errors/fastify-warnings.js'
import { routeCodes } from '../../errors/route-codes.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import type { UserFunction } from '../../lifecycle/function-form.js'
import { checkHook, lifecycleHookNames } from '../../lifecycle/hook-names.js'
import { readLevels } from '../../logging/create-logger.js'
import { visitSchemas } from '../../schema/model/walk.js'
import { asFastify, policies } from '../../support/as-fastify.js'
import { capturePlace } from '../../support/place.js'
import { writtenParts } from '../../support/request-parts.js'
import { describeValue, isAsyncFunction, isCallable, isRecord, type PlainObject } from '../../support/values.js'
import {
  checkBodyValidation,
  checkPrefixTrailingSlash,
  checkRouteFlags,
  checkStrictResponses,
} from '../start/option-types.js'
import type { ServerCore } from '../start/server-core.js'
import { checkBodyLimit, checkHandlerTimeout } from '../start/server-settings.js'

/** Throws if an option of a route is invalid. */
export function checkRoute(core: ServerCore, options: RegisteredRouteOptions, methods: readonly string[]): void {
  const route = `${methods.join(',')} ${options.url}`
  if (options.handler === undefined || options.handler === null)
    throw new routeCodes.FST_ERR_ROUTE_MISSING_HANDLER(route)
  checkFunction('handler', route, options.handler)
  if (options.errorHandler !== undefined) checkFunction('errorHandler', route, options.errorHandler)
  checkBodyLimit(`route ${route}`, options.bodyLimit)
  checkHandlerTimeout(`route ${route}`, options.handlerTimeout)
  checkBodyValidation(`route ${route}`, options.bodyValidation)
  checkStrictResponses(`route ${route}`, options.strictResponses)
  checkRouteFlags(`route ${route}`, options)
  checkPrefixTrailingSlash(`route ${route}`, options.prefixTrailingSlash)
  checkLogLevel(core, route, options.logLevel)
  checkFunctions(route, options)
  checkBodySchema(core, route, { options, methods })
  for (const name of lifecycleHookNames.filter((each) => options[each] !== undefined)) {
    for (const hook of [options[name]].flat()) {
      checkHook(name, hook)
      core.functions.prepare(name, hook as UserFunction, capturePlace) // `checkHook` checks that it is a function
    }
  }
}

/** A class is refused, too: each call would throw, and each request would get 500. */
export function checkFunction(what: string, route: string, value: unknown): void {
  if (!isCallable(value)) throw new routeCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(what, route, describeValue(value))
}

/** Checks options that the server would call at the first request that needs them. Fastify does not check them. */
function checkFunctions(route: string, options: RegisteredRouteOptions): void {
  if (!policies.refusesWhatHasNoEffect) return
  for (const name of ['validatorCompiler', 'serializerCompiler', 'childLoggerFactory'] as const) {
    const value: unknown = options[name]
    if (value !== undefined && value !== null) checkFunction(name, route, value)
  }
  const formatter: unknown = options.schemaErrorFormatter ?? undefined
  if (formatter === undefined || (isCallable(formatter) && !isAsyncFunction(formatter))) return
  throw new schemaCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(describeValue(formatter))
}

function checkLogLevel({ logger }: ServerCore, route: string, level: unknown): void {
  if (level === undefined || level === '') return
  if (!logger.enabled) return // the level may be one of the logger that the application has elsewhere
  const levels = readLevels(logger.log)
  if (levels === null) return
  if (typeof level === 'string' && levels.includes(level)) return
  throw new routeCodes.FST_ERR_ROUTE_LOG_LEVEL_INVALID(route, describeValue(level), levels)
}

/**
 * A body schema is a mistake if no body is parsed. Bodies of some methods are parsed but not validated
 * (docs/guide/validation.md). For these methods the schema of a parameter is a mistake, too: the type of the parameter
 * comes from it. Other schemas cause a warning.
 */
export function checkBodySchema(
  { methods: known, logger }: ServerCore,
  route: string,
  { options, methods }: { options: RegisteredRouteOptions & ContractOptions; methods: readonly string[] },
): void {
  if (options.schema?.body === undefined) return
  const unvalidated = methods.filter((method) => known.bodied.has(method) && !known.validated.has(method))
  const { member = '', bodySchema = null } = options[contract] ?? {}
  const [first] = unvalidated
  if (bodySchema !== null && first !== undefined) {
    const problem = `does not validate bodies of ${unvalidated.join(' and ')}, but parameter ${bodySchema} of ${member} has a schema for them`
    const own = 'or write @Body() without a schema and check the value in the handler'
    const whole = `A plugin of the root module can add the validation: addHttpMethod('${first}', { hasBody: true })`
    const advice = `Use only ${[...known.validated].join(', ')}, ${own}. ${whole}`
    throw new routeCodes.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(route, `${problem}. ${advice}`)
  }
  const unparsed = methods.find((method) => known.bodyless.has(method))
  if (asFastify && unparsed !== undefined)
    throw new routeCodes.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(`${unparsed} ${options.url}`)
  if (methods.some((method) => known.validated.has(method))) return
  if (methods.every((method) => known.bodyless.has(method))) {
    throw new routeCodes.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(route)
  }
  logger.log.warn(
    `The body schema of ${route} is not used. Bodies are validated for ${[...known.validated].join(', ')} only`,
  )
}

/** Warns of undefined schemas, for example after a circular import. They would accept all values without an error. */
export function warnOfUndefinedSchemas({ logger }: ServerCore, { schema }: RouteOptions, route: string): void {
  if (!isRecord(schema)) return
  for (const part of writtenParts) {
    if (schema[part] !== undefined || !Object.hasOwn(schema, part)) continue
    warnOfMistake(logger.log, 'FSTWRN001', part, route)
  }
}

/**
 * Warns of undefined hooks of a controller's route. They come from circular imports, and a check of the request would be
 * missing. Plugins often pass `preHandler: options.preHandler`, so routes of the core have no warning.
 */
export function warnOfUndefinedHooks(
  { logger }: ServerCore,
  options: RouteOptions & ContractOptions,
  route: string,
): void {
  if (options[contract] === undefined) return
  for (const name of lifecycleHookNames) {
    if (options[name] !== undefined || !Object.hasOwn(options, name)) continue
    const fix = 'Check for a circular import, or remove the key'
    logger.log.warn(`The ${name} hook of ${route} is undefined, so it never runs. ${fix}`)
  }
}

/** Node gives header names in lower case, so a list of names with capitals matches no header. */
export function warnOfRefsToNames({ logger }: ServerCore, { schema }: RouteOptions, route: string): void {
  const ref = refToNames(schema?.headers)
  if (ref !== null) warnOfMistake(logger.log, ref.startsWith('#') ? 'FSTSEC003' : 'FSTSEC002', route, ref)
}

/** A `$ref` inside `propertyNames`, whose target keeps the case of its names: it may hold values as well. */
function refToNames(root: unknown): string | null {
  let ref: string | null = null
  const takeRef = ({ $ref }: PlainObject) => {
    if (typeof $ref === 'string') ref ??= $ref
  }
  visitSchemas(root, ({ propertyNames }) => visitSchemas(propertyNames, takeRef))
  return ref
}
