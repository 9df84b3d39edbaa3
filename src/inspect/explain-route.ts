import type { InspectedContext, InspectedEntry, InspectedRoute, Inspection } from '../contracts/inspection.js'

/** An entry as one route meets it. */
export interface ExplainedEntry extends InspectedEntry {
  /** Whether the route sees it: nothing nearer takes its place. */
  inEffect: boolean
}

/** A context of the route's line, with what it holds. */
export interface ExplainedContext extends Pick<InspectedContext, 'id' | 'name' | 'kind' | 'prefix' | 'path'> {
  entries: ExplainedEntry[]
}

/** The whole story of one route: its line of contexts with all that they hold, and the route itself. Plain JSON. */
export interface RouteExplanation {
  route: InspectedRoute
  /** Root first. */
  line: ExplainedContext[]
}

/** The entries of the contexts on a route's line, and which of them the route sees. */
export function explainRoute({ contexts }: Pick<Inspection, 'contexts'>, route: InspectedRoute): RouteExplanation {
  const seen = new Set(route.sees)
  const line = route.line.flatMap((id) => contexts.filter((context) => context.id === id))
  return {
    route,
    line: line.map(({ id, name, kind, prefix, path, entries }) => ({
      id,
      name,
      kind,
      prefix,
      path,
      entries: entries.map((entry) => ({ ...entry, inEffect: seen.has(entry.id) || runs(entry, route) })),
    })),
  }
}

/** Hooks, guards and error handlers hide none: each is a stage of its own. Those of the application's life are none. */
function runs({ kind, context, name, point }: InspectedEntry, { stages }: InspectedRoute): boolean {
  if (kind !== 'hook' && kind !== 'guard' && kind !== 'around') return false
  return stages.some((stage) => stage.context === context && stage.stage === (point ?? kind) && stage.function === name)
}
