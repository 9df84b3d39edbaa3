import type { Server } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { ServerOptions as NodeHttpsOptions } from 'node:https'
import type { ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { nodeHttp as http, NetServer, nodeHttps } from '../../packages/node.cjs'
import { ServerIncoming } from '../../request/message/server-incoming.js'
import { ServerOutgoing } from '../../request/message/server-outgoing.js'
import { asFastify } from '../../support/as-fastify.js'
import { clearInterval, nextTurn, setInterval } from '../../support/timers.js'
import { containRejection, describeValue, readProperty } from '../../support/values.js'
import type { ServerSettings } from '../start/server-settings.js'
import { guardExpectations } from './expectations.js'
import { watchForeign } from './http2-bodies.js'
import { createHttp2, watchOwnHttp2 } from './http2-server.js'
import type { Sessions } from './http2-sessions.js'
import { guardDecision } from './ignored-upgrades.js'
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
  watchConnections,
} from './open-connections.js'
import { needsHost } from './request-head.js'
import type { Served, Serving } from './serving.js'
import { tlsOptions } from './tls-options.js'
import { readingPatience } from './unread-bytes.js'
import { guardUpgrades } from './upgrades.js'

/** Creates node's server from the options: for HTTP/1, HTTPS or HTTP/2, or the server of `serverFactory`. */
export function createNodeServer(options: ServerOptions, settings: ServerSettings, serving: Serving): Server {
  keepTick()
  const server = madeByFactory(options, serving) ?? createOwnServer(options, settings, serving)
  if (options.forceCloseConnections === 'idle' && typeof server.closeIdleConnections !== 'function') {
    throw new serverCodes.FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE()
  }
  if (settings.maxConnections > 0) server.maxConnections = settings.maxConnections
  const watched = servings.get(server)
  if (watched === undefined) watchServer(server, settings, { newest: serving })
  else watched.newest = serving
  return server
}

const servings = new WeakMap<Server, Served>()

/** Adds the listeners of the framework to a server, once. Of two for expectations, none would answer. */
function watchServer(server: Server, settings: ServerSettings, served: Served): void {
  servings.set(server, served)
  const failed = (error: unknown) => served.newest.listenerFailed(error)
  watchConnections(server, failed, settings.connectionTimeout || readingPatience)
  const sessions = sessionsOf.get(server) ?? watchOwnHttp2(server, settings, failed)
  if (sessions !== null) sessionsOf.set(server, sessions)
  guardExpectations(server, served)
  guardListeners(server, failed) // before `guardUpgrades`, which emits events later
  guardUpgrades(server, served)
}

function madeByFactory(options: ServerOptions, { listener }: Serving): Server | undefined {
  const server = options.serverFactory?.(watchForeign(listener), options)
  if (server === undefined || typeof readProperty(server, 'on') === 'function') return server
  containRejection(server) // an async factory returns a promise, which may reject
  const expected = 'a function that returns a server of node'
  throw new serverCodes.FST_ERR_INIT_OPTS_INVALID(
    'serverFactory',
    expected,
    `a function that returned ${describeValue(server)}`,
  )
}

/** The sessions of each server for HTTP/2. */
const sessionsOf = new WeakMap<Server, Sessions>()
/** The servers for HTTP/2 that the framework has created. Those of the application may have a `close` of their own. */
const ownHttp2 = new WeakSet<Server>()

/** Milliseconds between two checks of time limits. Node's default of 30 s would end requests up to 30 s late. */
const checkEvery = 1000

function createOwnServer(options: ServerOptions, settings: ServerSettings, serving: Serving): Server {
  const tls = tlsOptions(options, serving.listenerFailed)
  const ours = {
    connectionsCheckingInterval: checkEvery,
    IncomingMessage: ServerIncoming,
    ServerResponse: ServerOutgoing,
  }
  const all = { ...ours, ...(tls ?? options.http) } as LimitOptions // the options of HTTP/2 include these
  const given = guardDecision(all, serving.listenerFailed)
  if (options.http2 === true) {
    const { server, sessions } = createHttp2(options, settings, serving)
    sessionsOf.set(server, sessions)
    ownHttp2.add(server)
    if (readProperty(tls, 'allowHTTP1') === true) limitHttp1(server, given, settings)
    return server
  }
  const { listener } = serving
  const server = tls ? nodeHttps().createServer(given, listener) : http.createServer(given, listener)
  limitHttp1(server, given, settings)
  server.setTimeout(settings.connectionTimeout)
  return server
}

/** Options that node also accepts as properties of its server. `maxHeadersCount` is a property only. */
type LimitOptions = NodeHttpsOptions & { maxHeadersCount?: number }

/** Limits connections of HTTP/1. A server for HTTP/2 with `allowHTTP1` reads the properties, but not the options. */
function limitHttp1(server: Server, given: LimitOptions, settings: ServerSettings): void {
  const { connectionsCheckingInterval, headersTimeout, maxHeadersCount, requireHostHeader = true } = given
  Object.assign(server, { connectionsCheckingInterval, [needsHost]: requireHostHeader })
  // Node refuses a request without a host in an answer without a body, and nothing logs or counts it.
  if (!asFastify) Object.assign(server, { requireHostHeader: false })
  if (maxHeadersCount !== undefined) server.maxHeadersCount = maxHeadersCount
  if (headersTimeout !== undefined) server.headersTimeout = headersTimeout
  server.keepAliveTimeout = settings.keepAliveTimeout
  server.requestTimeout = settings.requestTimeout
  // Node applies the shorter of these two limits to the head, and the longer limit to the whole request.
  if (settings.requestTimeout > 0) server.headersTimeout = Math.min(server.headersTimeout, settings.requestTimeout)
  if (settings.maxRequestsPerSocket > 0) server.maxRequestsPerSocket = settings.maxRequestsPerSocket
}

/** Milliseconds for which a closing server waits for clients that have not sent a complete request head. */
const patience = 5000
/** Stops accepting connections and waits for the open ones. Cuts them as `forceCloseConnections` sets. */
export async function closeNodeServer(server: Server, force: ServerOptions['forceCloseConnections']): Promise<void> {
  await nextTurn() // node reads the bytes that have arrived, so a connection with a new request is not cut as idle
  const sessions = sessionsOf.get(server)
  const began = performance.now()
  // A keep-alive connection with a request in flight becomes idle later. Without repeated cuts the server would wait
  // until the client closes it.
  const closeIdle = () => keepFlushing(server, () => server.closeIdleConnections?.()) // those of HTTP/1
  const cutIdle = () => {
    if (force === false) return
    const waited = performance.now() - began
    if (sessions !== undefined) cutWithoutSession(server, waited > patience)
    closeIdle()
    if (sessions !== undefined) return
    cutUnused(server)
    if (waited > patience) cutUnanswered(server)
    if (server.requestTimeout > 0 && waited > server.requestTimeout) cutUnfinished(server) // node checks no more
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(cutIdle, 50)
    const end = sessions && (force === true ? (session: Http2Session) => sessions.cut(session) : sessions.end)
    const closed = () => {
      clearInterval(timer)
      if (end) server.off('session', end) // the application may start its server again
      resolve() // its only error reports that the server was not listening
    }
    // From node 24 on, `close` of a server for HTTP/2 ends its sessions, and so refuses requests on their way. Sessions of
    // alcove end after they have read these requests.
    if (ownHttp2.has(server)) {
      NetServer.prototype.close.call(server, closed)
      closeIdle()
    } else keepFlushing(server, () => server.close(closed)) // `close` also cuts idle connections
    if (sessions && end) {
      sessions.endAll(end)
      server.on('session', end) // for a connection that was accepted just before
    }
    if (force === true) {
      server.closeAllConnections?.() // also those that a server of the application had before
      cutAll(server) // node does not list upgraded connections, such as WebSockets
    } else cutIdle()
  })
}

/** Lists the open connections of a server, for messages. */
export function describeNodeServer(server: Server): string[] {
  return describeConnections(server, sessionsOf.get(server)?.describe() ?? new Map())
}

/**
 * Whether all streams have ended, although sockets may not have emitted `close`. This is known for HTTP/2 only: its
 * streams end before the server does, unless their connection was cut.
 */
export function hasEnded(server: Server): boolean {
  const sessions = sessionsOf.get(server)
  if (sessions === undefined) return false
  const streams = sessions.describe()
  return openSockets(server).every((socket) => streams.get(socket)?.length === 0)
}

/** Cuts all connections that are left, including busy ones. */
export function cutNodeServer(server: Server): void {
  const sessions = sessionsOf.get(server)
  sessions?.endAll((session) => sessions.cut(session))
  cutAll(server)
}
