// Hot path: one function around a handler, or the handler within it, while it runs.
import type { AroundFunction } from '../../contracts/around.js'
import { aroundCodes } from '../../errors/around-codes.js'
import { type AwaitedSteps, compileAwaited } from '../../lifecycle/answer-call.js'
import { isError } from '../../support/values.js'
import { afterClose, hasClosed } from '../message/connection.js'
import { dropPayload, dropSecondPayload, holdPayload } from '../message/drop-payload.js'
import type { AnswerHolder, HeldReply } from '../message/held-reply.js'
import { warnOfSecondAnswer } from '../message/phases.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import type { HandlerSteps } from './handle.js'

/** The functions that run for one route: the outermost function first, the handler last. */
export interface Functions {
  readonly arounds: readonly AroundFunction[]
  readonly handle: HandlerSteps['call']
}

/** The request that owns the levels. */
export interface LevelOwner {
  readonly functions: Functions
  readonly request: ServerRequest
  readonly reply: HeldReply
  keepStatus(level: Level, value: unknown): void
  forgetStatus(): void
  /** Called when a function ended without an answer and without a call of `next`. */
  warnOfSkipped(level: Level): void
  /** Called when a function ended without an answer, and the function within it had one. */
  warnOfDropped(level: Level): void
}

/** Settles the promise of a level whose function has returned and answers later by `reply.send`. */
interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** One function around the handler, or the handler, while it runs. The innermost one holds the answer of the reply. */
export class Level implements AnswerHolder {
  isAnswered = false
  isAwaited = false
  private ended: Promise<unknown> | null = null
  private payload: unknown = undefined
  private waiting: Waiting | null = null
  private hasEnded = false
  private inner: Level | null = null
  private waiters: (() => void)[] | null = null

  constructor(
    readonly route: LevelOwner,
    readonly index: number,
    readonly outer: Level | null,
  ) {
    if (outer !== null) outer.inner = this
    route.reply[slots.holder] = this
  }

  get outermost(): Level {
    return this.outer === null ? this : this.outer.outermost
  }

  get isHandler(): boolean {
    return this.index === this.route.functions.arounds.length
  }

  /** Whether a function within this one has answered by `reply.send`. */
  get isAnsweredWithin(): boolean {
    return this.inner !== null && (this.inner.isAnswered || this.inner.isAnsweredWithin)
  }

  run(): Promise<unknown> {
    this.ended = runLevel(this, this.route.reply)
    return this.ended
  }

  call(): unknown {
    const { request, reply, functions } = this.route
    const around = functions.arounds[this.index]
    return around === undefined ? functions.handle(request, reply, undefined) : this.callAround(around)
  }

  private callAround(around: AroundFunction): unknown {
    const { request, reply } = this.route
    return around(request, reply, () => this.next())
  }

  take(payload: unknown): boolean {
    if (this.isAnswered) return false
    this.isAnswered = true
    this.payload = payload
    holdPayload(this.route.reply, payload)
    this.callWaiters()
    if (this.waiting !== null) this.endLate(this.waiting)
    return true
  }

  whenAnswered(answered: () => void): void {
    if (this.isAnswered) answered()
    else if (this.waiters !== null) this.waiters.push(answered)
    else {
      this.waiters = [answered]
      afterClose(this.route.reply.raw, () => this.callWaiters())
    }
  }

  private callWaiters(): void {
    for (const answered of this.waiters ?? []) answered()
  }

  /**
   * Takes a value that the function returned synchronously. A handler that returns nothing, and any function that
   * returns the reply, may answer later.
   */
  settle(result: unknown): Promise<unknown> {
    const answersLater = result === this.route.reply || (this.isHandler && result === undefined)
    if (answersLater && !this.isAnswered) return this.wait()
    try {
      return Promise.resolve(this.finish(answersLater ? undefined : result))
    } catch (error) {
      return rejected(error)
    }
  }

  /** Called when the function threw. */
  refuse(error: unknown): Promise<unknown> {
    this.leaveFailed()
    return rejected(error)
  }

  /** The value of the function's promise becomes the answer of its level. */
  finish(value: unknown): unknown {
    if (this.isAnswered) {
      if (value !== undefined) this.warn(value)
      return this.end(this.payload)
    }
    if (value === undefined && this.isAwaited && hasClosed(this.route.reply.raw)) return this.fail(this.unanswered())
    if (value === undefined && this.inner !== null && !this.inner.hasEnded) {
      return this.fail(new aroundCodes.ALC_ERR_NEXT_NOT_AWAITED(this.name))
    }
    if (value === undefined && !this.isHandler) this.warnOfNothing()
    return this.end(value)
  }

  /** The function returned nothing: it skipped the handler, or its answer. */
  private warnOfNothing(): void {
    if (this.inner === null) this.route.warnOfSkipped(this)
    else if (this.inner.payload !== undefined) this.route.warnOfDropped(this)
  }

  /** A function that does not await `next` does not get this error. So the promise of `next` must count as handled. */
  fail(error: unknown): never {
    this.ended?.catch(ignore) // only here, because one more promise at each `next` would cost time
    this.leaveFailed()
    throw error
  }

  /** Drops the payload of a level whose answer is not used. */
  drop(): void {
    if (this.hasEnded) dropPayload(this.route.reply, this.payload)
  }

  private next(): Promise<unknown> {
    if (this.inner !== null) throw new aroundCodes.ALC_ERR_NEXT_TWICE(this.name)
    return new Level(this.route, this.index + 1, this).run()
  }

  /** The name of the function in errors. */
  get name(): string {
    const { functions, request } = this.route
    const { url = request.url } = request.routeOptions
    return `${functions.arounds[this.index]?.name || 'The function'} around ${request.method} ${url}`
  }

  private wait(): Promise<unknown> {
    const { reply } = this.route
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      const leave = () => {
        if (this.hasEnded) return
        this.leaveFailed()
        this.ended?.catch(ignore)
        reject(this.unanswered())
      }
      afterClose(reply.raw, leave) // a time limit may have answered, or the client may have left
    })
  }

  /** The error of a function that waits for the answer of a reply whose response is over. */
  private unanswered(): Error {
    const { method, url } = this.route.request
    return new aroundCodes.ALC_ERR_AROUND_UNANSWERED(method, url)
  }

  private endLate({ resolve, reject }: Waiting): void {
    if (this.hasEnded) return // the client disconnected before the answer came
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
    if (this.outer !== null) holdPayload(this.route.reply, value)
    this.leave()
    this.route.keepStatus(this, value)
    return value
  }

  leaveFailed(): void {
    this.hasEnded = true
    this.leave()
    this.inner?.drop()
    if (this.outer === null) this.route.forgetStatus()
  }

  /** Inner levels that still run have no more effect: a function may race `next` against another promise. */
  private leave(): void {
    const { reply } = this.route
    const innermost = levelOf(reply)
    if (innermost !== null && innermost.index >= this.index) reply[slots.holder] = this.outer
  }

  private warn(value: unknown): void {
    warnOfSecondAnswer(this.route.reply)
    dropSecondPayload(this.route.reply, value)
  }
}

/** The innermost level that runs. */
export function levelOf(reply: HeldReply): Level | null {
  return reply[slots.holder] as Level | null // only levels hold answers
}

const outermostSteps: AwaitedSteps<Level, HeldReply> = {
  call: (level) => level.call(),
  returned: (level, _reply, value) => level.settle(value),
  threw: (level, _reply, error) => level.refuse(error),
  waits: (_level, _reply, promise) => promise, // the caller of the outermost function follows its promise
}
/** Calls the outermost function. It returns the function's own promise: the caller ends the level. */
export const startLevel = compileAwaited(outermostSteps)
const runLevel = compileAwaited<Level, HeldReply>({
  ...outermostSteps,
  waits: (level, _reply, promise) => follow(level, promise),
})

function follow(level: Level, promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => level.finish(value),
    (error) => level.fail(error),
  )
}

/** A rejected promise that counts as handled, because a function around this one need not await it. */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject(error)
  promise.catch(ignore)
  return promise
}

function ignore(): void {}
