import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { keepSocket, listenerFailed, type SocketsKeeper, socketClosed } from '../../request/message/event-guard.js'
import { dropUntilEnd } from '../../request/message/linger.js'
import { clearInterval, setInterval } from '../../support/timers.js'
import { Stillness, searchEvery, takenBytes } from './unread-bytes.js'

/** Undocumented fields of node on a socket. */
interface ServedSocket extends Socket {
  /** The answer that is being written. */
  _httpMessage?: ServerResponse | null
  /** The TCP socket below a TLS socket. */
  _parent?: Socket | null
  /** Only on a TLS socket: null until its handshake is over. */
  alpnProtocol?: string | false | null
}

/** The sockets of a server. They include upgraded sockets, which node itself does not track. */
const sockets = new WeakMap<Server, Set<ServedSocket>>()

/** The last of several requests that a client sent without waiting for answers. */
const lastOfPipeline = new WeakMap<Socket, ServerResponse>()

/** Connections on which an upgrade waits, or has waited, for the answers before it. */
const upgrading = new WeakSet<Socket>()

/** Connections that another protocol has taken. They have no answer, but only `drainTimeout` limits them. */
const upgraded = new WeakSet<Socket>()

/** The methods that node sets on each socket, for listeners of the bytes that its parser reads. */
const listenerMethods = ['on', 'addListener', 'prependListener'] as const

type ListenerMethods = Pick<Socket, (typeof listenerMethods)[number]>

/** All connections of a server. They share one object for their listeners, which saves memory for idle connections. */
class Connections implements SocketsKeeper {
  readonly open = new Set<ServedSocket>()
  readonly #methods: Partial<ListenerMethods> = {}
  readonly #unread = new Stillness<Socket>()
  #search: NodeJS.Timeout | null = null

  /** `patience`: milliseconds for which a client may take no bytes of an answer. */
  constructor(
    private readonly failed: (error: unknown) => void,
    private readonly patience: number,
  ) {}

  add(socket: ServedSocket): void {
    this.open.add(socket)
    this.#search ??= setInterval(() => this.#cutUnread(), searchEvery).unref()
  }

  /** Ends a connection when a listener on its socket throws. */
  [listenerFailed](error: unknown, _event: readonly unknown[], socket: ServedSocket): void {
    this.failed(error)
    socket.destroy()
  }

  [socketClosed](socket: ServedSocket): void {
    this.open.delete(socket)
    if (this.open.size > 0 || this.#search === null) return
    clearInterval(this.#search)
    this.#search = null
  }

  /**
   * Cuts connections with an unread answer, but no upgraded connections, which belong to the application. Gives up
   * requests that stop the reading of their connection, because they wait for an answer that may never come.
   */
  #cutUnread(): void {
    for (const socket of this.open) {
      if (!socket._httpMessage || (socket.writableLength === 0 && !isHeldUp(socket))) continue
      if (this.#unread.lengthOf(socket, takenBytes(socket)) < this.patience) continue
      if (socket.writableLength > 0) socket.destroy()
      else endAfter(socket._httpMessage, socket)
    }
  }

  /**
   * Node creates three functions for each socket, which depend on `this` only. So all sockets can share the functions
   * of the first socket. This saves 312 bytes for each connection.
   */
  shareMethods(socket: ListenerMethods): void {
    for (const name of listenerMethods) {
      if (!Object.hasOwn(socket, name) || socket[name].name !== 'socketListenerWrap') continue
      this.#methods[name] ??= socket[name]
      socket[name] = this.#methods[name]
    }
  }
}

/**
 * Records each connection while it is open. Ends a connection if a listener of the application on it throws. Also ends
 * a connection whose client takes no bytes of an answer for `patience` milliseconds.
 */
export function watchConnections(server: Server, failed: (error: unknown) => void, patience: number): void {
  const connections = new Connections(failed, patience)
  sockets.set(server, connections.open)
  const watch = (socket: ServedSocket) => {
    if (socket._parent) connections.open.delete(socket._parent)
    connections.add(socket)
    keepSocket(socket, connections)
    connections.shareMethods(socket)
  }
  server.on('connection', watch)
  server.on('secureConnection', watch)
}

/** Records a request that waits for the answer to an earlier request on its connection. */
export function recordPipelined(req: IncomingMessage, res: ServerResponse): void {
  lastOfPipeline.set(req.socket, res)
}

/** Records a connection on which an upgrade waits for the answers before it. */
export function recordUpgrading(socket: Socket): void {
  upgrading.add(socket)
}

/** Records a connection that a listener for upgrades or tunnels gets. */
export function recordUpgraded(socket: Socket): void {
  upgraded.add(socket)
}

function hasNoRequest(socket: ServedSocket): boolean {
  return !socket._httpMessage && !upgraded.has(socket)
}

/** The last answer of a connection, or null if no answer is open. */
export function lastAnswer(socket: ServedSocket): ServerResponse | null {
  const waiting = lastOfPipeline.get(socket)
  return waiting === undefined || waiting.writableEnded ? (socket._httpMessage ?? null) : waiting
}

/** Adds `connection: close` to answers in flight, so that their clients send nothing more. */
export function announceClosing(server: Server): void {
  for (const socket of openSockets(server)) {
    const last = lastAnswer(socket)
    if (last !== null && !last.headersSent) last.shouldKeepAlive = false
  }
}

/**
 * Ends a connection that sent unreadable bytes after complete requests. The answers to these requests are sent first.
 * Returns false if no request is open, if the open one is unreadable, or if its answer is complete.
 */
export function endAfterAnswers(socket: ServedSocket): boolean {
  const answer: (ServerResponse & { _last?: boolean }) | null | undefined = socket._httpMessage
  if (answer?.writableEnded && answer._last) return true // node ends the connection, and nothing may follow the answer
  if (!answer?.req.complete) return false
  const waiting = lastAnswer(socket)
  if (waiting === answer && isGiven(answer)) return false // a refusal can follow the complete answer
  const last = waiting?.req.complete ? waiting : answer
  endAfter(last, socket) // each further byte would cause another refusal
  return true
}

/** Ends a connection after an answer. Drops the bytes and the requests behind it. */
function endAfter(last: ServerResponse & { _last?: boolean }, socket: Socket): void {
  last.shouldKeepAlive = false
  last._last = true // node reads this field even after it has sent the head
  dropUntilEnd(socket)
}

/** Whether waiting requests have stopped the reading. The server does not notice then that the client leaves. */
function isHeldUp(socket: ServedSocket): boolean {
  if (!socket.isPaused() || upgraded.has(socket)) return false
  return upgrading.has(socket) || lastAnswer(socket) !== socket._httpMessage
}

/** Whether a TLS socket is still in its handshake, and cannot send an answer. */
export function isInHandshake({ alpnProtocol }: ServedSocket): boolean {
  return alpnProtocol === null
}

/** Whether only a part of an answer is sent. The client would take any other bytes for the body of this answer. */
export function hasBegunAnswer(socket: ServedSocket): boolean {
  const answer = socket._httpMessage
  return answer?.headersSent === true && !isGiven(answer)
}

/** Whether a connection has an answer that does not wait for the rest of its request. */
export function isAnswering({ _httpMessage: answer }: ServedSocket): boolean {
  return answer ? answer.headersSent || answer.req.complete : false
}

/** Whether an answer is complete, and the connection stays open after it. */
function isGiven(answer: ServerResponse): boolean {
  return answer.writableEnded && answer.shouldKeepAlive
}

/**
 * Runs a function that makes node cut idle connections. Keeps connections whose client still reads the end of its
 * answer. Node counts a connection as idle from the last byte that was written to it.
 */
export function keepFlushing(server: Server, cutIdle: () => void): void {
  const flushing = openSockets(server).flatMap(
    ({ _httpMessage: answer }) => (answer?.finished ? [answer as { finished: boolean }] : []), // read-only in node's types
  )
  for (const answer of flushing) answer.finished = false
  try {
    cutIdle()
  } finally {
    for (const answer of flushing) answer.finished = true
  }
}

/** Cuts connections on which no request has arrived. Node does not count new connections as idle. */
export function cutUnused(server: Server): void {
  for (const socket of openSockets(server)) {
    if (socket.bytesRead === 0 && !socket._httpMessage) socket.destroy()
  }
}

/** Cuts connections without a request in progress: idle ones, and those whose request head arrives too slowly. */
export function cutUnanswered(server: Server): void {
  for (const socket of openSockets(server)) if (hasNoRequest(socket)) socket.destroy()
}

/**
 * Cuts connections without a session of a server for HTTP/2 over TLS. They are in their handshake, or idle ones of
 * HTTP/1. `all`: whether it also cuts connections that have sent bytes.
 */
export function cutWithoutSession(server: Server, all: boolean): void {
  if (!('setSecureContext' in server)) return // without TLS each connection is a session
  for (const socket of openSockets(server)) {
    if (socket.alpnProtocol === 'h2' || !hasNoRequest(socket)) continue
    if (all || socket.bytesRead === 0) socket.destroy()
  }
}

/** Cuts connections on which a request is still arriving. */
export function cutUnfinished(server: Server): void {
  for (const socket of openSockets(server)) if (socket._httpMessage?.req.complete === false) socket.destroy()
}

export function cutAll(server: Server): void {
  for (const socket of openSockets(server)) socket.destroy()
}

/**
 * Describes each open connection by its request in progress, or by its client. `streams`: requests of HTTP/2 sessions,
 * by socket.
 */
export function describeConnections(server: Server, streams: ReadonlyMap<Socket, readonly string[]>): string[] {
  return openSockets(server).flatMap((socket) => {
    const { method, url } = socket._httpMessage?.req ?? {}
    if (method !== undefined) return [`${method} ${url}`]
    const requests = streams.get(socket) ?? []
    return requests.length > 0 ? requests : [`a connection from ${socket.remoteAddress ?? 'a local socket'}`]
  })
}

/** The sockets that have not emitted `close`. */
export function openSockets(server: Server): readonly ServedSocket[] {
  return [...(sockets.get(server) ?? [])]
}
