import type { CompileMode, HttpPart, SchemaControllerOptions, SchemaFailure } from '../contracts/schema.js'
import { createHookLists, inheritHooks } from '../lifecycle/hook-registry.js'
import { ParserTable } from '../parsers/parser-table.js'
import { createHeldReply } from '../request/message/held-reply.js'
import type { ServerReply } from '../request/message/reply.js'
import type { ServerRequest } from '../request/message/request.js'
import { createSchemaCompilers, type SchemaCompilers } from '../schema/compiler/compilers.js'
import type { SchemaCompiler } from '../schema/compiler/schema-compiler.js'
import { takeAsWritten } from '../schema/model/short-form.js'
import type { AheadOfTime } from '../schema/precompiled/ahead-of-time.js'
import { formatSchemaErrors } from '../schema/validation/validation-error.js'
import { attempt, type Report } from '../support/report.js'
import type { Context } from './context.js'
import type { ContextDraft, GenerateId } from './context-draft.js'
import { createDecoratedReply, createDecoratedRequest } from './decorations.js'

/** What the root context inherits: the server itself. */
export interface SealSettings {
  Request: typeof ServerRequest
  Reply: typeof ServerReply
  compiler: SchemaCompiler
  serializerOptions: Readonly<Record<string, unknown>>
  compile: CompileMode
  /** The schemas are written ahead of time, or were; `null`: neither. */
  ahead: AheadOfTime | null
  genReqId: GenerateId
  report: Report
}

/** A context while its compilers can still be replaced by those of its children. */
interface SealedContext extends Context {
  readonly compilers: SchemaCompilers
  readonly controller: SchemaControllerOptions | null
  readonly children: Context[]
}

/**
 * The one place of inheritance (SPEC.md 4.10): turns drafts into contexts, from the root down, ancestors first, own
 * after. A context sees what its ancestors hold now that everything has been registered, in whatever order.
 */
export function sealContexts(root: ContextDraft, settings: SealSettings): Context {
  const findElsewhere = (id: string) => findOwners(root, id)
  return sealContext(root, null, { ...settings, findElsewhere })
}

type Settings = SealSettings & { findElsewhere: (id: string) => readonly string[] }

function sealContext(draft: ContextDraft, parent: SealedContext | null, settings: Settings): SealedContext {
  const { instance } = draft
  attempt(settings.report, () => draft.schemas.checkNoShadow())
  const compilers = sealCompilers(draft, parent, settings)
  const ownValidator = draft.nearest((each) => each.validatorCompiler)
  const ownSerializer = draft.nearest((each) => each.serializerCompiler)
  const validatorCompiler = ownValidator && takeAsWritten(ownValidator)
  const serializerCompiler = ownSerializer && takeAsWritten(ownSerializer)
  const controller = draft.schemaController ?? parent?.controller ?? null
  const factories = controller?.compilersFactory ?? {}
  const children: Context[] = []
  const Reply = sealReply(draft, parent, settings)
  const context: SealedContext = Object.freeze({
    draft,
    parent,
    name: draft.name,
    prefix: draft.prefix,
    instance,
    hooks: inheritHooks(parent?.hooks ?? createHookLists(), draft.hooks),
    parsers: draft.parsers.seal(parent?.parsers ?? new ParserTable()),
    Request: sealRequest(draft, parent, settings),
    Reply,
    heldReply: parent?.Reply === Reply ? parent.heldReply : once(() => createHeldReply(Reply)),
    arounds: draft.arounds.length === 0 ? (parent?.arounds ?? []) : [...(parent?.arounds ?? []), ...draft.arounds],
    errorHandlers: sealErrorHandlers(draft, parent),
    notFound: draft.notFound ?? parent?.notFound ?? null,
    schemas: draft.schemas.getSchemas(),
    compilers,
    controller,
    compileValidator: validatorCompiler ?? compilers.compileValidator,
    compileSerializer: serializerCompiler ?? compilers.compileSerializer,
    isDefaultValidator: validatorCompiler === null && factories.buildValidator === undefined,
    isDefaultSerializer: serializerCompiler === null && factories.buildSerializer === undefined,
    prepareValidator: validatorCompiler ?? compilers.prepareValidator,
    prepareSerializer: serializerCompiler ?? compilers.prepareSerializer,
    formatSchemaErrors: sealFormatter(draft),
    checkSharedSchemas: () => {
      if (validatorCompiler === null) compilers.checkShared(draft.schemas.own(), draft.path)
    },
    replySerializer: draft.nearest((each) => each.replySerializer),
    childLoggerFactory: draft.nearest((each) => each.childLoggerFactory),
    genReqId: draft.nearest((each) => each.genReqId) ?? settings.genReqId,
    logLevel: draft.logLevel === '' ? (parent?.logLevel ?? '') : draft.logLevel,
    logSerializers: draft.logSerializers ?? parent?.logSerializers ?? null,
    children,
  })
  for (const child of draft.children) children.push(sealContext(child, context, settings))
  return context
}

/** A context that adds no schema and no controller shares its parent's compilers: 300 of them make one validator. */
function sealCompilers(draft: ContextDraft, parent: SealedContext | null, settings: Settings): SchemaCompilers {
  const shares = draft.schemas.own().length === 0 && draft.schemaController === null
  if (parent !== null && shares) return parent.compilers
  const compilerParts = {
    schemas: draft.schemas.getSchemas(),
    compiler: settings.compiler,
    serializerOptions: settings.serializerOptions,
    compile: settings.compile,
    controller: draft.schemaController ?? parent?.controller ?? null,
    findElsewhere: settings.findElsewhere,
  }
  return createSchemaCompilers(compilerParts, settings.ahead)
}

function sealRequest(draft: ContextDraft, parent: Context | null, settings: Settings): typeof ServerRequest {
  if (draft.requestDecorations.size === 0) return parent?.Request ?? settings.Request
  return createDecoratedRequest(
    settings.Request,
    visible(draft, (each) => each.requestDecorations),
  )
}

function sealReply(draft: ContextDraft, parent: Context | null, settings: Settings): typeof ServerReply {
  if (draft.replyDecorations.size === 0) return parent?.Reply ?? settings.Reply
  return createDecoratedReply(
    settings.Reply,
    visible(draft, (each) => each.replyDecorations),
  )
}

function visible<K, V>(draft: ContextDraft, read: (draft: ContextDraft) => Map<K, V>): Map<K, V> {
  const inherited = draft.parent === null ? [] : visible(draft.parent, read)
  return new Map([...inherited, ...read(draft)])
}

/** Makes a value at its first use. */
function once<T>(make: () => T): () => T {
  let made: T | null = null
  return () => {
    made ??= make()
    return made
  }
}

function sealErrorHandlers(draft: ContextDraft, parent: Context | null): Context['errorHandlers'] {
  const inherited = parent?.errorHandlers ?? []
  if (draft.errorHandler === null) return inherited
  return [{ instance: draft.instance, handle: draft.errorHandler }, ...inherited]
}

function sealFormatter(draft: ContextDraft): (errors: SchemaFailure[], dataVar: HttpPart) => Error {
  const owner = draft.nearest((each) => (each.schemaErrorFormatter === null ? null : each))
  const format = owner?.schemaErrorFormatter
  if (owner === null || format === null || format === undefined) return formatSchemaErrors
  return (errors, dataVar) => format.call(owner.instance, errors, dataVar)
}

/** The contexts that hold a schema themselves: where a `$ref` that does not resolve could have led. */
function findOwners(root: ContextDraft, id: string): string[] {
  const owners = [...root.tree()].filter((draft) => draft.schemas.own().some((schema) => schema.$id === id))
  return owners.map((draft) => draft.path)
}
