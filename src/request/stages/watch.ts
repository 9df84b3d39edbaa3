// Only routes with a hook, a log or a time limit get listeners and timers.

import { serverCodes } from '../../errors/server-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { shownPath } from '../../support/values.js'
import { idleEmitter, isLost, onLost, wasCancelled, wasLost } from '../message/connection.js'
import { isPending, phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import { abortController } from '../message/request.js'
import * as slots from '../message/slots.js'
import { watchingHooks } from './hook-stages.js'
import type { PayloadStage, StageBuilder } from './route-parts.js'

/** Writes the line about an arriving request. */
export const logArrival: StageBuilder = ({ settings: { logged, logs } }, next) => {
  if (!logged) return next
  return (request, reply) => {
    logs.incomingRequest(request, reply)
    next(request, reply)
  }
}

/** Runs `onResponse` hooks and writes the line about the answer, after node has passed the last byte to the system. */
export const watchEnd: StageBuilder = (parts, next) => {
  const { hooks, meter } = parts
  const { logged, logs } = parts.settings
  if (!logged && hooks.onResponse.length === 0 && parts.handlerTimeout === null) return next
  const end: PayloadStage = (request, reply, error) => {
    meter?.leave(request)
    if (logged) logs.requestCompleted(error, request, reply)
  }
  // Fastify writes one line for both, the failure of a hook and the end of the request.
  const givesFailure = asFastify && logged
  const run = watchingHooks(parts, { name: 'onResponse', title: failedAfterwards, measures: true, givesFailure, end })
  return (request, reply) => {
    reply[slots.started] = performance.now()
    const finish = (error?: Error) => {
      reply.raw.removeListener('finish', finish)
      reply.raw.removeListener('error', finish)
      reply[slots.ended] = performance.now()
      // The application may write to an answer after its client has left: `onRequestAbort` hooks run, no others.
      if (asFastify || !isLostEnd(reply, error)) run(request, reply, error)
      else if (error !== undefined) end(request, reply, error)
    }
    reply.raw.on('finish', finish)
    reply.raw.on('error', finish)
    next(request, reply)
  }
}

/** Whether the end of an answer is not its completion. Over HTTP/1 node emits no `finish` for a cancelled answer. */
function isLostEnd({ raw }: ServerReply, error: Error | undefined): boolean {
  return error === undefined ? wasCancelled(raw) || wasLost(raw) : isLost(raw)
}

/**
 * Answers 503 when the handler takes too long. It destroys an answer that has begun, and a 503 that takes as long
 * again.
 */
export const limitTime: StageBuilder = ({ handlerTimeout, url }, next) => {
  if (handlerTimeout === null) return next
  return (request, reply) => {
    let timer = setTimeout(() => {
      if (isOutOfHand(reply)) return
      const error = new serverCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeout, url ?? shownPath(request.url))
      const wasPending = isPending(reply)
      abortController(request).abort(error) // its listeners may answer
      if (isOutOfHand(reply)) return
      if (reply.raw.headersSent) reply.raw.destroy(error)
      // The answer of a listener waits for its hooks, as long as a 503 may wait.
      else if (isPending(reply) || !wasPending) request[slots.route].fail(request, reply, error)
      // The cause may be an `onSend` hook that has not ended. The 503 waits for this hook, too.
      timer = setTimeout(() => {
        if (!isOutOfHand(reply) && !reply.raw.headersSent) reply.raw.destroy(error)
      }, handlerTimeout)
    }, handlerTimeout)
    reply.raw.once('close', () => clearTimeout(timer))
    reply.raw.once('finish', () => clearTimeout(timer))
    next(request, reply)
  }
}

/** Whether the answer has ended, or the reply is hijacked. */
function isOutOfHand(reply: ServerReply): boolean {
  return reply[slots.phase] === phases.hijacked || reply.raw.writableEnded
}

/** Runs `onRequestAbort` hooks when the client leaves before its answer is complete. */
export const watchAbort: StageBuilder = (parts, next) => {
  if (parts.hooks.onRequestAbort.length === 0) return next
  const title = 'onRequestAborted hook failed'
  const run = watchingHooks(parts, { name: 'onRequestAbort', title, measures: false, end: nothing })
  return (request, reply) => {
    onLost(reply.raw, () => run(request, reply, undefined))
    next(request, reply)
  }
}

/** Runs `onTimeout` hooks when the socket has been idle for longer than `connectionTimeout`. */
export const watchIdle: StageBuilder = (parts, next) => {
  if (parts.hooks.onTimeout.length === 0) return next
  const run = watchingHooks(parts, { name: 'onTimeout', title: failedAfterwards, measures: false, end: nothing })
  return (request, reply) => {
    const connection = idleEmitter(request.raw)
    const onIdle = () => run(request, reply, undefined)
    connection.once('timeout', onIdle)
    reply.raw.once('close', () => connection.removeListener('timeout', onIdle))
    next(request, reply)
  }
}

const failedAfterwards = asFastify ? 'request errored' : 'a hook failed after the reply was sent'

const nothing: PayloadStage = () => {}
