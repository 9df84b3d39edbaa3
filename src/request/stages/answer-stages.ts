// Hot path: stages of routes whose answers have another status than 200, or are checked in all statuses.
import type { ServerReply } from '../message/reply.js'
import * as slots from '../message/slots.js'
import type { RouteParts, StageBuilder } from './route-parts.js'
import { defaultStatus } from './success-status.js'

/** Sets the status before other stages of the request, so that `reply.statusCode` is the status that will be sent. */
export const presetStatus: StageBuilder = ({ successStatus }, next) => {
  if (successStatus === defaultStatus) return next
  return (request, reply) => {
    reply.raw.statusCode = successStatus
    next(request, reply)
  }
}

/** Resets the status of success, because the answer to an error or of another route must not have it. */
export function forgetPreset({ successStatus }: RouteParts, reply: ServerReply): void {
  if (successStatus === defaultStatus || reply[slots.statusSet]) return
  const { raw } = reply
  if (raw.statusCode === successStatus && !raw.headersSent) raw.statusCode = defaultStatus
}

/** Records that the handler of a request has begun. */
export const enterHandler: StageBuilder = ({ answerCheck }, next) => {
  if (answerCheck === null || !answerCheck.watchesHandler) return next
  return (request, reply) => {
    answerCheck.enter(reply)
    next(request, reply)
  }
}
