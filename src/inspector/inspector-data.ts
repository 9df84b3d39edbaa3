import { randomUUID } from 'node:crypto'
import type { RequestTrace } from '../contracts/figures.js'
import type { InspectedContext, InspectedRoute, Inspection } from '../contracts/inspection.js'
import type { Instance } from '../contracts/instance.js'
import { explainName, type NameExplanation } from '../inspect/explain-name.js'
import { explainRoute } from '../inspect/explain-route.js'
import { sampleRequest } from '../inspect/sample-request.js'
import { inspect } from '../server/inspect/inspect-server.js'
import { measureServer, type ServerFigures } from '../server/inspect/measure-server.js'
import type { EntryDetails, FiguresNow, Overview, RouteDetails, RouteSummary } from './page-data.js'

/** The answers to the requests of the page. They leave out the inspector's own routes. */
export class InspectorData {
  readonly #run = randomUUID()
  readonly #figures: ServerFigures
  #inspection: Inspection | null = null
  #routes: ReadonlyMap<string, InspectedRoute> | null = null

  /** `path`: where the inspector's routes begin. `sends`: whether the page may send requests. */
  constructor(
    readonly instance: Instance,
    readonly path: string,
    readonly sends: boolean,
  ) {
    this.#figures = measureServer(instance)
  }

  inspection(): Inspection {
    this.#inspection ??= withoutRoutes(inspect(this.instance), (url) => this.#isOwn(url))
    return this.#inspection
  }

  overview(): Overview {
    const { sharedSchemas: _schemas, routes, ...rest } = this.inspection()
    const declared = routes.filter(({ implicit }) => !implicit)
    return { ...rest, routes: declared.map(summaryOf), sends: this.sends }
  }

  /** Null if the route does not exist. */
  route(id: string): RouteDetails | null {
    const route = this.#route(id)
    return route === undefined ? null : { route, sample: sampleRequest(this.inspection(), route) }
  }

  /** Null if the entry does not exist. */
  entry(id: string): EntryDetails | null {
    const { contexts, routes, sharedSchemas } = this.inspection()
    const holder = contexts.find(({ entries }) => entries.some((entry) => entry.id === id))
    if (holder === undefined) return null
    const seeing = routes.filter((route) => {
      if (route.implicit || !route.line.includes(holder.id)) return false
      const line = explainRoute({ contexts: [holder] }, route).line
      return line.some(({ entries }) => entries.some((entry) => entry.id === id && entry.inEffect))
    })
    const schema = sharedSchemas[id]
    return { routes: seeing.length, ...(schema !== undefined && { schema }) }
  }

  /** The latest requests of a route; null if the route does not exist. */
  requests(id: string): RequestTrace[] | null {
    return this.#route(id) === undefined ? null : this.#figures.requests(id)
  }

  figures(): FiguresNow {
    const routes = Object.entries(this.#figures.routes()).filter(([id]) => this.#route(id) !== undefined)
    const { unmatched, refused } = this.#figures
    return { run: this.#run, routes: Object.fromEntries(routes), unmatched: unmatched(), refused: refused() }
  }

  /** Null if the route does not exist. */
  why(routeId: string, name: string): NameExplanation | null {
    const inspection = this.inspection()
    const route = this.#route(routeId)
    const isKnown = inspection.contexts.some(({ entries }) => entries.some((entry) => entry.name === name))
    return route === undefined || !isKnown ? null : explainName(inspection, route, name)
  }

  #route(id: string): InspectedRoute | undefined {
    this.#routes ??= new Map(this.inspection().routes.map((route) => [route.id, route]))
    return this.#routes.get(id)
  }

  #isOwn(url: string): boolean {
    return url === this.path || url.startsWith(`${this.path}/`)
  }
}

function summaryOf({ id, method, url, handler, implicit, context, constraints }: InspectedRoute): RouteSummary {
  return { id, method, url, handler, implicit, context, constraints }
}

/** Removes routes, and contexts that had nothing else. */
function withoutRoutes(inspection: Inspection, isOwn: (url: string) => boolean): Inspection {
  const routes = inspection.routes.filter(({ url }) => !isOwn(url))
  const kept = new Set(routes.map(({ id }) => id))
  const contexts = inspection.contexts.map((context) => ({
    ...context,
    routes: context.routes.filter((id) => kept.has(id)),
  }))
  const lost = new Set(inspection.routes.filter(({ url }) => isOwn(url)).map(({ context }) => context))
  const isEmptied = ({ id, parent, entries, children, routes }: InspectedContext) =>
    lost.has(id) && parent !== null && entries.length + children.length + routes.length === 0
  const gone = new Set(contexts.filter(isEmptied).map(({ id }) => id))
  return {
    ...inspection,
    routes,
    contexts: contexts
      .filter(({ id }) => !gone.has(id))
      .map((context) => ({ ...context, children: context.children.filter((id) => !gone.has(id)) })),
  }
}
