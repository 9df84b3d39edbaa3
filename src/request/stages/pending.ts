// Hot path: decides whether a request is still pending, and how it fails.

import { replyCodes } from '../../errors/message-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { isError } from '../../support/values.js'
import { isPending, phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'

/** An error of a request stage. It is reported while the request is pending, and only logged after the answer. */
export function failStage(request: ServerRequest, reply: ServerReply, error: unknown): void {
  if (isPending(reply)) fail(request, reply, thrownError(error))
  else if (asFastify) writeFailure(reply, error, 'Promise errored, but reply.sent = true was set')
  else writeFailure(reply, error, 'a hook or handler failed after the reply was sent')
}

/**
 * The thrown value. In the core an error replaces `undefined` and `null`, because error handlers may rely on an error.
 */
export function thrownError(error: unknown): unknown {
  return asFastify ? error : (error ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
}

/** Fails through `reply.send` if a tracer has wrapped it, because tracers end their spans there. */
function fail(request: ServerRequest, reply: ServerReply, error: unknown): void {
  if (Object.hasOwn(reply, 'send') && isError(error)) reply.send(error)
  else request[slots.route].fail(request, reply, error)
}

/** Logs an error that can no longer change an answer. */
export function writeFailure(reply: ServerReply, error: unknown, message: string): void {
  reply[slots.route].logs.lostError('error', reply, error, message)
}

/** After `hijack` Fastify ignores the errors of hooks, and writes a separate line about an error of a handler. */
export function failAfterHijack(reply: ServerReply, by: 'hook' | 'handler'): boolean {
  if (!asFastify || reply[slots.phase] !== phases.hijacked) return false
  if (by === 'hook') return true
  const { method, url } = reply.request
  const refused = new replyCodes.FST_ERR_REP_ALREADY_SENT(url, method)
  reply[slots.route].logs.write(reply.log, 'warn', { err: refused }, refused.message)
  return true
}
