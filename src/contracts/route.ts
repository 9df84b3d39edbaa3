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
  /** The status of the answer, 400 to 599. `status` is an alias. */
  statusCode: number
  /** A name for programs, such as `FST_ERR_VALIDATION`. It is part of the answer. */
  code: string
  /** Headers that the answer gets. */
  headers: Record<string, string>
  /** The failures of a failed validation. */
  validation: unknown
  /** The part that failed: `body`, `query`, `params` or `headers`. */
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
  /** The schemas of the request and of its answers (docs/guide/validation.md). */
  schema?: S
  /** A failed validation sets `request.validationError`, and the handler runs. */
  attachValidation?: boolean
  /** Replaces the context's validator compiler for this route. */
  validatorCompiler?: ValidatorCompiler
  /** Replaces the context's serializer compiler for this route. */
  serializerCompiler?: SerializerCompiler
  /** Replaces the context's formatter of validation errors for this route. */
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
  /** The lowest level of the request's log lines. */
  logLevel?: string
  /** Serializers of log fields, by the name of the field. */
  logSerializers?: Record<string, LogSerializer>
  /** Creates the logger of each request. */
  childLoggerFactory?: ChildLoggerFactory
  /** Values for the application, which reads them as `request.routeOptions.config`. */
  config?: Record<string, unknown>
  /** Values by strategy: `host`, `version`, or a custom strategy of the application. */
  constraints?: Record<string, unknown>
  /** Whether a GET route answers HEAD too. */
  exposeHeadRoute?: boolean
  /** Selects the paths of the route `/` below a prefix. */
  prefixTrailingSlash?: 'both' | 'slash' | 'no-slash'
  /** Gets errors before the error handlers of contexts. */
  errorHandler?: ErrorHandler
  /** Runs after the `onRequest` hooks of contexts. The same applies to the other hooks (docs/reference/hooks.md). */
  onRequest?: HookOption<'onRequest'>
  /** Runs before the body is parsed. */
  preParsing?: HookOption<'preParsing'>
  /** Runs before the validation. */
  preValidation?: HookOption<'preValidation'>
  /** Runs after the validation, before the handler. */
  preHandler?: HookOption<'preHandler'>
  /** Runs before a payload is serialized as JSON. */
  preSerialization?: HookOption<'preSerialization'>
  /** Runs before an answer is written. */
  onSend?: HookOption<'onSend'>
  /** Runs when the system has taken the answer. */
  onResponse?: HookOption<'onResponse'>
  /** Runs before the error handlers. */
  onError?: HookOption<'onError'>
  /** Runs when the socket has been idle for `connectionTimeout`. */
  onTimeout?: HookOption<'onTimeout'>
  /** Runs when the client leaves before the answer is complete. */
  onRequestAbort?: HookOption<'onRequestAbort'>
  /** Answers the request. Shorthands take it as their last argument, too. */
  handler?: Handler
  [key: string]: unknown
}

/** The argument of `instance.route` (docs/reference/instance.md). */
export interface RouteOptions<S = RouteSchema> extends RouteShorthandOptions<S> {
  /** A method, or a list of methods. */
  method: string | string[]
  /** The path below the prefixes, such as `/users/:id`. */
  url?: string
  /** Alias of `url`. */
  path?: string
  /** Answers the request: by its return value, by a promise of it, or by `reply.send`. */
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
  /** The method, or the list of methods. */
  method: string | string[]
  /** `undefined` in a not-found handler. */
  url: string | undefined
  /** Maximum size of the body in bytes. */
  bodyLimit: number
  /** Milliseconds; 0 for none. */
  handlerTimeout: number
  /** Whether a failed validation sets `request.validationError` instead of failing. */
  attachValidation: boolean
  /** The lowest level of the request's log lines. */
  logLevel: string
  /** Whether the GET route answers HEAD too. */
  exposeHeadRoute: boolean
  /** The paths of the route `/` below a prefix. */
  prefixTrailingSlash: string
  /** The handler of the route. */
  handler: Handler
  /** The values of the route option `config`. */
  config: Record<string, unknown>
  /** The route schema as written. */
  schema: RouteSchema | undefined
  /** The constraint `version`, if the route has one. */
  version: string | undefined
}

/** `setNotFoundHandler(options, handler)`. */
export interface NotFoundOptions {
  /** Gets the errors of this handler first. */
  errorHandler?: ErrorHandler
  /** Runs before the validation. */
  preValidation?: HookOption<'preValidation'>
  /** Runs before this handler. */
  preHandler?: HookOption<'preHandler'>
}
