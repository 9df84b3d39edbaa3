import { randomUUID } from 'node:crypto'
import type { Figures, RefusalFigures, UnmatchedFigures } from '../contracts/figures.js'
import type { InspectedContext, Inspection } from '../contracts/inspection.js'
import type { Instance } from '../contracts/instance.js'
import { explainName, type NameExplanation } from '../inspect/explain-name.js'
import { inspect } from '../server/inspect/inspect-server.js'
import { measureServer, type ServerFigures } from '../server/inspect/measure-server.js'

/** Figures as they are now, and of which run of the application: another one may have another tree. */
export interface FiguresNow {
  run: string
  routes: Figures
  unmatched: UnmatchedFigures
  refused: RefusalFigures
}

/** What the page asks for. The inspector's own routes are not of the application. */
export class InspectorData {
  readonly #run = randomUUID()
  readonly #figures: ServerFigures
  #inspection: Inspection | null = null

  /** `path`: where the inspector's routes begin. */
  constructor(
    readonly instance: Instance,
    readonly path: string,
  ) {
    this.#figures = measureServer(instance)
  }

  inspection(): Inspection {
    this.#inspection ??= withoutRoutes(inspect(this.instance), (url) => this.#isOwn(url))
    return this.#inspection
  }

  figures(): FiguresNow {
    const own = new Set(this.inspection().routes.map(({ id }) => id))
    const routes = Object.entries(this.#figures.routes()).filter(([id]) => own.has(id))
    const { unmatched, refused } = this.#figures
    return { run: this.#run, routes: Object.fromEntries(routes), unmatched: unmatched(), refused: refused() }
  }

  /** Null where there is no such route. */
  why(routeId: string, name: string): NameExplanation | null {
    const inspection = this.inspection()
    const route = inspection.routes.find(({ id }) => id === routeId)
    const isKnown = inspection.contexts.some(({ entries }) => entries.some((entry) => entry.name === name))
    return route === undefined || !isKnown ? null : explainName(inspection, route, name)
  }

  #isOwn(url: string): boolean {
    return url === this.path || url.startsWith(`${this.path}/`)
  }
}

/** Contexts that held nothing else go too. */
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
