import type { HookName } from '../contracts/hooks.js'
import type { Instance } from '../contracts/instance.js'
import type { Handler, RouteShorthandOptions } from '../contracts/route.js'
import type { RouteFact } from '../decorators/facts.js'
import { draftOf } from '../server/open-context.js'
import { registerAs } from '../server/register-as.js'
import { attempt, type Report } from '../support/report.js'
import { aboutMember } from './about.js'
import type { Builder } from './builder.js'
import { compilePlain, methodOf, named } from './compile-handler.js'
import { composeErrorHandlers } from './compose-error-handlers.js'
import type { ContextPlan, ControllerPlan, ModulePlan } from './context-plan.js'
import { guardHook } from './guard-hook.js'
import { type AnyHook, functionHook, methodHook } from './method-hook.js'
import { type AppliedHandler, moduleRegistrant } from './module-registrant.js'
import {
  type ControllerParts,
  controllerParts,
  handlerOf,
  routeOptions,
  typedErrorHandlers,
  urlsOf,
} from './route-options.js'

/** Hooks, guards, error and not-found handlers of the modules of a context, those of wrapped modules first. */
export function applyModuleMembers(instance: Instance, context: ContextPlan, builder: Builder): void {
  for (const module of context.members) if (module.build.isBroken) leaveOut(module, builder)
  const innermostFirst = [...context.members].reverse().filter(appliesSomething)
  for (const module of innermostFirst) applyAs(instance, module, () => applyHooks(instance, module, builder))

  const handling = innermostFirst.filter(({ members }) => members.some(({ member }) => member.errorHandlers.length > 0))
  const handlers = handling.flatMap((module) => typedErrorHandlers(module, { object: builder.objectOf(module.build) }))
  const [outermost] = handling.slice(-1)
  if (outermost !== undefined) {
    applyAs(instance, outermost, () => instance.setErrorHandler(composeErrorHandlers(handlers, context.name)))
  }
  for (const module of innermostFirst) applyAs(instance, module, () => applySingles(instance, module, builder))
}

/** What the methods of a class do is known; whether its object lets them is not. */
function leaveOut({ node, members }: ModulePlan, { findings }: Builder): void {
  if (members.length > 0) findings.unseen(`the hooks and handlers of ${node.name}`, `${node.name} could not be built`)
}

function appliesSomething({ build, uses, guards, members }: ModulePlan): boolean {
  return !build.isBroken && uses.length + guards.length + members.length > 0
}

function applyHooks(instance: Instance, module: ModulePlan, builder: Builder): void {
  const object = builder.objectOf(module.build)
  for (const { hook, run } of module.uses) addHook(instance, hook, functionHook(hook, run))
  for (const { member } of module.members) {
    for (const { hook } of member.hooks) {
      addHook(
        instance,
        hook,
        methodHook(hook, methodOf(object, member.key), member.name, () => object),
      )
    }
  }
  for (const guard of module.guards) {
    const { on, hook } = guardHook(guard, builder)
    addHook(instance, on, hook)
  }
}

function applySingles(instance: Instance, module: ModulePlan, builder: Builder): void {
  const object = builder.objectOf(module.build)
  for (const { member } of module.members) {
    const method = methodOf(object, member.key)
    if (member.notFoundHandler) instance.setNotFoundHandler(compilePlain(member.name, method, { object }))
    if (!member.schemaErrorFormatter) continue
    instance.setSchemaErrorFormatter((errors, dataVar) => method.call(object, errors, dataVar) as Error) // its contract
  }
}

/** What the routes of a controller are made with, and where it is noted what they are. */
interface Applied {
  readonly builder: Builder
  readonly handlers: Map<Handler, AppliedHandler>
}

/** The routes of a controller. */
export function applyController(instance: Instance, controller: ControllerPlan, applied: Applied): void {
  const { builder, handlers } = applied
  const parts = controllerParts(controller, builder)
  for (const plan of controller.members) {
    if (plan.member.routes.length === 0) continue
    const [doubt = null] = draftOf(instance).failedAbove()
    const reportHere: Report = (problem) => aboutMember(builder.findings.report, plan.member)(problem, { doubt })
    const handler = attempt(reportHere, () => handlerOf(parts, plan)) ?? named(plan.member.name, () => undefined)
    handlers.set(handler, { controller, member: plan })
    for (const route of plan.member.routes) {
      const options = () => routeOptions(parts, { plan, route, report: reportHere })
      const declare = () => declareRoute(instance, { ...options(), handler }, { parts, route })
      attempt(reportHere, declare)
    }
  }
}

function declareRoute(
  instance: Instance,
  options: RouteShorthandOptions & { handler: Handler },
  { parts, route }: { parts: ControllerParts; route: RouteFact },
): void {
  const method = route.methods === null ? [...instance.supportedMethods] : [...route.methods]
  for (const url of urlsOf(parts, route, options)) {
    const path = url === '' && instance.prefix === '' ? '/' : url
    instance.route({ ...options, method: method.length === 1 ? method[0]! : method, url: path })
  }
}

/** The name says which kind of function it is; the decorators have checked that. */
function addHook(instance: Instance, name: HookName, hook: AnyHook): void {
  instance.addHook(name, hook)
}

function applyAs(instance: Instance, { node }: ModulePlan, apply: () => void): void {
  registerAs(instance, moduleRegistrant(node), apply)
}
