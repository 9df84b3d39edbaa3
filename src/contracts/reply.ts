import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Instance } from './instance.js'
import type { Logger } from './logger.js'
import type { Request } from './request.js'
import type { RouteOptionsView } from './route.js'
import type { PayloadOf, Sendable } from './route-types.js'
import type { SerializeFunction } from './schema.js'
import type { Token } from './token.js'

/** The value of a header of an answer. A list sends the header several times, and `undefined` sets none. */
export type HeaderValue = string | number | readonly string[] | undefined

/** Makes a trailer's value from the payload, by callback or promise. */
export type TrailerFunction = (
  reply: Reply,
  payload: unknown,
  done: (error: Error | null, value?: string) => void,
) => unknown

/**
 * The answer to a request (members as Fastify 5 documents them). It is an interface, so an application can type its own
 * decorations by merging. `Reply<typeof S>` types `send` by the response schemas of route schema S, and by the status
 * once `code` has set it.
 */
export interface Reply<S = unknown, Payload = PayloadOf<S, number>> {
  /** Node's response. */
  readonly raw: ServerResponse
  /** The request that this reply answers. */
  readonly request: Request
  /** The instance of the route's context. */
  readonly server: Instance
  /** Logger of the reply. Set another one to add fields to its lines: `reply.log = reply.log.child({ tenant })`. */
  log: Logger
  /** Whether `send` was called, the reply was hijacked, or node's response has ended. */
  readonly sent: boolean
  /** The status of the answer, 200 by default. */
  statusCode: number
  /**
   * Milliseconds from the arrival of the request to the end of the answer, or until now. It is 0 if no log, hook or
   * time limit needs it.
   */
  readonly elapsedTime: number
  /** Type and subtype of `content-type` in lower case, or `undefined`. */
  readonly mediaType: string | undefined
  /** The options of the route, as `request.routeOptions`. */
  readonly routeOptions: RouteOptionsView

  /** Sets the status, 100 to 599. Throws FST_ERR_BAD_STATUS_CODE. */
  code<C extends number>(statusCode: C): Reply<S, PayloadOf<S, C>>
  /** Alias of `code`. */
  status<C extends number>(statusCode: C): Reply<S, PayloadOf<S, C>>
  /** Sets a header. A second `set-cookie` is added to the first. */
  header(name: string, value?: HeaderValue): this
  /** Sets several headers. */
  headers(values: Record<string, HeaderValue>): this
  /** The value of a header, set here or on `raw`. */
  getHeader(name: string): HeaderValue
  /** All headers that are set, here or on `raw`. */
  getHeaders(): OutgoingHttpHeaders
  /** Whether a header is set, here or on `raw`. */
  hasHeader(name: string): boolean
  /** Removes a header that is set. */
  removeHeader(name: string): this
  /**
   * Adds a trailer, which is sent after the body in chunks (RFC 9110, 6.5). `fn` computes its value from the payload.
   */
  trailer(name: string, fn: TrailerFunction): this
  /** Whether a trailer of this name is set. */
  hasTrailer(name: string): boolean
  /** Removes a trailer that is set. */
  removeTrailer(name: string): this
  /** Sets `content-type`. */
  type(contentType: string): this
  /** Redirects, with 302 unless a status is passed or set. */
  redirect(url: string, statusCode?: number): this
  /** Sets the serializer of this reply (docs/reference/reply.md). */
  serializer(fn: (payload: unknown) => string | Buffer): this
  /**
   * Sends the payload: object, string, Buffer, typed array, stream, web stream, `Response`, null or undefined. An Error
   * goes to the error handlers.
   */
  send<const G>(payload?: Sendable<G, Payload>): this
  /** Passes the request to the not-found handler of its context. */
  callNotFound(): this
  /** Leaves the reply to your code. The server sends no answer after this call. */
  hijack(): this
  /** Sends an interim answer with status 103. */
  writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): this
  /** Serializes as `send` does, without hooks. */
  serialize(payload: unknown): string | Buffer
  /** The serializer of a status, or of a schema that was compiled before; `undefined` if there is none. */
  getSerializationFunction(
    schemaOrStatus: object | string | number,
    contentType?: string,
  ): SerializeFunction | undefined
  /** Compiles a schema with the serializer compiler of this route's context, once for each schema and context. */
  compileSerializationSchema(
    schema: object,
    httpStatus?: string | number | null,
    contentType?: string | null,
  ): SerializeFunction
  /** Serializes a value with a schema, or with the route's response schema of a status. */
  serializeInput(
    input: unknown,
    schemaOrStatus: object | string | number,
    httpStatus?: string | number | null,
    contentType?: string | null,
  ): string
  /** A decoration by its token or name. Throws FST_ERR_DEC_UNDECLARED if it is not visible. */
  getDecorator<T>(token: Token<T, 'reply'>): T
  getDecorator<T = unknown>(name: string | symbol): T
  /** Resolves when the answer has been sent: `await reply`. */
  then(fulfilled: () => void, rejected?: (error: Error) => void): void
}
