import type { ServerResponse } from 'node:http'

/** Calls when a response loses its client: it closes before all of it has been handed to the socket. */
export function onLost(res: ServerResponse, lost: () => void): void {
  let isFinished = false
  res.once('finish', () => {
    isFinished = wasSent(res)
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

function wasSent(res: ServerResponse): boolean {
  return res.writableEnded && !wasCancelled(res)
}

/** Over HTTP/2 node emits `finish` for each stream that is over, those too whose client has cancelled them. */
export function wasCancelled({ stream }: ServerResponse & { stream?: { aborted: boolean } }): boolean {
  return stream?.aborted === true
}

/** Whether there is still someone to answer. */
export function canAnswer(res: ServerResponse): boolean {
  return !res.destroyed && !res.headersSent && !res.writableEnded
}
