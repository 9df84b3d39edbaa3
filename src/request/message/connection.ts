import type { ServerResponse } from 'node:http'

/** Calls when a response loses its client: it closes before all of it has been handed to the socket. */
export function onLost(res: ServerResponse, lost: () => void): void {
  let isFinished = false
  res.once('finish', () => {
    isFinished = true
  })
  res.once('close', () => {
    if (isFinished) return
    // What is given to a socket that breaks just then counts as written, and nobody hears that it never was.
    if (!res.writableFinished) lost()
    else
      setImmediate(() => {
        if (!isFinished) lost()
      })
  })
}

/** Whether there is still someone to answer. */
export function canAnswer(res: ServerResponse): boolean {
  return !res.destroyed && !res.headersSent && !res.writableEnded
}
