import type { RequestListener } from '../../contracts/server-options.js'
import type { Refusals } from './refusals.js'

/** What a server does with requests, and where it counts those that it refuses. */
export interface Serving {
  readonly listener: RequestListener
  readonly refused: Refusals
  /** Gets what a listener of the application on a connection throws. */
  readonly listenerFailed: (error: unknown) => void
}
