import type { InspectedContext, InspectedRoute, Inspection } from '../contracts/inspection.js'
import { checkInspection } from './find.js'

/** One difference between two runs of an application. */
export interface Change {
  /** The kind of the difference. */
  change: 'added' | 'removed' | 'changed'
  /** The kind of the item. */
  what: 'context' | 'entry' | 'route'
  /** The id of the context, entry or route. */
  id: string
  /** The parts that have changed; empty for an added or removed one. */
  of: string[]
}

/** The differences between an earlier and a later inspection: contexts, their entries, and routes. */
export function compareInspections(before: Inspection, after: Inspection): Change[] {
  for (const inspection of [before, after]) checkInspection(inspection, 'compareInspections')
  const contexts = difference(byId(before.contexts), byId(after.contexts), 'context', partsOfContext)
  const came = new Set(contexts.map(({ id }) => id))
  const entries = ({ contexts: all }: Inspection) => {
    return byId(all.filter(({ id }) => !came.has(id)).flatMap((context) => context.entries))
  }
  return [
    ...contexts,
    ...difference(entries(before), entries(after), 'entry', ({ path, shadows }) => ({
      'who registers it': path,
      'what it shadows': shadows,
    })),
    ...difference(byId(routesOf(before)), byId(routesOf(after)), 'route', (route) =>
      partsOfRoute(route, before, after),
    ),
  ]
}

function routesOf({ routes }: Inspection): InspectedRoute[] {
  return routes.filter(({ implicit }) => !implicit)
}

function partsOfContext({ prefix, path }: InspectedContext): Record<string, unknown> {
  return { prefix, 'who registers it': path }
}

/**
 * The parts of a route to compare. The entries that it sees are not among them. Otherwise one changed entry would be
 * reported for each route below its context.
 */
function partsOfRoute(route: InspectedRoute, before: Inspection, after: Inspection): Record<string, unknown> {
  const { handler, context, values, schemas, injections, about, stages } = route
  const inspection = before.routes.includes(route) ? before : after
  const shared = Object.fromEntries(
    schemas.flatMap(({ refs }) => refs.map((ref) => [ref, inspection.sharedSchemas[ref]])),
  )
  return {
    handler,
    context,
    'route values': values,
    schemas: [schemas, shared],
    injections,
    documentation: about,
    stages,
  }
}

function byId<T extends { id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((each) => [each.id, each]))
}

function difference<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  what: Change['what'],
  parts: (value: T) => Record<string, unknown>,
): Change[] {
  const removed = [...before.keys()].filter((id) => !after.has(id))
  const changes: Change[] = removed.map((id) => ({ change: 'removed', what, id, of: [] }))
  for (const [id, value] of after) {
    const earlier = before.get(id)
    if (earlier === undefined) {
      changes.push({ change: 'added', what, id, of: [] })
      continue
    }
    const [old, now] = [parts(earlier), parts(value)]
    const of = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    if (of.length > 0) changes.push({ change: 'changed', what, id, of })
  }
  return changes
}
