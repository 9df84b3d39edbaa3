import type { InspectedContext, InspectedEntry, InspectedRoute, RegistrantPath } from '../../contracts/inspection.js'
import { explainRoute } from '../../inspect/explain-route.js'
import type { Overview, RouteSummary } from '../page-data.js'

/** Whether the chosen route sees an entry. */
export type Standing = 'seen' | 'shadowed' | 'aside' | 'unseen'

/** The chosen route, and the contexts and entries on its line. */
export interface Lit {
  readonly route: InspectedRoute
  readonly line: ReadonlySet<string>
  standingOf(entry: InspectedEntry): Standing
}

/** Counts of a context and of the contexts below it. */
export interface Counts {
  readonly routes: number
  readonly entries: number
  readonly contexts: number
}

/** An application with more contexts, entries and routes than this starts folded. */
const large = 150

/** The tree of an application by ids. */
export class TreeIndex {
  readonly contexts: ReadonlyMap<string, InspectedContext>
  readonly entries: ReadonlyMap<string, InspectedEntry>
  readonly routes: ReadonlyMap<string, RouteSummary>
  readonly #counts: ReadonlyMap<string, Counts>

  constructor(readonly tree: Overview) {
    this.contexts = byId(tree.contexts)
    this.entries = byId(tree.contexts.flatMap(({ entries }) => entries))
    this.routes = byId(tree.routes)
    this.#counts = this.sums(({ entries, id }) => ({
      routes: this.#ownRoutes(id),
      entries: entries.length,
      contexts: 1,
    }))
  }

  get root(): InspectedContext {
    return this.contexts.get(this.tree.root)! // the root is always there
  }

  get isLarge(): boolean {
    const { routes, entries, contexts } = this.countsOf(this.tree.root)
    return routes + entries + contexts > large
  }

  nameOf(context: string): string {
    return this.contexts.get(context)?.name ?? context
  }

  /** The counts of a context with all contexts below it. The context itself counts as one. */
  countsOf(context: string): Counts {
    return this.#counts.get(context) ?? { routes: 0, entries: 0, contexts: 0 }
  }

  /** For each context: the sums of its numbers and of the numbers of the contexts below it. */
  sums<T extends { readonly [K in keyof T]: number }>(
    numbersOf: (context: InspectedContext) => T,
  ): ReadonlyMap<string, T> {
    const sums = new Map<string, T>()
    // Each context comes before those below it.
    for (const context of this.tree.contexts.toReversed()) {
      const below = context.children.flatMap((id) => sums.get(id) ?? [])
      const own = Object.entries<number>(numbersOf(context))
      const all = own.map(([name, number]) => [name, below.reduce((sum, each) => sum + each[name as keyof T], number)]) // its own names
      sums.set(context.id, Object.fromEntries(all)) // the same names
    }
    return sums
  }

  routesOf(context: InspectedContext): readonly RouteSummary[] {
    return context.routes.flatMap((id) => this.routes.get(id) ?? [])
  }

  childrenOf(context: InspectedContext): readonly InspectedContext[] {
    return context.children.flatMap((id) => this.contexts.get(id) ?? [])
  }

  /** A context and the contexts around it. A route of the context sees exactly these contexts. */
  lineOf(context: string | null): ReadonlySet<string> {
    const line = new Set<string>()
    for (let id = context; id !== null; id = this.contexts.get(id)?.parent ?? null) line.add(id)
    return line
  }

  light(route: InspectedRoute): Lit {
    const explained = explainRoute(this.tree, route).line.flatMap(({ entries }) => entries)
    const inEffect = new Map(explained.map((entry) => [entry.id, entry.inEffect]))
    const shadowed = new Set(explained.flatMap(({ shadows }) => shadows ?? []))
    return {
      route,
      line: new Set(route.line),
      standingOf: ({ id: entry }) => {
        const effect = inEffect.get(entry)
        if (effect === undefined) return 'unseen'
        if (effect) return 'seen'
        return shadowed.has(entry) ? 'shadowed' : 'aside'
      },
    }
  }

  #ownRoutes(context: string): number {
    return this.contexts.get(context)?.routes.filter((id) => this.routes.has(id)).length ?? 0
  }
}

function byId<T extends { id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((item) => [item.id, item]))
}

/** `Grandchild, wrapped into Public`; null if it was not wrapped. A controller is part of its module. */
export function wrapOf(path: RegistrantPath): string | null {
  const [by, ...outer] = path
    .filter(({ kind }) => kind !== 'controller')
    .map(({ name }) => name)
    .reverse()
  return outer.length === 0 ? null : `${by}, wrapped into ${outer.join(', wrapped into ')}`
}

/** The name of the wrapped module or plugin that registered an entry; null for an entry without a wrap. */
export function lifterOf(path: RegistrantPath): string | null {
  return wrapOf(path) === null ? null : (path.findLast(({ kind }) => kind !== 'controller')?.name ?? null)
}

/** The registrant of an entry. An offered provider comes from the module that offers it. */
export function ownerOf({ kind, path }: InspectedEntry): string {
  return kind === 'offered provider' ? `module ${path.at(-1)?.name}, which offers it` : registrantOf(path)
}

/** The registrant as text. */
export function registrantOf(path: RegistrantPath): string {
  const by = path.at(-1)
  if (by === undefined) return 'the server'
  const wrap = wrapOf(path)
  if (by.kind === 'controller') return wrap === null ? `controller ${by.name}` : `controller ${by.name} of ${wrap}`
  if (wrap !== null) return wrap
  return by.kind === 'application' ? 'the application' : `${by.kind} ${by.name}`
}
