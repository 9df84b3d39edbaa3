import type { RequestListener } from '../../contracts/server-options.js'
import type { ServerCore } from '../start/server-core.js'

/** What a server does with requests, and where it counts those that it refuses. */
export interface Serving extends Pick<ServerCore, 'status' | 'settings' | 'refused' | 'logger' | 'logs' | 'root'> {
  readonly listener: RequestListener
  /** Gets what a listener of the application on a connection throws. */
  readonly listenerFailed: (error: unknown) => void
}
