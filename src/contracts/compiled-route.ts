import type { Instance } from './instance.js'
import type { Logger } from './logger.js'
import type { Reply } from './reply.js'
import type { Request } from './request.js'
import type { RouteOptionsView } from './route.js'
import type { HttpPart, SerializeFunction, SerializerCompiler, ValidateFunction, ValidatorCompiler } from './schema.js'

/**
 * What a request and its reply may ask of the route on which they run. The route compiled all of it at boot, so the
 * rooms that hold requests and replies know no pipeline.
 */
export interface RequestRoute {
  /** As errors name it: `POST /users`. */
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
  describe(request: Request): RouteOptionsView
  getValidator(part: HttpPart): ValidateFunction | undefined
  getSerializer(status: string, contentType: string | undefined): SerializeFunction | undefined
  serialize(reply: Reply, payload: unknown): string | Buffer
  /** Sends a payload that is no error. */
  send(request: Request, reply: Reply, payload: unknown): void
  /** Hands an error to the error handlers. */
  fail(request: Request, reply: Reply, error: unknown): void
  callNotFound(request: Request, reply: Reply): void
}

export interface OnDemand {
  validators: WeakMap<object, ValidateFunction>
  serializers: WeakMap<object, SerializeFunction>
}

/** The log lines that writing a reply can cause. */
export interface ReplyLog {
  streamError(error: NodeJS.ErrnoException, request: Request, reply: Reply): void
  /** Never throws, as the method of a logger may. */
  write(log: Logger, level: 'error' | 'warn' | 'info' | 'debug' | 'trace', fields: object | null, message: string): void
}
