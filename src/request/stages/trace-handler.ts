import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { compileAnswer } from '../../lifecycle/answer-call.js'
import { tracingChannel } from '../../packages/node.cjs'
import { publish, publishAround } from '../../support/publish.js'
import { statusOf } from '../errors/error-answer.js'
import type { ServerReply } from '../message/reply.js'
import * as slots from '../message/slots.js'
import { surround } from './around.js'
import { type HandlerSteps, handlerSteps, UnansweredWatch } from './handle.js'
import type { RouteParts, Stage } from './route-parts.js'

/** The message for subscribers of the channel. Fastify documents the names: Hooks, «Diagnostics Channel Hooks». */
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

/** The traces of the replies whose handlers are followed. */
const traces = new WeakMap<ServerReply, HandlerTrace>()

/** The last request stage: the handler, followed by the subscribers of the channel. */
export function createTracedHandle(parts: RouteParts): Stage {
  const { url, method, arounds } = parts
  const steps = handlerSteps(parts, parts.settings.development ? new UnansweredWatch(parts) : null)
  const handle = compileAnswer(surround(arounds, steps))
  if (url === null) return handle
  let handleTraced: Stage | null = null // most servers are never traced
  const follow: Stage = (request, reply) => {
    const trace: HandlerTrace = { request, reply, async: false, route: { url, method } }
    traces.set(reply, trace)
    const run = handleTraced ?? compileAnswer(surround(arounds, traced(steps)))
    handleTraced = run
    const failed = reporterOf(trace)
    const follow = () => {
      try {
        run(request, reply)
      } finally {
        publish(channels.end, trace, failed)
      }
    }
    publishAround(channels.start, trace, follow, failed)
  }
  return (request, reply) => {
    if (channels.hasSubscribers) follow(request, reply)
    else handle(request, reply)
  }
}

/**
 * Steps that also publish to the subscribers. An error handler that answers by a promise belongs to the trace of its
 * handler.
 */
export function traced(steps: HandlerSteps): HandlerSteps {
  return {
    call: steps.call,
    returned: (request, reply, given, value) => {
      const trace = value === reply ? traceOf(reply) : undefined
      if (trace === undefined) {
        steps.returned(request, reply, given, value)
        return
      }
      trace.async = true
      reply.then(() => resume(trace, () => {}))
    },
    threw: (request, reply, given, error) => {
      const trace = traceOf(reply)
      if (trace !== undefined) publishError(trace, reply, error)
      steps.threw(request, reply, given, error)
    },
    waits: (_request, reply) => {
      const trace = traceOf(reply)
      if (trace !== undefined) trace.async = true
    },
    resolved: (request, reply, given, payload) => {
      const trace = traceOf(reply)
      if (trace === undefined) steps.resolved(request, reply, given, payload)
      else resume(trace, () => steps.resolved(request, reply, given, payload))
    },
    rejected: (request, reply, given, error) => {
      const trace = traceOf(reply)
      if (trace !== undefined) publishError(trace, reply, error)
      if (trace === undefined) steps.rejected(request, reply, given, error)
      else resume(trace, () => steps.rejected(request, reply, given, error))
    },
  }
}

function traceOf(reply: ServerReply): HandlerTrace | undefined {
  return channels.hasSubscribers ? traces.get(reply) : undefined
}

/** Subscribers read the status that the client will receive. */
function publishError(trace: HandlerTrace, reply: ServerReply, error: unknown): void {
  trace.error = error
  reply.raw.statusCode = statusOf(error, reply.statusCode)
  publish(channels.error, trace, reporterOf(trace))
}

function resume(trace: HandlerTrace, run: () => void): void {
  const failed = reporterOf(trace)
  publish(channels.asyncStart, trace, failed)
  try {
    run()
  } finally {
    publish(channels.asyncEnd, trace, failed)
  }
}

/** Logs the error of a subscriber, which must not change the answer. */
function reporterOf({ request, reply }: HandlerTrace) {
  return (error: unknown, channel: string | symbol): void => {
    const { logs } = (reply as ServerReply)[slots.route] // the reply is the framework's own
    logs.write(reply.log, 'error', { req: request, err: error }, `a subscriber of ${String(channel)} failed`)
  }
}
