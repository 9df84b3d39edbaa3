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
} from './schema.js'
import type { ValidatorEngineOptions } from './validator-options.js'

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
  /** Whether `/A` and `/a` are different paths. Default: `true`. */
  caseSensitive?: boolean
  /** Allows patterns in paths that may take more than linear time. */
  allowUnsafeRegex?: boolean
  /** `;` begins the query as `?` does. */
  useSemicolonDelimiter?: boolean
  /** Custom strategies of the application, by name. */
  constraints?: Record<string, unknown>
  /** Parses the query. Default: fast-querystring. */
  querystringParser?: (query: string) => Record<string, unknown>
  /** Returns the metadata that `printRoutes` shows beside a route. */
  buildPrettyMeta?: (route: { store: Record<string, unknown> }) => Record<string, unknown>
  /** Whether boot compiles the routes to generated code. */
  compile?: boolean
  /** Answers requests that match no route, in place of the not-found handlers. */
  defaultRoute?: RequestListener
  /** Answers URLs that cannot be decoded, instead of a 400. */
  onBadUrl?: (path: string, req: IncomingMessage, res: ServerResponse) => void
  /** Answers path parameters that are too long, instead of a 414. */
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
  /** Options of the router. They override those at the top level. */
  routerOptions?: RouterOptions
  /** The default validator (docs/guide/validators.md). */
  validatorengine?: ValidatorEngineOptions
  /** Alias of `validatorengine`, under Fastify's name. */
  ajv?: ValidatorEngineOptions
  /** The time at which schemas of routes are compiled. */
  compile?: CompileMode
  /** The output of `alcove compile`. With it, boot compiles only the schemas for which the output has no code. */
  precompiled?: Precompiled | { default: Precompiled } | undefined
  /** Replaces the store of shared schemas, or the factories of compilers. */
  schemaController?: SchemaControllerOptions
  /** Creates the error of a failed validation, synchronously. */
  schemaErrorFormatter?: SchemaErrorFormatter
  /** The default serializer. */
  serializerOpts?: SerializerOptions
  /** The bodies that a plain body schema covers. Default: `'json'`, and other types get a 415. */
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
  /** The treatment of `__proto__` in a JSON body or in the query. Default: `'error'`, a 400. */
  onProtoPoisoning?: PoisoningAction
  /** The treatment of `constructor.prototype` in a JSON body or in the query. Default: `'error'`. */
  onConstructorPoisoning?: PoisoningAction

  /** Options of node's `http.createServer`. */
  http?: NodeHttpOptions
  /** Options of node's `https.createServer`, with a certificate. `null` for none. */
  https?: NodeHttpsOptions | SecureServerOptions | true | null
  /** Whether the server speaks HTTP/2 (RFC 9113); with `https` over TLS. Default: `false`. */
  http2?: boolean
  /** Milliseconds until an idle HTTP/2 session is closed. */
  http2SessionTimeout?: number
  /** Creates the server that calls the listener. */
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
  /** Requests on one connection of HTTP/1, which closes after the last one. 0 by default, for no limit. */
  maxRequestsPerSocket?: number
  /** Milliseconds for a handler to answer; 0 for no limit. */
  handlerTimeout?: number
  /** The treatment of open connections by `close`: `true` closes all, `'idle'` closes the idle ones. */
  forceCloseConnections?: boolean | 'idle'
  /** Answers 503 to requests that still arrive while the server closes. Default: `true`. */
  return503OnClosing?: boolean
  /** Maximum number of open connections. Further ones are dropped. 0 for no limit. */
  maxConnections?: number
  /** Whether and how signals end the process. Default: off in `createServer`, on in `bootstrap`. */
  gracefulShutdown?: boolean | GracefulShutdownOptions
  /** Routes for the liveness and readiness probes of an orchestrator. Off by default. */
  health?: boolean | HealthOptions
  /** Handles requests that node's parser refuses. By default they get a 400, 408 or 431. */
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
  /** Returns the URL that the router gets. */
  rewriteUrl?: (this: Instance, req: IncomingMessage) => string
  /**
   * The proxies whose `x-forwarded-*` headers are trusted: all, addresses, or a function. A number trusts none, because
   * it does not identify a proxy.
   */
  trustProxy?: boolean | string | string[] | number | ((address: string, hop: number) => boolean)
  /** Whether a GET route answers HEAD too. Default: `true`. */
  exposeHeadRoutes?: boolean
  /** Whether a context may set its error handler twice. Default: `true`. */
  allowErrorHandlerOverride?: boolean

  /** `true`, or options of pino plus `stream` or `file`. Default: `false`. */
  logger?: boolean | LoggerOptions
  /** A logger of your own. It excludes `logger`. */
  loggerInstance?: Logger
  /** Leaves out the server's lines about single requests. */
  disableRequestLogging?: boolean | ((request: Request) => boolean)
  /** An instance of `LogController`, which writes the server's lines. */
  logController?: unknown
  /** Creates the logger of each request. */
  childLoggerFactory?: ChildLoggerFactory
  /** Serializers of log fields, by the name of the field. */
  logSerializers?: Record<string, LogSerializer>
  /** The header with the id of a request; `true` for `request-id`. Default: `false`. */
  requestIdHeader?: string | boolean
  /** The name of the id in log lines. Default: `reqId`. */
  requestIdLogLabel?: string
  /** Creates the id of a request. Default: `req-1`, `req-2` and so on. */
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
  /** The port; 0 by default, for any free one. */
  port?: number
  /** `localhost` by default: every loopback address. Containers pass `'::'` or `'0.0.0.0'`. */
  host?: string
  /** A Unix socket instead of a port. */
  path?: string
  /** Maximum number of connections that wait. */
  backlog?: number
  /** Whether workers of a cluster do not share the port. */
  exclusive?: boolean
  /** Whether all users may read the socket of `path`. */
  readableAll?: boolean
  /** Whether all users may write to the socket of `path`. */
  writableAll?: boolean
  /** Whether `'::'` excludes IPv4. */
  ipv6Only?: boolean
  /** Closes the server when aborted. */
  signal?: AbortSignal
  /** Returns the line of the log for an address. */
  listenTextResolver?: (address: string) => string
}

/** Called when the server listens, with its address, or with the error that prevented it. */
export type ListenCallback = (error: Error | null, address: string) => void
