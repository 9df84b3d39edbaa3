import type { RequestListener } from '../../contracts/server-options.js'
import type { ServerCore } from '../start/server-core.js'

/** The listener for requests, and the counters of refused ones. */
export interface Serving extends Pick<ServerCore, 'status' | 'settings' | 'refused' | 'logger' | 'logs' | 'root'> {
  readonly listener: RequestListener
  /** Gets what a listener of the application on a connection throws. */
  readonly listenerFailed: (error: unknown) => void
}

/** The body of the answer to what arrives while the server closes. */
export const unavailable = JSON.stringify({
  statusCode: 503,
  error: 'Service Unavailable',
  message: 'Service Unavailable',
})

/** Whether what arrives while the server closes is refused; it is counted and logged then. */
export function refuseWhileClosing({ settings, refused, logs, logger, root }: Serving): boolean {
  if (!settings.return503OnClosing) return false
  refused.closing += 1
  logs.serviceUnavailable(logger.log, root)
  return true
}
