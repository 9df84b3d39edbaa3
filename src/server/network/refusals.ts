import type { Server } from 'node:http'
import type { RefusalFigures } from '../../contracts/figures.js'

/** Counters of one server, for all its addresses together. Code that refuses something adds to one of them. */
export type Refusals = { -readonly [Name in keyof RefusalFigures]: RefusalFigures[Name] }

export function createRefusals(): Refusals {
  return {
    connections: 0,
    timeouts: 0,
    malformed: 0,
    largeHeads: 0,
    manyHeaders: 0,
    heads: 0,
    paths: 0,
    pipelines: 0,
    streams: 0,
    closing: 0,
  }
}

type Counter = keyof RefusalFigures

/** Counters for the codes of node's errors about a connection. The first three report only that the client left. */
const counters: Readonly<Record<string, Counter | null>> = {
  ECONNRESET: null,
  EPIPE: null,
  HPE_INVALID_EOF_STATE: null,
  ERR_HTTP_REQUEST_TIMEOUT: 'timeouts',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'timeouts',
  HPE_HEADER_OVERFLOW: 'largeHeads',
}

/** Counts the refusals of node itself: of connections, and of sessions of HTTP/2. Needed once for each server. */
export function countRefusals(server: Server, serving: { readonly refused: Refusals }): void {
  // For HTTP/2, node reports the end of a session, but not the wrong frame.
  server.on('sessionError', (error: NodeJS.ErrnoException) => count(error, serving.refused))
  server.on('drop', () => {
    serving.refused.connections += 1
  })
}

/**
 * Counts input that never becomes a request. Each instance adds this listener, as Fastify adds its own one. Code that
 * restarts an application removes the earlier listeners of this event.
 */
export function countClientErrors(server: Server, refused: Refusals): void {
  server.on('clientError', (error: NodeJS.ErrnoException) => count(error, refused))
}

function count({ code = '' }: NodeJS.ErrnoException, refused: Refusals): void {
  const counter = code in counters ? counters[code] : 'malformed'
  if (counter) refused[counter] += 1
}
