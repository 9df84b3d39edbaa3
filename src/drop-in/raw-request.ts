import type { IncomingMessage } from 'node:http'
import type { RequestRoute } from '../contracts/compiled-route.js'
import type { Instance } from '../contracts/instance.js'
import type { Logger } from '../contracts/logger.js'
import type { ServerOptions } from '../contracts/server-options.js'
import { ServerRequest } from '../request/message/request.js'
import { createRequestClass } from '../request/message/trusting-request.js'
import { coreOf } from '../server/instance/open-context.js'

/** The context of such a request, as adapters give it. */
interface RawContext {
  server?: Instance
}

/** The arguments of Fastify's `Request`. */
type RawStart = [id: string, params: unknown, raw: IncomingMessage, query: unknown, log: Logger, context?: RawContext]

function routeOf(context: RawContext | undefined): RequestRoute {
  // Without a server it is read as a message alone, past all routes.
  return context?.server === undefined ? (null as unknown as RequestRoute) : coreOf(context.server).rootNotFound()
}

/** `fastify/lib/request.js`: a request around a message of node, past the routes. */
export class RawRequest extends ServerRequest {
  constructor(...[id, params, raw, query, log, context]: RawStart) {
    super(routeOf(context), raw, id, log)
    this.params = params
    this.query = query
  }

  /** Those that a route made are of it, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      value !== null && typeof value === 'object' && Object.prototype.isPrototypeOf.call(ServerRequest.prototype, value)
    )
  }

  /** The class of requests that trust their proxies as the option sets it. */
  static buildRequest(Base: typeof ServerRequest, trustProxy?: ServerOptions['trustProxy']): typeof ServerRequest {
    return createRequestClass(trustProxy, Base)
  }
}
