import type { IncomingMessage } from 'node:http'
import type { LifecycleHookName, LifecycleHooks } from './hooks.js'
import type { Instance } from './instance.js'
import type { ChildLoggerOptions, Logger, LogSerializer } from './logger.js'
import type { Reply } from './reply.js'
import type { Request } from './request.js'
import type {
  BodyValidation,
  RouteSchema,
  SchemaErrorFormatter,
  SerializerCompiler,
  StrictResponses,
  ValidatorCompiler,
} from './schema.js'
import type { WrittenRouteSchema } from './written-schema.js'

/** Answers a request: by its return value, by a promise of it, or by `reply.send`. */
export type Handler = (this: Instance, request: Request, reply: Reply) => unknown

/** Answers an error. If it throws, or sends an Error, the next outer handler gets that error. */
export type ErrorHandler = (
  this: Instance,
  error: Error & Partial<ErrorFields>,
  request: Request,
  reply: Reply,
) => unknown

/** Fields of errors that the default error handler reads, for custom handlers too (docs/guide/errors.md). */
export interface ErrorFields {
  statusCode: number
  code: string
  headers: Record<string, string>
  validation: unknown
  validationContext: string
}

/** Makes the logger of each request. */
export type ChildLoggerFactory = (
  this: Instance,
  logger: Logger,
  bindings: Record<string, unknown>,
  options: ChildLoggerOptions,
  rawRequest: IncomingMessage,
) => Logger

/** One hook or several, in order. */
export type HookOption<N extends LifecycleHookName> = LifecycleHooks[N] | LifecycleHooks[N][]

/** The options of a route besides method, path and handler (docs/reference/options.md). */
export interface RouteShorthandOptions<S = RouteSchema> {
  schema?: S
  /** A failed validation sets `request.validationError`, and the handler runs. */
  attachValidation?: boolean
  validatorCompiler?: ValidatorCompiler
  serializerCompiler?: SerializerCompiler
  schemaErrorFormatter?: SchemaErrorFormatter
  /** `'json'`: a body schema accepts JSON only. `'parsed'`: every parsed body is validated. */
  bodyValidation?: BodyValidation
  /**
   * Selects the undeclared answers (without a response schema) that the server refuses. Default: `true` on routes of
   * controllers.
   */
  strictResponses?: StrictResponses
  /** Maximum size of the body in bytes. */
  bodyLimit?: number
  /** Milliseconds until the server answers 503. 0 sets no limit, also if the server has one. */
  handlerTimeout?: number
  logLevel?: string
  logSerializers?: Record<string, LogSerializer>
  childLoggerFactory?: ChildLoggerFactory
  /** Values for the application, which reads them as `request.routeOptions.config`. */
  config?: Record<string, unknown>
  /** Values by strategy: `host`, `version`, or a custom strategy of the application. */
  constraints?: Record<string, unknown>
  /** Whether a GET route answers HEAD too. */
  exposeHeadRoute?: boolean
  /** Selects the paths of the route `/` below a prefix. */
  prefixTrailingSlash?: 'both' | 'slash' | 'no-slash'
  errorHandler?: ErrorHandler
  onRequest?: HookOption<'onRequest'>
  preParsing?: HookOption<'preParsing'>
  preValidation?: HookOption<'preValidation'>
  preHandler?: HookOption<'preHandler'>
  preSerialization?: HookOption<'preSerialization'>
  onSend?: HookOption<'onSend'>
  onResponse?: HookOption<'onResponse'>
  onError?: HookOption<'onError'>
  onTimeout?: HookOption<'onTimeout'>
  onRequestAbort?: HookOption<'onRequestAbort'>
  handler?: Handler
  [key: string]: unknown
}

/** The argument of `instance.route` (docs/reference/instance.md). */
export interface RouteOptions<S = RouteSchema> extends RouteShorthandOptions<S> {
  method: string | string[]
  url?: string
  /** Alias of `url`. */
  path?: string
  handler: Handler
}

/** `instance.get(path, options, handler)` and the other methods of this form. */
export interface RouteShorthand {
  (path: string, handler: Handler): Instance
  <const S>(path: string, options: RouteShorthandOptions<WrittenRouteSchema<S>>, handler: Handler): Instance
  <const S>(path: string, options: RouteShorthandOptions<WrittenRouteSchema<S>> & { handler: Handler }): Instance
}

/** `request.routeOptions`. */
export interface RouteOptionsView {
  method: string | string[]
  /** `undefined` in a not-found handler. */
  url: string | undefined
  bodyLimit: number
  /** Milliseconds; 0 for none. */
  handlerTimeout: number
  attachValidation: boolean
  logLevel: string
  exposeHeadRoute: boolean
  prefixTrailingSlash: string
  handler: Handler
  config: Record<string, unknown>
  schema: RouteSchema | undefined
  version: string | undefined
}

/** `setNotFoundHandler(options, handler)`. */
export interface NotFoundOptions {
  errorHandler?: ErrorHandler
  preValidation?: HookOption<'preValidation'>
  preHandler?: HookOption<'preHandler'>
}
