// Hot path: one linked stage for each hook of a route. A route without hooks has no hook stage.

import type { IncomingMessage } from 'node:http'
import type { LifecycleHookName, PayloadHook, RequestHook } from '../../contracts/hooks.js'
import { bodyCodes, replyCodes } from '../../errors/message-codes.js'
import type { CallSteps } from '../../lifecycle/call.js'
import type { UserFunction } from '../../lifecycle/function-form.js'
import type { HookFunction } from '../../lifecycle/hook-functions.js'
import { EventEmitter } from '../../packages/node.cjs'
import { badRequest } from '../../parsers/read-body.js'
import { describeValue } from '../../support/values.js'
import { isChosenAnswer } from '../message/answer.js'
import { canAnswer } from '../message/connection.js'
import { keepStream, listenerFailed } from '../message/event-guard.js'
import { isPending, isReporting, phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import { bodyStream, type ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { enterPayloadStage, enterStage } from './boundary.js'
import { measured } from './measure.js'
import { bodyIsRead } from './parse-body.js'
import { failAfterHijack, failStage, writeFailure } from './pending.js'
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
      return measured(parts, stageKey(name, index), payloadHookStage(parts, hook, { name, next: after }))
    }, next)
}

/** `preParsing` hooks may replace the stream of the body. */
export const preParsingHooks: StageBuilder = (parts, next) => {
  const isRead = bodyIsRead(parts)
  return parts.hooks.preParsing.reduceRight((after, given, index) => {
    const hook = given as PayloadHook // it has the shape of a payload hook, with the stream as payload
    const run = payloadHookStage(parts, hook, {
      name: 'preParsing',
      next: (request, reply, payload) => {
        if (isBodyStream(payload)) {
          if (payload !== request.raw && payload instanceof EventEmitter) keepBody(payload, reply)
          if (payload !== bodyStream(request)) request[slots.payload] = payload
        } else if (isChosenAnswer(payload)) {
          if (isPending(reply)) failStage(request, reply, payload)
          return
        } else if (payload !== null && isPending(reply) && isRead(request)) {
          failStage(
            request,
            reply,
            refuseStream(parts.settings.functions.prepare('preParsing', hook), request, payload),
          )
          return
        }
        if (isPending(reply)) after(request, reply)
      },
    })
    return measured(parts, stageKey('preParsing', index), (request, reply) => {
      run(request, reply, bodyStream(request))
    })
  }, next)
}

/** A stream of the body may fail before a parser reads it. The status is that of a failure while it is read. */
function keepBody(stream: EventEmitter, reply: ServerReply): void {
  keepStream(stream, {
    [listenerFailed](error, [name, given] = []) {
      reply[listenerFailed](name === 'error' && given === error ? badRequest(error) : error)
    },
  })
}

/**
 * The error for a hook that returned no stream. Fastify, too, ignores the value if the body is not read. If the body is
 * read, the process of Fastify ends.
 */
function refuseStream({ title }: HookFunction, { routeOptions }: ServerRequest, payload: unknown): Error {
  const { method, url } = routeOptions
  const got = hasStreamMethods(payload) ? 'a stream that is frozen' : describeValue(payload)
  return new bodyCodes.ALC_ERR_BODY_STREAM(title, `${method} ${url}`, got)
}

/**
 * Whether parsers can read a value. `instanceof` would not find a stream of another copy of node's module, because it
 * has other classes.
 */
function isBodyStream(payload: unknown): payload is IncomingMessage {
  return hasStreamMethods(payload) && Object.isExtensible(payload) // a frozen one takes no listeners
}

function hasStreamMethods(payload: unknown): boolean {
  const { on, resume } = Object(payload) as { on?: unknown; resume?: unknown } // a primitive has neither
  return typeof on === 'function' && typeof resume === 'function'
}

/**
 * Runs hooks that can no longer change the answer, one after the other. A failure is logged, and the next hook runs.
 */
export function watchingHooks(parts: RouteParts, hooks: WatchingHooks): PayloadStage {
  const { name, title, measures, givesFailure, end } = hooks
  const { instance } = parts
  return parts.hooks[name].reduceRight<PayloadStage>((after, fn, index) => {
    const hook = parts.settings.functions.prepare(name, fn)
    const { run } = hook
    const failureOf = (reason: unknown) => reason ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR()
    const failed = (reply: ServerReply, reason: unknown) => writeFailure(reply, failureOf(reason), title)
    const call = hook.compile<unknown, ServerReply>({
      call: callOf(name, run, instance),
      ended: (given, reply) => after(reply.request, reply, given),
      failed: (given, reply, reason) => {
        const isGiven = givesFailure === true && given === undefined
        if (!isGiven) failed(reply, reason)
        after(reply.request, reply, isGiven ? failureOf(reason) : given)
      },
      failedLate: failed,
    })
    const stage: PayloadStage = (_request, reply, given) => call(given, reply)
    return measures ? measured(parts, stageKey(name, index), stage) : stage
  }, end)
}

export interface WatchingHooks {
  readonly name: 'onResponse' | 'onTimeout' | 'onError' | 'onRequestAbort'
  /** The title of the log line about a failed hook. */
  readonly title: string
  readonly measures: boolean
  /** Whether `end` gets the first failure, and writes its line. */
  readonly givesFailure?: boolean
  readonly end: PayloadStage
}

type Call = CallSteps<unknown, ServerReply>['call']

/** The hooks differ in their arguments. */
function callOf(name: WatchingHooks['name'], run: UserFunction, instance: RouteParts['instance']): Call {
  if (name === 'onRequestAbort') return (_given, { request }, _c, done) => run.call(instance, request, done)
  if (name === 'onError') {
    return (error, reply, _c, done) => {
      if (isReporting(reply)) reply[slots.phase] = phases.reporting
      try {
        return run.call(instance, reply.request, reply, error, done)
      } finally {
        if (isReporting(reply)) reply[slots.phase] = phases.awaitingReport
      }
    }
  }
  return (_given, reply, _c, done) => run.call(instance, reply.request, reply, done)
}

interface HookLink<S> {
  name: LifecycleHookName
  next: S
}

function requestHookStage(parts: RouteParts, fn: RequestHook, { name, next }: HookLink<Stage>): Stage {
  const { instance } = parts
  const hook = parts.settings.functions.prepare(name, fn)
  const { run } = hook
  const steps: CallSteps<ServerRequest, ServerReply> = {
    call: (request, reply, _c, done) => run.call(instance, request, reply, done),
    ended: (request, reply, value) => {
      if (!isPending(reply)) return
      // A returned answer() counts as a thrown one. Ignored, it would let the request pass.
      if (value !== undefined && isChosenAnswer(value)) failStage(request, reply, value)
      else enterStage(next, request, reply)
    },
    failed: (request, reply, reason) => {
      if (failAfterHijack(reply, 'hook')) return
      failStage(request, reply, reason ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
    },
    failedLate,
  }
  return hook.compile(steps, (_request, reply) => isPending(reply))
}

function payloadHookStage(parts: RouteParts, fn: PayloadHook, { name, next }: HookLink<PayloadStage>): PayloadStage {
  const { instance } = parts
  const hook = parts.settings.functions.prepare(name, fn)
  const { run } = hook
  const steps: CallSteps<unknown, ServerReply> = {
    call: (payload, reply, _c, done) => run.call(instance, reply.request, reply, payload, done),
    ended: (payload, reply, replaced) => enterPayloadStage(next, reply, replaced === undefined ? payload : replaced),
    failed: (_payload, reply, reason) => failPayload(reply, reason),
    failedLate,
  }
  const isOpen = (_payload: unknown, reply: ServerReply) =>
    reply[slots.phase] !== phases.hijacked && canAnswer(reply.raw)
  const call = hook.compile(steps, isOpen)
  return (_request, reply, payload) => call(payload, reply)
}

function failedLate(reply: ServerReply, reason: unknown): void {
  writeFailure(reply, reason, 'a hook failed after it had ended')
}

/** A failed hook of a payload makes the sending fail: the error handlers answer instead. */
function failPayload(reply: ServerReply, error: unknown): void {
  if (failAfterHijack(reply, 'hook')) return
  reply[slots.route].fail(reply.request, reply, error ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
}
