import type { Server, ServerResponse } from 'node:http'
import type {
  Http2Server,
  Http2ServerRequest,
  Http2Session,
  IncomingHttpHeaders,
  SecureServerOptions,
  ServerHttp2Stream,
} from 'node:http2'
import type { ServerOptions } from '../../contracts/server-options.js'
import { nodeHttp2 } from '../../packages/libraries.cjs'
import { keepListeners, listenerFailed } from '../../request/message/event-guard.js'
import { createHttp2Outgoing } from '../../request/message/http2-outgoing.js'
import { ServerIncoming } from '../../request/message/server-incoming.js'
import { ServerOutgoing } from '../../request/message/server-outgoing.js'
import { clearTimeout, setTimeout } from '../../support/timers.js'
import type { ServerSettings } from '../start/server-settings.js'
import { peerOf } from './open-connections.js'
import type { Refusals } from './refusals.js'
import type { Serving } from './serving.js'

/** Streams that a client may have open on one session. RFC 9113 advises 100 or more. */
const mostStreams = 128
/**
 * Bytes of the head of a request, counted as RFC 9113 does (6.5.2): names, values, and 32 for each header. Node has this
 * limit only where a server sets no `settings` at all.
 */
const mostOfHead = 65_535
/** Cancelled streams of a session that are forgotten in a second, as nghttp2 does. */
const forgotten = 33
/** A client that does not answer a ping within this has nothing on its way. */
const pingPatience = 1000

/** The same for a client that has streams and may be busy. */
const idlePatience = 5000

/** Streams that a client has cancelled before their answer began: their handlers may run on. */
class Cancelled {
  #count = 0
  #at = 0

  constructor(private readonly most: number) {}

  add(): void {
    this.#count = this.#recent() + 1
    this.#at = performance.now()
  }

  get areTooMany(): boolean {
    return this.#recent() >= this.most
  }

  #recent(): number {
    return Math.max(0, this.#count - ((performance.now() - this.#at) / 1000) * forgotten)
  }
}

/** State of a session while it is open. */
interface Known {
  /** Streams that are not over, and the heads of their requests. */
  readonly open: Map<ServerHttp2Stream, IncomingHttpHeaders>
  /** The client. */
  readonly peer: string
  readonly cancelled: Cancelled
}

/** The sessions of a server: `close` waits for them, so someone has to end the idle ones. */
export class Sessions {
  readonly #known = new Map<Http2Session, Known>()
  readonly #refused = new WeakSet<ServerHttp2Stream>()

  constructor(private readonly most: number) {}

  add(session: Http2Session): void {
    this.#known.set(session, { open: new Map(), peer: peerOf(session.socket), cancelled: new Cancelled(this.most) })
    session.once('close', () => this.#known.delete(session))
  }

  /** Counts a stream while it is open. */
  addStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const known = stream.session && this.#known.get(stream.session)
    if (!known) return
    known.open.set(stream, headers)
    stream.once('close', () => {
      known.open.delete(stream)
      if (!stream.headersSent && !this.#refused.has(stream)) known.cancelled.add()
    })
  }

  /** Refuses a stream where handlers of streams that are gone may be all that a client is allowed. */
  refuses(stream: ServerHttp2Stream): boolean {
    const { session } = stream
    if (session === undefined || !this.#known.get(session)?.cancelled.areTooMany) return false
    this.#refused.add(stream)
    stream.close(nodeHttp2().constants.NGHTTP2_REFUSED_STREAM) // nothing has run: the client may ask again
    return true
  }

  /**
   * Ends a session when all requests on their way have been read. Node refuses each request that comes in after `GOAWAY`,
   * even one that the client sent before it got the `GOAWAY`. The answer to a ping comes behind all of them.
   */
  readonly end = (session: Http2Session): void => {
    if (session.closed || session.destroyed) return
    // A client that answers no ping may still read a stream; one without a stream has perhaps never sent its preface.
    const timer = setTimeout(() => this.#closeOrCut(session), pingPatience)
    session.once('close', () => clearTimeout(timer))
    session.ping(() => session.close())
  }

  /**
   * A session without activity. One with streams ends with them while its client answers a ping. Else the client
   * is gone, or node has ended the session for a broken rule. Node then reads no more, so the connection would stay.
   */
  endIdle(session: Http2Session): void {
    if (session.destroyed) return
    const patience = this.#known.get(session)?.open.size ? idlePatience : pingPatience
    const timer = setTimeout(() => session.destroy(), patience)
    session.once('close', () => clearTimeout(timer))
    session.ping((error) => {
      if (error !== null || session.destroyed) return
      session.close()
      // Node keeps one open in which a head has begun: its stream is not there yet.
      if (this.#known.get(session)?.open.size) clearTimeout(timer)
    })
  }

  endAll(end: (session: Http2Session) => void): void {
    for (const session of [...this.#known.keys()]) end(session)
  }

  /** Requests of open streams, by client. */
  describe(): ReadonlyMap<string, readonly string[]> {
    const busy = [...this.#known.values()].filter(({ open }) => open.size > 0)
    return new Map(busy.map(({ peer, open }) => [peer, [...open.values()].map(describeHead)]))
  }

  #closeOrCut(session: Http2Session): void {
    if (this.#known.get(session)?.open.size) session.close()
    else session.destroy()
  }
}

function describeHead({ ':method': method, ':path': path }: IncomingHttpHeaders): string {
  return `${method} ${path}`
}

type Handle = (req: Http2ServerRequest, res: ServerResponse) => void

/** A server for HTTP/2, and its sessions. */
export interface Http2Parts {
  readonly server: Server
  readonly sessions: Sessions
}

export function createHttp2(
  options: ServerOptions,
  settings: ServerSettings,
  { listener, refused, listenerFailed: failed }: Serving,
): Http2Parts {
  const tls = options.https === true ? {} : options.https
  const given = (tls ?? options.http ?? {}) as SecureServerOptions // the options of HTTP/2 when http2 is set
  const limits = { maxConcurrentStreams: mostStreams, maxHeaderListSize: mostOfHead, ...given.settings }
  const limited = {
    Http1IncomingMessage: ServerIncoming,
    Http1ServerResponse: ServerOutgoing,
    Http2ServerResponse: createHttp2Outgoing(nodeHttp2()),
    ...given,
    settings: limits,
  }
  const sessions = new Sessions(limits.maxConcurrentStreams)
  // The compatibility layer gives objects that behave as those of HTTP/1.
  const handle = ((req: Http2ServerRequest, res: ServerResponse) => {
    if (req.stream !== undefined && sessions.refuses(req.stream)) refused.streams += 1
    else (listener as unknown as Handle)(req, res) // these objects behave as those of HTTP/1
  }) as unknown as Parameters<ReturnType<typeof nodeHttp2>['createServer']>[1] // these objects behave as those of HTTP/1
  const server: Http2Server = tls
    ? nodeHttp2().createSecureServer(limited, handle)
    : nodeHttp2().createServer(limited, handle)
  server.on('session', (session: Http2Session) => {
    sessions.add(session)
    limitSilence(session, settings, sessions)
  })
  server.on('stream', (stream, headers) => {
    sessions.addStream(stream, headers)
    keepListeners(stream, { [listenerFailed]: failed }) // `request.socket` listens there
  })
  if (settings.requestTimeout > 0)
    server.on('stream', (stream) => limitArrival(stream, settings.requestTimeout, refused))
  server.setTimeout(settings.connectionTimeout)
  return { server: server as unknown as Server, sessions } // what is used of it is the same
}

/** A session has one timer. `connectionTimeout` cuts it, and `http2SessionTimeout` lets its streams end. */
function limitSilence(session: Http2Session, settings: ServerSettings, sessions: Sessions): void {
  const { connectionTimeout, http2SessionTimeout } = settings
  session.setMaxListeners(0) // each stream may wait for the timeout
  const isCutFirst = connectionTimeout > 0 && (http2SessionTimeout === 0 || connectionTimeout <= http2SessionTimeout)
  if (isCutFirst) return // node has set its timer
  session.removeAllListeners('timeout') // node's would cut it after the shorter time
  session.setTimeout(http2SessionTimeout, () => {
    sessions.endIdle(session)
    if (connectionTimeout > 0) session.setTimeout(connectionTimeout, () => session.destroy())
  })
}

/** Node has no limit for requests of HTTP/2: one whose body has not arrived in time is answered 408. */
function limitArrival(stream: ServerHttp2Stream, milliseconds: number, refused: Refusals): void {
  if (stream.endAfterHeaders) return
  const { NGHTTP2_NO_ERROR, NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE } = nodeHttp2().constants
  const timer = setTimeout(() => {
    if (stream.state.state === NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE) return // all has arrived
    refused.timeouts += 1
    if (!stream.headersSent) stream.respond({ ':status': 408 }, { endStream: true })
    stream.close(NGHTTP2_NO_ERROR)
  }, milliseconds)
  stream.once('close', () => clearTimeout(timer))
}
