import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { keepSocket, listenerFailed, type SocketsKeeper, socketClosed } from '../../request/message/event-guard.js'
import { clearInterval, setInterval } from '../../support/timers.js'
import { Stillness, searchEvery, takenBytes } from './unread-bytes.js'

/** Undocumented fields of node on a socket. */
interface ServedSocket extends Socket {
  /** The answer that is being written. */
  _httpMessage?: ServerResponse | null
  /** The socket below one of TLS. */
  _parent?: Socket | null
  /** Of a socket of TLS: null until its handshake is over. */
  alpnProtocol?: string | false | null
}

/** The sockets of a server, upgraded ones included: node forgets those. */
const sockets = new WeakMap<Server, Set<ServedSocket>>()

/** The last of several requests that a client sent without waiting for answers. */
const lastOfPipeline = new WeakMap<Socket, ServerResponse>()

/** The methods that node sets on each socket, for listeners of the bytes that its parser reads. */
const listenerMethods = ['on', 'addListener', 'prependListener'] as const

type ListenerMethods = Pick<Socket, (typeof listenerMethods)[number]>

/** All connections of a server, with one object for what an idle connection needs. */
class Connections implements SocketsKeeper {
  readonly open = new Set<ServedSocket>()
  readonly #methods: Partial<ListenerMethods> = {}
  readonly #unread = new Stillness<Socket>()
  #search: NodeJS.Timeout | null = null

  /** `patience`: milliseconds in which a client may take nothing of an answer. */
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

  /** Only an answer: a connection that was upgraded belongs to the application. */
  #cutUnread(): void {
    for (const socket of this.open) {
      if (!socket._httpMessage || socket.writableLength === 0) continue
      if (this.#unread.lengthOf(socket, takenBytes(socket)) >= this.patience) socket.destroy()
    }
  }

  /**
   * Node creates three functions for each socket, which depend on `this` only. The functions of the first socket serve
   * all. This saves 312 bytes for each connection.
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
 * Remembers each connection while it is open. A listener of the application on one of them that throws ends that one. So
 * does a client that takes nothing of an answer for `patience` milliseconds.
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

/** A request that waits for the answer to the one before it on its connection. */
export function recordPipelined(req: IncomingMessage, res: ServerResponse): void {
  lastOfPipeline.set(req.socket, res)
}

/** The answer behind which no other waits on a connection. */
export function lastAnswer(socket: ServedSocket): ServerResponse | null {
  const waiting = lastOfPipeline.get(socket)
  return waiting === undefined || waiting.writableEnded ? (socket._httpMessage ?? null) : waiting
}

/** Adds `connection: close` to answers in flight, so that their clients send nothing more. */
export function announceClosing(server: Server): void {
  for (const socket of sockets.get(server) ?? []) {
    const last = lastAnswer(socket)
    if (last !== null && !last.headersSent) last.shouldKeepAlive = false
  }
}

/**
 * Ends a connection with unreadable bytes behind requests that are whole. The answers to these are sent first, and
 * nothing in between. False if no request is under way, or if the one under way is the unreadable one.
 */
export function endAfterAnswers(socket: ServedSocket): boolean {
  const answer = socket._httpMessage
  if (!answer?.req.complete) return false
  const waiting = lastAnswer(socket)
  if (waiting === answer && isGiven(answer)) return false // a refusal can follow it
  // A field of node's that its types leave out.
  const last = (waiting?.req.complete ? waiting : answer) as ServerResponse & { _last?: boolean }
  last.shouldKeepAlive = false
  last._last = true // what node asks when the head has been sent already
  socket.pause() // each byte more would be refused again
  return true
}

/** Whether a socket of TLS can carry no answer yet. */
export function isInHandshake({ alpnProtocol }: ServedSocket): boolean {
  return alpnProtocol === null
}

/** Whether a part of an answer is on its way: anything that were written now would be taken for its body. */
export function hasBegunAnswer(socket: ServedSocket): boolean {
  const answer = socket._httpMessage
  return answer?.headersSent === true && !isGiven(answer)
}

/** Whether the socket has all of an answer behind which the connection goes on, and node has not let go of it yet. */
function isGiven(answer: ServerResponse): boolean {
  return answer.writableEnded && answer.shouldKeepAlive
}

/**
 * Runs a function that makes node cut idle connections. Keeps those whose client is still reading the end of its answer.
 * Node counts a connection as idle from the last byte that was written to it.
 */
export function keepFlushing(server: Server, cutIdle: () => void): void {
  const flushing = [...(sockets.get(server) ?? [])].flatMap(
    ({ _httpMessage: answer }) => (answer?.finished ? [answer as { finished: boolean }] : []), // node writes it, and types call it read-only,
  )
  for (const answer of flushing) answer.finished = false
  try {
    cutIdle()
  } finally {
    for (const answer of flushing) answer.finished = true
  }
}

/** Connections on which no request has arrived: node does not count the fresh ones among the idle. */
export function cutUnused(server: Server): void {
  for (const socket of sockets.get(server) ?? []) {
    if (socket.bytesRead === 0 && !socket._httpMessage) socket.destroy()
  }
}

/** Connections on which no request is being answered: idle ones, and such whose head comes too slowly. */
export function cutUnanswered(server: Server): void {
  for (const socket of sockets.get(server) ?? []) if (!socket._httpMessage) socket.destroy()
}

/**
 * Connections of a server for HTTP/2 over TLS that have no session: those in their handshake, and idle ones of HTTP/1.
 * `all`: those too that have sent something.
 */
export function cutWithoutSession(server: Server, all: boolean): void {
  if (!('setSecureContext' in server)) return // without TLS each connection is a session
  for (const socket of sockets.get(server) ?? []) {
    if (socket.alpnProtocol === 'h2' || socket._httpMessage) continue
    if (all || socket.bytesRead === 0) socket.destroy()
  }
}

/** Connections on which a request is still arriving. */
export function cutUnfinished(server: Server): void {
  for (const socket of sockets.get(server) ?? []) if (socket._httpMessage?.req.complete === false) socket.destroy()
}

export function cutAll(server: Server): void {
  for (const socket of sockets.get(server) ?? []) socket.destroy()
}

/**
 * Each open connection, by the requests that are being answered on it, or by its client. `streams`: requests of sessions
 * of HTTP/2, by client.
 */
export function describeConnections(server: Server, streams: ReadonlyMap<string, readonly string[]>): string[] {
  return [...(sockets.get(server) ?? [])].flatMap((socket) => {
    const { method, url } = socket._httpMessage?.req ?? {}
    if (method !== undefined) return [`${method} ${url}`]
    return streams.get(peerOf(socket)) ?? [`a connection from ${socket.remoteAddress ?? 'a local socket'}`]
  })
}

/** The sockets that have not emitted `close`. */
export function openSockets(server: Server): readonly Socket[] {
  return [...(sockets.get(server) ?? [])]
}

/** The address and port of a client. All clients of a local socket share one. */
export function peerOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}
