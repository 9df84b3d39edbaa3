import type { Reply } from './reply.js'
import type { Request } from './request.js'

/**
 * Calls the next function around the handler, or the handler itself. The promise resolves to the value that the handler
 * returned, or to the payload for which it called `reply.send`. That payload is not sent yet. The promise rejects with
 * the error of the handler.
 *
 * @throws ALC_ERR_NEXT_TWICE at the second call
 */
export type Next = () => Promise<unknown>

/** Runs around a handler (docs/guide/around.md). Its return value is the answer; `undefined` is an empty answer. */
export type AroundFunction = (request: Request, reply: Reply, next: Next) => unknown
