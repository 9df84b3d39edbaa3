import type { IncomingMessage } from 'node:http'
import type { OwnedErrorHandler } from '../../context/context.js'
import { replyCodes } from '../../errors/message-codes.js'
import { compileAnswer } from '../../lifecycle/answer-call.js'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, isError, readProperty } from '../../support/values.js'
import { applyError, statusOf } from '../errors/error-answer.js'
import { type ChosenAnswer, isChosenAnswer } from '../message/answer.js'
import { canAnswer, cutAnswer, wasTimedOut } from '../message/connection.js'
import { isReporting, type Phase, phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { removeBodyHeaders } from '../message/write-reply.js'
import { answerBare, deliverBare } from './answer-bare.js'
import { forgetPreset } from './answer-stages.js'
import { type HandlerSteps, settleBy } from './handle.js'
import { watchingHooks } from './hook-stages.js'
import { writeFailure } from './pending.js'
import { stageKey } from './route-meter.js'
import { nameOfRoute, type PayloadStage, type RouteParts } from './route-parts.js'
import type { Sending } from './send.js'
import { errorSerializer } from './serialize-error.js'
import { traced } from './trace-handler.js'

export type Fail = (request: ServerRequest, reply: ServerReply, error: unknown) => void

/**
 * Handles an error: `onError` hooks once, then the error handlers, nearest first. A handler that throws an error, or
 * sends one, passes it to the next outer handler. After the last handler the default answer is sent. If the default
 * answer fails too, a bare 500 is sent.
 *
 * Each call moves on by one handler (`slots.handled` counts them), so the chain always ends.
 */
export function createFail(parts: RouteParts, sending: Sending): Fail {
  const { errorHandlers } = parts
  const { logs, exposure } = parts.settings
  const last = errorHandlers.length
  const calls: PayloadStage[] = []
  const serializeError = errorSerializer(parts)

  const handleNext: Fail = (request, reply, error) => {
    const index = reply[slots.handled]
    reply[slots.handled] = index + 1
    if (asFastify) forgetBody(reply)
    else removeBodyHeaders(reply)
    if (index < last) callHandler(index, { request, reply, error })
    else if (index > last + 1) answerBare(reply, error)
    else if (index > last) answerByDefault({ request, reply, error }, deliverBare)
    else if (asFastify) answerOrFail({ request, reply, error })
    else answerByDefault({ request, reply, error }, sending.deliver)
  }

  /**
   * On the drop-in, an answer that cannot be written throws here. Its error passes the `onError` hooks again, and is
   * answered without `onSend` hooks.
   */
  const answerOrFail = (failure: Failure) => {
    try {
      answerByDefault(failure, sending.deliver)
    } catch (unwritable) {
      begin(failure.request, failure.reply, unwritable)
    }
  }

  const callHandler = (index: number, failure: Failure) => {
    const { request, reply, error } = failure
    const handler = errorHandlers[index]
    if (handler === undefined) return
    parts.meter?.enter(request, stageKey('error handler', index))
    reply[slots.phase] = phases.open
    calls[index] ??= compileHandler(handler, index)
    calls[index](request, reply, error)
  }

  /** Compiles a handler at the first failure that it gets: most handlers of most routes get no failure. */
  const compileHandler = ({ handle, instance }: OwnedErrorHandler, index: number): PayloadStage => {
    // A handler may answer only while it has the error. The next handler answers for itself.
    const mayAnswer = (reply: ServerReply) => reply[slots.handled] === index + 1 && reply[slots.phase] === phases.open
    const failed: Fail = (request, reply, thrown) => {
      if (isAnswer(reply, thrown)) sending.send(request, reply, thrown)
      else if (mayAnswer(reply)) handleNext(request, reply, thrown)
      else writeFailure(reply, thrown, 'an error handler failed after it had answered')
    }
    const steps = settleBy({ mayAnswer, failed, unanswered: null })
    // Handlers are typed for errors, and any value can be thrown.
    const call: HandlerSteps['call'] = (request, reply, error) => handle.call(instance, error as Error, request, reply)
    // Fastify sends a synchronously thrown value that is not an error, as if the handler had sent the value.
    const threw: typeof steps.threw = (request, reply, given, thrown) => {
      if (asFastify && !isError(thrown) && mayAnswer(reply)) reply.send(thrown)
      else steps.threw(request, reply, given, thrown)
    }
    return compileAnswer({ ...traced({ ...steps, call }), threw })
  }

  /**
   * A second call, with `deliverBare`, means that `onSend` hooks or the head have failed. It runs without these hooks.
   */
  const answerByDefault = ({ request, reply, error }: Failure, deliver: PayloadStage) => {
    parts.meter?.enter(request, stageKey('default answer'))
    reply[slots.phase] = phases.sending
    if (asFastify && !isError(error) && deliver !== deliverBare) {
      applyError(error, reply)
      logs.defaultErrorLog(error, request, reply)
      sending.send(request, reply, error)
      return
    }
    let text: string
    try {
      if (!asFastify || deliver !== deliverBare) applyError(error, reply) // the last answer of Fastify keeps the status
      const { statusCode } = reply
      if (exposure.withholds(error, statusCode)) logs.withheldError(error, request, reply)
      else logs.defaultErrorLog(error, request, reply)
      reply[slots.headers]['content-type'] ??= 'application/json; charset=utf-8'
      text = serializeError(request, reply, error)
    } catch (unreadable) {
      answerBare(reply, unreadable) // an error whose own properties throw
      return
    }
    deliver(request, reply, text)
  }

  const watching = { name: 'onError', title: 'an onError hook failed', measures: true } as const
  /** Meanwhile the time limit may have answered the request, or its client may have left. */
  const handleWatched: Fail = (request, reply, error) => {
    if (!isReporting(reply) && reply[slots.phase] !== phases.hijacked) writeFailure(reply, error, answeredMeanwhile)
    else if (isOver(reply)) abandon(reply, error)
    else handleNext(request, reply, error)
  }
  const watchers = parts.hooks.onError.length === 0 ? null : watchingHooks(parts, { ...watching, end: handleWatched })

  let observers: PayloadStage | null = null

  /** As in Fastify, `onError` hooks get an error although its request can no longer be answered. */
  const observeAndAbandon: Fail = (request, reply, error) => {
    reply[slots.handled] = 0
    reply[slots.phase] = phases.awaitingReport
    observers ??= watchingHooks(parts, { ...watching, end: (_request, failed, given) => abandon(failed, given) })
    observers(request, reply, error)
  }

  const begin: Fail = (request, reply, error) => {
    if (isAnswer(reply, error)) {
      sending.send(request, reply, error)
      return
    }
    const isFirst = reply[slots.handled] === -1
    if (isOver(reply)) {
      if (asFastify && isFirst && watchers !== null && isUnsent(reply)) observeAndAbandon(request, reply, error)
      else abandon(reply, error)
      return
    }
    if (reply[slots.handled] < -1) reply[slots.handled] = resumed - reply[slots.handled]
    if (isFirst) {
      reply[slots.handled] = 0
      forgetPreset(parts, reply)
    }
    const isWatched = isFirst || (asFastify && reply[slots.handled] === last + 1)
    if (watchers === null || !isWatched) {
      handleNext(request, reply, error)
      return
    }
    reply[slots.phase] = phases.awaitingReport
    watchers(request, reply, error)
  }

  return (request, reply, error) => {
    containRejection(error) // a promise can be thrown
    try {
      begin(request, reply, isTooLate(reply, error) ? lateAnswer(error, parts) : error)
    } catch (unexpected) {
      if (isOver(reply)) abandon(reply, unexpected)
      else answerBare(reply, unexpected) // no caller above could answer
    }
  }
}

/**
 * While a not-found handler runs for a failed request, `slots.handled` is `resumed - n`. The next failure goes to error
 * handler `n`.
 */
const resumed = -2

/**
 * Makes a failed request pending for the stages of a not-found handler. An error handler has passed the request on to
 * it. If a stage fails too, its error goes to the outer handlers that have not run yet. So the chain ends.
 */
export function resumeFailed(reply: ServerReply, from: RouteParts, to: RouteParts): void {
  const left = Math.max(0, from.errorHandlers.length - reply[slots.handled])
  reply[slots.handled] = resumed - Math.max(0, to.errorHandlers.length - left)
}

/**
 * Removes the headers of the body from the reply. As in Fastify, headers that a stream has set on node's response stay.
 */
function forgetBody(reply: ServerReply): void {
  delete reply[slots.headers]['content-type']
  delete reply[slots.headers]['content-length']
}

const answeredMeanwhile = 'the request was answered before its onError hooks had ended'

interface Failure {
  request: ServerRequest
  reply: ServerReply
  error: unknown
}

/**
 * `throw answer(404, …)` is sent like a returned answer. A hook that throws such an answer while a reply is sent has
 * failed.
 */
function isAnswer(reply: ServerReply, error: unknown): boolean {
  return isChosenAnswer(error) && reply[slots.phase] === phases.open && !isOver(reply)
}

/** Whether a hook threw an answer while another answer is sent. Its body would be lost, so the request fails. */
function isTooLate(reply: ServerReply, error: unknown): error is ChosenAnswer {
  return isChosenAnswer(error) && reply[slots.phase] === phases.sending && !isOver(reply)
}

function lateAnswer({ status, body }: ChosenAnswer, parts: RouteParts): Error {
  containRejection(body)
  return new replyCodes.ALC_ERR_ANSWER_WHILE_SENDING(nameOfRoute(parts), status)
}

/** Whether the request can no longer be answered. */
function isOver(reply: ServerReply): boolean {
  const phase: Phase = reply[slots.phase]
  return phase === phases.written || phase === phases.hijacked || !canAnswer(reply.raw)
}

/**
 * Whether neither the reply nor `reply.raw` has ended the response. Either only its head was written past the reply, or
 * the client has disconnected.
 */
function isUnsent({ raw, [slots.phase]: phase }: ServerReply): boolean {
  return phase !== phases.written && phase !== phases.hijacked && !raw.writableEnded
}

/**
 * Logs an error that comes after the begin of the answer, or after the client has disconnected. It destroys an
 * incomplete answer, because a part must not look complete.
 */
function abandon(reply: ServerReply, error: unknown): void {
  const { raw } = reply
  const hijacked = reply[slots.phase] === phases.hijacked
  if (!hijacked && raw.destroyed && (!raw.headersSent || wasTimedOut(raw))) {
    const level = isOfLeaving(error, reply.request.raw) ? 'info' : 'error'
    reply[slots.route].logs.lostError(level, reply, error, 'failed after the client had gone')
    return
  }
  writeFailure(
    reply,
    error,
    hijacked ? 'a handler failed after it had hijacked the reply' : 'failed while the reply was being sent',
  )
  if (!hijacked && !raw.writableEnded && raw.headersSent) cutAnswer(raw)
}

/**
 * Whether a client's disconnect caused the error. An incomplete body fails with the error of node's request, or with
 * that of a stream between. Work that listens to `request.signal` fails with an `AbortError`.
 */
export function isOfLeaving(error: unknown, raw: IncomingMessage): boolean {
  if (readProperty(error, 'name') === 'AbortError' || statusOf(error, 500) < 500) return true
  if (error === undefined) return false
  // Over HTTP/2 node also counts a request as complete whose stream has ended early.
  if (error === raw.errored) return !raw.complete || raw.httpVersionMajor === 2
  return !raw.complete && readProperty(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE'
}
