import type { RequestListener } from '../../contracts/server-options.js'
import type { ServerCore } from '../start/server-core.js'

/** The listener for requests, and the counters of refused ones. */
export interface Serving extends Pick<ServerCore, 'status' | 'settings' | 'refused' | 'logger' | 'logs' | 'root'> {
  readonly listener: RequestListener
  /** Gets what a listener of the application on a connection throws. */
  readonly listenerFailed: (error: unknown) => void
}
