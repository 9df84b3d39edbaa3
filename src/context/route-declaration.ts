import type { RegisteredRouteOptions } from '../contracts/hooks.js'
import type { DeclaredRoute, RegistrantLink } from '../lifecycle/provenance.js'
import type { Place } from '../support/place.js'

/** A route as declared in a context: complete options, one entry for each method and path. */
export interface RouteDeclaration {
  options: RegisteredRouteOptions
  /** What the route is called in logs and metrics, whichever spelling of its path was asked for. */
  canonicalUrl: string
  methods: readonly string[]
  /** Whether the server added it: HEAD beside GET. */
  implicit: boolean
  /** The GET that it stands beside, where nothing but the method differs: no `onRoute` hook has heard of either. */
  follows: RouteDeclaration | null
  by: RegistrantLink | null
  /** Where it was declared. */
  place: Place
  /** What decorators declare of it; null: a function declared it. */
  declared: DeclaredRoute | null
  /** Hooks that `onRoute` hooks of others added to it, by who they are. */
  added: ReadonlyMap<unknown, RegistrantLink | null>
}
