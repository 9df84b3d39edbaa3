// Hot path: runs the compiled validation.
import { isThenable } from '../../support/values.js'
import { isPending } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import { enterStage } from './boundary.js'
import { explaining } from './explain-refusals.js'
import { failStage, thrownError } from './pending.js'
import type { StageBuilder } from './route-parts.js'

/** Answers a request that its schemas refuse, or passes the failure to the handler (`attachValidation`). */
export const validate: StageBuilder = ({ validation, attachValidation, settings }, next) => {
  if (validation === null) return next
  const run = settings.explainValidation ? explaining(validation) : validation.validate

  const conclude = (request: ServerRequest, reply: ServerReply, error: Error | null) => {
    if (error === null) {
      next(request, reply)
      return
    }
    if (!attachValidation || !('validation' in error)) {
      failStage(request, reply, error)
      return
    }
    request.validationError = error as NonNullable<ServerRequest['validationError']> // the error has `validation`
    next(request, reply)
  }

  // A separate function: variables that a closure shares are allocated at the begin of its function, for every request.
  const concludeLater = (request: ServerRequest, reply: ServerReply, failure: PromiseLike<Error | null>) => {
    failure.then(
      (error) => {
        if (isPending(reply)) enterStage(() => conclude(request, reply, error), request, reply)
      },
      (error) => failStage(request, reply, thrownError(error)),
    )
  }

  return (request, reply) => {
    let failure: ReturnType<typeof run>
    try {
      failure = run(request)
    } catch (error) {
      failStage(request, reply, error)
      return
    }
    if (isThenable(failure)) concludeLater(request, reply, failure)
    else conclude(request, reply, failure)
  }
}
