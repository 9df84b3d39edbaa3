import type { ServerResponse } from 'node:http'
import type { Instance } from '../contracts/instance.js'
import { ServerReply } from '../request/message/reply.js'
import { ServerRequest } from '../request/message/request.js'
import { coreOf } from '../server/instance/open-context.js'

/** The request that adapters pass for a reply. */
interface RawRequest {
  server: Instance
}

/**
 * `fastify/lib/reply.js`: a reply around a response of node, without a route. The error handlers of the root handle its
 * errors.
 */
export class RawReply extends ServerReply {
  constructor(res: ServerResponse, request: RawRequest | ServerRequest) {
    super(res, request instanceof ServerRequest ? request : openRequest(res, request))
  }

  /** A reply that a route made is an instance of it, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      value !== null && typeof value === 'object' && Object.prototype.isPrototypeOf.call(ServerReply.prototype, value)
    )
  }
}

function openRequest(res: ServerResponse, { server }: RawRequest): ServerRequest {
  return coreOf(server).rootNotFound().open(res.req, res).request
}
