// Hot path: between the router and the compiled route.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContextBuilder } from '../../context/context-builder.js'
import type { RouteDeclaration } from '../../context/registration.js'
import type { CompiledRoute } from '../../request/stages/compiled-route.js'
import type { RouteTarget } from '../../router/route-table.js'
import { asFastify } from '../../support/as-fastify.js'

// Fastify prints the names of its own functions among those of the application.
function defaultErrorHandler() {}
function headRouteOnSendHandler() {}

function asPrinted({ errorHandler, onSend = [], ...meta }: Record<string, unknown>, isBesideGet: boolean) {
  const sending = [onSend, isBesideGet ? headRouteOnSendHandler : []].flat()
  const isOwn = typeof errorHandler === 'function'
  return {
    ...meta,
    ...(sending.length > 0 && { onSend: sending }),
    errorHandler: isOwn ? errorHandler : defaultErrorHandler,
  }
}

/** A place in the router: taken when a route is declared, filled when the server is sealed. */
export class RouteSlot implements RouteTarget {
  /** Null before the server is sealed. */
  compiled: CompiledRoute | null = null

  constructor(
    readonly method: string,
    readonly route: RouteDeclaration,
    readonly owner: ContextBuilder,
  ) {}

  fill(route: CompiledRoute): void {
    this.compiled = route
  }

  get meta(): Record<string, unknown> {
    const meta = this.compiled?.meta ?? {}
    return asFastify ? asPrinted(meta, this.route.implicit) : meta
  }

  run(req: IncomingMessage, res: ServerResponse, params: unknown, query: unknown): void {
    this.compiled?.run(req, res, params, query)
  }
}
