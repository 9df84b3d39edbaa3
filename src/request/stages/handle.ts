// Hot path: calls the handler and takes its answer.
import { replyCodes } from '../../errors/message-codes.js'
import type { AnswerSteps } from '../../lifecycle/answer-call.js'
import { asFastify } from '../../support/as-fastify.js'
import { canAnswer } from '../message/connection.js'
import { isPending, phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { failAfterHijack, failStage } from './pending.js'
import type { RouteParts } from './route-parts.js'
import type { UnansweredWatch } from './unanswered.js'

export type HandlerSteps = AnswerSteps<ServerRequest, ServerReply>

/** The steps of a handler, which is the last stage of a request. */
export function handlerSteps(
  { instance, handler }: Pick<RouteParts, 'instance' | 'handler'>,
  unanswered: UnansweredWatch | null,
): HandlerSteps {
  const steps = unanswered === null ? unwatched : settleBy({ ...ofHandler, unanswered })
  const { returned, threw, resolved, rejected } = steps
  const call: HandlerSteps['call'] = (request, reply) => handler.call(instance, request, reply)
  return { call: asFastify ? markingCall(call) : call, returned, threw, resolved, rejected }
}

/**
 * While its handler runs, `send` throws what cannot be sent, as in Fastify. Later nobody may be there to catch it: in a
 * callback it would end the process, and a client may have a part in a header.
 */
function markingCall(call: HandlerSteps['call']): HandlerSteps['call'] {
  return (request, reply, given) => {
    reply[slots.calling] = true
    try {
      return call(request, reply, given)
    } finally {
      reply[slots.calling] = false
    }
  }
}

/** How the result of a handler, or of an error handler, comes to its end. */
export interface Settlement {
  /** Whether it may still answer. */
  mayAnswer: (reply: ServerReply) => boolean
  failed: (request: ServerRequest, reply: ServerReply, error: unknown) => void
  /** Watches replies for which nothing was returned; null where nobody does. */
  unanswered: UnansweredWatch | null
}

const ofHandler: Settlement = { mayAnswer: isPending, failed: failStage, unanswered: null }

/**
 * Takes what a handler (or an error handler) returned: `undefined` means that it answers by `reply.send`, now or
 * later; a promise is waited for, and its `undefined` is an empty answer unless `reply.send` was called.
 */
export function settleBy({ mayAnswer, failed, unanswered }: Settlement): Omit<HandlerSteps, 'call'> {
  const answer = (reply: ServerReply, payload: unknown) => {
    if (mayAnswer(reply)) reply.send(payload)
    else drop(reply, payload)
  }
  const fail: HandlerSteps['threw'] = (request, reply, _given, reason) => failed(request, reply, reason)
  return {
    returned: (_request, reply, _given, value) => {
      if (value === undefined) unanswered?.watch(reply)
      else if (value !== reply) answer(reply, value)
    },
    threw: (request, reply, given, reason) => {
      if (!failAfterHijack(reply, 'handler')) fail(request, reply, given, reason)
    },
    resolved: (_request, reply, _given, payload) => {
      if (payload !== undefined || canAnswer(reply.raw)) answer(reply, payload)
    },
    rejected: fail,
  }
}

/** The same for all handlers that nobody watches. */
export const unwatched = settleBy(ofHandler)

/** A value that comes when the request has been answered otherwise is dropped, and said to be where it was one. */
function drop(reply: ServerReply, payload: unknown): void {
  if (payload === undefined || reply[slots.phase] === phases.hijacked) return
  const { url, method } = reply.request
  const error = new replyCodes.FST_ERR_REP_ALREADY_SENT(url, method)
  reply[slots.route].logs.write(reply.log, 'warn', { req: reply.request, err: error }, error.message)
}
