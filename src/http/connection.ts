import type { ServerResponse } from 'node:http'

/** Whether a closed response lost its client: it closed before all of it had been handed to the socket. */
export function isConnectionClosed(res: ServerResponse): boolean {
  return !res.writableFinished
}

/** Whether there is still someone to answer. */
export function canAnswer(res: ServerResponse): boolean {
  return !res.destroyed && !res.headersSent && !res.writableEnded
}
