// Hot path: stands between the router and the compiled route.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContextBuilder } from '../../context/context-builder.js'
import type { RouteDeclaration } from '../../context/route-declaration.js'
import type { CompiledRoute } from '../../request/stages/compiled-route.js'
import type { RouteTarget } from '../../router/route-table.js'

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
    return this.compiled?.meta ?? {}
  }

  run(req: IncomingMessage, res: ServerResponse, params: unknown, query: unknown): void {
    this.compiled?.run(req, res, params, query)
  }
}
