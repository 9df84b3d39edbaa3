import type { ServerReply } from '../request/message/reply.js'
import type { ServerRequest } from '../request/message/request.js'
import * as slots from '../request/message/slots.js'

/** What adapters and plugins read of the route of a request or reply. */
export const routeContext: PropertyDescriptor & ThisType<ServerRequest | ServerReply> = {
  get() {
    const { config, schema } = this.routeOptions
    return { config, schema, server: this.server }
  },
}

/**
 * `fastify/lib/symbols.js`. Those that adapters read on a reply are ours; the others stand for parts that the core does
 * not have, and nothing is found under them.
 */
export const symbols = {
  kReplySerializer: slots.serializer,
  kReplyHeaders: slots.headers,
  kRouteContext: Symbol('alcove.context'),
  kErrorHandler: Symbol('alcove.errorHandler'),
  kRequest: Symbol('alcove.Request'),
  kReply: Symbol('alcove.Reply'),
}
