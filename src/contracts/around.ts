import type { Reply } from './reply.js'
import type { Request } from './request.js'

/**
 * Calls what is inside: the next function around the handler, or the handler. The promise gives what the handler returned,
 * or the payload that it sent through the reply, which nobody has sent yet; it rejects with what the handler threw.
 *
 * @throws ALC_ERR_NEXT_TWICE at the second call
 */
export type Next = () => Promise<unknown>

/** Runs around a handler (docs/guide/around.md). What it returns is the answer; `undefined` is an empty one. */
export type AroundFunction = (request: Request, reply: Reply, next: Next) => unknown
