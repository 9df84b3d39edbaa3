import type { InspectedContext, Inspection } from '../contracts/inspection.js'
import { isShown, search, withOuter } from './search.js'

/** Conditions for the parts of an application to show. */
export interface Narrowing {
  /** Each kept part contains all these words. */
  readonly words: readonly string[]
  /** Only parts of these contexts, and of contexts below them, are kept. Null: parts of all contexts. */
  readonly within: readonly InspectedContext[] | null
}

/**
 * An inspection with only the parts that meet the conditions, in the form of a whole one. The contexts around a kept
 * part stay, without their own parts. Returns the inspection itself if there are no conditions.
 */
export function narrowInspection(inspection: Inspection, { words, within }: Narrowing): Inspection {
  const inside = within === null ? null : withInner(inspection, within)
  const found = search(inspection, words)
  if (inside === null && found === null) return inspection
  const isKept = (id: string, holder: string) => isShown(found, id, holder) && (inside?.has(holder) ?? true)
  const routes = inspection.routes.filter((route) => isKept(route.id, route.context))
  const routeIds = new Set(routes.map(({ id }) => id))
  const emptied = inspection.contexts.map((each) => ({
    ...each,
    entries: each.entries.filter(({ id }) => isKept(id, each.id)),
    routes: each.routes.filter((id) => routeIds.has(id)),
  }))
  const filled = emptied.filter((each) => {
    if (found !== null) return each.entries.length + each.routes.length > 0 || isKept(each.id, each.id)
    return inside?.has(each.id)
  })
  const kept = withOuter(inspection, new Set([inspection.root, ...filled.map(({ id }) => id)]))
  const contexts = emptied
    .filter(({ id }) => kept.has(id))
    .map((each) => ({ ...each, children: each.children.filter((id) => kept.has(id)) }))
  const entryIds = new Set(contexts.flatMap(({ entries }) => entries.map(({ id }) => id)))
  const schemas = Object.entries(inspection.sharedSchemas).filter(([id]) => entryIds.has(id))
  return { ...inspection, contexts, routes, sharedSchemas: Object.fromEntries(schemas) }
}

/** The ids of contexts and of all contexts below them. */
function withInner({ contexts }: Inspection, found: readonly InspectedContext[]): Set<string> {
  const all = new Set(found.map(({ id }) => id))
  for (const { id, parent } of contexts) if (parent !== null && all.has(parent)) all.add(id)
  return all
}
