import type { Server, ServerResponse } from 'node:http'
import type { Http2Server, Http2ServerRequest, Http2Session, SecureServerOptions, ServerHttp2Stream } from 'node:http2'
import type { ServerOptions } from '../../contracts/server-options.js'
import { nodeHttp2 } from '../../packages/node.cjs'
import { keepListeners, listenerFailed } from '../../request/message/event-guard.js'
import { mostOfHeaders } from '../../request/message/http2-head.js'
import { createHttp2Outgoing } from '../../request/message/http2-outgoing.js'
import { ServerIncoming } from '../../request/message/server-incoming.js'
import { ServerOutgoing } from '../../request/message/server-outgoing.js'
import type { ServerSettings } from '../start/server-settings.js'
import { endRefused, limitArrival, watchBodies } from './http2-bodies.js'
import { Sessions } from './http2-sessions.js'
import type { Serving } from './serving.js'
import { tlsOptions } from './tls-options.js'
import { readingPatience } from './unread-bytes.js'

/** Streams that a client may have open on one session. RFC 9113 advises 100 or more. */
const mostStreams = 128
/**
 * Bytes of the head of a request, counted as RFC 9113 does (6.5.2): names, values, and 32 for each header. Node has this
 * limit only if a server sets no `settings` at all.
 */
const mostOfHead = 65_535
/** Milliseconds for which a client may take none of the last bytes of a session, if `http2SessionTimeout` is 0. */
const lastPatience = 72_000

/** A server for HTTP/2, and its sessions. */
export interface Http2Parts {
  readonly server: Server
  readonly sessions: Sessions
}

type Handle = (req: Http2ServerRequest, res: ServerResponse) => void

export function createHttp2(
  options: ServerOptions,
  settings: ServerSettings,
  { listener, refused, listenerFailed: failed }: Serving,
): Http2Parts {
  const tls = tlsOptions(options, failed)
  const given = (tls ?? options.http ?? {}) as SecureServerOptions // `http` has the options of HTTP/2 if `http2` is set
  const limits = { maxConcurrentStreams: mostStreams, maxHeaderListSize: mostOfHead, ...given.settings }
  const limited = {
    Http1IncomingMessage: ServerIncoming,
    Http1ServerResponse: ServerOutgoing,
    Http2ServerResponse: createHttp2Outgoing(nodeHttp2(), mostOfHeaders(given.maxSendHeaderBlockLength)),
    ...given,
    settings: limits,
  }
  const sessions = new Sessions(limits.maxConcurrentStreams, patienceOf(settings))
  const serve = watchBodies(listener) as unknown as Handle // these objects behave as those of HTTP/1
  const handle = ((req: Http2ServerRequest, res: ServerResponse) => {
    const stream: ServerHttp2Stream | undefined = req.stream // requests over HTTP/1 have none
    if (stream !== undefined && sessions.refuses(stream)) refused.streams += 1
    else serve(req, res)
  }) as unknown as Parameters<ReturnType<typeof nodeHttp2>['createServer']>[1] // as above
  const server: Http2Server = tls
    ? nodeHttp2().createSecureServer(limited, handle)
    : nodeHttp2().createServer(limited, handle)
  recordSessions(server, sessions, failed)
  server.on('session', (session: Http2Session) => limitSilence(server, session, settings, sessions))
  server.on('stream', (stream, { ':method': method }) => {
    if (stream.endAfterHeaders) return
    if (method === 'CONNECT')
      endRefused(stream) // the limit is for bodies, and a tunnel may stay open
    else if (settings.requestTimeout > 0) limitArrival(stream, settings.requestTimeout, refused)
  })
  server.setTimeout(settings.connectionTimeout)
  return { server: server as unknown as Server, sessions } // alcove uses only members that both servers have
}

/**
 * Records the sessions of a server for HTTP/2 that `serverFactory` has returned. It has its own limits. Returns null for
 * another server.
 */
export function watchOwnHttp2(server: Server, settings: ServerSettings, failed: (error: unknown) => void) {
  if (!('updateSettings' in server)) return null
  const sessions = new Sessions(Number.POSITIVE_INFINITY, patienceOf(settings))
  recordSessions(server as unknown as Http2Server, sessions, failed) // only these servers have this method
  return sessions
}

function patienceOf({ connectionTimeout, http2SessionTimeout }: ServerSettings) {
  return { ofStream: connectionTimeout || readingPatience, ofEnded: http2SessionTimeout || lastPatience }
}

function recordSessions(server: Http2Server, sessions: Sessions, failed: (error: unknown) => void): void {
  server.on('session', (session: Http2Session) => {
    sessions.add(session)
    keepListeners(session, { [listenerFailed]: failed })
  })
  server.on('stream', (stream, headers) => {
    sessions.addStream(stream, headers)
    keepListeners(stream, { [listenerFailed]: failed }) // `request.socket` adds its listeners to the stream
  })
}

/** Node has one timer for a session. `connectionTimeout` cuts it, and `http2SessionTimeout` lets its streams end. */
function limitSilence(server: Http2Server, session: Http2Session, settings: ServerSettings, sessions: Sessions): void {
  const { connectionTimeout, http2SessionTimeout } = settings
  session.setMaxListeners(0) // each request may add a listener for `timeout`
  session.removeAllListeners('timeout') // node's listener would wait for a client that takes no bytes
  const cut = () => {
    if (!server.emit('timeout', session)) sessions.cut(session) // as node does
  }
  if (connectionTimeout > 0 && (http2SessionTimeout === 0 || connectionTimeout <= http2SessionTimeout)) {
    session.setTimeout(connectionTimeout, cut)
    return
  }
  session.setTimeout(http2SessionTimeout, () => {
    sessions.endIdle(session)
    if (connectionTimeout > 0) session.setTimeout(connectionTimeout, cut)
  })
}
