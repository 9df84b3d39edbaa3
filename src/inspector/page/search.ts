import type { InspectedContext, InspectedEntry, InspectedRoute } from '../../contracts/inspection.js'
import { type TreeIndex, titleOf } from './tree-index.js'

/** What of the tree a search leaves: null is no search. */
export interface Found {
  /** Ids of contexts, entries and routes that fit. */
  readonly hits: ReadonlySet<string>
  /** Ids of contexts that hold one, at any depth, and those that fit themselves. */
  readonly rooms: ReadonlySet<string>
}

/** Every word has to occur. */
export function search(index: TreeIndex, text: string): Found | null {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const fits = (said: string) => words.every((word) => said.toLowerCase().includes(word))
  const hits = new Set<string>()
  const rooms = new Set<string>()

  const visit = (context: InspectedContext): boolean => {
    const own = [
      ...context.entries.filter((entry) => fits(textOfEntry(entry))),
      ...index.routesOf(context).filter((route) => fits(textOfRoute(route))),
    ].map(({ id }) => id)
    if (fits(`${context.name} ${context.prefix}`)) own.push(context.id)
    for (const id of own) hits.add(id)
    const below = index.childrenOf(context).map(visit) // each of them, before one is asked
    const holds = own.length > 0 || below.includes(true)
    if (holds) rooms.add(context.id)
    return holds
  }
  visit(index.root)
  return { hits, rooms }
}

/** Whether something in a room stays: all of a room that fits by its own name does. */
export function isShown(found: Found | null, id: string, room: string): boolean {
  return found === null || found.hits.has(id) || found.hits.has(room)
}

function textOfEntry(entry: InspectedEntry): string {
  return `${entry.kind} ${titleOf(entry)} ${entry.path.map(({ name }) => name).join(' ')}`
}

function textOfRoute({ id, handler }: InspectedRoute): string {
  return `route ${id} ${handler}`
}
