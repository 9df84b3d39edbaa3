import type { Instance } from './instance.js'
import type { Logger } from './logger.js'
import type { Reply } from './reply.js'
import type { Request } from './request.js'
import type { RouteOptionsView } from './route.js'
import type {
  HttpPart,
  RequestValidation,
  SerializeFunction,
  SerializerCompiler,
  ValidateFunction,
  ValidatorCompiler,
} from './schema.js'

/**
 * The part of a route that requests and replies call. Boot compiles all of it, so the modules of requests and replies
 * do not import the pipeline.
 */
export interface RequestRoute {
  /** The name in errors: `POST /users`. */
  readonly name: string
  readonly instance: Instance
  readonly is404: boolean
  /** Whether its answers to HEAD have the headers of a GET. */
  readonly mirrorsGet: boolean
  readonly logs: ReplyLog
  readonly compileValidator: ValidatorCompiler
  readonly compileSerializer: SerializerCompiler
  /** Functions compiled on demand by `compileValidationSchema` and `compileSerializationSchema`. */
  readonly compiledOnDemand: OnDemand
  /** Validates messages of a socket, each as a body; null if their schema is not declared. */
  readonly messages: RequestValidation | null
  describe(request: Request): RouteOptionsView
  /** The guards of the route that set a request value, and the hooks in which they run: `UserGuard (preValidation)`. */
  giversOf(name: string | symbol): readonly string[]
  getValidator(part: HttpPart): ValidateFunction | undefined
  getSerializer(status: string, contentType: string | undefined): SerializeFunction | undefined
  serialize(reply: Reply, payload: unknown): string | Buffer
  /** Sends a payload that is not an error. */
  send(request: Request, reply: Reply, payload: unknown): void
  /** Closes a payload that is not sent, because its request has an answer already. */
  drop(reply: Reply, payload: unknown): void
  /** Passes an error to the error handlers. */
  fail(request: Request, reply: Reply, error: unknown): void
  callNotFound(request: Request, reply: Reply): void
}

export interface OnDemand {
  validators: WeakMap<object, ValidateFunction>
  serializers: WeakMap<object, SerializeFunction>
}

export type LineLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace'

/** The members of a reply that a line about its request needs. */
export interface LoggedReply {
  readonly log: Logger
  readonly request: object
}

/** The log lines of the code that writes replies. */
export interface ReplyLog {
  streamError(error: NodeJS.ErrnoException, request: Request, reply: Reply): void
  writeHeadError(error: Error, request: Request, reply: Reply): void
  /** Never throws, although the method of a logger can. */
  write(log: Logger, level: LineLevel, fields: object | null, message: string): void
  /** Writes an error of a request that does not become its answer. */
  lostError(level: LineLevel, reply: LoggedReply, error: unknown, message: string): void
}
