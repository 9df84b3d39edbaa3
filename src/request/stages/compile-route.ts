import type { Context } from '../../context/context.js'
import { type ContractOptions, contract } from '../../context/route-contract.js'
import type { RouteDeclaration } from '../../context/route-declaration.js'
import type { LifecycleHookName, LifecycleHooks } from '../../contracts/hooks.js'
import type { Logger } from '../../contracts/logger.js'
import type { Handler, NotFoundOptions, RouteShorthandOptions } from '../../contracts/route.js'
import type { BodyValidation, HttpPart, RouteSchema, SchemaFailure, StrictResponses } from '../../contracts/schema.js'
import type { HookFunctions } from '../../lifecycle/hook-functions.js'
import { lifecycleHookNames } from '../../lifecycle/hook-names.js'
import type { RequestLogs } from '../../logging/request-logs.js'
import type { ContentTypes } from '../../parsers/content-types.js'
import type { PoisonSettings } from '../../parsers/default-parsers.js'
import { takeAsWritten } from '../../schema/model/route-schema.js'
import { attempt, type Report } from '../../support/report.js'
import type { Exposure } from '../errors/error-answer.js'
import { compileRequestValidation } from '../validation/request-validation.js'
import { createAnswerCheck } from './answer-check.js'
import { checkContract } from './check-contract.js'
import { CompiledRoute, type RequestSetup } from './compiled-route.js'
import { createDescribe, createView } from './describe-route.js'
import { keysWithoutObjects, warnOfErrorSchemas } from './error-schemas.js'
import { serializeForeign, validateForeign } from './foreign-schemas.js'
import { createSetup, logsItself } from './request-setup.js'
import { compileResponseSerializers } from './response-serializers.js'
import { RouteMeter, stageKey } from './route-meter.js'
import type { RouteParts } from './route-parts.js'
import { defaultStatus, readSuccessStatus } from './success-status.js'

/** The settings that all routes of a server share. */
export interface PipelineSettings {
  log: Logger
  logged: boolean
  logs: RequestLogs
  functions: HookFunctions
  /** Whether handlers that do not answer are reported. */
  development: boolean
  /** In bytes. */
  bodyLimit: number
  /** In milliseconds; 0 for no limit. */
  handlerTimeout: number
  bodyValidation: BodyValidation
  /** Undefined if the server does not set it. */
  strictResponses: StrictResponses | undefined
  exposure: Exposure
  explainValidation: boolean
  poisonedQuery: PoisonSettings
  contentTypes: ContentTypes
  /** Whether a GET route that does not set the option answers HEAD too. */
  exposeHeadRoutes: boolean
  /** Whether a method's body is parsed. */
  hasBody: (method: string) => boolean
  /** Whether a body schema is applied to a method's body (docs/guide/validation.md). */
  validatesBody: (method: string) => boolean
  hasVersions: () => boolean
  /** Error schemas for which a warning was logged. */
  warnedSchemas: WeakSet<object>
  /** Whether the server measures its requests. */
  measured: boolean
}

/** Compiles one method of a route. */
export function compileRoute(
  declaration: RouteDeclaration,
  method: string,
  { context, shared, notFound, settings, report }: RoutePlace,
): CompiledRoute {
  const options: RouteDeclaration['options'] & ContractOptions = declaration.options
  const route = { method, url: options.url }
  const schema: RouteSchema = options.schema ?? {}
  const ownValidator = options.validatorCompiler && takeAsWritten(options.validatorCompiler)
  const ownSerializer = options.serializerCompiler && takeAsWritten(options.serializerCompiler)
  /** A GET also runs for the HEAD beside it. */
  const optionsFor = (asked: string) => (asked === 'HEAD' && method === 'GET' ? { ...options, method: asked } : options)
  const meter = settings.measured ? new RouteMeter() : null
  // Each field is listed by name: an object made by spread keeps its fields in a separate store of V8, where adding
  // takes time.
  const {
    instance,
    replySerializer,
    functions,
    development,
    serverBodyLimit,
    logs,
    logged,
    exposure,
    poisonedQuery,
    contentTypes,
    explainValidation,
  } = shared.parts
  checkContract(options, route, context, report)
  const validation = compileRequestValidation({
    schema,
    route,
    hasBody: settings.validatesBody(method),
    compileValidator: ownValidator ?? validateForeign(context),
    formatErrors: readFormatter(context, options),
    bodyValidation: options.bodyValidation ?? settings.bodyValidation,
    named: options[contract]?.named ?? [],
    warn: (error) => settings.log.warn({ err: error }, error.message),
    report,
    ...(meter !== null && { entered: (request, part) => meter.enter(request, stageKey(`validate ${part}`)) }),
  })
  const serializers = compileResponseSerializers({
    schema,
    route,
    compileSerializer: ownSerializer ?? serializeForeign(context),
    report,
  })
  const errorHandlers = readErrorHandlers(context, options)
  const isSerialized = context.isDefaultSerializer && ownSerializer === undefined
  if (errorHandlers.length === 0) {
    const validates = validation !== null && options.attachValidation !== true
    warnOfErrorSchemas(route, { response: schema.response, schemas: context.schemas, validates }, settings)
  }
  const parts: RouteParts = {
    instance,
    replySerializer,
    functions,
    development,
    serverBodyLimit,
    logs,
    logged,
    exposure,
    poisonedQuery,
    contentTypes,
    explainValidation,
    method,
    url: options.url,
    hooks: mergeHooks(shared.hooks, options),
    parsers: settings.hasBody(method) ? context.parsers : null,
    ignoresEmptyBody: options[contract]?.takesBody === false && schema.body === undefined,
    parsesBodyOf: null,
    routeBodyLimit: options.bodyLimit ?? null,
    mirrorsGet: declaration.implicit || method === 'GET',
    validation,
    attachValidation: options.attachValidation ?? false,
    successStatus: attempt(report, () => readSuccessStatus(options, route)) ?? defaultStatus,
    arounds: [...context.arounds, ...(options[contract]?.arounds ?? [])],
    handler: options.handler,
    serializers,
    keysWithoutObjects: isSerialized ? keysWithoutObjects(schema.response, context.schemas) : null,
    answerCheck: createAnswerCheck({
      options,
      route,
      serializers,
      strictResponses: context.strictResponses ?? settings.strictResponses,
      hasErrorHandlers: errorHandlers.length > 0,
    }),
    errorHandlers,
    handlerTimeout: readTimeout(options.handlerTimeout ?? settings.handlerTimeout),
    meter,
  }
  return new CompiledRoute({
    parts,
    context,
    setup: logsItself(options) ? createSetup(context, options, settings) : shared.setup,
    compilers: {
      compileValidator: ownValidator ?? context.compileValidator,
      compileSerializer: ownSerializer ?? context.compileSerializer,
    },
    describe: createDescribe((asked) => createView(optionsFor(asked), declaration.canonicalUrl, settings), settings),
    notFound,
  })
}

/** The place of a route: its context, method and path. */
export interface RoutePlace {
  context: Context
  shared: SharedParts
  notFound: CompiledRoute
  settings: PipelineSettings
  report: Report
}

/** The parts that the routes of one context share, unless a route sets its own. */
export interface SharedParts {
  parts: ReturnType<typeof shareParts>
  hooks: RouteParts['hooks']
  setup: RequestSetup
}

/** Made once for each context, so that a thousand routes hold one record. */
export function shareAll(context: Context, settings: PipelineSettings): SharedParts {
  return {
    parts: shareParts(context, settings),
    hooks: lifecycleHooks(context),
    setup: createSetup(context, {}, settings),
  }
}

/** Compiles a not-found handler: a route without path, method or schema. */
export function compileNotFound(
  context: Context,
  { handler, options }: { handler: Handler; options: NotFoundOptions },
  settings: PipelineSettings,
): CompiledRoute {
  const parts: RouteParts = {
    ...shareParts(context, settings),
    method: '',
    url: null,
    hooks: mergeHooks(lifecycleHooks(context), options),
    parsers: context.parsers,
    ignoresEmptyBody: false,
    parsesBodyOf: settings.hasBody,
    routeBodyLimit: null,
    mirrorsGet: false,
    validation: null,
    attachValidation: false,
    successStatus: defaultStatus,
    arounds: [],
    handler,
    serializers: null,
    keysWithoutObjects: null,
    answerCheck: null,
    errorHandlers: readErrorHandlers(context, options),
    handlerTimeout: null,
    meter: settings.measured ? new RouteMeter() : null,
  }
  return new CompiledRoute({
    parts,
    context,
    setup: createSetup(context, {}, settings),
    compilers: context,
    describe: createDescribe(() => createView({ handler }, undefined, settings), settings),
    notFound: null,
  })
}

function shareParts(context: Context, settings: PipelineSettings) {
  const { instance, replySerializer } = context
  return {
    instance,
    replySerializer,
    functions: settings.functions,
    development: settings.development,
    serverBodyLimit: settings.bodyLimit,
    logs: settings.logs,
    logged: settings.logged,
    exposure: settings.exposure,
    poisonedQuery: settings.poisonedQuery,
    contentTypes: settings.contentTypes,
    explainValidation: settings.explainValidation,
  }
}

function lifecycleHooks({ hooks }: Context): RouteParts['hooks'] {
  const listed = lifecycleHookNames.map((name) => [name, hooks[name]] as const)
  return Object.fromEntries(listed) as unknown as RouteParts['hooks'] // the list has one entry for each name
}

/** The context's hooks first, then the route's own. Without hooks of the route, it is the context's own record. */
function mergeHooks(
  inherited: RouteParts['hooks'],
  options: RouteShorthandOptions | NotFoundOptions,
): RouteParts['hooks'] {
  const own = options as RouteShorthandOptions // options of a not-found handler are some of these
  if (lifecycleHookNames.every((name) => own[name] === undefined)) return inherited
  const merged = lifecycleHookNames.map((name) => [name, mergeOne(inherited, own, name)] as const)
  return Object.fromEntries(merged) as unknown as RouteParts['hooks'] // the list has one entry for each name
}

function mergeOne<N extends LifecycleHookName>(
  inherited: RouteParts['hooks'],
  options: RouteShorthandOptions,
  name: N,
): LifecycleHooks[N][] {
  const own = options[name] as LifecycleHooks[N] | LifecycleHooks[N][] | undefined // a HookOption of the same name
  return [...inherited[name], ...(own === undefined ? [] : [own].flat())] as LifecycleHooks[N][]
}

function readFormatter(
  context: Context,
  options: RouteShorthandOptions,
): (errors: SchemaFailure[], part: HttpPart) => Error {
  const { schemaErrorFormatter: own } = options
  return own === undefined ? context.formatSchemaErrors : (errors, part) => own.call(context.instance, errors, part)
}

function readErrorHandlers(context: Context, { errorHandler }: NotFoundOptions): RouteParts['errorHandlers'] {
  if (errorHandler === undefined) return context.errorHandlers
  return [{ instance: context.instance, handle: errorHandler }, ...context.errorHandlers]
}

function readTimeout(milliseconds: number): number | null {
  return milliseconds > 0 ? milliseconds : null
}
