// Hot path: the handler of routes with functions around it. Routes without one run their handler itself.
import type { AroundFunction, Next } from '../../contracts/around.js'
import type { Instance } from '../../contracts/instance.js'
import type { Handler } from '../../contracts/route.js'
import { aroundCodes } from '../../errors/around-codes.js'
import { replyCodes } from '../../errors/message-codes.js'
import { compileAnswer } from '../../lifecycle/answer-call.js'
import { isError } from '../../support/values.js'
import { ChosenAnswer } from '../message/answer.js'
import { dropPayload } from '../message/drop-payload.js'
import type { AnswerHolder, HeldReply } from '../message/held-reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'

/** The handler with the functions around it, the outermost first, as one handler. */
export function surround(arounds: readonly AroundFunction[], handler: Handler): Handler {
  if (arounds.length === 0) return handler
  return function (request, reply) {
    const call = { instance: this, request, reply }
    return new Surrounded(arounds, handler, call as unknown as Call).run() // such routes make replies that can be held
  }
}

interface Call {
  readonly instance: Instance
  readonly request: ServerRequest
  readonly reply: HeldReply
}

/** One request on its way through the functions around a handler. */
class Surrounded implements AnswerHolder {
  /** The innermost one that runs. */
  #current: Level | null = null
  /** The status before the handler ran, and the one that it has chosen. */
  readonly #statusBefore: number
  #statusGiven = 0

  constructor(
    readonly arounds: readonly AroundFunction[],
    readonly handler: Handler,
    readonly call: Call,
  ) {
    this.#statusBefore = call.reply.statusCode
  }

  get isAnswered(): boolean {
    return this.#current?.isAnswered ?? false
  }

  run(): Promise<unknown> {
    const { reply } = this.call
    reply[slots.holder] = this
    return this.enter(0, null).then(
      (value) => {
        reply[slots.holder] = null
        return value
      },
      (error) => {
        reply[slots.holder] = null
        this.#forgetStatus()
        throw error
      },
    )
  }

  take(payload: unknown): boolean {
    return this.#current?.take(payload) ?? false
  }

  whenAnswered(answered: () => void): void {
    if (this.#current === null) answered()
    else this.#current.whenAnswered(answered)
  }

  enter(index: number, outer: Level | null): Promise<unknown> {
    const level = new Level(this, index, outer)
    this.#current = level
    level.start()
    return level.ended
  }

  /** Levels inside that still run are left to themselves: a race may have been decided without them. */
  leave({ index, outer }: Level): void {
    if ((this.#current?.index ?? -1) >= index) this.#current = outer
  }

  /** Functions around it read the status of the answer from the reply, however the handler has chosen it. */
  keepStatus({ isHandler }: Level, value: unknown): void {
    const { reply } = this.call
    if (value instanceof ChosenAnswer) reply.code(value.status)
    if (isHandler) this.#statusGiven = reply.statusCode
  }

  /** The status that a handler chose for an answer that is not sent says nothing of the error that is. */
  #forgetStatus(): void {
    const { reply } = this.call
    if (reply.raw.headersSent || this.#statusGiven === 0 || reply.statusCode !== this.#statusGiven) return
    reply.raw.statusCode = this.#statusBefore
  }
}

/** One function around the handler, or the handler, while it runs. */
class Level {
  readonly ended: Promise<unknown>
  readonly isHandler: boolean
  isAnswered = false
  #payload: unknown
  /** It has returned, and is to answer by `reply.send`. */
  #waits = false
  #hasEnded = false
  #inner: Level | null = null
  #waiters: (() => void)[] = []
  #resolve: (value: unknown) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor(
    readonly route: Surrounded,
    readonly index: number,
    readonly outer: Level | null,
  ) {
    this.isHandler = index === route.arounds.length
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    if (outer !== null) outer.#inner = this
  }

  start(): void {
    Level.#run(this, this.route.call.reply)
  }

  static readonly #run = compileAnswer<Level, HeldReply>({
    call: (level) => level.#call(),
    returned: (level, _reply, _given, value) => level.#settle(value),
    threw: (level, _reply, _given, error) => level.#fail(error),
    resolved: (level, _reply, _given, value) => level.#finish(value),
    rejected: (level, _reply, _given, error) => level.#fail(error),
  })

  #call(): unknown {
    const { arounds, handler } = this.route
    const { instance, request, reply } = this.route.call
    const around = arounds[this.index]
    return around === undefined ? handler.call(instance, request, reply) : around(request, reply, this.#next)
  }

  take(payload: unknown): boolean {
    if (this.isAnswered) return false
    this.isAnswered = true
    this.#payload = payload
    for (const answered of this.#waiters) answered()
    if (this.#waits) this.#end(payload)
    return true
  }

  whenAnswered(answered: () => void): void {
    if (this.isAnswered) answered()
    else this.#waiters.push(answered)
  }

  readonly #next: Next = () => {
    if (this.#inner !== null) throw new aroundCodes.ALC_ERR_NEXT_TWICE(this.#name)
    const ended = this.route.enter(this.index + 1, this)
    ended.catch(() => {}) // a function that does not wait for it leaves it to itself; the log has its failure
    return ended
  }

  get #name(): string {
    return this.route.arounds[this.index]?.name || 'A function around the handler'
  }

  /** What was returned at once: a handler may answer later, and whoever returns the reply. */
  #settle(result: unknown): void {
    const { reply } = this.route.call
    const answersLater = result === reply || (this.isHandler && result === undefined)
    if (!answersLater || this.isAnswered) {
      this.#finish(result === reply ? undefined : result)
      return
    }
    this.#waits = true
    reply.raw.once('close', () =>
      this.#fail(new aroundCodes.ALC_ERR_AROUND_UNANSWERED(reply.request.method, reply.request.url)),
    )
  }

  #finish(value: unknown): void {
    if (this.isAnswered) {
      if (value !== undefined) this.#warn(value)
      this.#end(this.#payload)
    } else if (value === undefined && this.#inner !== null && !this.#inner.#hasEnded) {
      this.#fail(new aroundCodes.ALC_ERR_NEXT_NOT_AWAITED(this.#name))
    } else this.#end(value)
  }

  #end(value: unknown): void {
    if (isError(value)) {
      this.#fail(value)
      return
    }
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#payload = value
    this.route.leave(this)
    this.route.keepStatus(this, value)
    this.#resolve(value)
  }

  #fail(error: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.route.leave(this)
    this.#inner?.drop()
    this.#reject(error)
  }

  /** Nobody will read what it gave. */
  drop(): void {
    if (this.#hasEnded) dropPayload(this.#payload)
  }

  #warn(value: unknown): void {
    const { reply } = this.route.call
    const error = new replyCodes.FST_ERR_REP_ALREADY_SENT(reply.request.url, reply.request.method)
    reply[slots.route].logs.write(reply.log, 'warn', { req: reply.request, err: error }, error.message)
    dropPayload(value)
  }
}
