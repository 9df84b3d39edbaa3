import type { Server } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { ServerOptions as NodeHttpsOptions } from 'node:https'
import type { RequestListener, ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { nodeHttp as http, NetServer, nodeHttps } from '../../packages/node.cjs'
import { ServerIncoming } from '../../request/message/server-incoming.js'
import { ServerOutgoing } from '../../request/message/server-outgoing.js'
import { clearInterval, nextTurn, setInterval } from '../../support/timers.js'
import { containRejection, describeValue, readProperty } from '../../support/values.js'
import type { ServerSettings } from '../start/server-settings.js'
import { createHttp2 } from './http2-server.js'
import type { Sessions } from './http2-sessions.js'
import { keepTick } from './keep-tick.js'
import { guardListeners } from './listener-guard.js'
import {
  cutAll,
  cutUnanswered,
  cutUnfinished,
  cutUnused,
  cutWithoutSession,
  describeConnections,
  keepFlushing,
  openSockets,
  recordPipelined,
  watchConnections,
} from './open-connections.js'
import { RequestHeads } from './request-head.js'
import type { Serving } from './serving.js'
import { readingPatience } from './unread-bytes.js'
import { guardUpgrades } from './upgrades.js'

/** Makes node's server from the options: HTTP/1, HTTPS, HTTP/2, or the application's own. */
export function createNodeServer(options: ServerOptions, settings: ServerSettings, serving: Serving): Server {
  keepTick()
  const server = madeByFactory(options, serving) ?? createOwnServer(options, settings, serving)
  if (options.forceCloseConnections === 'idle' && typeof server.closeIdleConnections !== 'function') {
    throw new serverCodes.FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE()
  }
  if (settings.maxConnections > 0) server.maxConnections = settings.maxConnections
  watchConnections(server, serving.listenerFailed, settings.connectionTimeout || readingPatience)
  guardExpectations(server, serving)
  guardListeners(server, serving.listenerFailed) // before the next one: it defers what it emits
  guardUpgrades(server, serving)
  return server
}

function madeByFactory(options: ServerOptions, { listener }: Serving): Server | undefined {
  const server = options.serverFactory?.(listener, options)
  if (server === undefined || typeof readProperty(server, 'on') === 'function') return server
  containRejection(server) // of an async factory
  const expected = 'a function that returns a server of node'
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(
    'serverFactory',
    expected,
    `a function that returned ${describeValue(server)}`,
  )
}

/** Node refuses an expectation that it does not know, and looks at nothing else of the request. */
function guardExpectations(server: Server, { listener }: Serving): void {
  const heads = new RequestHeads()
  const refuse: RequestListener = (req, res) => {
    if (server.listenerCount('checkExpectation') > 1) return // the application answers it
    try {
      heads.checkCount(req, server.maxHeadersCount)
      heads.check(req)
    } catch {
      listener(req, res) // it refuses the head
      return
    }
    if (res.socket === null) recordPipelined(req, res)
    res.writeHead(417).end()
  }
  server.on('checkExpectation', refuse)
}

/** Of servers for HTTP/2. */
const sessionsOf = new WeakMap<Server, Sessions>()

/** Node looks for requests that take too long every 30 s; a limit is to hold to the second. */
const checkEvery = 1000

function createOwnServer(options: ServerOptions, settings: ServerSettings, serving: Serving): Server {
  const tls = options.https === true ? {} : options.https
  const ours = {
    connectionsCheckingInterval: checkEvery,
    IncomingMessage: ServerIncoming,
    ServerResponse: ServerOutgoing,
  }
  const given = { ...ours, ...(tls ?? options.http) } as LimitOptions // of HTTP/2 the same, and more
  if (options.http2 === true) {
    const { server, sessions } = createHttp2(options, settings, serving)
    sessionsOf.set(server, sessions)
    if (readProperty(tls, 'allowHTTP1') === true) limitHttp1(server, given, settings)
    return server
  }
  const { listener } = serving
  const server = tls ? nodeHttps().createServer(given, listener) : http.createServer(given, listener)
  limitHttp1(server, given, settings)
  server.setTimeout(settings.connectionTimeout)
  return server
}

/** Options that node takes as properties of its server, too, and one that it takes as nothing else. */
type LimitOptions = NodeHttpsOptions & { maxHeadersCount?: number }

/** Limits of connections of HTTP/1. A server for HTTP/2 that takes them reads its properties, and none of its options. */
function limitHttp1(server: Server, given: LimitOptions, settings: ServerSettings): void {
  const { connectionsCheckingInterval, headersTimeout, maxHeadersCount } = given
  Object.assign(server, { connectionsCheckingInterval })
  if (maxHeadersCount !== undefined) server.maxHeadersCount = maxHeadersCount
  if (headersTimeout !== undefined) server.headersTimeout = headersTimeout
  server.keepAliveTimeout = settings.keepAliveTimeout
  server.requestTimeout = settings.requestTimeout
  // Node takes the shorter of the two for the head, whichever it is, and the longer one for the request.
  if (settings.requestTimeout > 0) server.headersTimeout = Math.min(server.headersTimeout, settings.requestTimeout)
  if (settings.maxRequestsPerSocket > 0) server.maxRequestsPerSocket = settings.maxRequestsPerSocket
}

/** A client that has not sent the head of a request this long after closing began is not waited for. */
const patience = 5000
/** Stops accepting and waits for open connections, which are cut as `forceCloseConnections` sets. */
export async function closeNodeServer(server: Server, force: ServerOptions['forceCloseConnections']): Promise<void> {
  await nextTurn() // what clients have sent before this moment is read, and so no idle connection is cut that is none
  const sessions = sessionsOf.get(server)
  const began = performance.now()
  // A keep-alive connection with a request in flight becomes idle later. Without repeated cuts the server would wait
  // until its client hangs up.
  const cutIdle = () => {
    if (force === false) return
    const waited = performance.now() - began
    if (sessions !== undefined) {
      cutWithoutSession(server, waited > patience)
      keepFlushing(server, () => server.closeIdleConnections?.()) // of HTTP/1
      return
    }
    keepFlushing(server, () => server.closeIdleConnections?.())
    cutUnused(server)
    if (waited > patience) cutUnanswered(server)
    if (server.requestTimeout > 0 && waited > server.requestTimeout) cutUnfinished(server) // node looks no more
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(cutIdle, 50)
    const closed = () => {
      clearInterval(timer)
      resolve() // its only error is that it was not listening
    }
    if (sessions !== undefined) stopAccepting(server, closed)
    else keepFlushing(server, () => server.close(closed)) // node cuts idle connections there, too
    if (sessions !== undefined) {
      const end = force === true ? (session: Http2Session) => sessions.cut(session) : sessions.end
      sessions.endAll(end)
      server.on('session', end) // of a connection that was accepted just before
    }
    if (force === true) server.closeAllConnections?.()
    else cutIdle()
  })
}

/**
 * From node 24 on, `close` of a server for HTTP/2 ends its sessions, too, and refuses the requests that are on their way.
 * Sessions end here when those have been read.
 */
function stopAccepting(server: Server, closed: () => void): void {
  NetServer.prototype.close.call(server, closed)
  keepFlushing(server, () => server.closeIdleConnections?.()) // of HTTP/1, where it is allowed
}

/** The open connections of a server, for messages. */
export function describeNodeServer(server: Server): string[] {
  return describeConnections(server, sessionsOf.get(server)?.describe() ?? new Map())
}

/**
 * Whether streams and listeners of the application have ended, although sockets have not emitted `close`. Streams of HTTP/2
 * end before the server does, unless their connection was cut.
 */
export function hasEnded(server: Server): boolean {
  const sessions = sessionsOf.get(server)
  if (sessions === undefined) return false
  const quiet = sessions.quietSockets()
  return openSockets(server).every((socket) => quiet.has(socket))
}

/** Ends what is left, however busy: it had its time. */
export function cutNodeServer(server: Server): void {
  const sessions = sessionsOf.get(server)
  sessions?.endAll((session) => sessions.cut(session))
  cutAll(server)
}
