import { tracingChannel } from 'node:diagnostics_channel'
import type { Instance } from '../../contracts/instance.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { Handler } from '../../contracts/route.js'
import { pendingOf } from '../../support/values.js'
import { statusOf } from '../errors/error-answer.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import { surround } from './around.js'
import { createHandle, ofHandler, settle, settlePromise } from './handle.js'
import { failStage } from './pending.js'
import type { RouteParts, Stage } from './route-parts.js'
import { UnansweredWatch } from './unanswered.js'

/** What subscribers of the channel get (names as Fastify documents them: Hooks, «Diagnostics Channel Hooks»). */
interface HandlerTrace {
  request: Request
  reply: Reply
  /** Whether the handler, or an error handler after it, answered by a promise, or returned the reply. */
  async: boolean
  route: { url: string; method: string }
  error?: unknown
}

/** The channel on which instrumentations of the ecosystem follow handlers. */
const channels = tracingChannel<object, HandlerTrace>('fastify.request.handler')

/** Of the replies whose handlers are being followed. */
const traces = new WeakMap<ServerReply, HandlerTrace>()

/** The last request stage: the handler, followed by whoever subscribes to the channel. */
export function createTracedHandle(parts: RouteParts): Stage {
  const { instance, url, method } = parts
  const handler = surround(parts.arounds, parts.handler)
  const unanswered = parts.development ? new UnansweredWatch(parts) : null
  const handle = createHandle({ instance, handler }, unanswered)
  if (url === null) return handle
  return (request, reply) => {
    if (!channels.hasSubscribers) {
      handle(request, reply)
      return
    }
    const trace: HandlerTrace = { request, reply, async: false, route: { url, method } }
    traces.set(reply, trace)
    channels.start.runStores(trace, () => {
      try {
        runTraced({ instance, handler, trace, unanswered }, request, reply)
      } finally {
        channels.end.publish(trace)
      }
    })
  }
}

interface Traced {
  instance: Instance
  handler: Handler
  trace: HandlerTrace
  unanswered: UnansweredWatch | null
}

function runTraced({ instance, handler, trace, unanswered }: Traced, request: ServerRequest, reply: ServerReply): void {
  let result: unknown
  try {
    result = handler.call(instance, request, reply)
  } catch (error) {
    publishError(trace, reply, error)
    failStage(request, reply, error)
    return
  }
  settleTraced(request, reply, result)
  if (result === undefined) unanswered?.watch(reply)
}

/** As `settle`, and told to whoever follows the handler: what an error handler answers by a promise belongs to it. */
export function settleTraced(request: ServerRequest, reply: ServerReply, result: unknown, by = ofHandler): void {
  const trace = channels.hasSubscribers ? traces.get(reply) : undefined
  if (trace !== undefined && result === reply) {
    trace.async = true
    reply.then(() => resume(trace, () => {}))
    return
  }
  const pending = trace === undefined ? null : pendingOf(result)
  if (trace === undefined || pending === null) {
    settle(request, reply, result, by)
    return
  }
  trace.async = true
  pending.then(
    (payload) => resume(trace, () => settlePromise(reply, payload, by)),
    (error) => {
      publishError(trace, reply, error)
      resume(trace, () => by.failed(request, reply, error))
    },
  )
}

/** Subscribers read the status that the client will see. */
function publishError(trace: HandlerTrace, reply: ServerReply, error: unknown): void {
  trace.error = error
  reply.raw.statusCode = statusOf(error, reply.statusCode)
  channels.error.publish(trace)
}

function resume(trace: HandlerTrace, run: () => void): void {
  channels.asyncStart.publish(trace)
  try {
    run()
  } finally {
    channels.asyncEnd.publish(trace)
  }
}
