// Hot path: the handler of routes with functions around it. Routes without such functions run their handler directly.

import type { AroundFunction } from '../../contracts/around.js'
import { aroundCodes } from '../../errors/around-codes.js'
import { ChosenAnswer } from '../message/answer.js'
import type { HeldReply } from '../message/held-reply.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { type Functions, Level, type LevelOwner, levelOf, startLevel } from './around-level.js'
import type { HandlerSteps } from './handle.js'

/**
 * The steps of a handler with the functions around it, the outermost first. The steps here follow the promise of the
 * outermost function without another promise. Each promise would take a tick and a third of a kilobyte.
 */
export function surround(arounds: readonly AroundFunction[], steps: HandlerSteps): HandlerSteps {
  if (arounds.length === 0) return steps
  const functions = { arounds, handle: steps.call }
  return {
    ...steps,
    call: (request, reply) => new Surrounded(functions, request, heldReply(reply)).run(),
    resolved: (request, reply, given, value) => {
      const level = levelOf(heldReply(reply))
      let answer = value
      try {
        if (level !== null) answer = level.outermost.finish(value)
      } catch (error) {
        steps.rejected(request, reply, given, error)
        return
      }
      steps.resolved(request, reply, given, answer)
    },
    rejected: (request, reply, given, error) => {
      levelOf(heldReply(reply))?.outermost.leaveFailed()
      steps.rejected(request, reply, given, error)
    },
  }
}

function heldReply(reply: ServerReply): HeldReply {
  return reply as HeldReply // routes with such functions make replies that can be held
}

/** One request that passes through the functions around a handler. */
class Surrounded implements LevelOwner {
  /** The status before the handler ran, and the status that the handler chose. */
  private readonly statusBefore: number
  private statusGiven = 0

  constructor(
    readonly functions: Functions,
    readonly request: ServerRequest,
    readonly reply: HeldReply,
  ) {
    this.statusBefore = reply.statusCode
  }

  /** The promise of the outermost function, or of its answer. */
  run(): Promise<unknown> {
    return startLevel(new Level(this, 0, null), this.reply)
  }

  /** Sets the status of `answer()` on the reply, because outer functions read the status there. */
  keepStatus({ isHandler }: Level, value: unknown): void {
    if (value instanceof ChosenAnswer) this.reply.code(value.status)
    if (isHandler) this.statusGiven = this.reply.statusCode
  }

  /** Warns, unless the function set a status: 304, for example, is an answer without a body. */
  warnOfSkipped({ name }: Level): void {
    if (this.reply.statusCode === this.statusBefore) this.warn(new aroundCodes.ALC_ERR_NEXT_NOT_CALLED(name))
  }

  /** Warns, unless the function set another status than the handler. */
  warnOfDropped({ name }: Level): void {
    if (this.reply.statusCode === this.statusGiven) this.warn(new aroundCodes.ALC_ERR_NEXT_DROPPED(name))
  }

  private warn(error: Error): void {
    this.reply[slots.route].logs.lostError('warn', this.reply, error, error.message)
  }

  /** Resets the status that a handler chose for an answer that is not sent. The error is sent with its own status. */
  forgetStatus(): void {
    const { reply } = this
    if (reply.raw.headersSent || this.statusGiven === 0 || reply.statusCode !== this.statusGiven) return
    reply.raw.statusCode = this.statusBefore
  }
}
