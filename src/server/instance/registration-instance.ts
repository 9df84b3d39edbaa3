import type { ContextBuilder, GenerateId, ReplySerializer } from '../../context/context-builder.js'
import { isOwnOfReply, isOwnOfRequest } from '../../context/decorations.js'
import { SchemaStore } from '../../context/schema-store.js'
import type { HookName, Hooks } from '../../contracts/hooks.js'
import type { EntryKind } from '../../contracts/inspection.js'
import type { Instance } from '../../contracts/instance.js'
import type { Logger } from '../../contracts/logger.js'
import type { ParserOptions, PoisoningAction, TextParser } from '../../contracts/parsers.js'
import type { ChildLoggerFactory, ErrorHandler, Handler, NotFoundOptions } from '../../contracts/route.js'
import type {
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  SharedSchema,
  ValidatorCompiler,
} from '../../contracts/schema.js'
import type { DecorationName } from '../../contracts/token.js'
import { emitFastifyWarning, warnOfMistake } from '../../errors/fastify-warnings.js'
import { registrationCodes } from '../../errors/registration-codes.js'
import { checkHook } from '../../lifecycle/hook-names.js'
import { locate } from '../../lifecycle/locate.js'
import { preferHeader, readRequestIdHeader } from '../../logging/request-id.js'
import { createJsonParser, parseText } from '../../parsers/default-parsers.js'
import { reachesParameters } from '../../parsers/parser-table.js'
import { markChain } from '../../request/errors/handled-errors.js'
import { decorationKey, readDecorator } from '../../request/message/read-decorator.js'
import { asFastify, policies } from '../../support/as-fastify.js'
import { downwards } from '../../support/lists.js'
import { capturePlace } from '../../support/place.js'
import { attempt } from '../../support/report.js'
import { describeValue, isCallable, readProperty } from '../../support/values.js'
import { checkLoading, type ServerCore } from '../start/server-core.js'
import { checkFormatter } from '../start/server-settings.js'
import { checkHookTime, enterHook } from './add-hook.js'
import { checkFunction } from './check-route.js'
import { decorateInstance, decorateMessage } from './decorate.js'
import * as slots from './instance-slots.js'
import { placeSchema } from './schema-place.js'

type Names = readonly (string | symbol)[]
type AnyFunction = (...args: never[]) => unknown

/** An instance with the type for users. Subclasses and the plugin loader add the members that this class lacks. */
export function asInstance(instance: RegistrationInstance): Instance {
  return instance as unknown as Instance // see above
}

/** Methods by which a plugin registers into its context, apart from routes and other plugins. */
export abstract class RegistrationInstance {
  declare readonly [slots.core]: ServerCore
  declare readonly [slots.builder]: ContextBuilder

  get log(): Logger {
    return this[slots.core].logger.log
  }

  /** Tests replace the logger of an instance and of its child instances. */
  set log(log: Logger) {
    Object.defineProperty(this, 'log', { value: log, writable: true, configurable: true })
  }

  addHook<N extends HookName>(name: N, fn: Hooks[N]): Instance {
    const { [slots.core]: core, [slots.builder]: builder } = this
    checkHookTime({ core, builder }, name)
    const { report } = core.findings
    const reportHere = (problem: unknown) => {
      locate(problem, capturePlace(), `addHook(${describeValue(name)})`)
      report(problem)
    }
    attempt(reportHere, () => enterHook({ core, builder }, name, fn))
    return asInstance(this)
  }

  decorate(name: string | symbol, value: unknown, dependencies?: Names): Instance {
    decorateInstance(this[slots.core], this[slots.builder], { name, value, dependencies })
    record(this, 'context value', name)
    return asInstance(this)
  }

  decorateRequest(name: string | symbol, value?: unknown, dependencies?: Names): Instance {
    decorateMessage(this[slots.core], this[slots.builder], { what: 'request', name, value, dependencies })
    record(this, 'request value', name)
    return asInstance(this)
  }

  decorateReply(name: string | symbol, value?: unknown, dependencies?: Names): Instance {
    decorateMessage(this[slots.core], this[slots.builder], { what: 'reply', name, value, dependencies })
    record(this, 'reply value', name)
    return asInstance(this)
  }

  hasDecorator(name: string | symbol): boolean {
    return name in this
  }

  hasRequestDecorator(name: string | symbol): boolean {
    return isOwnOfRequest(name) || this[slots.builder].seesRequestDecoration(name)
  }

  hasReplyDecorator(name: string | symbol): boolean {
    return isOwnOfReply(name) || this[slots.builder].seesReplyDecoration(name)
  }

  getDecorator<T>(called: DecorationName<'context'>): T {
    const name = decorationKey(called)
    if (!(name in this)) throw new registrationCodes.FST_ERR_DEC_UNDECLARED(String(name), 'instance')
    return readDecorator(this, name)
  }

  addSchema(schema: object): Instance {
    checkLoading(this[slots.core], 'addSchema', this[slots.builder])
    const builder = this[slots.builder]
    builder.schemas.add(schema)
    placeSchema(this[slots.core], builder, readProperty(schema, '$id'), capturePlace)
    if (policies.inheritsWhenMade) addBelow(builder, schema)
    record(this, 'schema', String(readProperty(schema, '$id')))
    return asInstance(this)
  }

  getSchema(id: string): SharedSchema | undefined {
    return this[slots.builder].schemas.getSchema(id)
  }

  getSchemas(): Record<string, SharedSchema> {
    const { schemas } = this[slots.builder]
    return asFastify ? schemas.view() : schemas.getSchemas()
  }

  setValidatorCompiler(compiler: ValidatorCompiler): Instance {
    checkLoading(this[slots.core], 'setValidatorCompiler', this[slots.builder])
    this[slots.builder].validatorCompiler = compiler
    record(this, 'validator compiler', compiler)
    return asInstance(this)
  }

  setSerializerCompiler(compiler: SerializerCompiler): Instance {
    checkLoading(this[slots.core], 'setSerializerCompiler', this[slots.builder])
    this[slots.builder].serializerCompiler = compiler
    record(this, 'serializer compiler', compiler)
    return asInstance(this)
  }

  setSchemaErrorFormatter(formatter: SchemaErrorFormatter): Instance {
    checkLoading(this[slots.core], 'setSchemaErrorFormatter', this[slots.builder])
    checkFormatter(formatter)
    this[slots.builder].schemaErrorFormatter = formatter
    record(this, 'schema error formatter', formatter)
    return asInstance(this)
  }

  /** Replaces the store or compiler factories of this context and below. Schemas of the old store stay visible. */
  setSchemaController(options: SchemaControllerOptions): Instance {
    const builder = this[slots.builder]
    checkLoading(this[slots.core], 'setSchemaController', builder)
    const inherited = builder.nearest((each) => each.schemaController) ?? {}
    const compilersFactory = { ...inherited.compilersFactory, ...options.compilersFactory }
    builder.schemaController = { ...inherited, ...options, compilersFactory }
    record(this, 'schema controller', '')
    if (options.bucket === undefined) return asInstance(this)
    const added = builder.schemas.own()
    builder.schemas = new SchemaStore(builder.name, builder.parent?.schemas ?? null, options.bucket)
    for (const schema of added) builder.schemas.add(schema)
    return asInstance(this)
  }

  setReplySerializer(serializer: ReplySerializer): Instance {
    checkLoading(this[slots.core], 'setReplySerializer', this[slots.builder])
    this[slots.builder].replySerializer = serializer
    record(this, 'reply serializer', serializer)
    return asInstance(this)
  }

  setErrorHandler(handler: ErrorHandler): Instance {
    const builder = this[slots.builder]
    checkLoading(this[slots.core], 'setErrorHandler', builder)
    if (!isCallable(handler)) {
      throw new registrationCodes.FST_ERR_ERROR_HANDLER_NOT_FN(builder.name, describeValue(handler))
    }
    const { errorHandler: replaced } = builder
    if (replaced !== null && !this[slots.core].settings.allowErrorHandlerOverride) {
      throw new registrationCodes.FST_ERR_ERROR_HANDLER_ALREADY_SET(builder.name)
    }
    builder.errorHandler = asFastify ? handler.bind(asInstance(this)) : handler
    if (asFastify && replaced !== null) {
      emitFastifyWarning('FSTWRN004')
      markChain(builder.errorHandler, builder.errorHandler, replaced)
    }
    record(this, 'error handler', handler)
    return asInstance(this)
  }

  setNotFoundHandler(...values: [handler?: Handler] | [options: NotFoundOptions, handler?: Handler]): Instance {
    const builder = this[slots.builder]
    checkLoading(this[slots.core], 'setNotFoundHandler', builder)
    const [first, second] = values
    const given = Object.entries((typeof first === 'object' && first) || {})
    const options: NotFoundOptions = Object.fromEntries(given.filter(([, hook]) => hook !== null))
    const handler = typeof first === 'object' || first === undefined ? second : first
    for (const name of ['preValidation', 'preHandler'] as const) {
      for (const hook of [options[name] ?? []].flat()) {
        checkHook(name, hook)
        this[slots.core].functions.prepare(name, hook, capturePlace)
      }
    }
    if (asFastify && builder.hasNotFoundHandler()) throw secondNotFoundHandler(builder)
    if (handler === undefined) return asInstance(this)
    checkFunction('not-found handler', `${builder.prefix}/*`, handler)
    if (builder.notFound !== null) throw secondNotFoundHandler(builder)
    builder.notFound = { handler, options }
    record(this, 'not-found handler', handler)
    return asInstance(this)
  }

  setChildLoggerFactory(factory: ChildLoggerFactory): Instance {
    checkLoading(this[slots.core], 'setChildLoggerFactory', this[slots.builder])
    this[slots.builder].childLoggerFactory = factory
    record(this, 'logger factory', factory)
    return asInstance(this)
  }

  setGenReqId(fn: GenerateId): Instance {
    const core = this[slots.core]
    checkLoading(core, 'setGenReqId', this[slots.builder])
    this[slots.builder].genReqId = preferHeader(
      readRequestIdHeader(core.options.requestIdHeader),
      fn as (req: unknown) => string, // the application names the request type it needs
    )
    record(this, 'request id generator', fn)
    return asInstance(this)
  }

  addContentTypeParser(types: unknown, ...rest: unknown[]): Instance {
    const builder = this[slots.builder]
    checkParsersOpen(this[slots.core], 'addContentTypeParser')
    const [first, second] = rest
    const parser = typeof first === 'function' || rest.length < 2 ? first : second
    const options = typeof first === 'object' && first !== null ? (first as ParserOptions) : {} // its members are checked one by one
    for (const type of [types].flat()) {
      builder.parsers.add(type, options, { run: parser, context: builder.name })
      if (reachesParameters(type)) warnOfMistake(this[slots.core].logger.log, 'FSTSEC001', String(type))
      record(this, 'content type parser', String(type))
    }
    return asInstance(this)
  }

  hasContentTypeParser(type: string | RegExp): boolean {
    if (asFastify && type === '*') return false // in Fastify `*` is not a content type
    return this[slots.builder].parsers.has(type)
  }

  removeContentTypeParser(types: string | RegExp | (string | RegExp)[]): void {
    checkParsersOpen(this[slots.core], 'removeContentTypeParser')
    for (const type of [types].flat()) this[slots.builder].parsers.remove(type)
  }

  removeAllContentTypeParsers(): void {
    checkParsersOpen(this[slots.core], 'removeAllContentTypeParsers')
    this[slots.builder].parsers.removeAll()
  }

  getDefaultJsonParser(onProto: PoisoningAction, onConstructor: PoisoningAction): TextParser {
    return createJsonParser({ onProto, onConstructor, maxDepth: this[slots.core].settings.maxJsonDepth })
  }

  get defaultTextParser(): TextParser {
    return parseText
  }
}

function secondNotFoundHandler({ prefix, name }: ContextBuilder): Error {
  return new registrationCodes.ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET(prefix || '/', name, name)
}

/** Adds a schema to buckets below, which contain only the schemas that existed when they were created. */
function addBelow(builder: ContextBuilder, schema: object): void {
  for (const each of downwards(builder)) if (each !== builder && each.hasBucket) each.schemas.add(schema)
}

/**
 * Records a registration in the builder, by the name that is given or by the name of the function. A decoration with a
 * symbol is private to the plugin that made it, so no description lists it.
 */
function record(target: RegistrationInstance, kind: EntryKind, what: string | symbol | AnyFunction): void {
  if (typeof what === 'symbol') return
  const name = typeof what === 'function' ? what.name : what
  const by = target[slots.core].registrants.current
  target[slots.builder].record({ kind, name, point: null, subject: what, by })
}

function checkParsersOpen(core: ServerCore, call: string): void {
  if (core.status !== 'loading') throw new registrationCodes.FST_ERR_CTP_INSTANCE_ALREADY_STARTED(call)
}
