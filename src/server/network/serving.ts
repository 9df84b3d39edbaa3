import type { RequestListener } from '../../contracts/server-options.js'
import type { ServerCore } from '../start/server-core.js'

/** The listener for requests, and the counters of refused ones. */
export interface Serving extends Pick<ServerCore, 'status' | 'settings' | 'refused' | 'logger' | 'logs' | 'root'> {
  readonly listener: RequestListener
  /** Receives the errors of the application's listeners on connections. */
  readonly listenerFailed: (error: unknown) => void
}

/**
 * The instance that a server serves. `serverFactory` may give one server to several instances in turn, as a restart
 * does. The listeners on the server then belong to the newest instance.
 */
export interface Served {
  newest: Serving
}

/** The body of the answer to a request that arrives while the server closes. */
export const unavailable = JSON.stringify({
  statusCode: 503,
  error: 'Service Unavailable',
  message: 'Service Unavailable',
})

/** The body of the answer to a request that arrives before the boot has ended, or after it has failed. */
export const notBooted = JSON.stringify({
  statusCode: 503,
  error: 'Service Unavailable',
  message: 'The server has not booted yet',
})

/** Whether to refuse a request that arrives while the server closes. Counts and logs the refusal. */
export function refuseWhileClosing({ settings, refused, logs, logger, root }: Serving): boolean {
  if (!settings.return503OnClosing) return false
  refused.closing += 1
  logs.serviceUnavailable(logger.log, root)
  return true
}
