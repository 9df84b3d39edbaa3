import type { HookName, RegisteredRouteOptions } from '../contracts/hooks.js'
import type { EntryKind } from '../contracts/inspection.js'
import type { DeclaredGuard, DeclaredRoute, RegistrantLink } from '../lifecycle/provenance.js'
import type { Place } from '../support/place.js'

/** One entry of a context, with the registrant. The tree of an application consists of these entries. */
export interface Registration {
  readonly kind: EntryKind
  readonly name: string
  readonly point: HookName | null
  /** The function of a hook or handler, or the key of a provider. It distinguishes entries that have one name. */
  readonly subject: unknown
  /** Null if the application's own code registered the entry, outside plugins. */
  readonly by: RegistrantLink | null
  readonly guard?: DeclaredGuard
}

/** A route as declared in a context: complete options, one entry for each method and path. */
export interface RouteDeclaration {
  options: RegisteredRouteOptions
  /** The path of the route in logs and metrics. It does not depend on the spelling that a client sends. */
  canonicalUrl: string
  methods: readonly string[]
  /** The name of the handler that was declared: `onRoute` hooks may wrap it in a function without a name. */
  handlerName: string
  /** Whether the server added it: HEAD for a GET route. */
  implicit: boolean
  /**
   * The GET route that this HEAD route belongs to. Null if the two differ in more than the method, or if an `onRoute`
   * hook got one of them.
   */
  follows: RouteDeclaration | null
  by: RegistrantLink | null
  place: Place
  /** The declarations of its decorators; null if a function declared the route. */
  declared: DeclaredRoute | null
  /** Hooks that `onRoute` hooks of other registrants added to it, each with its registrant. */
  added: ReadonlyMap<unknown, RegistrantLink | null>
}
