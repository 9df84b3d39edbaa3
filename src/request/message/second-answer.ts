import type { RequestRoute } from '../../contracts/compiled-route.js'
import type { Logger } from '../../contracts/logger.js'
import { replyCodes } from '../../errors/message-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import type { ServerRequest } from './request.js'
import * as slots from './slots.js'

/** The members of a reply that the warning needs. */
interface Answered {
  readonly request: ServerRequest
  readonly log: Logger
  readonly [slots.route]: RequestRoute
}

/** Logs an answer that is dropped because the request has an answer already. */
export function warnOfSecondAnswer(reply: Answered): void {
  const { request } = reply
  const timeout: unknown = asFastify ? undefined : request[slots.abort]?.signal.reason
  const isLate = timeout instanceof serverCodes.FST_ERR_HANDLER_TIMEOUT
  const error = isLate ? timeout : new replyCodes.FST_ERR_REP_ALREADY_SENT(request.url, request.method)
  const message = isLate ? 'the handler answered after its time limit (handlerTimeout)' : error.message
  reply[slots.route].logs.write(reply.log, 'warn', { req: request, err: error }, message)
}
