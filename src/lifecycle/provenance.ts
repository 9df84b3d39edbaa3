import type { LifecycleHookName } from '../contracts/hooks.js'
import type { InspectedInjection, Registrant } from '../contracts/inspection.js'
import type { Handler } from '../contracts/route.js'
import type { Place } from '../support/place.js'

// The registrants of entries. Requests do not use them: inspection and the places of problems do.

/** A registrant and its parent: the registrant that registered the plugin, or the module that imports the module. */
export interface RegistrantLink extends Registrant {
  readonly parent: RegistrantLink | null
}

/** An injection before the entry of its value is known. */
export interface Injection extends Omit<InspectedInjection, 'entry'> {
  /** The key of a provider; null for values. */
  readonly key: unknown
  readonly isVisible: boolean
}

/** The declarations of decorators of a hook or a route, apart from the hook or the route. */
export type Declared = DeclaredGuard | DeclaredRoute

/** A hook that accepts or rejects requests. */
export interface DeclaredGuard {
  readonly what: 'guard'
  /** Names of the request values that it sets. */
  readonly provides: readonly string[]
  /** Whether it also runs for paths without a route. */
  readonly unknownPaths: boolean
  /** The declaration of its class. */
  readonly place: Place | null
}

/** A guard on the line of a route, with `static openapi` and `static provides` of its class. */
export interface DescribedGuard {
  readonly name: string
  readonly openapi: unknown
  readonly provides: readonly string[]
}

/** A method of a controller. */
export interface DeclaredRoute {
  readonly what: 'route'
  /** The function of the method. Hooks that get the route may declare other routes meanwhile. */
  readonly handler: Handler
  /** The place where the method is declared. */
  readonly place: Place | null
  /** Its hooks that are guards. */
  readonly guards: ReadonlySet<unknown>
  /** The values that decorators of `routeValue` set for it. */
  readonly values: readonly DeclaredValue[]
  /** All guards on its line. */
  readonly guardedBy: readonly DescribedGuard[]
  /** Whether `@Public()` declares that it needs no guard. */
  readonly isPublic: boolean
  /** The injections of the method and its class, known after all plugins have loaded. */
  readonly injections: () => readonly Injection[]
}

/** A value of routes that a decorator of `routeValue` sets. */
export interface DeclaredValue {
  readonly name: string
  readonly value: unknown
  /** Whether the OpenAPI document shows it. */
  readonly openapi: boolean
}

interface Turn {
  readonly by: RegistrantLink
  readonly declared: Declared | null
}

/**
 * The current registrants, as a stack. Plugins load one at a time, and an awaited inner plugin ends before the outer
 * one. A registration after the end of its plugin counts for the plugin that runs at that time.
 */
export class Registrants {
  readonly #running: Turn[] = []

  get current(): RegistrantLink | null {
    return this.#running.at(-1)?.by ?? null
  }

  /** The current registrant's declarations about its registrations. */
  get declared(): Declared | null {
    return this.#running.at(-1)?.declared ?? null
  }

  enter(by: RegistrantLink, declared: Declared | null = null): void {
    this.#running.push({ by, declared })
  }

  leave(by: RegistrantLink): void {
    const index = this.#running.findLastIndex((turn) => turn.by === by)
    if (index !== -1) this.#running.splice(index, 1)
  }

  /** The synchronous registrations of `run` count for `by`. */
  within<T>(by: RegistrantLink, declared: Declared | null, run: () => T): T {
    this.enter(by, declared)
    try {
      return run()
    } finally {
      this.leave(by)
    }
  }
}

/** The path of a registration: from the registrant of the context to the registrant of the entry. */
export function pathTo(registrant: RegistrantLink | null, opener: RegistrantLink): Registrant[] {
  const path: Registrant[] = []
  for (let link = registrant; link !== null && link !== opener; link = link.parent) path.unshift(plain(link))
  return [plain(opener), ...path]
}

function plain({ kind, name }: Registrant): Registrant {
  return { kind, name }
}

// Records the request values of guards on the hooks that run these guards. Only messages read the records.

/** The values that a guard sets, by their names. */
interface GivenValues {
  readonly guard: string
  readonly names: readonly string[]
}

const values = Symbol('alcove.values')

export function recordValues<F extends object>(hook: F, given: GivenValues): F {
  return given.names.length === 0 ? hook : Object.defineProperty(hook, values, { value: given })
}

/**
 * The guards among the hooks that set the value `name`, each with the name of its hook: `UserGuard (preValidation)`.
 */
export function giversAmong(
  hooks: Readonly<Record<LifecycleHookName, readonly object[]>>,
  name: string | symbol,
): string[] {
  return Object.entries(hooks).flatMap(([point, list]) =>
    list.flatMap((hook) => {
      const given = Reflect.get(hook, values) as GivenValues | undefined // recorded above
      return given?.names.some((each) => each === name) ? [`${given.guard} (${point})`] : []
    }),
  )
}
