import type { Context, ContextView } from '../../context/context.js'
import type { RouteDeclaration } from '../../context/registration.js'
import { type ContractOptions, contract, messagesOf, type RouteContract } from '../../context/route-contract.js'
import type { Handler, NotFoundOptions, RouteShorthandOptions } from '../../contracts/route.js'
import type { HttpPart, RouteSchema, SchemaFailure } from '../../contracts/schema.js'
import { lifecycleHookNames } from '../../lifecycle/hook-names.js'
import { takeAsWritten } from '../../schema/model/route-schema.js'
import { attempt, type Report } from '../../support/report.js'
import { linksOf } from '../errors/handled-errors.js'
import { compileRequestValidation } from '../validation/request-validation.js'
import { createAnswerCheck } from './answer-check.js'
import { checkContract } from './check-contract.js'
import { CompiledRoute, type RequestSetup } from './compiled-route.js'
import { RouteDescription } from './describe-route.js'
import { keysWithoutObjects, warnOfErrorSchemas } from './error-schemas.js'
import { serializeForeign, validateForeign } from './foreign-schemas.js'
import { createSetup, logsItself } from './request-setup.js'
import { compileResponseSerializers } from './response-serializers.js'
import { RouteMeter, stageKey } from './route-meter.js'
import type { PipelineSettings, RouteParts } from './route-parts.js'
import { defaultStatus, readSuccessStatus } from './success-status.js'

type Options = RouteDeclaration['options'] & ContractOptions

/** One method of a route that is being compiled. */
interface RouteEntry {
  options: Options
  route: { method: string; url: string }
  own: ReturnType<typeof ownCompilers>
  meter: RouteMeter | null
  mirrorsGet: boolean
}

/**
 * Compiles one method of a route. V8 optimizes a long function when about 1000 routes have run it, and a short function
 * later. So the functions that declare and compile routes are short. This saves 2 to 9 % of the instructions of such a
 * boot.
 */
export function compileRoute(declaration: RouteDeclaration, method: string, place: RoutePlace): CompiledRoute {
  const { context, shared, notFound, settings } = place
  const options: Options = declaration.options
  const route = { method, url: options.url }
  const own = ownCompilers(options)
  const meter = settings.measured ? new RouteMeter() : null
  checkContract(options, route, place)
  const entry = { options, route, own, meter, mirrorsGet: declaration.implicit || method === 'GET' }
  return new CompiledRoute({
    parts: routeParts(entry, compileSchemas(entry, declaration.canonicalUrl, place), place),
    context,
    setup: logsItself(options) ? createSetup(context, options, settings) : shared.setup,
    compilers: {
      compileValidator: own.validator ?? context.view.compileValidator,
      compileSerializer: own.serializer ?? context.view.compileSerializer,
    },
    description: new RouteDescription({ options, method, url: declaration.canonicalUrl }, settings),
    notFound,
  })
}

function ownCompilers({ validatorCompiler, serializerCompiler }: Options) {
  return {
    validator: validatorCompiler && takeAsWritten(validatorCompiler),
    serializer: serializerCompiler && takeAsWritten(serializerCompiler),
  }
}

type RouteSchemas = Pick<RouteParts, 'validation' | 'messages' | 'serializers'>

/** @param url the path that each spelling of the route has for compilers, as in Fastify */
function compileSchemas(
  { options, route: { method }, own, meter }: RouteEntry,
  url: string,
  place: RoutePlace,
): RouteSchemas {
  const { context, settings, report } = place
  const route = { method, url }
  const schema: RouteSchema = options.schema ?? {}
  const receive = messagesOf(options, route)?.receive
  const common = {
    route,
    compileValidator: own.validator ?? validateForeign(context.view),
    formatErrors: readFormatter(context, options),
    warn: (error: Error) => settings.log.warn({ err: error }, error.message),
    report,
  }
  const validation = compileRequestValidation({
    ...common,
    schema,
    hasBody: settings.validatesBody(route.method),
    bodyValidation: options.bodyValidation ?? settings.bodyValidation,
    named: options[contract]?.named ?? [],
    entered: meter === null ? undefined : (request, part) => meter.enter(request, stageKey(`validate ${part}`)),
  })
  // A message is validated as a body: its errors begin with `body`.
  const asBody = { schema: { body: receive }, hasBody: true, bodyValidation: 'parsed' } as const
  const messages = receive === undefined ? null : compileRequestValidation({ ...common, ...asBody })
  const compileSerializer = own.serializer ?? serializeForeign(context.view)
  return { validation, messages, serializers: compileResponseSerializers({ schema, route, compileSerializer, report }) }
}

function routeParts(
  { options, route, own, meter, mirrorsGet }: RouteEntry,
  { validation, messages, serializers }: RouteSchemas,
  { context, shared, settings, report }: RoutePlace,
): RouteParts {
  const { schema = {} } = options
  const errorHandlers = readErrorHandlers(context, options)
  const hasErrorHandlers = errorHandlers.length > 0
  if (!hasErrorHandlers) {
    const validates = validation !== null && options.attachValidation !== true
    warnOfErrorSchemas(route, { response: schema.response, schemas: context.view.schemas, validates }, settings)
  }
  const isSerialized = context.view.isDefaultSerializer && own.serializer === undefined
  const strictResponses = context.view.strictResponses ?? settings.strictResponses
  // Each field is listed by name. An object made by spread keeps its fields in a separate store of V8, where adding
  // takes time.
  return {
    settings,
    instance: context.instance,
    replySerializer: context.view.replySerializer,
    method: route.method,
    url: route.url,
    hooks: mergeHooks(shared.hooks, options),
    parsers: settings.hasBody(route.method) ? context.view.parsers : null,
    ignoresEmptyBody: options[contract]?.takesBody === false && schema.body === undefined,
    parsesBodyOf: null,
    routeBodyLimit: options.bodyLimit ?? null,
    mirrorsGet,
    validation,
    attachValidation: options.attachValidation ?? false,
    messages,
    successStatus: attempt(report, () => readSuccessStatus(options, route)) ?? defaultStatus,
    arounds: mergeArounds(context.view.arounds, options[contract]),
    handler: options.handler,
    serializers,
    keysWithoutObjects: isSerialized ? keysWithoutObjects(schema.response, context.view.schemas) : null,
    answerCheck: createAnswerCheck({ options, route, serializers, strictResponses, hasErrorHandlers }),
    errorHandlers,
    handlerTimeout: readTimeout(options.handlerTimeout ?? settings.handlerTimeout),
    meter,
  }
}

function mergeArounds(inherited: RouteParts['arounds'], declared: RouteContract | undefined): RouteParts['arounds'] {
  const { arounds: own = [], outermost = null } = declared ?? {}
  if (outermost !== null) return [outermost, ...inherited, ...own]
  return own.length === 0 ? inherited : [...inherited, ...own]
}

/** The context of a route, and the values that its routes share. */
export interface RoutePlace {
  context: Context
  shared: SharedParts
  notFound: CompiledRoute
  settings: PipelineSettings
  report: Report
}

/** The parts that the routes of one context share, unless a route sets its own. */
export interface SharedParts {
  hooks: RouteParts['hooks']
  setup: RequestSetup
}

/** Creates the shared parts once for each context, so that a thousand routes share one record. */
export function shareAll(context: Context, settings: PipelineSettings): SharedParts {
  return {
    hooks: lifecycleHooks(context.view),
    setup: createSetup(context, {}, settings),
  }
}

/** Compiles a not-found handler: a route without path, method or schema. */
export function compileNotFound(
  context: Context,
  { handler, options }: { handler: Handler; options: NotFoundOptions },
  settings: PipelineSettings,
): CompiledRoute {
  const { view } = context
  const parts: RouteParts = {
    settings,
    instance: context.instance,
    replySerializer: view.replySerializer,
    method: '',
    url: null,
    hooks: mergeHooks(lifecycleHooks(view), options),
    parsers: view.parsers,
    ignoresEmptyBody: false,
    parsesBodyOf: settings.hasBody,
    routeBodyLimit: null,
    mirrorsGet: false,
    validation: null,
    attachValidation: false,
    messages: null,
    successStatus: defaultStatus,
    arounds: [],
    handler,
    serializers: null,
    keysWithoutObjects: null,
    answerCheck: null,
    errorHandlers: readErrorHandlers(context, options),
    handlerTimeout: readTimeout(settings.handlerTimeout),
    meter: settings.measured ? new RouteMeter() : null,
  }
  return new CompiledRoute({
    parts,
    context,
    setup: createSetup(context, {}, settings),
    compilers: view,
    description: new RouteDescription({ options: { handler }, method: '', url: undefined }, settings),
    notFound: null,
  })
}

function lifecycleHooks({ hooks }: ContextView): RouteParts['hooks'] {
  const listed = lifecycleHookNames.map((name) => [name, hooks[name]] as const)
  return Object.fromEntries(listed) as unknown as RouteParts['hooks'] // the list has one entry for each name
}

/** The context's hooks first, then the route's own. Returns the context's own record if the route has no hooks. */
function mergeHooks(
  inherited: RouteParts['hooks'],
  options: RouteShorthandOptions | NotFoundOptions,
): RouteParts['hooks'] {
  const own = options as RouteShorthandOptions // options of a not-found handler are some of these
  if (lifecycleHookNames.every((name) => own[name] === undefined)) return inherited
  const merged = lifecycleHookNames.map((name) => {
    return [name, [...inherited[name], ...[own[name] ?? []].flat()]] as const
  })
  return Object.fromEntries(merged) as unknown as RouteParts['hooks'] // the list has one entry for each name
}

function readFormatter(
  context: Context,
  options: RouteShorthandOptions,
): (errors: SchemaFailure[], part: HttpPart) => Error {
  const { schemaErrorFormatter: own } = options
  return own === undefined
    ? context.view.formatSchemaErrors
    : (errors, part) => own.call(context.instance, errors, part)
}

function readErrorHandlers(context: Context, { errorHandler }: NotFoundOptions): RouteParts['errorHandlers'] {
  if (errorHandler === undefined) return context.view.errorHandlers
  const own = linksOf(errorHandler).map((handle) => ({ instance: context.instance, handle }))
  return [...own, ...context.view.errorHandlers]
}

function readTimeout(milliseconds: number): number | null {
  return milliseconds > 0 ? milliseconds : null
}
