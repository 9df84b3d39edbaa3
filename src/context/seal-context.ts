import type { CompileMode, HttpPart, SchemaFailure } from '../contracts/schema.js'
import { createHookLists, inheritHooks, noHooks } from '../lifecycle/hook-registry.js'
import { ParserTable } from '../parsers/parser-table.js'
import { linksOf } from '../request/errors/handled-errors.js'
import { createHeldReply } from '../request/message/held-reply.js'
import type { ServerReply } from '../request/message/reply.js'
import type { ServerRequest } from '../request/message/request.js'
import { formatSchemaErrors } from '../request/validation/validation-error.js'
import { type AheadOfTime, createSchemaCompilers, type SchemaCompilers } from '../schema/compiler/compilers.js'
import type { SchemaCompiler } from '../schema/compiler/schema-compiler.js'
import type { SchemaOwner } from '../schema/model/ref-advice.js'
import { takeAsWritten } from '../schema/model/route-schema.js'
import { policies } from '../support/as-fastify.js'
import { lazy } from '../support/lazy.js'
import { downwards, mapped } from '../support/lists.js'
import { attempt, type Report } from '../support/report.js'
import { Context, type ContextView } from './context.js'
import type { ContextBuilder, GenerateId } from './context-builder.js'
import { defineDecorations } from './decorations.js'

/** The values that the root context inherits from the server. */
export interface SealSettings {
  Request: typeof ServerRequest
  Reply: typeof ServerReply
  compiler: SchemaCompiler
  serializerOptions: Readonly<Record<string, unknown>>
  compile: CompileMode
  /** Writes native code ahead of time, or reads it; `null` if the application uses neither. */
  ahead: AheadOfTime | null
  genReqId: GenerateId
  report: Report
}

/**
 * The only function that computes inheritance (docs/guide/visibility.md). It turns builders into contexts, from the
 * root down: entries of ancestors first, own entries after them. A context sees all registrations of its ancestors, in
 * any order of registration.
 */
export function sealContexts(root: ContextBuilder, settings: SealSettings): Context {
  const findElsewhere = (id: string) => findOwners(root, id)
  return sealContext(root, null, { ...settings, findElsewhere })
}

type Settings = SealSettings & { findElsewhere: (id: string) => readonly SchemaOwner[] }

function sealContext(builder: ContextBuilder, parent: Context | null, settings: Settings): Context {
  const { report } = settings
  attempt(report, () => builder.ownSchemas?.checkNoShadow())
  const above = parent?.view ?? null
  const view = above !== null && addsNothing(builder) ? above : sealView(builder, above, settings)
  const context = new Context(builder, parent, view)
  context.children = mapped(builder.children, (child) => sealContext(child, context, settings))
  return Object.freeze(context)
}

/** Whether the routes of a context see only the entries of its parent. */
function addsNothing(builder: ContextBuilder): boolean {
  const { requestDecorations, replyDecorations, arounds, logLevel } = builder
  if (policies.inheritsWhenMade || builder.hooks !== noHooks || logLevel !== '') return false
  if (requestDecorations.size + replyDecorations.size + arounds.length > 0) return false
  return singles.every((name) => builder[name] === null)
}

/** The names of values that a context sets or inherits. A value is `null` until the context sets it. */
type Single = Exclude<
  { [K in keyof ContextBuilder]: null extends ContextBuilder[K] ? K : never }[keyof ContextBuilder],
  'parent' | 'notFound' | 'routeValues' // a separate route, and values in the config of routes
>

/** A record instead of a list, because TypeScript rejects a record in which a name is missing. */
const isSingle: Readonly<Record<Single, true>> = {
  ownParsers: true,
  ownSchemas: true,
  schemaController: true,
  errorHandler: true,
  validatorCompiler: true,
  serializerCompiler: true,
  schemaErrorFormatter: true,
  replySerializer: true,
  strictResponses: true,
  childLoggerFactory: true,
  genReqId: true,
  logSerializers: true,
}

const singles = Object.keys(isSingle) as Single[] // the record has only keys of this type

function sealView(builder: ContextBuilder, above: ContextView | null, settings: Settings): ContextView {
  const compilers = sealCompilers(builder, above, settings)
  const ownValidator = builder.nearest((each) => each.validatorCompiler)
  const ownSerializer = builder.nearest((each) => each.serializerCompiler)
  const validatorCompiler = ownValidator && takeAsWritten(ownValidator)
  const serializerCompiler = ownSerializer && takeAsWritten(ownSerializer)
  const controller = builder.schemaController ?? above?.controller ?? null
  const factories = controller?.compilersFactory ?? {}
  const Reply = sealReply(builder, above, settings)
  const inheritedParsers = above?.parsers ?? new ParserTable()
  return Object.freeze({
    hooks: policies.inheritsWhenMade ? builder.hooks : inheritHooks(above?.hooks ?? createHookLists(), builder.hooks),
    parsers: builder.ownParsers?.seal(inheritedParsers) ?? inheritedParsers,
    Request: sealRequest(builder, above, settings),
    Reply,
    heldReply: above?.Reply === Reply ? above.heldReply : lazy(() => createHeldReply(Reply)),
    arounds: builder.arounds.length === 0 ? (above?.arounds ?? []) : [...(above?.arounds ?? []), ...builder.arounds],
    errorHandlers: sealErrorHandlers(builder, above),
    schemas: above !== null && sharesSchemas(builder) ? above.schemas : builder.schemas.getSchemas(),
    compilers,
    controller,
    compileValidator: validatorCompiler ?? compilers.compileValidator,
    compileSerializer: serializerCompiler ?? compilers.compileSerializer,
    hasOwnValidator: validatorCompiler !== null,
    isDefaultValidator: validatorCompiler === null && factories.buildValidator === undefined,
    isDefaultSerializer: serializerCompiler === null && factories.buildSerializer === undefined,
    prepareValidator: validatorCompiler ?? compilers.prepareValidator,
    prepareSerializer: serializerCompiler ?? compilers.prepareSerializer,
    formatSchemaErrors: sealFormatter(builder),
    replySerializer: builder.nearest((each) => each.replySerializer),
    strictResponses: builder.nearest((each) => each.strictResponses),
    childLoggerFactory: builder.nearest((each) => each.childLoggerFactory),
    genReqId: builder.nearest((each) => each.genReqId) ?? settings.genReqId,
    logLevel: builder.logLevel === '' ? (above?.logLevel ?? '') : builder.logLevel,
    logSerializers: builder.logSerializers ?? above?.logSerializers ?? null,
  })
}

function sharesSchemas({ ownSchemas, schemaController }: ContextBuilder): boolean {
  return ownSchemas === null && schemaController === null
}

/**
 * A context without an own schema or controller shares its parent's compilers. So 300 of these contexts create one
 * validator.
 */
function sealCompilers(builder: ContextBuilder, above: ContextView | null, settings: Settings): SchemaCompilers {
  if (above !== null && sharesSchemas(builder)) return above.compilers
  const compilerParts = {
    schemas: builder.schemas.getSchemas(),
    compiler: settings.compiler,
    serializerOptions: settings.serializerOptions,
    compile: settings.compile,
    controller: builder.schemaController ?? above?.controller ?? null,
    findElsewhere: settings.findElsewhere,
  }
  return createSchemaCompilers(compilerParts, settings.ahead)
}

/** The view that a context inherits from after everything has loaded. */
function inherited(above: ContextView | null): ContextView | null {
  return policies.inheritsWhenMade ? null : above
}

function sealRequest(builder: ContextBuilder, above: ContextView | null, settings: Settings): ContextView['Request'] {
  if (builder.requestDecorations.size === 0) return inherited(above)?.Request ?? settings.Request
  class Decorated extends settings.Request {}
  return defineDecorations(
    Decorated,
    visible(builder, (each) => each.requestDecorations),
  )
}

function sealReply(builder: ContextBuilder, above: ContextView | null, settings: Settings): ContextView['Reply'] {
  if (builder.replyDecorations.size === 0) return inherited(above)?.Reply ?? settings.Reply
  class Decorated extends settings.Reply {}
  return defineDecorations(
    Decorated,
    visible(builder, (each) => each.replyDecorations),
  )
}

function visible<K, V>(
  builder: ContextBuilder,
  read: (builder: ContextBuilder) => ReadonlyMap<K, V>,
): ReadonlyMap<K, V> {
  const { parent } = builder
  const above = policies.inheritsWhenMade || parent === null ? [] : visible(parent, read)
  return new Map([...above, ...read(builder)])
}

function sealErrorHandlers(builder: ContextBuilder, above: ContextView | null): ContextView['errorHandlers'] {
  const inherited = above?.errorHandlers ?? []
  if (builder.errorHandler === null) return inherited
  return [...linksOf(builder.errorHandler).map((handle) => ({ instance: builder.instance, handle })), ...inherited]
}

function sealFormatter(builder: ContextBuilder): (errors: SchemaFailure[], dataVar: HttpPart) => Error {
  const owner = builder.nearest((each) => (each.schemaErrorFormatter === null ? null : each))
  const format = owner?.schemaErrorFormatter
  if (owner === null || format === null || format === undefined) return formatSchemaErrors
  return (errors, dataVar) => format.call(owner.instance, errors, dataVar)
}

/**
 * The paths of the contexts that declare a schema with this `$id`. Messages about an unresolved `$ref` contain them.
 */
function findOwners(root: ContextBuilder, id: string): SchemaOwner[] {
  const owners = downwards(root).filter((builder) => builder.ownSchemas?.own().some((schema) => schema.$id === id))
  return owners.map(({ path, opener }) => ({ path, isModule: opener.kind === 'module' }))
}
