import type { RequestRoute } from '../../contracts/compiled-route.js'
import type { Logger } from '../../contracts/logger.js'
import { replyCodes } from '../../errors/message-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import type { ServerRequest } from './request.js'
import * as slots from './slots.js'

/** The phases of a reply: `send` is legal in `open`. An error handler opens the reply again. */
export const phases = {
  open: 0,
  sending: 1,
  /** While an `onError` hook is called: `send` throws. */
  reporting: 2,
  /** Between these calls and while one is awaited: `send` only logs. Nothing may catch the error of a late answer. */
  awaitingReport: 3,
  written: 4,
  hijacked: 5,
} as const

export type Phase = (typeof phases)[keyof typeof phases]

/** Whether `onError` hooks run. */
export function isReporting({ [slots.phase]: phase }: { readonly [slots.phase]: Phase }): boolean {
  return phase === phases.reporting || phase === phases.awaitingReport
}

/** The members of a reply that determine its phase. */
interface Phased {
  readonly [slots.handled]: number
  readonly [slots.phase]: Phase
  readonly raw: { readonly writableEnded: boolean }
}

/**
 * Whether the request still waits for an answer. A failed request is pending again only if an error handler calls
 * `callNotFound`. An error handler opens the reply only for itself: a stage that ends late must not continue then.
 */
export function isPending(reply: Phased): boolean {
  return reply[slots.handled] < 0 && reply[slots.phase] === phases.open && !reply.raw.writableEnded
}

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
  const write = (error: Error, message: string) => reply[slots.route].logs.lostError('warn', reply, error, message)
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
