import type { IncomingMessage, ServerOptions as NodeHttpOptions, Server, ServerResponse } from 'node:http'
import type { SecureServerOptions } from 'node:http2'
import type { ServerOptions as NodeHttpsOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Instance } from './instance.js'
import type { Logger, LoggerOptions, LogSerializer } from './logger.js'
import type { PoisoningAction } from './parsers.js'
import type { Precompiled } from './precompiled.js'
import type { Reply } from './reply.js'
import type { Request } from './request.js'
import type { ChildLoggerFactory } from './route.js'
import type {
  BodyValidation,
  CompileMode,
  SchemaControllerOptions,
  SchemaErrorFormatter,
  StrictResponses,
  ValidatorEngineOptions,
} from './schema.js'

/** Called with node's request and response for every request. */
export type RequestListener = (req: IncomingMessage, res: ServerResponse) => void

/** Options of the router. All except `compile` can also be set at the top level. */
export interface RouterOptions {
  /** Treats `/a/` as `/a`. */
  ignoreTrailingSlash?: boolean
  /** Treats `//a` as `/a`. */
  ignoreDuplicateSlashes?: boolean
  /** Maximum length of a path parameter in characters. A longer parameter gets a 414. */
  maxParamLength?: number
  caseSensitive?: boolean
  allowUnsafeRegex?: boolean
  /** `;` begins the query as `?` does. */
  useSemicolonDelimiter?: boolean
  /** Custom strategies of the application, by name. */
  constraints?: Record<string, unknown>
  querystringParser?: (query: string) => Record<string, unknown>
  buildPrettyMeta?: (route: { store: Record<string, unknown> }) => Record<string, unknown>
  /** Whether boot compiles the routes to generated code. */
  compile?: boolean
  /** Answers requests that match no route, in place of the not-found handlers. */
  defaultRoute?: RequestListener
  onBadUrl?: (path: string, req: IncomingMessage, res: ServerResponse) => void
  onMaxParamLength?: (path: string, req: IncomingMessage, res: ServerResponse) => void
}

/** Options of the default serializer. */
export interface SerializerOptions {
  /**
   * The library that serializes. Default: `'native'`, or `'fast-json-stringify'` if you set an option of that library.
   */
  engine?: 'native' | 'fast-json-stringify'
  /** Options of fast-json-stringify, such as `rounding`. */
  [option: string]: unknown
}

/**
 * Selects the errors with status 500 and above whose messages clients get. `true`: all errors. `'with-status'`: errors
 * with their own `statusCode` or `status`. `false`: no errors. Clients always get the message of an error with `expose:
 * true`.
 */
export type ExposeServerErrors = boolean | 'with-status'

/** Options of `createServer` and `bootstrap` (docs/reference/options.md; names as Fastify 5 documents them). */
export interface ServerOptions extends Omit<RouterOptions, 'compile'> {
  routerOptions?: RouterOptions
  /** The default validator (docs/guide/validators.md). */
  validatorengine?: ValidatorEngineOptions
  /** Alias of `validatorengine`, under Fastify's name. */
  ajv?: ValidatorEngineOptions
  /** The time at which schemas of routes are compiled. */
  compile?: CompileMode
  /** The output of `alcove compile`. With it, boot compiles only the schemas for which the output has no code. */
  precompiled?: Precompiled | { default: Precompiled } | undefined
  schemaController?: SchemaControllerOptions
  schemaErrorFormatter?: SchemaErrorFormatter
  /** The default serializer. */
  serializerOpts?: SerializerOptions
  bodyValidation?: BodyValidation
  /**
   * Selects the undeclared answers (without a response schema) that the server refuses, on all routes without their own
   * setting.
   */
  strictResponses?: StrictResponses
  /** Maximum size of a body in bytes; 1 MiB by default. */
  bodyLimit?: number
  /** Maximum nesting depth of objects and arrays in a JSON body; 0 for no limit. */
  maxJsonDepth?: number
  onProtoPoisoning?: PoisoningAction
  onConstructorPoisoning?: PoisoningAction

  http?: NodeHttpOptions
  https?: NodeHttpsOptions | SecureServerOptions | true | null
  http2?: boolean
  /** Milliseconds until an idle HTTP/2 session is closed. */
  http2SessionTimeout?: number
  serverFactory?: (listener: RequestListener, options: ServerOptions) => Server
  /**
   * Milliseconds a socket may be idle; 0 for no limit. With 0, a client that reads nothing of a response still has only
   * 300 s.
   */
  connectionTimeout?: number
  /** Milliseconds an idle keep-alive connection stays open. */
  keepAliveTimeout?: number
  /** Milliseconds for a whole request to arrive; 0 for no limit. */
  requestTimeout?: number
  maxRequestsPerSocket?: number
  /** Milliseconds for a handler to answer; 0 for no limit. */
  handlerTimeout?: number
  /** The treatment of open connections by `close`: `true` closes all, `'idle'` closes the idle ones. */
  forceCloseConnections?: boolean | 'idle'
  return503OnClosing?: boolean
  /** Maximum number of open connections. Further ones are dropped. 0 for no limit. */
  maxConnections?: number
  /** Whether and how signals end the process. Default: off in `createServer`, on in `bootstrap`. */
  gracefulShutdown?: boolean | GracefulShutdownOptions
  /** Routes for the liveness and readiness probes of an orchestrator. Off by default. */
  health?: boolean | HealthOptions
  clientErrorHandler?: (this: Instance, error: Error & { code?: string }, socket: Socket) => void
  /** Answers failures before routing, such as invalid URLs and too long parameters. */
  frameworkErrors?: (error: Error, request: Request, reply: Reply) => void
  /**
   * Whether clients get messages and codes of errors with status 500 and above. Default: `true` in `createServer`, as
   * in Fastify; `'with-status'` in `bootstrap` (docs/guide/errors.md).
   */
  exposeServerErrors?: ExposeServerErrors
  /** Logs the sent value and the expected one for each request that fails validation. For development. */
  explainValidation?: boolean
  rewriteUrl?: (this: Instance, req: IncomingMessage) => string
  /**
   * The proxies whose `x-forwarded-*` headers are trusted: all, addresses, or a function. A number trusts none, because
   * it does not identify a proxy.
   */
  trustProxy?: boolean | string | string[] | number | ((address: string, hop: number) => boolean)
  exposeHeadRoutes?: boolean
  allowErrorHandlerOverride?: boolean

  logger?: boolean | LoggerOptions
  loggerInstance?: Logger
  disableRequestLogging?: boolean | ((request: Request) => boolean)
  logController?: unknown
  childLoggerFactory?: ChildLoggerFactory
  logSerializers?: Record<string, LogSerializer>
  requestIdHeader?: string | boolean
  requestIdLogLabel?: string
  genReqId?: (req: IncomingMessage) => string

  /** Milliseconds for a plugin to load; 0 for no limit. 10 s by default. */
  pluginTimeout?: number
}

/** How signals end the process. Times in milliseconds. */
export interface GracefulShutdownOptions {
  /** `SIGTERM` and `SIGINT` by default. */
  signals?: readonly NodeJS.Signals[]
  /** Time between the moment when readiness turns 503 and the moment when the server stops accepting connections. */
  delay?: number
  /** Time for requests in flight and their streams. At its end the server closes their connections. */
  drainTimeout?: number
  /**
   * Time for the whole shutdown. At its end the process exits with status 1. Default: 25 s, or `delay` plus
   * `drainTimeout` plus 15 s if that is longer.
   */
  timeout?: number
}

/** Reports whether a resource that requests need is available. `false` or a failure means that it is not. */
export type HealthCheck = (instance: Instance) => unknown

/** Routes for orchestrators. They run no hooks and are not logged. */
export interface HealthOptions {
  /** Path that answers 200 while the process can answer; `/livez` by default. */
  liveness?: string | false
  /** Path that answers 200 when all checks pass and the server is not closing, else 503; `/readyz` by default. */
  readiness?: string | false
  /** Checks by name. Each readiness request runs them. Requests that arrive during a run share its results. */
  checks?: Readonly<Record<string, HealthCheck>>
  /** Milliseconds for each check. */
  checkTimeout?: number
  /** Milliseconds for which the results of the checks are reused. 0 by default. */
  maxAge?: number
}

/** Options of `listen`. */
export interface ListenOptions {
  port?: number
  /** `localhost` by default: every loopback address. Containers pass `'::'` or `'0.0.0.0'`. */
  host?: string
  /** A Unix socket instead of a port. */
  path?: string
  backlog?: number
  exclusive?: boolean
  readableAll?: boolean
  writableAll?: boolean
  ipv6Only?: boolean
  /** Closes the server when aborted. */
  signal?: AbortSignal
  listenTextResolver?: (address: string) => string
}

/** Called when the server listens, with its address, or with the error that prevented it. */
export type ListenCallback = (error: Error | null, address: string) => void
