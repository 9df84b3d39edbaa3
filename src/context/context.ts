import type { AroundFunction } from '../contracts/around.js'
import type { Instance } from '../contracts/instance.js'
import type { LogSerializer } from '../contracts/logger.js'
import type { ChildLoggerFactory, ErrorHandler } from '../contracts/route.js'
import type {
  HttpPart,
  SchemaControllerOptions,
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
import { noItems } from '../support/lists.js'
import type { ContextBuilder, GenerateId, ReplySerializer } from './context-builder.js'

/** An error handler with the instance that it is called on. */
export interface OwnedErrorHandler {
  instance: Instance
  handle: ErrorHandler
}

/**
 * The inherited and own entries that the routes of a context see, computed once. A context that adds nothing shares the
 * view of its parent.
 */
export interface ContextView {
  readonly hooks: HookLists
  readonly parsers: ParserTable
  readonly Request: typeof ServerRequest
  readonly Reply: typeof ServerReply
  /** The reply class for routes with functions around their handlers, made at the first use. */
  readonly heldReply: () => typeof ServerReply
  /** Functions around the handlers, the outermost first. */
  readonly arounds: readonly AroundFunction[]
  /** The handler of the nearest context first. */
  readonly errorHandlers: readonly OwnedErrorHandler[]
  readonly schemas: VisibleSchemas
  readonly compilers: SchemaCompilers
  readonly controller: SchemaControllerOptions | null
  readonly compileValidator: ValidatorCompiler
  readonly compileSerializer: SerializerCompiler
  /** Whether an application's function replaces `compilers` for validators. */
  readonly hasOwnValidator: boolean
  /** Whether the default validator compiles the schemas. They are then JSON Schemas, which the boot can check. */
  readonly isDefaultValidator: boolean
  readonly isDefaultSerializer: boolean
  /** Compiles the schemas of routes at boot, now or later: see `SchemaCompilers`. */
  readonly prepareValidator: SchemaCompilers['prepareValidator']
  readonly prepareSerializer: SchemaCompilers['prepareSerializer']
  readonly formatSchemaErrors: (errors: SchemaFailure[], dataVar: HttpPart) => Error
  readonly replySerializer: ReplySerializer | null
  /** `strictResponses` of its module or of the nearest module above; null if no module sets the option. */
  readonly strictResponses: StrictResponses | null
  readonly childLoggerFactory: ChildLoggerFactory | null
  readonly genReqId: GenerateId
  readonly logLevel: string
  readonly logSerializers: Record<string, LogSerializer> | null
}

/** An encapsulation context after boot. */
export class Context {
  /** Set after construction, because each child needs this context as its parent. */
  children: readonly Context[] = noItems

  constructor(
    readonly builder: ContextBuilder,
    readonly parent: Context | null,
    readonly view: ContextView,
  ) {}

  get name(): string {
    return this.builder.name
  }

  get prefix(): string {
    return this.builder.prefix
  }

  get instance(): Instance {
    return this.builder.instance
  }

  /** Throws if an own shared schema is invalid, even if no route refers to it. */
  checkSharedSchemas(): void {
    const { ownSchemas, path } = this.builder
    if (ownSchemas !== null && !this.view.hasOwnValidator) this.view.compilers.checkShared(ownSchemas.own(), path)
  }
}
