import type { Figures, RefusalFigures, RequestTrace, UnmatchedFigures } from '../contracts/figures.js'
import type { InspectedRoute, Inspection } from '../contracts/inspection.js'
import type { SampleRequest } from '../inspect/sample-request.js'

// Answers to the page, as JSON. The page asks for large parts one by one: the tree of 1500 routes has 5 MB.

/** A route without its stages, its schemas and its visible values. */
export type RouteSummary = Pick<
  InspectedRoute,
  'id' | 'method' | 'url' | 'handler' | 'implicit' | 'context' | 'constraints'
>

/** `/overview`: the contexts with their entries, and the declared routes in short. */
export interface Overview extends Omit<Inspection, 'routes' | 'sharedSchemas'> {
  routes: RouteSummary[]
  /** Whether the page may send requests to the application: not in production. */
  sends: boolean
}

/** `/route`: all details of one route. */
export interface RouteDetails {
  route: InspectedRoute
  sample: SampleRequest
}

/** `/entry`: facts of an entry that only the whole tree contains. */
export interface EntryDetails {
  /** The number of declared routes for which the entry is in effect. */
  routes: number
  /** The schema, for the entry of a shared schema. */
  schema?: unknown
}

/** `/figures`: the current figures and the id of the application's run, because another run may have another tree. */
export interface FiguresNow {
  run: string
  routes: Figures
  unmatched: UnmatchedFigures
  refused: RefusalFigures
}

/** `/requests`: the latest requests of one route. */
export type Traces = readonly RequestTrace[]
