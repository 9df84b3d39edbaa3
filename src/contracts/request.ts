import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Instance } from './instance.js'
import type { Logger } from './logger.js'
import type { RouteOptionsView } from './route.js'
import type { BodyOf, HeadersOf, ParamsOf, QueryOf } from './route-types.js'
import type { HttpPart, ValidateFunction } from './schema.js'
import type { Token } from './token.js'

/**
 * A request as hooks and handlers see it (docs/reference/request.md; members as Fastify 5 documents them). An interface, so that an
 * application can type its own decorations by merging. `Request<typeof S>` types the parts that route schema S speaks of.
 */
export interface Request<S = unknown> {
  /** From `genReqId`, or the header that `requestIdHeader` names. */
  id: string
  /** Path parameters, coerced when the route has a `params` schema. */
  params: ParamsOf<S>
  /** Parsed query, after coercion and defaults. */
  query: QueryOf<S>
  /** Parsed body; `undefined` when there is none. */
  body: BodyOf<S>
  headers: HeadersOf<S>
  /** Node's request. */
  readonly raw: IncomingMessage
  /** The instance of the context in which the route stands. */
  readonly server: Instance
  /** Logger of the request. Set another to add to its lines: `request.log = request.log.child({ tenant })`. */
  log: Logger
  /** Address of the peer, or of the client behind trusted proxies. */
  readonly ip: string
  /** With `trustProxy`: every address from the peer to the client. */
  readonly ips: string[] | undefined
  /** Host and port as sent by the client. */
  readonly host: string
  readonly hostname: string
  readonly port: number | null
  readonly protocol: 'http' | 'https'
  readonly method: string
  /** Path and query as routed. */
  readonly url: string
  /** The same before `rewriteUrl`. */
  readonly originalUrl: string
  /** `type/subtype` of the body in lower case, or `undefined`. */
  readonly mediaType: string | undefined
  /** Whether a not-found handler serves the request. */
  readonly is404: boolean
  readonly socket: Socket
  /** Aborts on `handlerTimeout` or when the client goes away. */
  readonly signal: AbortSignal
  readonly routeOptions: RouteOptionsView
  /** Set only with `attachValidation` and after a failure (docs/reference/request.md). */
  validationError?: Error & { validation: unknown; validationContext: string }
  /** The compiled validator of a part of this route, or of a schema compiled before. */
  getValidationFunction(partOrSchema: HttpPart | 'query' | object): ValidateFunction | undefined
  /** Compiles a schema with the validator compiler of this route's context; once per schema and context. */
  compileValidationSchema(schema: object, httpPart?: HttpPart | null): ValidateFunction
  /** Validates data by a schema or by the route's schema of a part. */
  validateInput(data: unknown, schemaOrPart: object | HttpPart | 'query', httpPart?: HttpPart): unknown
  /** A decoration by its token or name; throws FST_ERR_DEC_UNDECLARED where it is not visible. */
  getDecorator<T>(token: Token<T, 'request'>): T
  getDecorator<T = unknown>(name: string | symbol): T
  /** Sets a decoration for this request; throws as `getDecorator` does. */
  setDecorator<T>(token: Token<T, 'request'>, value: NoInfer<T>): void
  setDecorator<T = unknown>(name: string | symbol, value: T): void
}
