import type { Instance } from '../../contracts/instance.js'
import type { Handler, RouteShorthandOptions } from '../../contracts/route.js'
import { aroundCodes } from '../../errors/around-codes.js'
import { ContextWriter } from '../../server/instance/context-writer.js'
import { builderOf } from '../../server/instance/open-context.js'
import { webSocketServer } from '../../server/network/listener-guard.js'
import { attempt, type Report } from '../../support/report.js'
import type { Builder } from '../container/builder.js'
import type { RouteFact } from '../decorators/facts.js'
import { ownFacts } from '../decorators/metadata.js'
import { checkRoute, type DeclaresLate, isDecidedLate } from '../plan/check-request-values.js'
import {
  type ClassPlan,
  type ContextPlan,
  type ControllerPlan,
  innermostFirst,
  type MemberPlan,
  type ModulePlan,
} from '../plan/context-plan.js'
import { describeGuard, guardsOf, providesOf } from '../plan/guards.js'
import { reportAtMember } from '../plan/report-at.js'
import { isUnreachable, urlsOf } from '../plan/route-paths.js'
import { ControllerSteps } from '../plan/route-steps.js'
import { routeValuesOf } from '../plan/route-values.js'
import { functionHook, guardHook, methodHook } from './class-hooks.js'
import { aroundsOf, compilePlain, methodArounds, methodOf, named } from './compile-handler.js'
import { endStreams } from './open-streams.js'
import { injectionsOf } from './read-injections.js'
import {
  type ControllerParts,
  controllerParts,
  formatterOf,
  handlerOf,
  ownErrorHandler,
  routeOptions,
  usedHooks,
} from './route-options.js'

/** Applies hooks, guards, error and not-found handlers of the modules of a context, first those of wrapped modules. */
export function applyModuleMembers(instance: Instance, context: ContextPlan, builder: Builder): void {
  for (const module of context.members) if (module.build.isBroken) leaveOut(module, builder)
  if (!context.members.some(appliesSomething)) return // most modules apply nothing
  const applied = innermostFirst(context).filter(appliesSomething)
  for (const module of applied) applyHooks(writerOf(instance, module), module, builder)

  const handling = applied.filter(handlesErrors)
  const [outermost] = handling.slice(-1)
  const handler = ownErrorHandler(handling, builder)
  if (outermost !== undefined && handler !== undefined) writerOf(instance, outermost).setErrorHandler(handler)
  for (const module of applied) {
    const formatter = formatterOf(module, builder)
    if (formatter !== undefined) writerOf(instance, module).setSchemaErrorFormatter(formatter)
  }
  // The plan has already reported a second not-found handler.
  const [first] = applied.flatMap((module) => notFoundsOf(module).map(({ member }) => ({ module, member })))
  if (first === undefined) return
  const object = builder.objectOf(first.module.build)
  const { name, key } = first.member
  writerOf(instance, first.module).setNotFoundHandler(compilePlain(name, methodOf(object, key), { object }))
}

function notFoundsOf({ members }: ModulePlan): MemberPlan[] {
  return members.filter(({ member }) => member.notFoundHandler)
}

function handlesErrors({ members, used }: ClassPlan): boolean {
  return members.some(({ member }) => member.errorHandlers.length > 0) || used.some(handlesErrors)
}

/** Reports the methods of a class as skipped: they are known, but its object could not be built. */
function leaveOut({ node, members }: ModulePlan, { findings }: Builder): void {
  if (members.length > 0) findings.unseen(`the hooks and handlers of ${node.name}`, `${node.name} could not be built`)
}

function appliesSomething({ build, uses, used, guards, arounds, members }: ModulePlan): boolean {
  return !build.isBroken && uses.length + used.length + guards.length + arounds.length + members.length > 0
}

function applyHooks(writer: ContextWriter, module: ModulePlan, builder: Builder): void {
  const object = builder.objectOf(module.build)
  for (const { hook, run } of module.uses) writer.addHook(hook, functionHook(hook, run))
  for (const used of module.used) for (const { name, hook } of usedHooks(used, builder)) writer.addHook(name, hook)
  for (const { member } of module.members) {
    for (const { hook } of member.hooks) {
      attempt(reportAtMember(builder.findings.report, member), () => {
        writer.addHook(hook, methodHook(hook, methodOf(object, member.key), member.name, { object }))
      })
    }
  }
  for (const guard of module.guards) {
    const { on, hook } = guardHook(guard, builder)
    const { unknownPaths } = guard.fact
    const { place } = ownFacts(module.node.Class)
    writer.addGuard(on, hook, { provides: providesOf(guard), unknownPaths, place })
  }
  for (const around of [...aroundsOf(module, builder), ...methodArounds(module, builder)]) writer.addAround(around)
}

/** Applies the routes of a controller. */
export function applyController(instance: Instance, controller: ControllerPlan, builder: Builder): void {
  const { build } = controller
  const registrant = { kind: 'controller', name: build.name, parent: build.module.registrant } as const
  const writer = new ContextWriter(instance, registrant)
  const parts = controllerParts(controller, builder)
  const steps = isDecidedLate(controller) ? new ControllerSteps(controller) : null
  const declaresLate: DeclaresLate = (context, name) => builder.declaresRequestValue(context, name)
  if (controller.members.some(({ member }) => member.events !== null || member.socket !== null))
    writer.addHook(
      'preClose',
      named('endStreams', (done) => done(endStreams(parts.openStreams))),
    )
  for (const plan of controller.members) {
    if (plan.member.routes.length === 0) continue
    const [doubt = null] = builderOf(instance).failedAbove()
    const reportHere: Report = (problem) => reportAtMember(builder.findings.report, plan.member)(problem, { doubt })
    if (steps !== null) checkRoute(steps, plan, { declaresLate, report: reportHere })
    const handler = attempt(reportHere, () => handlerOf(parts, plan)) ?? named(plan.member.name, () => undefined)
    for (const route of plan.member.routes) {
      if (isUnreachable(controller, route)) continue
      attempt(reportHere, () => {
        const options = routeOptions(parts, { plan, route, report: reportHere })
        declareRoute(writer, options, { parts, route, plan, handler })
        if (options.websocket === true) checkSockets(instance, plan, build.module.name, handler)
      })
    }
  }
}

/**
 * Plugins for sockets wrap the handler in an `onRoute` hook. Without the hook, the handler would get the request where
 * it expects a socket. @fastify/websocket is known by its decoration, other plugins by the handler that they replaced.
 * A plugin that replaces all handlers, such as one that measures them, hides a missing hook. Then the handler itself
 * refuses the request.
 */
function checkSockets(instance: Instance, { member }: MemberPlan, module: string, handler: Handler): void {
  if (instance.hasDecorator(webSocketServer)) return
  const unseen = builderOf(instance).routes.find(({ options, implicit }) => !implicit && options.handler === handler)
  if (unseen === undefined) return
  const { methods, canonicalUrl } = unseen
  const route = `${methods.join(',')} ${canonicalUrl}`
  throw new aroundCodes.ALC_ERR_WEBSOCKET_UNSEEN(member.name, route, module)
}

function declareRoute(
  writer: ContextWriter,
  options: RouteShorthandOptions,
  { parts, route, plan, handler }: { parts: ControllerParts; route: RouteFact; plan: MemberPlan; handler: Handler },
): void {
  const { instance } = writer
  const { builder, guards } = parts
  const injections = () => injectionsOf(parts.plan, plan, builder)
  const guardedBy = guardsOf(parts.plan, plan).map(describeGuard)
  const values = [...routeValuesOf(parts.plan, plan, route).values()]
  const method = route.methods === null ? [...instance.supportedMethods] : [...route.methods]
  for (const url of urlsOf(parts.plan, route, options, instance)) {
    const path = url === '' && instance.prefix === '' ? '/' : url
    const given = { ...options, handler, method: method.length === 1 ? method[0]! : method, url: path }
    writer.addRoute(given, {
      place: plan.member.place,
      guards,
      values,
      guardedBy,
      isPublic: plan.member.isPublic || parts.isPublic,
      injections,
    })
  }
}

function writerOf(instance: Instance, { node }: ModulePlan): ContextWriter {
  return new ContextWriter(instance, node.registrant)
}
