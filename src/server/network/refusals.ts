import type { Server } from 'node:http'
import type { RefusalFigures } from '../../contracts/figures.js'

/** Counters of one server, all its addresses together. Each place that refuses something adds to its own. */
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

/** Codes of node's errors about a connection. The client has gone with the first three: nothing was refused. */
const counters: Readonly<Record<string, Counter | null>> = {
  ECONNRESET: null,
  EPIPE: null,
  HPE_INVALID_EOF_STATE: null,
  ERR_HTTP_REQUEST_TIMEOUT: 'timeouts',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'timeouts',
  HPE_HEADER_OVERFLOW: 'largeHeads',
}

/** Counts what node refuses by itself: connections, and requests that never become one. */
export function countRefusals(server: Server, refused: Refusals): void {
  const count = ({ code = '' }: NodeJS.ErrnoException) => {
    const counter = code in counters ? counters[code] : 'malformed'
    if (counter) refused[counter] += 1
  }
  server.on('clientError', count)
  server.on('sessionError', count) // of HTTP/2: node reports the end of a session, and not which frame was wrong
  server.on('drop', () => {
    refused.connections += 1
  })
}
