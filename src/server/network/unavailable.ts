import type { Serving } from './serving.js'

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
