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

/** Counts the refusals of node itself: of connections, and of input that never becomes a request. */
export function countRefusals(server: Server, refused: Refusals): void {
  const count = ({ code = '' }: NodeJS.ErrnoException) => {
    const counter = code in counters ? counters[code] : 'malformed'
    if (counter) refused[counter] += 1
  }
  server.on('clientError', count)
  server.on('sessionError', count) // for HTTP/2, node reports the end of a session, but not the wrong frame
  server.on('drop', () => {
    refused.connections += 1
  })
}
