import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Figures, RefusalFigures, UnmatchedFigures } from '../../contracts/figures.js'
import type { Found } from '../../inspect/search.js'
import type { RouteDetails } from '../page-data.js'
import type { OpenRooms } from './open-rooms.js'
import type { Lit, TreeIndex } from './tree-index.js'

/**
 * The choice of the user. A route stays chosen beside a chosen entry. The panel then explains whether the route sees
 * the entry.
 */
export interface Choice {
  readonly route: string | null
  readonly about: About | null
}

export type About =
  | { readonly what: 'route'; readonly id: string }
  | { readonly what: 'entry'; readonly id: string }
  | { readonly what: 'context'; readonly id: string }
  /** Requests without a route; the id is that of the context that answers them. */
  | { readonly what: 'unmatched'; readonly id: string }

/** Sums of requests and failures. */
export interface Traffic {
  readonly requests: number
  readonly failed: number
}

/** State that all parts of the page share. */
export interface View {
  readonly index: TreeIndex
  readonly figures: Figures
  readonly unmatched: UnmatchedFigures
  readonly refused: RefusalFigures | null
  readonly found: Found | null
  readonly choice: Choice
  readonly lit: Lit | null
  /** The details of the chosen route; null until the page has them. */
  readonly details: RouteDetails | null
  readonly rooms: OpenRooms
  /** By id of the context: the traffic of the context and of the contexts below it. */
  readonly traffic: ReadonlyMap<string, Traffic>
  choose(about: About): void
  forget(): void
}

const context = createContext<View | null>(null)

export const ViewProvider = context.Provider

export function useView(): View {
  return useContext(context)! // App provides it for all components
}
