// Hot path: the first function of every request.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestListener } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { STATUS_CODES } from '../../packages/node.cjs'
import { statusOf } from '../../request/errors/error-answer.js'
import * as slots from '../../request/message/slots.js'
import type { CompiledRoute } from '../../request/stages/compiled-route.js'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, describeValue, isError, readProperty } from '../../support/values.js'
import type { ServerCore } from '../start/server-core.js'
import { endIfBytesAreLost } from './ignored-upgrades.js'
import { recordPipelined } from './open-connections.js'
import { PipelinedRequests } from './pipelined-requests.js'
import type { Refusals } from './refusals.js'
import { RequestHeads } from './request-head.js'
import { notBooted, refuseWhileClosing, unavailable } from './serving.js'

/** Creates node's request listener. `read` returns the core, which is complete only after the listener exists. */
export function createHttpEntry(read: () => ServerCore, refused: Refusals): RequestListener {
  const heads = new RequestHeads()
  const pipelined = new PipelinedRequests(refused)
  let lookup: RequestListener | null = null
  return function routing(req, res) {
    const core = read()
    if (isUpgrade(req)) closeAfterAnswer(req, res)
    else if (req.headers.upgrade !== undefined) endIfBytesAreLost(req, res)
    // Over HTTP/2 node makes a proxy for each message whose socket is read.
    if (req.httpVersionMajor === 1 && res.socket === null) defer(core, req, res)
    else if (!isTooLate(req)) enter(core, core.status, req, res)
  }

  function defer(core: ServerCore, req: IncomingMessage, res: ServerResponse): void {
    recordPipelined(req, res)
    const arrived = core.status // requests that arrived before the close are answered
    pipelined.defer(req, res, () => enter(core, arrived, req, res))
  }

  function enter(core: ServerCore, arrived: ServerCore['status'], req: IncomingMessage, res: ServerResponse): void {
    try {
      heads.check(req, core.server)
    } catch (error) {
      refused[readProperty(error, 'statusCode') === 431 ? 'manyHeaders' : 'heads'] += 1
      res.shouldKeepAlive = false // a proxy that reads the head differently may find another end of the request
      failBeforeRoute(core, error, { req, res })
      return
    }
    if (core.probes?.answer(req, res)) return
    if (arrived !== 'started' && refuse(core, arrived, req, res)) return
    try {
      if (core.options.rewriteUrl !== undefined && !rewrite(core, req, res)) return
      lookup ??= createLookup(core)
      lookup(req, res)
    } catch (error) {
      // Constraints, query parsers and fallbacks of the application may throw.
      failBeforeRoute(core, error, { req, res })
    }
  }
}

function createLookup(core: ServerCore): RequestListener {
  return core.routes.createLookup((_error, req, res) => {
    failBeforeRoute(core, new serverCodes.FST_ERR_ASYNC_CONSTRAINT(), { req, res })
  })
}

function isUpgrade(req: IncomingMessage & { upgrade?: boolean }): boolean {
  return req.upgrade === true
}

/**
 * Whether an earlier answer has ended the connection. The bytes of such a request arrived together with the earlier one.
 * The server must not run it (RFC 9112, 9.6): its client gets no answer, and sends it again.
 */
function isTooLate(req: IncomingMessage): boolean {
  return req.httpVersionMajor === 1 && req.socket?.writable === false
}

/** Closes the socket of an upgrade request after a plain answer, because node no longer manages this socket. */
function closeAfterAnswer(req: IncomingMessage, res: ServerResponse): void {
  res.shouldKeepAlive = false
  res.once('finish', () => req.socket.destroySoon())
}

/**
 * Refuses requests that still arrive while the server closes. A server of the application may also listen before the
 * boot, after a failed one, and after the close. Routes, their guards or their resources are then missing.
 */
function refuse(core: ServerCore, arrived: ServerCore['status'], req: IncomingMessage, res: ServerResponse): boolean {
  if (arrived === 'closing' || arrived === 'closed') {
    if (req.httpVersionMajor !== 2) res.setHeader('connection', 'close')
    if (refuseWhileClosing(core)) return answerUnavailable(res, unavailable)
  }
  return (arrived === 'loading' || core.hasFailed) && answerUnavailable(res, notBooted)
}

function answerUnavailable(res: ServerResponse, body: string): true {
  res.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  res.end(body)
  return true
}

function rewrite(core: ServerCore, req: IncomingMessage & { originalUrl?: string }, res: ServerResponse): boolean {
  const original = req.url ?? '/'
  req.originalUrl = original
  let url: unknown
  try {
    url = core.options.rewriteUrl?.call(core.root, req)
    containRejection(url)
    if (typeof url !== 'string') throw new serverCodes.FST_ERR_ROUTE_REWRITE_NOT_STR(original, describeValue(url))
  } catch (error) {
    if (asFastify && isError(error)) req.destroy(error)
    else failBeforeRoute(core, error, { req, res })
    return false
  }
  req.url = url
  return true
}

/** Whether the router could not read the path. */
function isUnreadable(error: unknown): boolean {
  if (!isError(error)) return false
  return error instanceof serverCodes.FST_ERR_BAD_URL || error instanceof serverCodes.FST_ERR_MAX_PARAM_LENGTH
}

/** Answers a request that fails before a route is found. The hooks and error handlers of the root context run. */
export function failBeforeRoute(
  core: ServerCore,
  error: unknown,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): void {
  if (isUnreadable(error)) core.refused.paths += 1
  const { frameworkErrors } = core.options
  if (asFastify && frameworkErrors === undefined && isError(error)) {
    answerPlainly(res, error)
    return
  }
  const route: CompiledRoute = core.rootNotFound()
  const { request, reply } = route.open(req, res)
  if (core.logger.enabled) core.logs.incomingRequest(request, reply)
  if (frameworkErrors === undefined) {
    route.fail(request, reply, error)
    return
  }
  // In Fastify the error handlers of contexts run for routes only.
  if (asFastify) reply[slots.handled] = core.rootContext?.view.errorHandlers.length ?? 0
  const failed = (thrown: unknown) => route.fail(request, reply, thrown)
  try {
    // The type of `frameworkErrors` expects an Error, but any value can be thrown.
    containRejection(frameworkErrors(error as Error, request, reply), failed)
  } catch (thrown) {
    failed(thrown)
  }
}

/** Answers a request that fails before a route is found, as Fastify does: without error handlers and hooks. */
function answerPlainly(res: ServerResponse, error: Error): void {
  const { message } = error
  const code = readProperty(error, 'code')
  const statusCode = statusOf(error, 500)
  const phrase = error instanceof serverCodes.FST_ERR_MAX_PARAM_LENGTH ? 'Bad Request' : STATUS_CODES[statusCode]
  const body = JSON.stringify(
    error instanceof serverCodes.FST_ERR_ASYNC_CONSTRAINT
      ? { error: phrase, message, statusCode }
      : { error: phrase, code, message, statusCode },
  )
  res.writeHead(statusCode, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}
