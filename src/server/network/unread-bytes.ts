// Clients that take no bytes: what waits for them would be in memory for as long as they like.
import type { Socket } from 'node:net'

/** Undocumented fields of node on a socket. */
interface Handled extends Socket {
  /** The socket below one of TLS. */
  _parent?: Handled | null
  _handle?: { writeQueueSize?: number; bytesWritten?: number } | null
}

/**
 * Milliseconds in which a client may take nothing of an answer where the server sets no `connectionTimeout`. Browsers
 * pause downloads and videos. Envoy waits as long, nginx and Apache a minute.
 */
export const readingPatience = 300_000

/** Milliseconds between two searches. */
export const searchEvery = 1000

/** Bytes that node has written, and the system has not taken, because the client reads too slowly. */
export function unsentBytes(socket: Handled): number {
  return handleOf(socket)?.writeQueueSize ?? 0
}

/** Bytes that the system has taken. */
export function takenBytes(socket: Handled): number {
  return (handleOf(socket)?.bytesWritten ?? 0) - unsentBytes(socket)
}

/** Over TLS only the socket below knows what leaves. */
function handleOf(socket: Handled): Handled['_handle'] {
  return (socket._parent ?? socket)._handle
}

/** Counts for how long figures stay the same. */
export class Stillness<Of extends WeakKey> {
  readonly #seen = new WeakMap<Of, { figure: number; since: number }>()

  /** Milliseconds for which all looks have seen the same figure. */
  lengthOf(what: Of, figure: number): number {
    const now = performance.now()
    const seen = this.#seen.get(what)
    if (seen?.figure === figure) return now - seen.since
    this.#seen.set(what, { figure, since: now })
    return 0
  }
}
