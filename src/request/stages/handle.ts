// Hot path: calls the handler and takes its answer.
import { replyCodes } from '../../errors/message-codes.js'
import { pendingOf } from '../../support/values.js'
import { canAnswer } from '../message/connection.js'
import { phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { failStage, isPending } from './pending.js'
import type { RouteParts, Stage } from './route-parts.js'
import type { UnansweredWatch } from './unanswered.js'

/** The last request stage: the handler. */
export function createHandle(
  { instance, handler }: Pick<RouteParts, 'instance' | 'handler'>,
  unanswered: UnansweredWatch | null,
): Stage {
  return (request, reply) => {
    let result: unknown
    try {
      result = handler.call(instance, request, reply)
    } catch (error) {
      failStage(request, reply, error)
      return
    }
    settle(request, reply, result)
    if (result === undefined) unanswered?.watch(reply)
  }
}

/** How the result of a handler, or of an error handler, comes to its end. */
export interface Settlement {
  /** Whether it may still answer. */
  mayAnswer: (reply: ServerReply) => boolean
  failed: (request: ServerRequest, reply: ServerReply, error: unknown) => void
}

export const ofHandler: Settlement = { mayAnswer: isPending, failed: failStage }

/**
 * Takes what a handler (or an error handler) returned: `undefined` means that it answers by `reply.send`, now or
 * later; a promise is waited for, and its `undefined` is an empty answer unless `reply.send` was called.
 */
export function settle(request: ServerRequest, reply: ServerReply, result: unknown, by: Settlement = ofHandler): void {
  if (result === undefined || result === reply) return
  const pending = pendingOf(result)
  if (pending === null) {
    answer(reply, result, by)
    return
  }
  pending.then(
    (payload) => settlePromise(reply, payload, by),
    (error) => by.failed(request, reply, error),
  )
}

/** What a promise resolved with; nothing is an empty answer, while there is someone to have it. */
export function settlePromise(reply: ServerReply, payload: unknown, by: Settlement = ofHandler): void {
  if (payload !== undefined || canAnswer(reply.raw)) answer(reply, payload, by)
}

/** A value that comes when the request has been answered otherwise is dropped, and said to be where it was one. */
function answer(reply: ServerReply, payload: unknown, { mayAnswer }: Settlement): void {
  if (mayAnswer(reply)) {
    reply.send(payload)
    return
  }
  if (payload === undefined || reply[slots.phase] === phases.hijacked) return
  const { url, method } = reply.request
  const error = new replyCodes.FST_ERR_REP_ALREADY_SENT(url, method)
  reply[slots.route].logs.write(reply.log, 'warn', { req: reply.request, err: error }, error.message)
}
