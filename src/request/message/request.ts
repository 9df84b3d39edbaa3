// Hot path: the server creates a request for every message. The constructor sets all fields in one order.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestRoute } from '../../contracts/compiled-route.js'
import type { Instance } from '../../contracts/instance.js'
import type { Logger } from '../../contracts/logger.js'
import type { Request } from '../../contracts/request.js'
import type { RouteOptionsView } from '../../contracts/route.js'
import type { HttpPart, ValidateFunction } from '../../contracts/schema.js'
import type { DecorationName } from '../../contracts/token.js'
import { replyCodes } from '../../errors/message-codes.js'
import { registrationCodes } from '../../errors/registration-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { partNamed } from '../../support/request-parts.js'
import { isLost, onLost } from './connection.js'
import type { ListenerKeeper } from './event-guard.js'
import { decorationKey, readDecorator } from './read-decorator.js'
import { keepSignalListeners } from './signal-guard.js'
import * as slots from './slots.js'

export class ServerRequest implements Request {
  id: string;
  [slots.route]: RequestRoute
  params: unknown
  raw: IncomingMessage
  query: unknown
  log: Logger
  body: unknown;
  [slots.reply]: ({ raw: ServerResponse } & ListenerKeeper) | null
  // Few requests have the fields below. Each declared field would take 8 bytes of every request.
  declare [slots.headers]?: IncomingHttpHeaders | null
  declare [slots.abort]?: AbortController
  declare [slots.payload]?: IncomingMessage
  declare validationError?: NonNullable<Request['validationError']>

  /**
   * The route sets `params` and `query` next. A parameter object with all six values would take 64 bytes of each
   * request.
   */
  constructor(route: RequestRoute, raw: IncomingMessage, id: string, log: Logger) {
    this.id = id
    this[slots.route] = route
    this.params = null
    this.raw = raw
    this.query = null
    this.log = log
    this.body = undefined
    this[slots.reply] = null
  }

  get server(): Instance {
    return this[slots.route].instance
  }

  get method(): string {
    return this.raw.method ?? 'GET'
  }

  get url(): string {
    return this.raw.url ?? '/'
  }

  get originalUrl(): string {
    const { originalUrl } = this.raw as IncomingMessage & { originalUrl?: string } // set by rewriteUrl
    return originalUrl ?? this.url
  }

  get headers(): IncomingHttpHeaders {
    return this[slots.headers] ?? this.raw.headers
  }

  set headers(values: IncomingHttpHeaders) {
    this[slots.headers] = values === this.raw.headers ? null : { ...this.raw.headers, ...values }
  }

  get is404(): boolean {
    return this[slots.route].is404
  }

  get socket(): Socket {
    return this.raw.socket
  }

  get ip(): string {
    const { socket } = this.raw
    if (asFastify) return socket?.remoteAddress as string // the value of node, which may be undefined
    return socket?.remoteAddress ?? ''
  }

  get ips(): string[] | undefined {
    return undefined
  }

  get host(): string {
    const { headers } = this.raw
    const authority = headers[':authority']
    return headers.host ?? (typeof authority === 'string' ? authority : '')
  }

  get hostname(): string {
    const { host } = this
    if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1)
    const colon = host.indexOf(':')
    return colon === -1 ? host : host.slice(0, colon)
  }

  get port(): number | null {
    const digits = /:(\d+)$/.exec(this.host)?.[1]
    return digits === undefined ? null : Number(digits)
  }

  get protocol(): 'http' | 'https' {
    if (asFastify && !this.raw.socket) return undefined as unknown as 'http' // as in Fastify, with its type
    const { encrypted } = (this.raw.socket ?? {}) as Socket & { encrypted?: boolean } // set by tls sockets
    return encrypted === true ? 'https' : 'http'
  }

  get mediaType(): string | undefined {
    const type = mediaTypeOf(this.headers['content-type'])
    return type === '' ? undefined : type
  }

  get routeOptions(): RouteOptionsView {
    return this[slots.route].describe(this)
  }

  get signal(): AbortSignal {
    return abortController(this).signal
  }

  getValidationFunction(partOrSchema: HttpPart | 'query' | object): ValidateFunction | undefined {
    if (typeof partOrSchema === 'string') return this[slots.route].getValidator(partNamed(partOrSchema))
    return this[slots.route].compiledOnDemand.validators.get(partOrSchema)
  }

  compileValidationSchema(schema: object, httpPart: HttpPart | null = null): ValidateFunction {
    const { compiledOnDemand, compileValidator } = this[slots.route]
    const known = compiledOnDemand.validators.get(schema)
    if (known !== undefined) return known
    // Compilers of applications get the `null` that Fastify passes. Its types omit it.
    const named = httpPart === null && !asFastify ? {} : { httpPart: httpPart as HttpPart }
    const input = { schema, method: this.method, url: this.url, ...named }
    const validate = compileValidator(input)
    compiledOnDemand.validators.set(schema, validate)
    return validate
  }

  validateInput(data: unknown, schemaOrPart: object | HttpPart | 'query', httpPart?: HttpPart): unknown {
    const part = typeof schemaOrPart === 'string' ? schemaOrPart : httpPart
    const ofRoute = part === undefined ? undefined : this[slots.route].getValidator(partNamed(part))
    if (ofRoute !== undefined) return ofRoute(data)
    if (typeof schemaOrPart !== 'object' || schemaOrPart === null || Array.isArray(schemaOrPart)) {
      throw new replyCodes.FST_ERR_REQ_INVALID_VALIDATION_INVOCATION(String(part))
    }
    return this.compileValidationSchema(schemaOrPart, httpPart)(data)
  }

  getDecorator<T>(called: DecorationName<'request'>): T {
    const name = decorationKey(called)
    if (!(name in this)) throw undeclared(this, name, readLater)
    return readDecorator<T>(this, name)
  }

  setDecorator<T>(called: DecorationName<'request'>, value: T): void {
    const name = decorationKey(called)
    if (!(name in this)) throw undeclared(this, name, 'Set it with set(request, value) of its token')
    const record: Record<string | symbol, unknown> = Object(this)
    record[name] = value
  }
}

const readLater =
  'Read it after the guard, in a later hook or in the handler. of(request) of its token is undefined until then'

/** @param way the advice if a guard of the route provides the value */
function undeclared(request: ServerRequest, name: string | symbol, way: string): Error {
  const route: RequestRoute | null = request[slots.route] // the drop-in makes requests without a route
  return new registrationCodes.FST_ERR_DEC_UNDECLARED(String(name), 'request', route?.giversOf(name) ?? [], way)
}

/** The stream of the body. `preParsing` hooks may replace it. */
export function bodyStream(request: ServerRequest): IncomingMessage {
  return request[slots.payload] ?? request.raw
}

/** The controller behind `request.signal`. It aborts when the client disconnects before the answer is complete. */
export function abortController(request: ServerRequest): AbortController {
  const known = request[slots.abort]
  if (known !== undefined) return known
  const controller = new AbortController()
  request[slots.abort] = controller
  const reply = request[slots.reply]
  if (reply !== null) keepSignalListeners(controller.signal, reply)
  const res = reply?.raw
  if (res === undefined) return controller
  if (isLost(res))
    controller.abort() // it may be read for the first time when the client has left
  else onLost(res, () => controller.abort())
  return controller
}
