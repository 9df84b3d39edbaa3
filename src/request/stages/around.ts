// Hot path: the handler of routes with functions around it. Routes without one run their handler itself.
import type { AroundFunction } from '../../contracts/around.js'
import type { Instance } from '../../contracts/instance.js'
import type { Handler } from '../../contracts/route.js'
import { aroundCodes } from '../../errors/around-codes.js'
import { replyCodes } from '../../errors/message-codes.js'
import { compileAwaited } from '../../lifecycle/answer-call.js'
import { isError } from '../../support/values.js'
import { ChosenAnswer } from '../message/answer.js'
import { dropPayload } from '../message/drop-payload.js'
import type { AnswerHolder, HeldReply } from '../message/held-reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'

/** The handler with the functions around it, the outermost first, as one handler. */
export function surround(arounds: readonly AroundFunction[], handler: Handler): Handler {
  if (arounds.length === 0) return handler
  const functions = { arounds, handler }
  return function (request, reply) {
    const held = reply as unknown as HeldReply // such routes make replies that can be held
    return new Surrounded(functions, this, request as ServerRequest, held).run()
  }
}

interface Functions {
  readonly arounds: readonly AroundFunction[]
  readonly handler: Handler
}

/** One request on its way through the functions around a handler. */
class Surrounded implements AnswerHolder {
  /** The innermost one that runs. */
  private current: Level | null = null
  /** The status before the handler ran, and the one that it has chosen. */
  private readonly statusBefore: number
  private statusGiven = 0

  constructor(
    readonly functions: Functions,
    readonly instance: Instance,
    readonly request: ServerRequest,
    readonly reply: HeldReply,
  ) {
    this.statusBefore = reply.statusCode
  }

  get isAnswered(): boolean {
    return this.current?.isAnswered ?? false
  }

  run(): Promise<unknown> {
    this.reply[slots.holder] = this
    return this.enter(0, null)
  }

  take(payload: unknown): boolean {
    return this.current?.take(payload) ?? false
  }

  whenAnswered(answered: () => void): void {
    if (this.current === null) answered()
    else this.current.whenAnswered(answered)
  }

  enter(index: number, outer: Level | null): Promise<unknown> {
    const level = new Level(this, index, outer)
    this.current = level
    return level.run()
  }

  /** Levels inside that still run are left to themselves: a race may have been decided without them. */
  leave({ index, outer }: Level): void {
    if (this.current !== null && this.current.index >= index) this.current = outer
    if (outer === null) this.reply[slots.holder] = null
  }

  /** Functions around it read the status of the answer from the reply, however the handler has chosen it. */
  keepStatus({ isHandler }: Level, value: unknown): void {
    if (value instanceof ChosenAnswer) this.reply.code(value.status)
    if (isHandler) this.statusGiven = this.reply.statusCode
  }

  /** The status that a handler chose for an answer that is not sent says nothing of the error that is. */
  forgetStatus(): void {
    const { reply } = this
    if (reply.raw.headersSent || this.statusGiven === 0 || reply.statusCode !== this.statusGiven) return
    reply.raw.statusCode = this.statusBefore
  }
}

/** Ends a level whose function has returned, and is to answer by `reply.send`. */
interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** One function around the handler, or the handler, while it runs. */
class Level {
  readonly isHandler: boolean
  isAnswered = false
  private ended: Promise<unknown> | null = null
  private payload: unknown = undefined
  private waiting: Waiting | null = null
  private hasEnded = false
  private inner: Level | null = null
  private waiters: (() => void)[] | null = null

  constructor(
    readonly route: Surrounded,
    readonly index: number,
    readonly outer: Level | null,
  ) {
    this.isHandler = index === route.functions.arounds.length
    if (outer !== null) outer.inner = this
  }

  run(): Promise<unknown> {
    this.ended = runLevel(this, this.route.reply)
    return this.ended
  }

  call(): unknown {
    const { instance, request, reply, functions } = this.route
    const around = functions.arounds[this.index]
    return around === undefined
      ? functions.handler.call(instance, request, reply)
      : around(request, reply, () => this.next())
  }

  take(payload: unknown): boolean {
    if (this.isAnswered) return false
    this.isAnswered = true
    this.payload = payload
    for (const answered of this.waiters ?? []) answered()
    if (this.waiting !== null) this.endLate(this.waiting)
    return true
  }

  whenAnswered(answered: () => void): void {
    if (this.isAnswered) answered()
    else {
      this.waiters ??= []
      this.waiters.push(answered)
    }
  }

  /** What was returned at once: a handler may answer later, and whoever returns the reply. */
  settle(result: unknown): Promise<unknown> {
    const answersLater = result === this.route.reply || (this.isHandler && result === undefined)
    if (answersLater && !this.isAnswered) return this.wait()
    try {
      return Promise.resolve(this.finish(answersLater ? undefined : result))
    } catch (error) {
      return rejected(error)
    }
  }

  /** It threw. */
  refuse(error: unknown): Promise<unknown> {
    this.leaveFailed()
    return rejected(error)
  }

  /** What its promise gave becomes its answer. */
  finish(value: unknown): unknown {
    if (this.isAnswered) {
      if (value !== undefined) this.warn(value)
      return this.end(this.payload)
    }
    if (value === undefined && this.inner !== null && !this.inner.hasEnded) {
      return this.fail(new aroundCodes.ALC_ERR_NEXT_NOT_AWAITED(this.name))
    }
    return this.end(value)
  }

  /** A function that does not wait for `next` leaves it to itself. */
  fail(error: unknown): never {
    this.ended?.catch(ignore) // only here: at each \`next\` it costs a promise more
    this.leaveFailed()
    throw error
  }

  /** Nobody will read what it gave. */
  drop(): void {
    if (this.hasEnded) dropPayload(this.payload)
  }

  private next(): Promise<unknown> {
    if (this.inner !== null) throw new aroundCodes.ALC_ERR_NEXT_TWICE(this.name)
    return this.route.enter(this.index + 1, this)
  }

  private get name(): string {
    return this.route.functions.arounds[this.index]?.name || 'A function around the handler'
  }

  private wait(): Promise<unknown> {
    const { reply } = this.route
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      reply.raw.once('close', () => {
        if (this.hasEnded) return
        this.leaveFailed()
        this.ended?.catch(ignore)
        reject(new aroundCodes.ALC_ERR_AROUND_UNANSWERED(reply.request.method, reply.request.url))
      })
    })
  }

  private endLate({ resolve, reject }: Waiting): void {
    if (this.hasEnded) return // the client has left before the answer came
    try {
      resolve(this.end(this.payload))
    } catch (error) {
      reject(error)
    }
  }

  private end(value: unknown): unknown {
    if (isError(value)) return this.fail(value)
    this.hasEnded = true
    this.payload = value
    this.route.leave(this)
    this.route.keepStatus(this, value)
    return value
  }

  private leaveFailed(): void {
    this.hasEnded = true
    this.route.leave(this)
    this.inner?.drop()
    if (this.outer === null) this.route.forgetStatus()
  }

  private warn(value: unknown): void {
    const { reply } = this.route
    const error = new replyCodes.FST_ERR_REP_ALREADY_SENT(reply.request.url, reply.request.method)
    reply[slots.route].logs.write(reply.log, 'warn', { req: reply.request, err: error }, error.message)
    dropPayload(value)
  }
}

const runLevel = compileAwaited<Level, HeldReply>({
  call: (level) => level.call(),
  returned: (level, _reply, value) => level.settle(value),
  threw: (level, _reply, error) => level.refuse(error),
  resolved: (level, _reply, value) => level.finish(value),
  rejected: (level, _reply, error) => level.fail(error),
})

/** A function around it need not wait for what is inside. */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject(error)
  promise.catch(ignore)
  return promise
}

function ignore(): void {}
