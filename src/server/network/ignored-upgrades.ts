// Requests for another protocol that are answered in HTTP/1, because the server does not offer that protocol.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { serverCodes } from '../../errors/server-codes.js'
import { containRejection, pendingOf, readProperty } from '../../support/values.js'

type OnIncoming = (this: Parser, req: IncomingMessage, shouldKeepAlive: boolean) => unknown

const ofNode = Symbol('alcove.ofNode')

/** Undocumented members of node's parser. Connections use a parser one after the other, and node resets them. */
interface Parser {
  /** The static member is the key of the method that node calls with the result of each packet. */
  readonly constructor: { readonly kOnExecute?: number }
  [method: number]: ((result: unknown) => void) | undefined
  onIncoming?: OnIncoming | null
  [ofNode]?: OnIncoming
  /** The bytes that the parser reads in the current turn. */
  getCurrentBuffer?(): Buffer
}

type ParsedSocket = Socket & { parser?: Parser | null; server?: Server }

/**
 * The number of bytes of a connection up to the end of its last request with `Upgrade`. All requests before it had that
 * header, too. The text of a packet does not show where a request begins, because a body may look like a head.
 */
const known = new WeakMap<Socket, number>()

/**
 * Ends the connection after the answer to a request with `Upgrade` if other bytes follow in its packet. Node drops these
 * bytes. If they were the beginning of a request, node would read its rest as a request. Also ends it if the packet may
 * not begin with the request.
 */
export function endIfBytesAreLost(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req
  const packet = packetOf(socket)
  if (packet === null) return
  const { 'content-length': length = 0, 'transfer-encoding': coding } = req.headers
  const begin = socket.bytesRead - packet.length
  const isFirst = res.socket !== null && begin === (known.get(socket) ?? 0) // one behind another request has no socket
  const head = isFirst ? endOfHead(req, packet) : -1
  const end = head + Number(length)
  if (coding !== undefined) watchErrors(req)
  if (head === -1 || coding !== undefined || end < packet.length) res.shouldKeepAlive = false
  else if (end > packet.length) watchEnd(req, res)
  known.set(socket, begin + end)
}

/** Requests of plugins and tests may have no socket, and those of other runtimes have no parser. */
function packetOf(socket: ParsedSocket | undefined): Buffer | null {
  return socket?.parser?.getCurrentBuffer?.() ?? null
}

/** The number of bytes of the head; -1 if the packet does not contain all of it. */
function endOfHead({ method, url }: IncomingMessage, packet: Buffer): number {
  const line = `${method} ${url} HTTP/`
  const end = packet.indexOf('\r\n\r\n')
  return end === -1 || packet.toString('latin1', 0, line.length) !== line ? -1 : end + 4
}

/** Compares the last packet of a body with its bytes of the body. */
function watchEnd(req: IncomingMessage, res: ServerResponse): void {
  const { push, socket } = req
  let last = 0
  req.push = (chunk: Buffer | null, encoding) => {
    if (chunk !== null) last = chunk.length
    else if (packetOf(socket)?.length !== last) endAfter(res, socket)
    return push.call(req, chunk, encoding)
  }
}

/**
 * Reports a body whose chunks or trailers are malformed. Behind a header Upgrade node does not report errors of its
 * parser, and the request would wait until `requestTimeout`. The parser then stops before the end of a packet.
 */
function watchErrors(req: IncomingMessage): void {
  const socket: ParsedSocket = req.socket
  const { parser } = socket
  const key = parser?.constructor.kOnExecute
  const execute = key === undefined ? undefined : parser?.[key]
  if (!parser || key === undefined || execute === undefined) return
  parser[key] = (result) => {
    const isStopped = typeof result === 'number' && result < (packetOf(socket)?.length ?? 0)
    if (req.complete || isStopped) parser[key] = execute
    execute(result)
    if (!req.complete && isStopped) socket.server?.emit('clientError', new serverCodes.ALC_ERR_BODY_CHUNKS(), socket)
  }
}

function endAfter(res: ServerResponse, socket: Socket): void {
  if (res.writableFinished) socket.destroySoon()
  else Object.assign(res, { shouldKeepAlive: false, _last: true }) // node reads `_last` even after it has sent the head
}

/**
 * Makes node answer some requests for upgrades as plain requests, as without listeners for upgrades (RFC 9110, 7.8). A
 * server must ignore the header Upgrade of HTTP/1.0, and may ignore h2c. curl and the client of Java ask for h2c in the
 * first request of a connection. It may have a body.
 */
export function ignoreUpgrades(server: Server): void {
  const watch = ({ parser }: ParsedSocket) => {
    if (typeof parser?.onIncoming !== 'function' || parser.onIncoming === onIncoming) return
    parser[ofNode] = parser.onIncoming
    parser.onIncoming = onIncoming
  }
  server.on('connection', watch)
  server.on('secureConnection', watch)
}

/**
 * Guards the option `shouldUpgradeCallback`, which node 24 calls in its parser. An error there would end the process, and
 * a promise would count as true. Both make the request a plain one.
 */
export function guardDecision<Options extends object>(options: Options, failed: (error: unknown) => void): Options {
  const decide: unknown = readProperty(options, 'shouldUpgradeCallback')
  if (typeof decide !== 'function') return options
  const shouldUpgradeCallback = (req: IncomingMessage): boolean => {
    try {
      const decision: unknown = decide(req)
      containRejection(decision, failed)
      return Boolean(decision) && pendingOf(decision) === null
    } catch (error) {
      failed(error)
      return false
    }
  }
  return { ...options, shouldUpgradeCallback }
}

const onIncoming: OnIncoming = function (req: IncomingMessage & { upgrade?: boolean }, shouldKeepAlive) {
  if (req.upgrade === true && req.method !== 'CONNECT' && isIgnored(req)) req.upgrade = false
  return this[ofNode]?.(req, shouldKeepAlive)
}

function isIgnored({ headers: { upgrade = '' }, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' || upgrade.trim().toLowerCase() === 'h2c'
}
