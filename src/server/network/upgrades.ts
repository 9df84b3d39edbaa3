// Requests that ask for another protocol or for a tunnel, as WebSockets and CONNECT do, where the application listens for
// them.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { serverCodes } from '../../errors/server-codes.js'
import { STATUS_CODES } from '../../packages/node.cjs'
import { createErrorBody, statusOf } from '../../request/errors/error-answer.js'
import { lastAnswer } from './open-connections.js'
import { isTunnel, RequestHeads } from './request-head.js'
import { refuseWhileClosing, type Serving, unavailable } from './serving.js'

type Upgrade = readonly [req: IncomingMessage, socket: Socket, head: Buffer]
/** Of CONNECT over HTTP/2, which is a stream like any other. */
type TunnelStream = readonly [req: IncomingMessage, res: ServerResponse]
type Emit = (this: Server, name: string | symbol, ...given: unknown[]) => boolean

/**
 * Node hands a socket over as soon as it has read such a request. Answers to earlier requests on that connection
 * would follow the 101. A client or a proxy would take them for bytes of the new protocol. Heads have to be unambiguous, as
 * those of other requests. Servers without a listener for upgrades and tunnels pay
 * nothing.
 */
export function guardUpgrades(server: Server, serving: Serving): void {
  const begin = (name: string | symbol) => {
    if (name !== 'upgrade' && name !== 'connect') return
    server.removeListener('newListener', begin)
    const heads = new RequestHeads()
    const emit = server.emit as unknown as Emit // one signature for all events
    const guarded: Emit = function (event, ...given) {
      if (event !== 'upgrade' && event !== 'connect') return emit.call(this, event, ...given)
      const [req, socket] = given as unknown as Upgrade // what node gives with it
      if (req.httpVersionMajor === 2) return emitTunnel(given as unknown as TunnelStream)
      const problem = problemOf(req, heads, server.maxHeadersCount)
      if (problem !== null) serving.refused.heads += 1
      const isLate = problem === null && serving.status === 'closing' && refuseWhileClosing(serving)
      afterAnswers(server, socket, () => {
        if (problem !== null) refuse(socket, problem)
        else if (isLate) end(socket, 503, unavailable)
        else emit.call(this, event, ...given)
      })
      return true
    }
    /** Its server emits it only where it has a listener. */
    const emitTunnel = ([req, res]: TunnelStream): boolean => {
      const problem = problemOf(req, heads, server.maxHeadersCount)
      if (problem === null) return emit.call(server, 'connect', req, res)
      serving.refused.heads += 1
      const statusCode = statusOf(problem, 400)
      res.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8' })
      res.end(JSON.stringify(createErrorBody(problem, statusCode)))
      return true
    }
    server.emit = guarded as typeof server.emit // one signature for all events
  }
  server.on('newListener', begin)
}

function problemOf(req: IncomingMessage, heads: RequestHeads, most: number | null): unknown {
  if (req.rawHeaders === undefined) return null // a request that a test of the application has made
  try {
    heads.checkCount(req, most)
    heads.check(req)
    if (req.method === 'CONNECT') return problemOfTunnel(req)
    const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
    if (coding === undefined && Number(length) === 0) return null
    return new serverCodes.ALC_ERR_REQUEST_HEAD('it has a body and asks for an upgrade')
  } catch (error) {
    return error
  }
}

/** Bytes behind the head of CONNECT belong to the tunnel: a length beside it gives them a second meaning. */
function problemOfTunnel({ headers, httpVersionMajor, url = '' }: IncomingMessage): Error | null {
  if (httpVersionMajor === 2) return null
  if (!isTunnel(url)) return new serverCodes.ALC_ERR_REQUEST_HEAD('its target is not a host and a port')
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return null
  return new serverCodes.ALC_ERR_REQUEST_HEAD('it has a body and asks for a tunnel')
}

/** Never, where an answer ends the connection. */
function afterAnswers(server: Server, socket: Socket, run: () => void): void {
  const last = lastAnswer(socket)
  if (last === null) {
    run()
    return
  }
  const ignore = () => {} // node has let go of the socket, and nobody else has it yet
  socket.on('error', ignore)
  last.once('finish', () =>
    process.nextTick(() => {
      socket.off('error', ignore)
      if (socket.destroyed || !socket.writable) return
      socket.setTimeout(server.timeout) // node has begun to wait for a next request
      // As node leaves it: the first listener for data begins to read, however many requests were waiting.
      Object.assign(socket, { readableFlowing: null, _paused: false })
      socket._read(0)
      run()
    }),
  )
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
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
