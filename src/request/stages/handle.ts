// Hot path: calls the handler and takes its answer.

import type { AnswerSteps } from '../../lifecycle/answer-call.js'
import { asFastify } from '../../support/as-fastify.js'
import { canAnswer } from '../message/connection.js'
import { dropSecondPayload } from '../message/drop-payload.js'
import { isPending, phases, warnOfSecondAnswer } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { failAfterHijack, failStage } from './pending.js'
import type { RouteParts } from './route-parts.js'

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
 * While its handler runs, `send` throws if a payload cannot be sent, as in Fastify. After the handler, `send` does not
 * throw. In a callback the error would end the process, and clients can influence a header.
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

/** How the result of a handler, or of an error handler, is taken. */
export interface Settlement {
  /** Whether the handler may still answer. */
  mayAnswer: (reply: ServerReply) => boolean
  failed: (request: ServerRequest, reply: ServerReply, error: unknown) => void
  /** Watches replies of handlers that returned nothing; null if the server does not watch them. */
  unanswered: UnansweredWatch | null
}

const ofHandler: Settlement = { mayAnswer: isPending, failed: failStage, unanswered: null }

/**
 * Takes the result of a handler or an error handler. `undefined` means that the handler answers by `reply.send`, now or
 * later. A promise is awaited. If the promise resolves to `undefined`, the answer is empty unless `reply.send` was
 * called.
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

/** The steps that all handlers share if they are not watched. */
export const unwatched = settleBy(ofHandler)

/**
 * Drops a value that arrives after the request has been answered otherwise, and logs a warning unless it is
 * `undefined`.
 */
function drop(reply: ServerReply, payload: unknown): void {
  if (payload === undefined || reply[slots.phase] === phases.hijacked) return
  warnOfSecondAnswer(reply)
  dropSecondPayload(reply, payload)
}

/** Reports, once for each route, that its handler returned nothing and has not answered after 5 seconds. */
export class UnansweredWatch {
  readonly #parts: RouteParts
  #isReported = false

  constructor(parts: RouteParts) {
    this.#parts = parts
  }

  watch(reply: ServerReply): void {
    if (this.#isReported || !isPending(reply)) return
    this.#parts.settings.functions.overdue.add({
      isOpen: () => isPending(reply) && canAnswer(reply.raw),
      report: () => this.#report(reply),
    })
  }

  #report(reply: ServerReply): void {
    if (this.#isReported) return
    this.#isReported = true
    const { handler, method, url } = this.#parts
    const name = handler.name === '' ? '' : ` "${handler.name}"`
    const route = url === null ? 'the not-found handler' : `${method} ${url}`
    const message = `The handler${name} of ${route} has not answered after 5 seconds. It returned nothing, so the request waits for reply.send(). Call reply.send(), also after reply.code(), or return a value or a promise`
    reply[slots.route].logs.write(reply.log, 'warn', { req: reply.request }, message)
  }
}
