// Requests for another protocol (such as WebSocket) or for a tunnel (CONNECT), if the application listens for them.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { serverCodes } from '../../errors/server-codes.js'
import { STATUS_CODES } from '../../packages/node.cjs'
import { createErrorBody, statusOf } from '../../request/errors/error-answer.js'
import { linger } from '../../request/message/linger.js'
import { asFastify } from '../../support/as-fastify.js'
import { ignoreUpgrades } from './ignored-upgrades.js'
import { recordUpgraded } from './open-connections.js'
import { declaresBody, isTunnel, RequestHeads } from './request-head.js'
import { refuseWhileClosing, type Served, unavailable } from './serving.js'
import { afterAnswers } from './waiting-upgrades.js'

type Upgrade = readonly [req: IncomingMessage & { socket?: Socket }, stream: Socket, head: Buffer]
/** The arguments of `connect` over HTTP/2. The tunnel is the stream, so node gives no socket. */
type TunnelStream = readonly [req: IncomingMessage, res: ServerResponse]
type Emit = (this: Server, name: string | symbol, ...given: unknown[]) => boolean

/**
 * Delays upgrades and tunnels until the earlier answers on their connection are sent, and refuses ambiguous heads. Node
 * emits `upgrade` as soon as it has read the head. Answers to earlier requests would then follow the 101. A client or a
 * proxy would take these answers for bytes of the new protocol. Servers without a listener for upgrades and tunnels pay
 * nothing.
 */
export function guardUpgrades(server: Server, served: Served): void {
  const begin = (name: string | symbol) => {
    if (name !== 'upgrade' && name !== 'connect') return
    server.removeListener('newListener', begin)
    const heads = new RequestHeads()
    const emit = server.emit as unknown as Emit // one signature for all events
    const guarded: Emit = function (event, ...given) {
      if (event !== 'upgrade' && event !== 'connect') return emit.call(this, event, ...given)
      const [req, stream, head] = given as unknown as Upgrade // node's arguments of both events
      if (req.httpVersionMajor === 2) return emitTunnel(given as unknown as TunnelStream)
      const problem = problemOf(req, heads, server)
      // Node 26 gives a stream of its own while a body arrives. The answers before it are on the socket. Requests that
      // plugins make for tests have no socket.
      const socket = req.socket ?? stream
      const { newest } = served
      if (problem !== null) newest.refused.heads += 1
      const isLate = problem === null && newest.status === 'closing' && refuseWhileClosing(newest)
      afterAnswers(server, { socket, head }, (early) => {
        if (problem !== null) refuse(socket, problem)
        else if (isLate) end(socket, 503, unavailable)
        else {
          recordUpgraded(socket)
          emit.call(this, event, req, stream, early)
        }
      })
      return true
    }
    /** Node emits `connect` of HTTP/2 even without a listener, and then answers 405. */
    const emitTunnel = ([req, res]: TunnelStream): boolean => {
      const problem = problemOf(req, heads, server)
      if (problem === null) return emit.call(server, 'connect', req, res)
      served.newest.refused.heads += 1
      const statusCode = statusOf(problem, 400)
      res.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8' })
      res.end(JSON.stringify(createErrorBody(problem, statusCode)))
      return true
    }
    server.emit = guarded as typeof server.emit // one signature for all events
    if (!asFastify) ignoreUpgrades(server)
  }
  server.on('newListener', begin)
}

function problemOf(req: IncomingMessage, heads: RequestHeads, server: Server): unknown {
  if (req.rawHeaders === undefined) return null // a request that a test of the application has made
  try {
    heads.check(req, server)
    if (req.method === 'CONNECT') return problemOfTunnel(req)
    if (!declaresBody(req)) return null
    return new serverCodes.ALC_ERR_REQUEST_HEAD('it has a body and asks for an upgrade')
  } catch (error) {
    return error
  }
}

/** Bytes after the head of CONNECT belong to the tunnel. A body length would declare that they are a body, too. */
function problemOfTunnel({ headers, httpVersionMajor, url = '' }: IncomingMessage): Error | null {
  if (httpVersionMajor === 2) return null
  if (!isTunnel(url)) return new serverCodes.ALC_ERR_REQUEST_HEAD('its target is not a host and a port')
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return null
  return new serverCodes.ALC_ERR_REQUEST_HEAD('it has a body and asks for a tunnel')
}

function refuse(socket: Socket, error: unknown): void {
  const statusCode = statusOf(error, 400)
  end(socket, statusCode, JSON.stringify(createErrorBody(error, statusCode)))
}

function end(socket: Socket, statusCode: number, body: string): void {
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.on('error', () => {}) // the client has left
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  linger(socket)
}
