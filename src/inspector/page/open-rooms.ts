import { useState } from 'preact/hooks'
import type { Found } from '../../inspect/search.js'
import type { TreeIndex } from './tree-index.js'

/** A search with more hits than this leaves the contexts closed. They show the number of their hits. */
const mostShown = 100

/** The contexts that are open. */
export interface OpenRooms {
  /** Whether some contexts are folded. The button in the bar then unfolds all. */
  readonly isFolded: boolean
  isOpen(id: string): boolean
  setOpen(id: string, isOpen: boolean): void
  /** Folds all contexts, or unfolds them. */
  fold(isFolded: boolean): void
}

interface Decided {
  readonly folded: boolean | null
  readonly rooms: ReadonlyMap<string, boolean>
}

const undecided: Decided = { folded: null, rooms: new Map() }

/**
 * A large application starts folded, and the contexts around a chosen route are open. A context that the user opens or
 * closes stays so. In a search it stays so until the words change.
 */
export function useOpenRooms(index: TreeIndex | null, found: Found | null, line: ReadonlySet<string>): OpenRooms {
  const [whole, setWhole] = useState(undecided)
  const [inSearch, setInSearch] = useState({ found, decided: undecided })
  const decided = found === null ? whole : inSearch.found === found ? inSearch.decided : undecided
  const isFolded = decided.folded ?? (found === null ? (index?.isLarge ?? false) : found.hits.size > mostShown)
  const decide = (next: Decided) => {
    if (found === null) setWhole(next)
    else setInSearch({ found, decided: next })
  }
  return {
    isFolded: isFolded || [...decided.rooms.values()].includes(false),
    isOpen: (id) => decided.rooms.get(id) ?? (!isFolded || id === index?.tree.root || (found === null && line.has(id))),
    setOpen: (id, isOpen) => decide({ ...decided, rooms: new Map([...decided.rooms, [id, isOpen]]) }),
    fold: (folded) => decide({ folded, rooms: new Map() }),
  }
}
