import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestRoute } from '../contracts/compiled-route.js'
import type { Instance } from '../contracts/instance.js'
import type { Logger } from '../contracts/logger.js'
import type { ServerOptions } from '../contracts/server-options.js'
import { ServerReply } from '../request/message/reply.js'
import { ServerRequest } from '../request/message/request.js'
import { createRequestClass } from '../request/message/trusting-request.js'
import { coreOf } from '../server/instance/open-context.js'

/** The context that adapters pass for a request. */
interface RawContext {
  server?: Instance
}

/** The arguments of Fastify's `Request`. */
type RawStart = [id: string, params: unknown, raw: IncomingMessage, query: unknown, log: Logger, context?: RawContext]

function routeOf(context: RawContext | undefined): RequestRoute {
  // Without a server, programs read the request only as a message, and it needs no route.
  return context?.server === undefined ? (null as unknown as RequestRoute) : coreOf(context.server).rootNotFound()
}

/** `fastify/lib/request.js`: a request around a message of node, without a route. */
export class RawRequest extends ServerRequest {
  constructor(...[id, params, raw, query, log, context]: RawStart) {
    super(routeOf(context), raw, id, log)
    this.params = params
    this.query = query
  }

  /** A request that a route made is an instance of it, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      value !== null && typeof value === 'object' && Object.prototype.isPrototypeOf.call(ServerRequest.prototype, value)
    )
  }

  /** A class of requests that trust proxies as the option declares. */
  static buildRequest(Base: typeof ServerRequest, trustProxy?: ServerOptions['trustProxy']): typeof ServerRequest {
    return createRequestClass(trustProxy, Base)
  }
}

/** The request that adapters pass for a reply. */
interface ReplyStart {
  server: Instance
}

/**
 * `fastify/lib/reply.js`: a reply around a response of node, without a route. The error handlers of the root handle its
 * errors.
 */
export class RawReply extends ServerReply {
  constructor(res: ServerResponse, request: ReplyStart | ServerRequest) {
    super(res, request instanceof ServerRequest ? request : openRequest(res, request))
  }

  /** A reply that a route made is an instance of it, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      value !== null && typeof value === 'object' && Object.prototype.isPrototypeOf.call(ServerReply.prototype, value)
    )
  }
}

function openRequest(res: ServerResponse, { server }: ReplyStart): ServerRequest {
  return coreOf(server).rootNotFound().open(res.req, res).request
}
