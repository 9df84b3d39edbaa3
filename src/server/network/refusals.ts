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

/** Counters for the codes of node's errors about a connection. The first one reports only that the client left. */
const counters: Readonly<Record<string, Counter | null>> = {
  HPE_INVALID_EOF_STATE: null,
  ERR_HTTP_REQUEST_TIMEOUT: 'timeouts',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'timeouts',
  HPE_HEADER_OVERFLOW: 'largeHeads',
}

/**
 * The codes of other errors about input: of the parser of HTTP, of TLS, and of HTTP/2. Errors of the system report that
 * the client left, and the application may destroy a socket with any error.
 */
const ofInput = /^(?:HPE_|ERR_SSL_|ERR_TLS_|ERR_HTTP2?_|EPROTO$)/

/** The counters of servers that are counted. `serverFactory` may give one server to several instances in turn. */
const counted = new WeakMap<Server, { refused: Refusals }>()

/** Counts the refusals of node itself: of connections, and of input that never becomes a request. */
export function countRefusals(server: Server, refused: Refusals): void {
  const known = counted.get(server)
  if (known !== undefined) {
    known.refused = refused
    return
  }
  const newest = { refused }
  counted.set(server, newest)
  // For HTTP/2, node reports the end of a session, but not the wrong frame.
  server.on('sessionError', (error: NodeJS.ErrnoException) => countError(error, newest.refused))
  server.on('drop', () => {
    newest.refused.connections += 1
  })
}

/** Counts an error of node about a connection. */
export function countError({ code = '' }: NodeJS.ErrnoException, refused: Refusals): void {
  const counter = Object.hasOwn(counters, code) ? counters[code] : ofInput.test(code) && 'malformed'
  if (counter) refused[counter] += 1
}
