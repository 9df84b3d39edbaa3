import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Instance } from './instance.js'
import type { Logger } from './logger.js'
import type { RouteOptionsView } from './route.js'
import type { BodyOf, HeadersOf, ParamsOf, QueryOf } from './route-types.js'
import type { HttpPart, ValidateFunction } from './schema.js'
import type { Token } from './token.js'

/**
 * A request as hooks and handlers get it (docs/reference/request.md; members as Fastify 5 documents them). It is an
 * interface, so an application can type its own decorations by merging. `Request<typeof S>` types the parts that route
 * schema S declares.
 */
export interface Request<S = unknown> {
  /** The id, from `genReqId` or from the header that `requestIdHeader` names. */
  id: string
  /** Path parameters, coerced when the route has a `params` schema. */
  params: ParamsOf<S>
  /** Parsed query, after coercion and defaults. */
  query: QueryOf<S>
  /** Parsed body; `undefined` when there is none. */
  body: BodyOf<S>
  /** Headers, with names in lower case. An assignment adds to them. */
  headers: HeadersOf<S>
  /** Node's request. */
  readonly raw: IncomingMessage
  /** The instance of the route's context. */
  readonly server: Instance
  /**
   * Logger of the request. Set another one to add fields to its lines: `request.log = request.log.child({ tenant })`.
   */
  log: Logger
  /** Address of the peer, or of the client behind trusted proxies. */
  readonly ip: string
  /** Every address from the peer to the client. Set only with `trustProxy`. */
  readonly ips: string[] | undefined
  /** Host and port as sent by the client. */
  readonly host: string
  /** `host` without the port. */
  readonly hostname: string
  /** The port in `host`, or `null`. */
  readonly port: number | null
  /** The protocol of the connection; with `trustProxy` the one that the trusted proxy reports. */
  readonly protocol: 'http' | 'https'
  /** The method, such as `GET`. */
  readonly method: string
  /** Path and query as routed. */
  readonly url: string
  /** The URL before `rewriteUrl`. */
  readonly originalUrl: string
  /** `type/subtype` of the body in lower case, or `undefined`. */
  readonly mediaType: string | undefined
  /** Whether a not-found handler serves the request. */
  readonly is404: boolean
  /** Node's socket. */
  readonly socket: Socket
  /** Aborts at the end of `handlerTimeout`, or when the client leaves. */
  readonly signal: AbortSignal
  /** Method, path, limits, `config` and schema of the route, frozen. */
  readonly routeOptions: RouteOptionsView
  /** Set only with `attachValidation` and after a failure (docs/guide/validation.md). */
  validationError?: Error & { validation: unknown; validationContext: string }
  /** The compiled validator of a part of this route, or of a schema that was compiled earlier. */
  getValidationFunction(partOrSchema: HttpPart | 'query' | object): ValidateFunction | undefined
  /** Compiles a schema with the validator compiler of this route's context, once for each schema and context. */
  compileValidationSchema(schema: object, httpPart?: HttpPart | null): ValidateFunction
  /** Validates data by a schema, or by the route's schema of a part. */
  validateInput(data: unknown, schemaOrPart: object | HttpPart | 'query', httpPart?: HttpPart): unknown
  /** A decoration by its token or name. Throws FST_ERR_DEC_UNDECLARED if it is not visible. */
  getDecorator<T>(token: Token<T, 'request'>): T
  getDecorator<T = unknown>(name: string | symbol): T
  /** Sets a decoration for this request. Throws as `getDecorator` does. */
  setDecorator<T>(token: Token<T, 'request'>, value: NoInfer<T>): void
  setDecorator<T = unknown>(name: string | symbol, value: T): void
}
