import type { AroundFunction } from '../contracts/around.js'
import type { Instance } from '../contracts/instance.js'
import type { LogSerializer } from '../contracts/logger.js'
import type { ChildLoggerFactory, ErrorHandler, Handler, NotFoundOptions } from '../contracts/route.js'
import type {
  HttpPart,
  SchemaFailure,
  SerializerCompiler,
  StrictResponses,
  ValidatorCompiler,
  VisibleSchemas,
} from '../contracts/schema.js'
import type { HookLists } from '../lifecycle/hook-registry.js'
import type { ParserTable } from '../parsers/parser-table.js'
import type { ServerReply } from '../request/message/reply.js'
import type { ServerRequest } from '../request/message/request.js'
import type { SchemaCompilers } from '../schema/compiler/compilers.js'
import type { ContextBuilder, GenerateId, ReplySerializer } from './context-builder.js'

/** An error handler with the instance that it is called on. */
export interface OwnedErrorHandler {
  instance: Instance
  handle: ErrorHandler
}

/** An encapsulation context after boot, frozen. It holds the inherited and own entries of its routes, computed once. */
export interface Context {
  readonly builder: ContextBuilder
  readonly parent: Context | null
  readonly name: string
  readonly prefix: string
  readonly instance: Instance
  readonly hooks: HookLists
  readonly parsers: ParserTable
  readonly Request: typeof ServerRequest
  readonly Reply: typeof ServerReply
  /** The reply class for routes with functions around their handlers, made at the first use. */
  readonly heldReply: () => typeof ServerReply
  /** Functions around the handlers, the outermost first. */
  readonly arounds: readonly AroundFunction[]
  /** Nearest first. */
  readonly errorHandlers: readonly OwnedErrorHandler[]
  readonly notFound: { handler: Handler; options: NotFoundOptions } | null
  readonly schemas: VisibleSchemas
  readonly compileValidator: ValidatorCompiler
  readonly compileSerializer: SerializerCompiler
  /** Whether schemas are JSON Schemas for the default validator. Boot can check those. */
  readonly isDefaultValidator: boolean
  readonly isDefaultSerializer: boolean
  /** For the schemas of routes: see `SchemaCompilers`. */
  readonly prepareValidator: SchemaCompilers['prepareValidator']
  readonly prepareSerializer: SchemaCompilers['prepareSerializer']
  readonly formatSchemaErrors: (errors: SchemaFailure[], dataVar: HttpPart) => Error
  /** Throws if an own shared schema is invalid, even if no route refers to it. */
  readonly checkSharedSchemas: () => void
  readonly replySerializer: ReplySerializer | null
  /** `strictResponses` of its module or of the nearest module above; null: none sets it. */
  readonly strictResponses: StrictResponses | null
  readonly childLoggerFactory: ChildLoggerFactory | null
  readonly genReqId: GenerateId
  readonly logLevel: string
  readonly logSerializers: Record<string, LogSerializer> | null
  readonly children: readonly Context[]
}
