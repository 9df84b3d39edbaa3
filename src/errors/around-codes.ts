import { defineError, defineErrors } from './coded-error.js'

/** Functions around handlers, guards that set request values, and requirements on the line of a route. */
export const aroundCodes = defineErrors(() => ({
  ALC_ERR_ROUTE_UNGUARDED: defineError(
    500,
    (modules: readonly string[], routes: readonly string[]) =>
      `${modules.join(' and ')} ${modules.length === 1 ? 'has' : 'have'} guarded: true, but these routes have no guard: ${routes.join(', ')}. Add @Guard to the method, its controller or a module above it, or add @Public()`,
  ),
  ALC_ERR_WEBSOCKET_UNSEEN: defineError(
    500,
    (handler: string, route: string, module: string) =>
      `${handler} (${route}) takes sockets, by @Socket or the option websocket: true. No plugin in the context of ${module} or above takes routes of sockets. The handler would get the request in place of a socket. Install @fastify/websocket, and put it into "plugins" of ${module}, or of a module above it. A plugin of another module below is not visible here`,
  ),
  ALC_ERR_GUARD_MISSING: defineError(
    500,
    (asker: string, what: string, problem: string, way: string) => `${asker} injects ${what}, ${problem}. ${way}`,
  ),
  ALC_ERR_GUARD_VALUE_UNSET: defineError(
    500,
    (guards: readonly string[], name: string) =>
      `${guards.join(' or ')} accepted a request without setting the request value "${name}" of its "provides". Call set(request, value) of the token in canActivate, or return false`,
  ),
  ALC_ERR_NEXT_TWICE: defineError(
    500,
    (name: string) => `${name} called next() twice, but the handler runs once. Keep the promise of the first call`,
  ),
  ALC_ERR_NEXT_NOT_AWAITED: defineError(
    500,
    (name: string) =>
      `${name} returned nothing while the handler was still running, so the answer of the handler would be lost. Write return await next()`,
  ),
  ALC_ERR_NEXT_NOT_CALLED: defineError(
    500,
    (name: string) =>
      `${name} neither called next() nor returned an answer, so the answer is empty. Write return await next(), or return the answer`,
  ),
  ALC_ERR_NEXT_DROPPED: defineError(
    500,
    (name: string) =>
      `${name} called next() and returned nothing, so the answer of the handler is lost and the answer is empty. Write return await next(). For an empty answer, set its status`,
  ),
  ALC_ERR_AROUND_UNANSWERED: defineError(
    500,
    (method: string, url: string) =>
      `The connection of ${method} ${url} closed before its handler called reply.send. Return the answer, or call reply.send`,
  ),
}))
