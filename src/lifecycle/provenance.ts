import type { InspectedInjection, Registrant } from '../contracts/inspection.js'
import type { Handler } from '../contracts/route.js'
import type { Place } from '../support/place.js'

// Who registers what. Nothing runs on it: it is for inspection, and for the places of problems.

/** A registrant with the one on whose behalf it acts: who registered the plugin, who imports the module. */
export interface RegistrantLink extends Registrant {
  readonly parent: RegistrantLink | null
}

/** An injected thing, before it is known which entry it is. */
export interface Injection extends Omit<InspectedInjection, 'entry'> {
  /** The key of a provider; for values null. */
  readonly key: unknown
  readonly isVisible: boolean
}

/** What a module declares by decorators of a hook or a route, beside the hook or the route. */
export type Declared = DeclaredGuard | DeclaredRoute

/** A hook that lets requests pass or not. */
export interface DeclaredGuard {
  readonly what: 'guard'
  /** Names of the request values that it sets. */
  readonly provides: readonly string[]
  /** Whether it runs for paths that no route has, too. */
  readonly unknownPaths: boolean
  /** Where the class that has it is declared. */
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
  /** The function that stands for the method: hooks that hear of the route may declare others meanwhile. */
  readonly handler: Handler
  /** Where the method is declared. */
  readonly place: Place | null
  /** Those of its hooks that are guards. */
  readonly guards: ReadonlySet<unknown>
  /** What decorators of `routeValue` declare of it. */
  readonly values: readonly DeclaredValue[]
  /** All guards on its line. */
  readonly guardedBy: readonly DescribedGuard[]
  /** `@Public()` says that it needs no guard. */
  readonly isPublic: boolean
  /** What the method and its class inject; known when everything has loaded. */
  readonly injections: () => readonly Injection[]
}

/** A fact about a route. */
export interface DeclaredValue {
  readonly name: string
  readonly value: unknown
  readonly openapi: boolean
}

interface Turn {
  readonly by: RegistrantLink
  readonly declared: Declared | null
}

/**
 * Who is registering now. Plugins load one at a time, and one that is awaited in another ends before it, so those that
 * run are a stack; what a plugin registers after it has ended is laid to the one that runs then.
 */
export class Registrants {
  readonly #running: Turn[] = []

  get current(): RegistrantLink | null {
    return this.#running.at(-1)?.by ?? null
  }

  /** What the current registrant declares of what it registers. */
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

  /** What `run` registers at once is laid to `by`. */
  within<T>(by: RegistrantLink, declared: Declared | null, run: () => T): T {
    this.enter(by, declared)
    try {
      return run()
    } finally {
      this.leave(by)
    }
  }
}

/** From the one that a context was made for to the one that registered something in it. */
export function pathTo(registrant: RegistrantLink | null, opener: RegistrantLink): Registrant[] {
  const path: Registrant[] = []
  for (let link = registrant; link !== null && link !== opener; link = link.parent) path.unshift(plain(link))
  return [plain(opener), ...path]
}

function plain({ kind, name }: Registrant): Registrant {
  return { kind, name }
}
