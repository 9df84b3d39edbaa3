import type { InspectedContext, InspectedEntry, InspectedRoute, Inspection } from '../contracts/inspection.js'

/** An entry, and whether one route sees it. */
export interface ExplainedEntry extends InspectedEntry {
  /** Whether the route sees the entry or runs it. A route does not see an entry that a nearer one shadows. */
  inEffect: boolean
}

/** A context of the route's line, with its entries. */
export interface ExplainedContext extends Pick<InspectedContext, 'id' | 'name' | 'kind' | 'prefix' | 'path'> {
  /** The own entries of the context. */
  entries: ExplainedEntry[]
}

/** One route, and its line of contexts with all their entries. Plain JSON. */
export interface RouteExplanation {
  /** The route. */
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

/** Hooks, guards and around handlers never shadow each other, so each is a stage. */
export function isStage({ kind }: InspectedEntry): boolean {
  return kind === 'hook' || kind === 'guard' || kind === 'around'
}

/** Whether a route runs an entry as a stage. Hooks of the application's life are not stages of a route. */
export function runs(entry: InspectedEntry, { stages }: InspectedRoute): boolean {
  const { kind, context, name, point } = entry
  if (!isStage(entry)) return false
  return stages.some((stage) => stage.context === context && stage.stage === (point ?? kind) && stage.function === name)
}
