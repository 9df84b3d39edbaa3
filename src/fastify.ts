// Entry `alcove/fastify`: replaces the package `fastify`. It is bundled as CommonJS, as that package is.

import type { Instance } from './contracts/instance.js'
import type { ServerOptions } from './contracts/server-options.js'
import { errorCodes } from './drop-in/fastify-errors.js'
import { defineInnerMembers, ownMembers, routeContext, symbols } from './drop-in/instance-members.js'
import { RawReply, RawRequest } from './drop-in/raw-messages.js'
import { fastifyDefaults, warnOfOldOptions } from './drop-in/server-options.js'
import { serverCodes } from './errors/server-codes.js'
import { LogController } from './logging/log-controller.js'
import { ServerReply } from './request/message/reply.js'
import { ServerRequest } from './request/message/request.js'
import { createRoot } from './server/start/create-server.js'
import { isRecord } from './support/values.js'

/** Makes a server with the defaults and answers of Fastify 5. */
export function fastify(options?: ServerOptions | null): Instance {
  const given: unknown = options || {} // fastify-cli passes false
  if (!isRecord(given)) throw new serverCodes.FST_ERR_OPTIONS_NOT_OBJ()
  warnOfOldOptions(given)
  const instance = ownMembers(createRoot(fastifyDefaults(given)))
  defineInnerMembers(instance, given)
  return instance
}

export default fastify
export { errorCodes, LogController }

for (const { prototype } of [ServerRequest, ServerReply]) {
  Object.defineProperty(prototype, symbols.kRouteContext, routeContext)
}

// The exports of `fastify/lib` in the package `alcove-fastify`. They are a property, so that a program cannot import
// them by name.
Object.defineProperty(fastify, Symbol.for('alcove.fastify.lib'), {
  value: { Reply: RawReply, Request: RawRequest, symbols, errors: errorCodes },
})
