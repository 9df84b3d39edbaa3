import type { Registration } from '../context/registration.js'
import type { InspectedInjection } from '../contracts/inspection.js'
import type { Instance } from '../contracts/instance.js'
import type { Handler } from '../contracts/route.js'
import type { Place } from '../support/place.js'

/** An injected thing, before it is known which entry it is. */
export interface Injection extends Omit<InspectedInjection, 'entry'> {
  /** The key of a provider; for values null. */
  readonly key: unknown
  readonly isVisible: boolean
}

/** What a layer above knows of a server, for inspection. */
export interface Knowledge {
  /** What a context holds and the core does not know: it goes before what was registered. */
  readonly entriesOf: (instance: Instance) => readonly Registration[]
  /** Where the method behind a handler is declared; null for a handler that is none of that layer's. */
  readonly placeOf: (handler: Handler) => Place | null
  readonly injectionsOf: (handler: Handler) => readonly Injection[]
  /** Whether something registered is only a step of that layer, and none of the user's. */
  readonly isStep: (registration: Pick<Registration, 'kind' | 'name' | 'point'>) => boolean
  readonly isGuard: (hook: unknown) => boolean
  /** Whether everything of that layer has loaded; not so where the boot has gone on in spite of a problem. */
  readonly isWhole: () => boolean
}
