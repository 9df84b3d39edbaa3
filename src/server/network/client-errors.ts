import type { Socket } from 'node:net'
import type { Instance } from '../../contracts/instance.js'
import { serverCodes } from '../../errors/server-codes.js'
import { STATUS_CODES } from '../../packages/node.cjs'
import { linger } from '../../request/message/linger.js'
import { asFastify } from '../../support/as-fastify.js'
import { clearTimeout, setTimeout } from '../../support/timers.js'
import { containRejection } from '../../support/values.js'
import type { ServerCore } from '../start/server-core.js'
import { endAfterAnswers, hasBegunAnswer, isAnswering, isInHandshake } from './open-connections.js'
import { countError } from './refusals.js'

const answers: Readonly<Record<string, { statusCode: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { statusCode: 408, message: 'Client Timeout' },
  HPE_HEADER_OVERFLOW: { statusCode: 431, message: 'Exceeded maximum allowed HTTP header size' },
}
const badRequest = { statusCode: 400, message: 'Client Error' }

interface ClientError extends Error {
  readonly code?: string
  /** The part of OpenSSL that reports an error of TLS. */
  readonly library?: string
}

type ClientErrorHandler = (this: Instance, error: ClientError, socket: Socket) => unknown

type Listener = (error: ClientError, socket: Socket) => void

const listeners = new WeakMap<ServerCore, Listener>()

/** The listener that has taken the error of a connection. Two answers on one connection would destroy each other. */
const takers = new WeakMap<Socket, Listener>()

/** Adds the listener of an instance for `clientError`. Several instances may share a server for a while, at a restart. */
export function takeClientErrors(core: ServerCore): void {
  const listener = createListener(core)
  listeners.set(core, listener)
  core.server.on('clientError', listener)
}

/** Removes the listener of a closed instance, which its server would otherwise keep in memory. */
export function leaveClientErrors(core: ServerCore): void {
  const listener = listeners.get(core)
  if (listener !== undefined) core.server.off('clientError', listener)
}

/** Milliseconds for which a connection may stay open after the handler of the application got its error. */
const longestPatience = 30_000

/** Connections with a time limit. Node reports an error again for each further packet. */
const limited = new WeakSet<Socket>()

/**
 * Ends a connection that neither the handler nor the client ends. Node itself ends none, and reads no more requests on
 * it.
 */
function limitStay(socket: Socket, patience: number): void {
  if (socket.destroyed || limited.has(socket)) return
  limited.add(socket)
  const timer = setTimeout(() => {
    if (isAnswering(socket)) timer.refresh()
    else socket.destroy()
  }, patience)
  socket.once('close', () => clearTimeout(timer))
}

/** If its handler fails, only the connection ends. */
function createListener({ root, logger, logs, refused, options, settings }: ServerCore): Listener {
  const own = options.clientErrorHandler
  const patience = Math.min(settings.requestTimeout || longestPatience, longestPatience)
  const answer: ClientErrorHandler = (error, socket) => {
    if (answerClientError(error, socket)) logs.write(logger.log, 'trace', { err: error }, 'client error')
  }
  const handle = own ?? answer
  const listener: Listener = (error, socket) => {
    if ((takers.get(socket) ?? listener) !== listener) return // another instance on this server handles it
    takers.set(socket, listener)
    if (error instanceof serverCodes.FST_ERR_HANDLER_TIMEOUT) return // it has cut the response, and node reports that
    countError(error, refused)
    const failed = (thrown: unknown) => {
      logs.write(logger.log, 'error', { err: thrown }, 'clientErrorHandler failed')
      socket.destroy()
    }
    try {
      containRejection(handle.call(root, error, socket), failed)
    } catch (thrown) {
      failed(thrown)
    }
    // `end` would wait until the client closes the connection.
    if (cannotAnswer(error, socket)) socket.destroy()
    else if (own !== undefined) limitStay(socket, patience)
  }
  return listener
}

/**
 * No answer can be sent before the end of a handshake, and none after an error of TLS. The writes of an open answer may
 * never end then. A client causes it with a second handshake and an alert.
 */
function cannotAnswer(error: ClientError, socket: Socket): boolean {
  if (isInHandshake(socket)) return true
  return error.library !== undefined || error.code === 'ERR_TLS_SESSION_ATTACK' // more handshakes than node accepts
}

/** Answers input that node's parser refuses, and ends the connection. Returns false if it cannot send an answer. */
function answerClientError(error: ClientError, socket: Socket): boolean {
  if (error.code === 'ECONNRESET' || socket.destroyed || cannotAnswer(error, socket)) return false
  if (endAfterAnswers(socket)) return false
  const { statusCode, message } = answers[error.code ?? ''] ?? badRequest
  const phrase = STATUS_CODES[statusCode]
  const body = JSON.stringify(
    asFastify ? { error: phrase, message, statusCode } : { statusCode, error: phrase, message },
  )
  if (!socket.writable || hasBegunAnswer(socket)) {
    socket.destroy(error)
    return true
  }
  const head = [
    `HTTP/1.1 ${statusCode} ${phrase}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(asFastify
      ? ['Content-Type: application/json']
      : ['Content-Type: application/json; charset=utf-8', 'Connection: close']),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  linger(socket, error)
  return true
}
