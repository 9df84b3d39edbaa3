// Server-sent events of a handler with `@Events`.
import type { AroundFunction } from '../../contracts/around.js'
import type { Reply } from '../../contracts/reply.js'
import type { RouteSchema } from '../../contracts/schema.js'
import { replyCodes } from '../../errors/message-codes.js'
import { nodeTimers, Readable } from '../../packages/node.cjs'
import { ChosenAnswer } from '../../request/message/answer.js'
import type { HeldReply } from '../../request/message/held-reply.js'
import { abortController, type ServerRequest } from '../../request/message/request.js'
import { isResponse } from '../../request/message/write-reply.js'
import { isNodeStream, isWebStream, type NodeStream } from '../../request/message/write-stream.js'
import { levelOf } from '../../request/stages/around-level.js'
import { isOfLeaving } from '../../request/stages/fail.js'
import { coreOf } from '../../server/instance/open-context.js'
import { isEnding } from '../../server/start/server-core.js'
import { readProperty } from '../../support/values.js'
import { EventMessage } from '../decorators/event-message.js'
import type { EventsFact } from '../decorators/stream-facts.js'
import { named } from './compile-handler.js'
import type { OpenStreams } from './open-streams.js'
import { isAsyncIterable, iteratorOf, valueWriter, type WriteValue, YieldedValues } from './yielded-values.js'

const eventType = 'text/event-stream'

const advice =
  '@Events sends what an async generator yields: write async * before the name of the method, or return an async iterable. A function of @Around gives the iterable on.'

/** The response that a stream of events declares, so that the boot compiles the schema of its data. */
export function eventsSchema({ data }: EventsFact): RouteSchema {
  return { response: { 200: { content: { [eventType]: { schema: data } } } } }
}

/**
 * The handler ends with the first event, so that an error before it is one of the handler. The head leaves after this
 * time in any case, because a browser reports an open stream only then.
 */
const headDelay = 1000

/** Turns what the handler returns into a stream of events. It runs around all other functions. */
export function eventsAround({ heartbeat }: EventsFact, open: OpenStreams): AroundFunction {
  return named('@Events', async (request, reply, next) => {
    const given: unknown = await next()
    if (isOtherAnswer(given, reply) || (hasSent(reply) && !isAsyncIterable(given))) return given
    const where = { route: request.routeOptions.url ?? request.url, advice }
    const iterator = isNodeStream(given) ? readStream(given) : iteratorOf(given, where)
    const failed = (error: unknown) => {
      const level = isOfLeaving(error, request.raw) ? 'info' : 'error'
      coreOf(request.server).logs.lostError(level, reply, error, 'the generator failed at its end')
    }
    const leave = () => abortController(request as unknown as ServerRequest).abort() // the request of the server
    const stream = new EventStream(iterator, { write: valueWriter(reply, eventType), heartbeat, failed, leave })
    open.add(stream)
    stream.on('close', () => open.delete(stream))
    // The hook that ends the open streams may have run before the handler.
    if (isEnding(coreOf(request.server))) stream.endEarly()
    else if (request.method !== 'HEAD') await stream.begin(Math.min(heartbeat ?? headDelay, headDelay))
    setHeaders(reply)
    return stream
  })
}

/** Whether the handler chose an answer that is not a stream of events, such as `answer(404)` or a redirect. */
function isOtherAnswer(given: unknown, reply: Reply): boolean {
  if (given === undefined || given === null || given === reply || given instanceof ChosenAnswer) return true
  if (isNodeStream(given)) return readProperty(given, 'readableObjectMode') !== true
  return isWebStream(given) || isResponse(given) || given instanceof Error
}

/** Reads a stream of objects, such as the rows of a query. Its own iterator does not destroy it before a first read. */
function readStream(stream: NodeStream): AsyncIterator<unknown> {
  stream.on('error', () => {}) // `next` reports it; nothing reads the stream of a HEAD request
  const iterator = stream[Symbol.asyncIterator]()
  const end: IteratorResult<unknown> = { done: true, value: undefined }
  let isEnded = false
  return {
    next: () => iterator.next().catch((error) => (isEnded ? end : Promise.reject(error))),
    return: async () => {
      isEnded = true // a read that waits fails then
      stream.destroy?.()
      return end
    },
  }
}

/** Whether the handler, or a function around it, has answered by `reply.send`. `next` gives that payload. */
function hasSent(reply: Reply): boolean {
  return levelOf(reply as unknown as HeldReply)?.isAnsweredWithin ?? false // the routes of @Events have such replies
}

/** Headers without which proxies and browsers keep events back. The handler may set others. */
function setHeaders(reply: Reply): void {
  reply.header('content-type', eventType)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('x-accel-buffering')) reply.header('x-accel-buffering', 'no')
}

interface StreamOptions {
  readonly write: WriteValue
  readonly heartbeat: number | null
  /** Called if the server ends the stream: a generator may wait for `request.signal`. */
  readonly leave: () => void
  /** Called if the iterator fails when the stream is over. No response is open then that could show the error. */
  readonly failed: (error: unknown) => void
}

/**
 * A stream of events that reads an iterator as fast as the client reads. `Readable.from` would wait for the next value
 * before it ends the iterator of a client that has left.
 */
class EventStream extends Readable {
  private readonly values: YieldedValues
  private isOver = false
  /** Whether the iterator has been asked for a value. */
  private isAsking = false
  /** Until the first event. */
  private began: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    source: AsyncIterator<unknown>,
    private readonly options: StreamOptions,
  ) {
    super()
    this.values = new YieldedValues(source, options.failed)
  }

  /** Waits for the first event, at most the delay. @throws the error of the generator before its first event */
  begin(delay: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.began = { resolve, reject }
      this.startTimer(delay)
      this.read(0) // calls `_read`
    })
  }

  /** Ends the response after the events that are sent already. */
  endEarly(): void {
    if (this.destroyed || this.readableEnded) return
    this.stop()
    this.push(null)
    this.options.leave()
  }

  /** Node calls it after each comment too. An iterator has one open `next` at a time, as in a loop. */
  override _read(): void {
    if (this.isAsking) return
    this.isAsking = true
    this.pull().catch((error) => this.fail(error))
  }

  private fail(error: Error): void {
    if (this.isOver) this.options.failed(error)
    else if (this.began === null) this.destroy(error || new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
    else {
      this.began.reject(error)
      this.destroy()
    }
  }

  /** Sends a comment later, unless an event is sent before. */
  private startTimer(delay: number): void {
    this.timer = nodeTimers.setTimeout(() => {
      this.timer = null
      this.pushText(this.readableLength === 0 ? ':\n\n' : '') // the client is still taking events
    }, delay)
    this.timer.unref()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.stop()
    done(error)
  }

  private async pull(): Promise<void> {
    const { done, value } = await this.values.next()
    if (this.isOver) return
    if (done === true) {
      this.isOver = true
      this.clearTimer()
      this.push(null)
      this.endBeginning()
      return
    }
    const text = await this.textOf(value)
    this.isAsking = false
    if (!this.isOver) this.pushText(text)
  }

  private pushText(text: string): void {
    this.clearTimer()
    const { heartbeat } = this.options
    if (heartbeat !== null) this.startTimer(heartbeat)
    if (text !== '') this.push(text)
    this.endBeginning()
  }

  private endBeginning(): void {
    this.began?.resolve()
    this.began = null
  }

  private async textOf(value: unknown): Promise<string> {
    const { data, fields } = value instanceof EventMessage ? value : new EventMessage(value, {})
    const written = await this.options.write(data, { route: '@Events', advice: 'The data of an event must be JSON.' })
    const named = Object.entries({ id: fields.id, event: fields.event, retry: fields.retry })
    const lines = named.flatMap(([name, given]) => (given === undefined ? [] : `${name}: ${given}\n`))
    return `${lines.join('')}${dataLines(written)}\n`
  }

  private stop(): void {
    this.clearTimer()
    this.endBeginning()
    if (this.isOver) return
    this.isOver = true
    this.values.end()
  }

  private clearTimer(): void {
    if (this.timer !== null) nodeTimers.clearTimeout(this.timer)
    this.timer = null
  }
}

/** JSON is one line, but a serializer of the application may write several. */
function dataLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')
}
