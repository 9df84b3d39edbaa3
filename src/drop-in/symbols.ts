import type { ServerReply } from '../request/message/reply.js'
import type { ServerRequest } from '../request/message/request.js'
import * as slots from '../request/message/slots.js'

/** The properties of a route that adapters and plugins read from a request or reply. */
export const routeContext: PropertyDescriptor & ThisType<ServerRequest | ServerReply> = {
  get() {
    const { config, schema } = this.routeOptions
    return { config, schema, server: this.server }
  },
}

/**
 * The symbols of `fastify/lib/symbols.js`. Programs look for some by their descriptions, so the descriptions are those
 * of Fastify. The symbols of a reply are those of the core. `inner-members.ts` defines the values under the symbols of
 * an instance. Other symbols of Fastify are missing.
 */
export const symbols = {
  kReplySerializer: slots.serializer,
  kReplyHeaders: slots.headers,
  kRouteContext: Symbol('fastify.context'),
  kErrorHandler: Symbol('fastify.errorHandler'),
  kChildLoggerFactory: Symbol('fastify.childLoggerFactory'),
  kRequest: Symbol('fastify.Request'),
  kReply: Symbol('fastify.Reply'),
  kState: Symbol('fastify.state'),
  kContentTypeParser: Symbol('fastify.contentTypeParser'),
  kOptions: Symbol('fastify.options'),
  kHooks: Symbol('fastify.hooks'),
  kSchemaController: Symbol('fastify.schemaController'),
  kHttp2ServerSessions: Symbol('fastify.http2ServerSessions'),
  kLogController: Symbol('fastify.logController'),
}
