// Finds clients that take no bytes. Bytes for such a client would stay in memory for as long as the client likes.
import type { Socket } from 'node:net'

/** Undocumented fields of node on a socket. */
interface Handled extends Socket {
  /** The TCP socket below a TLS socket. */
  _parent?: Handled | null
  _handle?: { writeQueueSize?: number; bytesWritten?: number } | null
}

/**
 * Milliseconds for which a client may take no bytes of an answer, if the server sets no `connectionTimeout`. Browsers
 * pause downloads and videos. Envoy also waits for 5 minutes, nginx and Apache for one minute.
 */
export const readingPatience = 300_000

/** Milliseconds between two searches. */
export const searchEvery = 1000

/** Bytes that node has written, but the operating system has not taken, because the client reads too slowly. */
export function unsentBytes(socket: Handled): number {
  return handleOf(socket)?.writeQueueSize ?? 0
}

/** Bytes that the operating system has taken. */
export function takenBytes(socket: Handled): number {
  return (handleOf(socket)?.bytesWritten ?? 0) - unsentBytes(socket)
}

/** The most bytes of earlier writes that may be on their way. TLS keeps those of one write until the whole write is sent. */
export function waitingBytes(socket: Handled): number {
  return Math.max(unsentBytes(socket), socket._handle?.writeQueueSize ?? 0)
}

/**
 * The bytes that the operating system has taken, if TLS has bytes and the TCP socket waits for none. Otherwise
 * null. A write gets from TLS to TCP within a turn. After a write that failed at once, TLS starts no other, and node waits.
 */
export function stuckAt(socket: Handled): number | null {
  const isBetween = unsentBytes(socket) === 0 && waitingBytes(socket) > 0
  return isBetween ? takenBytes(socket) : null
}

/** Over TLS only the TCP socket counts the bytes that are sent. */
function handleOf(socket: Handled): Handled['_handle'] {
  return (socket._parent ?? socket)._handle
}

/** A figure that has not changed since a time, and the amount that belonged to it then. */
interface Seen {
  readonly figure: number
  readonly since: number
  readonly amount: number
}

/** Measures for how long figures do not change. */
export class Stillness<Of extends WeakKey> {
  readonly #seen = new WeakMap<Of, Seen>()

  /** Milliseconds for which all calls have passed the same figure. */
  lengthOf(what: Of, figure: number): number {
    return performance.now() - this.see(what, figure, 0).since
  }

  /** The first of all calls that have passed the same figure. */
  see(what: Of, figure: number, amount: number): Seen {
    const seen = this.#seen.get(what)
    if (seen?.figure === figure) return seen
    const begun = { figure, since: performance.now(), amount }
    this.#seen.set(what, begun)
    return begun
  }
}
