import type { ServerResponse } from 'node:http'
import type { Instance } from '../contracts/instance.js'
import { ServerReply } from '../request/message/reply.js'
import { ServerRequest } from '../request/message/request.js'
import { coreOf } from '../server/instance/open-context.js'

/** The request of such a reply, as adapters give it. */
interface RawRequest {
  server: Instance
}

/** `fastify/lib/reply.js`: a reply around a response of node, past the routes. Its errors go to the root's handlers. */
export class RawReply extends ServerReply {
  constructor(res: ServerResponse, request: RawRequest | ServerRequest) {
    super(res, request instanceof ServerRequest ? request : openRequest(res, request))
  }

  /** Those that a route made are of it, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      value !== null && typeof value === 'object' && Object.prototype.isPrototypeOf.call(ServerReply.prototype, value)
    )
  }
}

function openRequest(res: ServerResponse, { server }: RawRequest): ServerRequest {
  return coreOf(server).rootNotFound().open(res.req, res).request
}
