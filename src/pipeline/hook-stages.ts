// Hot path: one stage for each hook of a route, linked; a route without hooks has none.
import type { DoneWith, LifecycleHookName, PayloadHook, RequestHook } from '../contracts/hooks.js'
import type { Instance } from '../contracts/instance.js'
import { replyCodes } from '../errors/message-codes.js'
import { phases } from '../http/phases.js'
import type { ServerReply } from '../http/reply.js'
import type { ServerRequest } from '../http/request.js'
import * as slots from '../http/slots.js'
import { endsByCallback } from '../lifecycle/check-hook.js'
import { isThenable } from '../support/values.js'
import { measured, measuredPayload } from './measure.js'
import { stageKey } from './route-meter.js'
import type { PayloadStage, PayloadStageBuilder, RouteParts, Stage, StageBuilder } from './route-parts.js'

type RequestHookName = 'onRequest' | 'preValidation' | 'preHandler'
type PayloadHookName = 'preSerialization' | 'onSend'

/** A builder for the hooks of one name, in their order. */
export function requestHooks(name: RequestHookName): StageBuilder {
  return (parts, next) =>
    parts.hooks[name].reduceRight((after, hook, index) => {
      return measured(parts, stageKey(name, index), requestHookStage(parts, hook, { name, next: after }))
    }, next)
}

export function payloadHooks(name: PayloadHookName): PayloadStageBuilder {
  return (parts, next) =>
    parts.hooks[name].reduceRight((after, hook, index) => {
      return measuredPayload(parts, stageKey(name, index), payloadHookStage(parts, hook, { name, next: after }))
    }, next)
}

/** `preParsing` hooks may put another stream in the place of the body. */
export const preParsingHooks: StageBuilder = (parts, next) =>
  parts.hooks.preParsing.reduceRight((after, hook, index) => {
    const ofStream = hook as PayloadHook // the same shape, with the stream as payload
    const run = payloadHookStage(parts, ofStream, {
      name: 'preParsing',
      next: (request, reply, payload) => {
        request[slots.payload] = payload as ServerRequest[typeof slots.payload] // what the hook promised to give
        if (isPending(reply)) after(request, reply)
      },
    })
    return measured(parts, stageKey('preParsing', index), (request, reply) => {
      run(request, reply, request[slots.payload])
    })
  }, next)

/** An error of a request stage: reported while the request is on its way, and only logged when it has been answered. */
export function failStage(request: ServerRequest, reply: ServerReply, error: unknown): void {
  if (isPending(reply)) request[slots.route].fail(request, reply, error ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
  else reply.log.error({ req: request, err: error }, 'a hook or handler failed after the reply was sent')
}

/**
 * Whether the request is still on its way to an answer. Once it has failed it never is again: an error handler opens
 * the reply for itself, and a stage that ends late must not take that for leave to go on.
 */
export function isPending(reply: ServerReply): boolean {
  return reply[slots.handled] === -1 && reply[slots.phase] === phases.open && !reply.raw.writableEnded
}

interface HookLink<S> {
  name: LifecycleHookName
  next: S
}

function requestHookStage({ instance }: RouteParts, hook: RequestHook, { name, next }: HookLink<Stage>): Stage {
  const proceed: Stage = (request, reply) => {
    if (isPending(reply)) next(request, reply)
  }
  if (endsByCallback(name, hook)) return callbackStage(instance, hook, proceed)
  return (request, reply) => {
    let result: unknown
    try {
      result = hook.call(instance, request, reply, unusedDone)
    } catch (error) {
      failStage(request, reply, error)
      return
    }
    if (!isThenable(result)) {
      proceed(request, reply)
      return
    }
    result.then(
      () => proceed(request, reply),
      (error) => failStage(request, reply, error),
    )
  }
}

function callbackStage(instance: Instance, hook: RequestHook, proceed: Stage): Stage {
  return (request, reply) => {
    let over = false
    const done = (error?: unknown) => {
      if (over) return
      over = true
      if (error) failStage(request, reply, error)
      else proceed(request, reply)
    }
    // Thrown or rejected is failed, whatever the value: an empty text must not open a guarded door.
    const failed = (error: unknown) => {
      if (over) reply.log.error({ req: request, err: error }, 'a hook failed after it had called done')
      else failStage(request, reply, error)
      over = true
    }
    try {
      const result: unknown = hook.call(instance, request, reply, done)
      if (isThenable(result)) result.then(() => done(), failed)
    } catch (error) {
      failed(error)
    }
  }
}

function payloadHookStage(
  { instance }: RouteParts,
  hook: PayloadHook,
  { name, next }: HookLink<PayloadStage>,
): PayloadStage {
  const byCallback = endsByCallback(name, hook)
  return (request, reply, payload) => {
    let over = false
    const done: DoneWith = (error, replaced) => {
      if (over) return
      over = true
      if (error) failPayload(request, reply, error)
      else next(request, reply, replaced === undefined ? payload : replaced)
    }
    const failed = (error: unknown) => {
      if (over) reply.log.error({ req: request, err: error }, 'a hook failed after it had called done')
      else failPayload(request, reply, error)
      over = true
    }
    let result: unknown
    try {
      result = hook.call(instance, request, reply, payload, done)
    } catch (error) {
      failed(error)
      return
    }
    if (isThenable(result)) result.then((replaced) => done(null, replaced), failed)
    else if (!byCallback) done(null, result)
  }
}

/** A hook of the reply fails the sending itself: the error handlers get another try. */
function failPayload(request: ServerRequest, reply: ServerReply, error: unknown): void {
  request[slots.route].fail(request, reply, error ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
}

function unusedDone(): void {}
