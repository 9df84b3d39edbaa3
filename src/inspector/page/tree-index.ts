import type {
  InspectedContext,
  InspectedEntry,
  InspectedRoute,
  Inspection,
  RegistrantPath,
} from '../../contracts/inspection.js'
import { explainRoute } from '../../inspect/explain-route.js'

/** How an entry stands to the chosen route. */
export type Standing = 'seen' | 'shadowed' | 'aside' | 'unseen'

/** The chosen route, and what of the tree lies on its line. */
export interface Lit {
  readonly route: InspectedRoute
  readonly line: ReadonlySet<string>
  standingOf(entry: InspectedEntry): Standing
}

/** The tree of an application by ids. */
export class TreeIndex {
  readonly contexts: ReadonlyMap<string, InspectedContext>
  readonly entries: ReadonlyMap<string, InspectedEntry>
  readonly routes: ReadonlyMap<string, InspectedRoute>

  constructor(readonly tree: Inspection) {
    this.contexts = byId(tree.contexts)
    this.entries = byId(tree.contexts.flatMap(({ entries }) => entries))
    this.routes = byId(tree.routes)
  }

  get root(): InspectedContext {
    return this.contexts.get(this.tree.root)! // the root is always there
  }

  nameOf(context: string): string {
    return this.contexts.get(context)?.name ?? context
  }

  /** HEAD beside GET goes without saying. */
  get declaredRoutes(): readonly InspectedRoute[] {
    return this.tree.routes.filter(({ implicit }) => !implicit)
  }

  routesOf(context: InspectedContext): readonly InspectedRoute[] {
    return context.routes.flatMap((id) => this.routes.get(id) ?? []).filter(({ implicit }) => !implicit)
  }

  /** Routes for which an entry is in effect. */
  routesWith(id: string): readonly InspectedRoute[] {
    const entry = this.entries.get(id)
    if (entry === undefined) return []
    return this.declaredRoutes.filter((route) => this.light(route.id)?.standingOf(entry) === 'seen')
  }

  childrenOf(context: InspectedContext): readonly InspectedContext[] {
    return context.children.flatMap((id) => this.contexts.get(id) ?? [])
  }

  light(id: string | null): Lit | null {
    const route = id === null ? undefined : this.routes.get(id)
    if (route === undefined) return null
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
}

function byId<T extends { id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((item) => [item.id, item]))
}

/** `Grandchild, wrapped into Public`; null where it came through no wrap. A controller is part of its module. */
export function wrapOf(path: RegistrantPath): string | null {
  const [by, ...outer] = path
    .filter(({ kind }) => kind !== 'controller')
    .map(({ name }) => name)
    .reverse()
  return outer.length === 0 ? null : `${by}, wrapped into ${outer.join(', wrapped into ')}`
}

/** The one that wrapped it, by name; null likewise. */
export function lifterOf(path: RegistrantPath): string | null {
  return wrapOf(path) === null ? null : (path.findLast(({ kind }) => kind !== 'controller')?.name ?? null)
}

/** Who registered an entry: an offered provider comes from the module that offers it. */
export function ownerOf({ kind, path }: InspectedEntry): string {
  return kind === 'offered provider' ? `module ${path.at(-1)?.name}, which offers it` : registrantOf(path)
}

/** Who registered it, as a person would say it. */
export function registrantOf(path: RegistrantPath): string {
  const by = path.at(-1)
  if (by === undefined) return 'the server'
  const wrap = wrapOf(path)
  if (by.kind === 'controller') return wrap === null ? `controller ${by.name}` : `controller ${by.name} of ${wrap}`
  if (wrap !== null) return wrap
  return by.kind === 'application' ? 'the application' : `${by.kind} ${by.name}`
}
