// Listeners and timers that only those routes get which have a hook, a log or a time limit for them.
import type { OnRequestAbortHook, RequestHook } from '../contracts/hooks.js'
import { replyCodes } from '../errors/message-codes.js'
import { serverCodes } from '../errors/server-codes.js'
import { onLost } from '../http/connection.js'
import { phases } from '../http/phases.js'
import type { ServerReply } from '../http/reply.js'
import { abortController, type ServerRequest } from '../http/request.js'
import * as slots from '../http/slots.js'
import { endsByCallback } from '../lifecycle/check-hook.js'
import { isThenable } from '../support/values.js'
import { stageKey } from './route-meter.js'
import type { RouteParts, StageBuilder } from './route-parts.js'

/** Writes the line about an arriving request. */
export const logArrival: StageBuilder = ({ logged, logs }, next) => {
  if (!logged) return next
  return (request, reply) => {
    logs.incomingRequest(request, reply)
    next(request, reply)
  }
}

/** Runs `onResponse` hooks and writes the line about the answer, when the last byte has been handed over. */
export const watchEnd: StageBuilder = (parts, next) => {
  const { hooks, logged } = parts
  if (!logged && hooks.onResponse.length === 0 && parts.handlerTimeout === null) return next
  return (request, reply) => {
    reply[slots.started] = performance.now()
    const finish = (error?: Error) => {
      reply.raw.removeListener('finish', finish)
      reply.raw.removeListener('error', finish)
      reply[slots.ended] = performance.now()
      runOnResponse(parts, { request, reply, error })
    }
    reply.raw.on('finish', finish)
    reply.raw.on('error', finish)
    next(request, reply)
  }
}

/** Answers 503 when the handler takes too long; an answer that has begun is cut. */
export const limitTime: StageBuilder = ({ handlerTimeout, url }, next) => {
  if (handlerTimeout === null) return next
  return (request, reply) => {
    const timer = setTimeout(() => {
      if (isOutOfHand(reply)) return
      const error = new serverCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeout, url ?? request.url)
      abortController(request).abort(error) // its listeners may answer
      if (isOutOfHand(reply)) return
      if (reply.raw.headersSent) reply.raw.destroy(error)
      else request[slots.route].fail(request, reply, error)
    }, handlerTimeout)
    reply.raw.once('close', () => clearTimeout(timer))
    reply.raw.once('finish', () => clearTimeout(timer))
    next(request, reply)
  }
}

/** All of the answer has been handed to node, or somebody else has taken it over. */
function isOutOfHand(reply: ServerReply): boolean {
  return reply[slots.phase] === phases.hijacked || reply.raw.writableEnded
}

/** Runs `onRequestAbort` hooks when the client leaves before its answer is complete. */
export const watchAbort: StageBuilder = ({ hooks, instance }, next) => {
  const list = hooks.onRequestAbort
  if (list.length === 0) return next
  return (request, reply) => {
    onLost(reply.raw, () => {
      runInTurn(
        list.length,
        (index, done) => {
          const hook = list[index] as OnRequestAbortHook // index is below the length
          return { result: hook.call(instance, request, done), ends: endsByCallback('onRequestAbort', hook) }
        },
        (error) => reply.log.error({ req: request, err: error }, 'onRequestAborted hook failed'),
      )
    })
    next(request, reply)
  }
}

/** Runs `onTimeout` hooks when the socket has been idle for longer than `connectionTimeout`. */
export const watchIdle: StageBuilder = (parts, next) => {
  const { onTimeout } = parts.hooks
  if (onTimeout.length === 0) return next
  return (request, reply) => {
    const { socket } = request.raw
    const onIdle = () => runWatchers(parts, 'onTimeout', { request, reply })
    socket.once('timeout', onIdle)
    reply.raw.once('close', () => socket.removeListener('timeout', onIdle))
    next(request, reply)
  }
}

interface End {
  request: ServerRequest
  reply: ServerReply
  error: Error | undefined
}

function runOnResponse(parts: RouteParts, { request, reply, error }: End): void {
  const { hooks, logs, logged } = parts
  const end = () => {
    parts.meter?.leave(request)
    if (logged) logs.requestCompleted(error, request, reply)
  }
  if (hooks.onResponse.length === 0) end()
  else runWatchers(parts, 'onResponse', { request, reply }, end)
}

/** Runs hooks that can change nothing any more; what they throw is logged. */
function runWatchers(
  { hooks, instance, meter }: RouteParts,
  name: 'onResponse' | 'onTimeout',
  { request, reply }: { request: ServerRequest; reply: ServerReply },
  end: () => void = () => {},
): void {
  const run = (index: number, done: (error?: unknown) => void) => {
    const hook = hooks[name][index] as RequestHook // index is below the length
    if (name === 'onResponse') meter?.enter(request, stageKey(name, index)) // the other interrupts a stage
    return { result: hook.call(instance, request, reply, done), ends: endsByCallback(name, hook) }
  }
  runInTurn(
    hooks[name].length,
    run,
    (error) => reply.log.error({ req: request, err: error }, 'a hook failed after the reply was sent'),
    end,
  )
}

type RunOne = (index: number, done: (error?: unknown) => void) => { result: unknown; ends: boolean }

function runInTurn(count: number, run: RunOne, failed: (error: unknown) => void, end: () => void = () => {}): void {
  const runFrom = (index: number): void => {
    if (index === count) {
      end()
      return
    }
    let over = false
    const done = (error?: unknown) => {
      if (over) return
      over = true
      if (error) failed(error)
      runFrom(index + 1)
    }
    try {
      const { result, ends } = run(index, done)
      if (isThenable(result)) result.then(() => done(), done)
      else if (!ends) done()
    } catch (error) {
      done(error ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
    }
  }
  runFrom(0)
}
