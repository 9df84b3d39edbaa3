// Hot path: `run` is called for every request that found this route.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../context/context.js'
import type { OnDemand, RequestRoute } from '../../contracts/compiled-route.js'
import type { Logger } from '../../contracts/logger.js'
import type { Request } from '../../contracts/request.js'
import type { RouteOptionsView } from '../../contracts/route.js'
import type { HttpPart, SerializeFunction, ValidateFunction } from '../../contracts/schema.js'
import { noHooks } from '../../lifecycle/hook-registry.js'
import { giversAmong } from '../../lifecycle/provenance.js'
import type { RouteTarget } from '../../router/route-table.js'
import { asFastify } from '../../support/as-fastify.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { dropSecondPayload } from '../message/drop-payload.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { enterHandler, forgetPreset, presetStatus } from './answer-stages.js'
import { enterStage } from './boundary.js'
import type { RouteDescription } from './describe-route.js'
import { createFail, type Fail, resumeFailed } from './fail.js'
import { unwatched } from './handle.js'
import { preParsingHooks, requestHooks } from './hook-stages.js'
import { type ListedStage, listStages } from './list-stages.js'
import { measure, measured } from './measure.js'
import { parseBody } from './parse-body.js'
import { type RouteMeter, stageKey } from './route-meter.js'
import { linkStages, nameOfRoute, type RouteParts, type Stage, type StageBuilder } from './route-parts.js'
import { Sending } from './send.js'
import { createTracedHandle } from './trace-handler.js'
import { createSending } from './typed-sending.js'
import { checkQuery, validate } from './validate.js'
import { limitTime, logArrival, watchAbort, watchEnd, watchIdle } from './watch.js'

const calledInNotFound = asFastify
  ? 'Trying to send a NotFound error inside a 404 handler. Sending basic 404 response.'
  : 'callNotFound was called inside a not-found handler'

/** The lifecycle of a request (docs/reference/hooks.md), in order. */
const requestStages: readonly StageBuilder[] = [
  presetStatus,
  measure,
  logArrival,
  watchEnd,
  limitTime,
  watchIdle,
  watchAbort,
  checkQuery,
  requestHooks('onRequest'),
  preParsingHooks,
  parseBody,
  requestHooks('preValidation'),
  validate,
]
/** The stages that run when a route passes its request to the not-found handler: the rest of the lifecycle. */
const handlerStages: readonly StageBuilder[] = [requestHooks('preHandler'), enterHandler]

/** How requests of a route get their id and logger. */
export interface RequestSetup {
  genReqId: (req: never) => string
  createLog: (req: IncomingMessage, id: string) => Logger
}

/** The values from which a route is created. */
export interface CompiledRouteStart {
  parts: RouteParts
  context: Context
  setup: RequestSetup
  /** The compilers of schemas that handlers pass: the route's own compilers, or the context's. */
  compilers: Pick<RequestRoute, 'compileValidator' | 'compileSerializer'>
  description: RouteDescription
  notFound: CompiledRoute | null
}

/** A route in the form in which it runs requests, created once at boot. */
export class CompiledRoute implements RequestRoute, RouteTarget {
  readonly instance: RequestRoute['instance']
  readonly logs: RequestRoute['logs']
  readonly is404: boolean
  readonly mirrorsGet: boolean
  readonly compileValidator: RequestRoute['compileValidator']
  readonly compileSerializer: RequestRoute['compileSerializer']
  /** The stages from `onRequest` to the handler. */
  readonly start: Stage
  /** The stages from `preHandler` to the handler. */
  readonly resume: Stage
  private onDemand: OnDemand | null = null
  private readonly sending: Sending
  /** Created at the first failure: it takes 0.6 KB, and most routes have no failure. */
  private failing: Fail | null = null
  private readonly description: RouteDescription
  private readonly parts: RouteParts
  private readonly Request: typeof ServerRequest
  private readonly Reply: typeof ServerReply
  private readonly genReqId: (req: never) => string
  private readonly createLog: RequestSetup['createLog']
  private readonly notFound: CompiledRoute | null
  /** `notFound` for requests of this route. Created at the first use, because few routes pass requests on. */
  private passedOn: CompiledRoute | null = null
  /** This route without hooks, for `frameworkErrors` of the drop-in. Created at the first use. */
  private hookless: CompiledRoute | null = null

  constructor({ parts, context, setup, compilers, description, notFound }: CompiledRouteStart) {
    this.parts = parts
    this.instance = parts.instance
    this.logs = parts.settings.logs
    this.is404 = parts.url === null
    this.mirrorsGet = parts.mirrorsGet
    this.compileValidator = compilers.compileValidator
    this.compileSerializer = compilers.compileSerializer
    this.description = description
    this.sending = createSending(parts)
    this.resume = linkStages(handlerStages, parts, measured(parts, stageKey('handler'), createTracedHandle(parts)))
    this.start = linkStages(requestStages, parts, this.resume)
    this.Request = context.view.Request
    this.Reply = parts.arounds.length === 0 ? context.view.Reply : context.view.heldReply()
    this.genReqId = setup.genReqId
    this.createLog = setup.createLog
    this.notFound = notFound
  }

  run(req: IncomingMessage, res: ServerResponse, params: unknown, query: unknown): void {
    const id = this.genReqId(req as never) // generators declare the request type that they need
    const log = this.createLog(req, id)
    const request = new this.Request(this, req, id, log)
    request.params = params
    request.query = query
    enterStage(this.start, request, new this.Reply(res, request))
  }

  /** Creates a request and a reply that no route handles, for `frameworkErrors`. Fastify runs no hooks for them. */
  open(req: IncomingMessage, res: ServerResponse): { request: ServerRequest; reply: ServerReply } {
    const id = this.genReqId(req as never) // generators declare the request type that they need
    if (asFastify) this.hookless ??= this.withoutHooks()
    const request = new this.Request(this.hookless ?? this, req, id, this.createLog(req, id))
    return { request, reply: new this.Reply(res, request) }
  }

  private withoutHooks(): CompiledRoute {
    const parts = { ...this.parts, hooks: noHooks }
    return this.changed({ parts, sending: createSending(parts) })
  }

  send(request: ServerRequest, reply: ServerReply, payload: unknown): void {
    this.sending.send(request, reply, payload)
  }

  serialize(reply: ServerReply, payload: unknown): string | Buffer {
    return this.sending.serialize(reply, payload)
  }

  fail(request: ServerRequest, reply: ServerReply, error: unknown): void {
    this.failing ??= createFail(this.parts, this.sending)
    this.failing(request, reply, error)
  }

  describe(request: Request): RouteOptionsView {
    return this.description.read(request)
  }

  giversOf(name: string | symbol): readonly string[] {
    return giversAmong(this.parts.hooks, name)
  }

  get name(): string {
    return nameOfRoute(this.parts)
  }

  get compiledOnDemand(): OnDemand {
    this.onDemand ??= { validators: new WeakMap(), serializers: new WeakMap() }
    return this.onDemand
  }

  get messages(): RequestRoute['messages'] {
    return this.parts.messages
  }

  get successStatus(): number {
    return this.parts.successStatus
  }

  get meta(): Record<string, unknown> {
    const { hooks, errorHandlers } = this.parts
    const used = Object.entries(hooks).filter(([, list]) => list.length > 0)
    return { errorHandler: errorHandlers[0]?.handle ?? 'the default answer', ...Object.fromEntries(used) }
  }

  /** The stages in order, for inspection. */
  listStages(): ListedStage[] {
    return listStages(this.parts)
  }

  /** Null on a server that is not measured. */
  get meter(): RouteMeter | null {
    return this.parts.meter
  }

  getValidator(part: HttpPart): ValidateFunction | undefined {
    return this.parts.validation?.getValidator(part) ?? undefined
  }

  getSerializer(status: string, contentType: string | undefined): SerializeFunction | undefined {
    return this.parts.serializers?.named(status, contentType && mediaTypeOf(contentType)) ?? undefined
  }

  drop(reply: ServerReply, payload: unknown): void {
    dropSecondPayload(reply, payload)
  }

  callNotFound(request: ServerRequest, reply: ServerReply): void {
    if (this.notFound === null) {
      this.logs.write(reply.log, 'warn', { req: request }, calledInNotFound)
      reply.code(404)
      // `frameworkErrors` and error handlers call this method, too: their request has failed, and is not pending.
      if (asFastify || reply[slots.handled] >= 0) this.send(request, reply, '404 Not Found')
      else unwatched.returned(request, reply, null, '404 Not Found')
      return
    }
    forgetPreset(this.parts, reply)
    if (reply[slots.handled] >= 0) resumeFailed(reply, this.parts, this.notFound.parts)
    this.passedOn ??= this.notFound.answeringFor(this)
    request[slots.route] = this.passedOn
    this.passedOn.resume(request, reply)
  }

  /** This not-found route with the `onSend` hooks of the route that passes its request on, as in Fastify. */
  private answeringFor({ sending: { deliver }, mirrorsGet }: CompiledRoute): CompiledRoute {
    return this.changed({ sending: new Sending(this.parts, deliver), mirrorsGet })
  }

  /** A copy of this route with some fields of its own. It shares the compiled stages. */
  private changed(own: { parts?: RouteParts; sending: Sending; mirrorsGet?: boolean }): CompiledRoute {
    const route = Object.create(CompiledRoute.prototype) as CompiledRoute // gets every field below
    return Object.assign(route, this as object, own, { failing: null })
  }
}
