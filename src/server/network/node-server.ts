import type { Server } from 'node:http'
import type { Http2Server, SecureServerOptions, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { ServerOptions as NodeHttpsOptions } from 'node:https'
import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers' // not what a test puts in their place
import type { RequestListener, ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { nodeHttp, nodeHttp2, nodeHttps } from '../../packages/libraries.cjs'
import { ServerIncoming } from '../../request/message/server-incoming.js'
import type { ServerSettings } from '../start/server-settings.js'
import { keepTick } from './keep-tick.js'
import {
  cutAll,
  cutUnanswered,
  cutUnfinished,
  cutUnused,
  cutWithoutSession,
  watchConnections,
} from './open-connections.js'

const http = nodeHttp()

/** Makes node's server as the options say: HTTP/1, HTTPS, HTTP/2, or the application's own. */
export function createNodeServer(options: ServerOptions, settings: ServerSettings, listener: RequestListener): Server {
  keepTick()
  const server = options.serverFactory?.(listener, options) ?? createOwnServer(options, settings, listener)
  if (options.forceCloseConnections === 'idle' && typeof server.closeIdleConnections !== 'function') {
    throw new serverCodes.FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE()
  }
  if (settings.maxConnections > 0) server.maxConnections = settings.maxConnections
  watchConnections(server)
  return server
}

/** Node looks for requests that take too long every 30 s; a limit is to hold to the second. */
const checkEvery = 1000

function createOwnServer(options: ServerOptions, settings: ServerSettings, listener: RequestListener): Server {
  const tls = options.https === true ? {} : options.https
  if (options.http2 === true) return createHttp2(options, settings, listener)
  const ours = { connectionsCheckingInterval: checkEvery, IncomingMessage: ServerIncoming }
  const given = { ...ours, ...(tls ?? options.http) } as NodeHttpsOptions // of HTTP/1, as http2 is not set
  const server = tls ? nodeHttps().createServer(given, listener) : http.createServer(given, listener)
  server.keepAliveTimeout = settings.keepAliveTimeout
  server.requestTimeout = settings.requestTimeout
  // Node takes the shorter of the two for the head, whichever it is, and the longer one for the request.
  if (settings.requestTimeout > 0) server.headersTimeout = Math.min(server.headersTimeout, settings.requestTimeout)
  server.setTimeout(settings.connectionTimeout)
  if (settings.maxRequestsPerSocket > 0) server.maxRequestsPerSocket = settings.maxRequestsPerSocket
  return server
}

/** HTTP/2 sessions by server: `close` waits for them, so someone has to end the idle ones. */
const sessions = new WeakMap<object, Set<ServerHttp2Session>>()

/** Streams of a session that are not over. */
const openStreams = new WeakMap<object, number>()

function countStream(stream: ServerHttp2Stream): void {
  const { session } = stream
  if (session === undefined) return
  openStreams.set(session, (openStreams.get(session) ?? 0) + 1)
  stream.once('close', () => openStreams.set(session, (openStreams.get(session) ?? 1) - 1))
}

/** Streams that a client may have open on one session. RFC 9113 advises 100 or more. */
const mostStreams = 128

function createHttp2(options: ServerOptions, settings: ServerSettings, listener: RequestListener): Server {
  const tls = options.https === true ? {} : options.https
  const given = (tls ?? options.http ?? {}) as SecureServerOptions // the options of HTTP/2 when http2 is set
  const limited = { ...given, settings: { maxConcurrentStreams: mostStreams, ...given.settings } }
  // The compatibility layer gives objects that behave as those of HTTP/1.
  const handle = listener as unknown as Parameters<ReturnType<typeof nodeHttp2>['createServer']>[1]
  const server: Http2Server = tls
    ? nodeHttp2().createSecureServer(limited, handle)
    : nodeHttp2().createServer(limited, handle)
  const open = new Set<ServerHttp2Session>()
  sessions.set(server, open)
  server.on('session', (session: ServerHttp2Session) => {
    open.add(session)
    session.once('close', () => open.delete(session))
    session.setTimeout(settings.http2SessionTimeout, () => session.close())
  })
  server.on('stream', countStream)
  if (settings.requestTimeout > 0) server.on('stream', (stream) => limitArrival(stream, settings.requestTimeout))
  server.setTimeout(settings.connectionTimeout)
  return server as unknown as Server // what is used of it is the same
}

/** Node has no limit for requests of HTTP/2: one whose body has not arrived in time is answered 408. */
function limitArrival(stream: ServerHttp2Stream, milliseconds: number): void {
  if (stream.endAfterHeaders) return
  const { NGHTTP2_NO_ERROR, NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE } = nodeHttp2().constants
  const timer = setTimeout(() => {
    if (stream.state.state === NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE) return // all has arrived
    if (!stream.headersSent) stream.respond({ ':status': 408 }, { endStream: true })
    stream.close(NGHTTP2_NO_ERROR)
  }, milliseconds)
  stream.once('close', () => clearTimeout(timer))
}

/** A client that has not sent the head of a request this long after closing began is not waited for. */
const patience = 5000
/** A client that does not answer a ping within this has nothing on its way. */
const pingPatience = 1000

/**
 * Ends a session when what was on its way has been read: node refuses every request that comes in after `GOAWAY`, those too
 * that the client sent before it could know. The answer to a ping stands behind all of them.
 */
function endSession(session: ServerHttp2Session): void {
  if (session.closed || session.destroyed) return
  // A client that answers no ping may still read a stream; one without a stream has perhaps never sent its preface.
  const timer = setTimeout(() => (openStreams.get(session) ? session.close() : session.destroy()), pingPatience)
  session.once('close', () => clearTimeout(timer))
  session.ping(() => session.close())
}

/** Stops accepting and waits for open connections, which are cut as `forceCloseConnections` says. */
export async function closeNodeServer(server: Server, force: ServerOptions['forceCloseConnections']): Promise<void> {
  await nextTurn() // what clients have sent before this moment is read, and so no idle connection is cut that is none
  const ownSessions = sessions.get(server)
  const began = performance.now()
  // A keep-alive connection with a request in flight is idle only later: without a second look the server would
  // wait for its client to hang up.
  const cutIdle = () => {
    if (force === false) return
    const waited = performance.now() - began
    if (ownSessions !== undefined) {
      cutWithoutSession(server, waited > patience)
      return
    }
    server.closeIdleConnections?.()
    cutUnused(server)
    if (waited > patience) cutUnanswered(server)
    if (server.requestTimeout > 0 && waited > server.requestTimeout) cutUnfinished(server) // node looks no more
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(cutIdle, 50)
    server.close(() => {
      clearInterval(timer)
      resolve() // its error only says that it was not listening
    })
    if (ownSessions !== undefined) {
      const end = force === true ? (session: ServerHttp2Session) => session.destroy() : endSession
      ownSessions.forEach(end)
      server.on('session', end) // of a connection that was accepted just before
    }
    if (force === true) server.closeAllConnections?.()
    else cutIdle()
  })
}

/** Ends what is left, however busy: it had its time. */
export function cutNodeServer(server: Server): void {
  for (const session of sessions.get(server) ?? []) session.destroy()
  cutAll(server)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
