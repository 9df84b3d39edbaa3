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

/** Answers an error. Throwing, or sending an Error, passes it outwards to the next handler. */
export type ErrorHandler = (
  this: Instance,
  error: Error & Partial<ErrorFields>,
  request: Request,
  reply: Reply,
) => unknown

/** What errors may carry for the default error handler and for custom ones (docs/guide/errors.md). */
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

/** All that a route may declare besides method, path and handler (docs/guide/controllers.md). */
export interface RouteShorthandOptions<S = RouteSchema> {
  schema?: S
  /** A failed validation sets `request.validationError` and the handler runs. */
  attachValidation?: boolean
  validatorCompiler?: ValidatorCompiler
  serializerCompiler?: SerializerCompiler
  schemaErrorFormatter?: SchemaErrorFormatter
  /** `'json'`: a body schema lets JSON in only. `'parsed'`: every parsed body is validated. */
  bodyValidation?: BodyValidation
  /** Which answers without a response schema are refused: `true` on routes of controllers. */
  strictResponses?: StrictResponses
  /** Bytes. */
  bodyLimit?: number
  /** Milliseconds until the answer is 503. */
  handlerTimeout?: number
  logLevel?: string
  logSerializers?: Record<string, LogSerializer>
  childLoggerFactory?: ChildLoggerFactory
  /** Free for the application: `request.routeOptions.config`. */
  config?: Record<string, unknown>
  /** `host`, `version`, or a strategy of the application's own. */
  constraints?: Record<string, unknown>
  /** Whether a GET route answers HEAD too. */
  exposeHeadRoute?: boolean
  /** What the path `/` below a prefix stands for. */
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

/** The object of `instance.route` (docs/reference/instance.md). */
export interface RouteOptions<S = RouteSchema> extends RouteShorthandOptions<S> {
  method: string | string[]
  url?: string
  /** Alias of `url`. */
  path?: string
  handler: Handler
}

/** `instance.get(path, options, handler)` and its like. */
export interface RouteShorthand {
  (path: string, handler: Handler): Instance
  <const S>(path: string, options: RouteShorthandOptions<WrittenRouteSchema<S>>, handler: Handler): Instance
  <const S>(path: string, options: RouteShorthandOptions<WrittenRouteSchema<S>> & { handler: Handler }): Instance
}

/** `request.routeOptions`. */
export interface RouteOptionsView {
  method: string | string[]
  /** Undefined in a not-found handler. */
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
