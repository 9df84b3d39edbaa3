import type { InspectedContext, InspectedEntry, InspectedRoute } from '../contracts/inspection.js'

/** Parts of an application that contain every word of a search. */
export interface Found {
  /** Ids of the contexts, entries and declared routes that contain the words themselves. */
  readonly hits: ReadonlySet<string>
  /** Ids of the contexts that are hits or contain a hit at any depth. */
  readonly rooms: ReadonlySet<string>
}

/** The parts of an application that can be searched. */
export interface Searched {
  readonly contexts: readonly InspectedContext[]
  readonly routes: readonly Pick<InspectedRoute, 'id' | 'handler' | 'implicit' | 'context'>[]
}

/** Finds every word in any letter case. Returns null if there are no words. */
export function search(inspection: Searched, words: readonly string[]): Found | null {
  const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter((word) => word !== '')
  if (wanted.length === 0) return null
  const fits = (text: string) => {
    const lower = text.toLowerCase()
    return wanted.every((word) => lower.includes(word))
  }
  const hits = new Set<string>()
  const holders = new Set<string>()
  const take = (id: string, context: string) => {
    hits.add(id)
    holders.add(context)
  }
  for (const context of inspection.contexts) {
    if (fits(textOfContext(context))) take(context.id, context.id)
    for (const entry of context.entries) if (fits(textOfEntry(entry))) take(entry.id, context.id)
  }
  for (const route of inspection.routes) if (!route.implicit && fits(textOfRoute(route))) take(route.id, route.context)
  return { hits, rooms: withOuter(inspection, holders) }
}

/** Whether a part of a context stays in the result. A context that is a hit keeps all its parts. */
export function isShown(found: Found | null, id: string, context: string): boolean {
  return found === null || found.hits.has(id) || found.hits.has(context)
}

/** The contexts, and all contexts around them. */
export function withOuter({ contexts }: Pick<Searched, 'contexts'>, ids: ReadonlySet<string>): Set<string> {
  const all = new Set(ids)
  // Each context comes before the contexts below it, so one walk from the end finds all.
  for (const { id, parent } of contexts.toReversed()) if (parent !== null && all.has(id)) all.add(parent)
  return all
}

/** `onRequest audit`, `bar`; the kind of an entry that has no name. */
export function titleOf({ kind, point, name }: InspectedEntry): string {
  if (point !== null) return name === '' ? point : `${point} ${name}`
  return name === '' ? kind : name
}

function textOfContext({ name, prefix }: InspectedContext): string {
  return `${name} ${prefix}`
}

function textOfEntry(entry: InspectedEntry): string {
  return `${entry.kind} ${titleOf(entry)} ${entry.path.map(({ name }) => name).join(' ')}`
}

function textOfRoute({ id, handler }: Pick<InspectedRoute, 'id' | 'handler'>): string {
  return `route ${id} ${handler}`
}
