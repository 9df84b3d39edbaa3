import * as slots from '../request/message/slots.js'

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
