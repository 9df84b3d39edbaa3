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

/** Options of the router; each but `compile` may also stand at the top level. */
export interface RouterOptions {
  /** `/a/` is `/a`. */
  ignoreTrailingSlash?: boolean
  /** `//a` is `/a`. */
  ignoreDuplicateSlashes?: boolean
  /** Characters; longer parameters answer 414. */
  maxParamLength?: number
  caseSensitive?: boolean
  allowUnsafeRegex?: boolean
  /** `;` begins the query as `?` does. */
  useSemicolonDelimiter?: boolean
  /** Strategies of the application's own, by name. */
  constraints?: Record<string, unknown>
  querystringParser?: (query: string) => Record<string, unknown>
  buildPrettyMeta?: (route: { store: Record<string, unknown> }) => Record<string, unknown>
  /** Whether the routes become generated code at boot. */
  compile?: boolean
  /** Answers what no route is found for, in place of the not-found handlers. */
  defaultRoute?: RequestListener
  onBadUrl?: (path: string, req: IncomingMessage, res: ServerResponse) => void
  onMaxParamLength?: (path: string, req: IncomingMessage, res: ServerResponse) => void
}

/** Options of the default serializer. */
export interface SerializerOptions {
  /** What serializes: `'native'` by default, `'fast-json-stringify'` where an option of that library is given. */
  engine?: 'native' | 'fast-json-stringify'
  /** Options of fast-json-stringify, such as `rounding`. */
  [option: string]: unknown
}

/**
 * `true`: those of all errors. `'with-status'`: those of errors with a `statusCode` or `status` of their own. `false`:
 * none. An error with `expose: true` reaches clients in each case.
 */
export type ExposeServerErrors = boolean | 'with-status'

/** Options of `createServer` and `bootstrap` (docs/reference/options.md; names as Fastify 5 documents them). */
export interface ServerOptions extends Omit<RouterOptions, 'compile'> {
  routerOptions?: RouterOptions
  /** The default validator (docs/guide/validation.md). */
  validatorengine?: ValidatorEngineOptions
  /** Alias of `validatorengine`, under Fastify's name. */
  ajv?: ValidatorEngineOptions
  /** When the schemas of routes are compiled. */
  compile?: CompileMode
  /** What `alcove compile` wrote: nothing is compiled at boot then. */
  precompiled?: Precompiled | { default: Precompiled } | undefined
  schemaController?: SchemaControllerOptions
  schemaErrorFormatter?: SchemaErrorFormatter
  /** The default serializer. */
  serializerOpts?: SerializerOptions
  bodyValidation?: BodyValidation
  /** Which answers without a response schema are refused, for all routes that do not set it themselves. */
  strictResponses?: StrictResponses
  /** Bytes, 1 MiB by default. */
  bodyLimit?: number
  /** Objects and arrays within one another in a JSON body; 0 for no limit. */
  maxJsonDepth?: number
  onProtoPoisoning?: PoisoningAction
  onConstructorPoisoning?: PoisoningAction

  http?: NodeHttpOptions
  https?: NodeHttpsOptions | SecureServerOptions | true | null
  http2?: boolean
  /** Milliseconds; idle HTTP/2 sessions are closed. */
  http2SessionTimeout?: number
  serverFactory?: (listener: RequestListener, options: ServerOptions) => Server
  /** Milliseconds a socket may be idle; 0 for no limit. */
  connectionTimeout?: number
  /** Milliseconds an idle keep-alive connection stays open. */
  keepAliveTimeout?: number
  /** Milliseconds for a whole request to arrive; 0 for no limit. */
  requestTimeout?: number
  maxRequestsPerSocket?: number
  /** Milliseconds for a handler to answer; 0 for no limit. */
  handlerTimeout?: number
  /** What `close` does with open connections: `true` cuts all, `'idle'` the idle ones. */
  forceCloseConnections?: boolean | 'idle'
  return503OnClosing?: boolean
  /** Connections at a time; further ones are dropped. 0 for no limit. */
  maxConnections?: number
  /** Whether and how signals end the process: off in `createServer`, on in `bootstrap`. */
  gracefulShutdown?: boolean | GracefulShutdownOptions
  /** Routes by which an orchestrator asks whether the process lives and may be sent requests. Off by default. */
  health?: boolean | HealthOptions
  clientErrorHandler?: (this: Instance, error: Error & { code?: string }, socket: Socket) => void
  /** Answers what fails before a route is found: bad URLs, too long parameters. */
  frameworkErrors?: (error: Error, request: Request, reply: Reply) => void
  /**
   * Whether messages and codes of errors that are answered with 500 and above reach clients. Default: `true` in
   * `createServer`, as in Fastify; `'with-status'` in `bootstrap` (docs/guide/errors.md).
   */
  exposeServerErrors?: ExposeServerErrors
  /** Writes to the log, for each request that fails validation, what was sent and what was expected. For development. */
  explainValidation?: boolean
  rewriteUrl?: (this: Instance, req: IncomingMessage) => string
  /** Which proxies are believed in `x-forwarded-*`: all, addresses, or a function. */
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
  /** Between the moment readiness turns 503 and the moment no connection is accepted any more. */
  delay?: number
  /** For requests in flight, streams included; then their connections are cut. */
  drainTimeout?: number
  /** For everything; then the process ends with status 1. By default 25 s, or 15 s more than the other two together. */
  timeout?: number
}

/** Says whether something that requests need is there. `false`, or a failure, is no. */
export type HealthCheck = (instance: Instance) => unknown

/** Routes for orchestrators. They run no hooks and are not logged. */
export interface HealthOptions {
  /** Path that answers 200 as long as the process answers at all; `/livez` by default. */
  liveness?: string | false
  /** Path that answers 200 when all checks pass and the server is not closing, else 503; `/readyz` by default. */
  readiness?: string | false
  /** By name; asked for each look at readiness, once for all looks that come while they run. */
  checks?: Readonly<Record<string, HealthCheck>>
  /** Milliseconds for each check. */
  checkTimeout?: number
  /** Milliseconds for which what the checks have found is answered again, without asking them. 0 by default. */
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

/** Called when the server listens, with its address, or with what kept it from listening. */
export type ListenCallback = (error: Error | null, address: string) => void
