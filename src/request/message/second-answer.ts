import type { RequestRoute } from '../../contracts/compiled-route.js'
import type { Logger } from '../../contracts/logger.js'
import { replyCodes } from '../../errors/message-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { isReporting, type Phase } from './phases.js'
import type { ServerRequest } from './request.js'
import * as slots from './slots.js'

/** The members of a reply that the warning needs. */
interface Answered {
  readonly request: ServerRequest
  readonly log: Logger
  readonly [slots.route]: RequestRoute
  readonly [slots.phase]: Phase
}

/** Logs an answer that is dropped because the request has an answer already, or has failed. */
export function warnOfSecondAnswer(reply: Answered): void {
  const { request } = reply
  const write = (err: Error, message: string) =>
    reply[slots.route].logs.write(reply.log, 'warn', { req: request, err }, message)
  const timeout: unknown = asFastify ? undefined : request[slots.abort]?.signal.reason
  if (timeout instanceof serverCodes.FST_ERR_HANDLER_TIMEOUT) {
    write(timeout, 'the handler answered after its time limit (handlerTimeout)')
  } else if (isReporting(reply)) {
    write(new replyCodes.FST_ERR_SEND_INSIDE_ONERR(), 'an answer is dropped: the request failed, and onError hooks run')
  } else {
    const error = new replyCodes.FST_ERR_REP_ALREADY_SENT(request.url, request.method)
    write(error, error.message)
  }
}
