// Hot path: calls the handler and takes its answer.

import type { Instance } from '../contracts/instance.js'
import type { Handler } from '../contracts/route.js'
import { canAnswer } from '../http/connection.js'
import { phases } from '../http/phases.js'
import type { ServerReply } from '../http/reply.js'
import type { ServerRequest } from '../http/request.js'
import * as slots from '../http/slots.js'
import { isThenable } from '../support/values.js'
import { failStage, isOpen } from './hook-stages.js'
import type { Stage } from './route-parts.js'

/** The last request stage: the handler. */
export function createHandle(instance: Instance, handler: Handler): Stage {
  return (request, reply) => {
    let result: unknown
    try {
      result = handler.call(instance, request, reply)
    } catch (error) {
      failStage(request, reply, error)
      return
    }
    settle(request, reply, result)
  }
}

/**
 * Takes what a handler (or an error handler) returned: `undefined` means that it answers by `reply.send`, now or
 * later; a promise is waited for, and its `undefined` is an empty answer unless `reply.send` was called.
 */
export function settle(request: ServerRequest, reply: ServerReply, result: unknown): void {
  if (result === undefined || result === reply) return
  if (!isThenable(result)) {
    reply.send(result)
    return
  }
  try {
    result.then(
      (payload) => settlePromise(reply, payload),
      (error) => failStage(request, reply, error),
    )
  } catch (error) {
    failStage(request, reply, error) // a foreign `then` that throws
  }
}

function settlePromise(reply: ServerReply, payload: unknown): void {
  if (reply[slots.phase] === phases.hijacked) return
  if (payload !== undefined) reply.send(payload)
  else if (isOpen(reply) && canAnswer(reply.raw)) reply.send(undefined)
}
