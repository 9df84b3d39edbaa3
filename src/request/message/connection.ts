import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { serverCodes } from '../../errors/server-codes.js'

/** Set on a request whose body the framework reads no more. */
export const isGivenUp = Symbol('alcove.isGivenUp')

/** Calls `lost` when a response loses its client: it closes before all of it has been handed to the socket. */
export function onLost(res: ServerResponse, lost: () => void): void {
  let isFinished = false
  res.once('finish', () => {
    isFinished = wasSent(res)
  })
  res.once('close', () => {
    if (isFinished) return
    // Data given to a socket that breaks at this moment counts as written. Nothing reports that it was never sent.
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

/** Over HTTP/2 node emits `finish` for each stream that is over, also for those that the client has cancelled. */
export function wasCancelled({ stream }: ServerResponse & { stream?: { aborted: boolean } }): boolean {
  return stream?.aborted === true
}

/** Cuts a response that has begun. */
export function cutAnswer(res: ServerResponse & { stream?: ServerHttp2Stream }): void {
  if (res.stream !== undefined) cutStream(res.stream, `${res.req.method} ${res.req.url}`)
  res.destroy()
}

/**
 * Cuts a response over HTTP/2. The client needs an error code: without one it takes the part for the whole. `close()` of
 * the stream would lose the code on node 24 if the head was written in this turn.
 */
export function cutStream(stream: ServerHttp2Stream, request: string): void {
  stream.destroy(new serverCodes.ALC_ERR_ANSWER_CUT(request)) // INTERNAL_ERROR for the client
}

/** Removes the phrase of a status, which HTTP/2 does not have: node warns there about each use of it. */
export function removePhrase(raw: ServerResponse, request: IncomingMessage): void {
  if (request.httpVersionMajor !== 2) raw.statusMessage = ''
}

/** Whether a client is still there to be answered. */
export function canAnswer(res: ServerResponse): boolean {
  return !res.destroyed && !res.headersSent && !res.writableEnded
}

/** The emitter of `timeout` for a request. Over HTTP/2 it is the session: node's proxy of its socket emits none. */
export function idleEmitter(req: IncomingMessage & { stream?: { session?: EventEmitter } }): EventEmitter {
  return req.stream?.session ?? req.socket
}
