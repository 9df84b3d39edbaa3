import { aroundCodes } from '../../errors/around-codes.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { downwards } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import type { ParameterSource } from '../decorators/facts.js'
import {
  type Binding,
  type BuildPlan,
  type ContextPlan,
  type ControllerPlan,
  type MemberPlan,
  upwards,
  type ValueBinding,
} from './context-plan.js'
import { explainInvisible } from './explain-invisible.js'
import { guardsOf, nameOfGuard, providesOf } from './guards.js'
import { circle } from './module-node.js'
import { reportAtMember } from './report-at.js'
import { handlerTitle } from './route-paths.js'
import { ControllerSteps, pointOfGuard, type RouteStep } from './route-steps.js'
import { computedKey, computedPlan, isDeclared, isOpenAbove } from './visibility.js'

/**
 * Refuses a route whose requests lack a value that a provider of another context injects. It also refuses a value that
 * depends on itself. A request has the values of its route's context, for all objects that it needs. Without offers and
 * shadowing, the provider's own context sees the same values.
 */
export function checkRequestValues(root: ContextPlan, report: Report): void {
  const contexts = downwards(root)
  if (!contexts.some((context) => context.offered.size > 0 || shadows(context))) return
  for (const context of contexts) {
    const finished = new Set<BuildPlan>()
    for (const controller of context.controllers) {
      const steps = new ControllerSteps(controller)
      for (const method of controller.members.filter(({ member }) => member.routes.length > 0)) {
        const route = new RouteValues(context, handlerTitle(controller, method), controller.build.name, finished)
        attempt(reportAtMember(report, method.member), () => {
          for (const { plan } of steps.of(method)) if (plan !== null) route.checkPlan(plan, [])
          route.checkAll(method.bindings ?? [], method.member.parameters ?? [], [])
        })
      }
    }
  }
}

/** Whether a module computes a value that a module above declares too. */
function shadows({ computed, parent, values }: ContextPlan): boolean {
  if (computed.size === 0 || parent === null) return false
  const kinds = ['request', 'reply'] as const
  return kinds.some((kind) =>
    [...values[kind].keys()].some((name) => computed.has(computedKey(kind, name)) && isDeclared(kind, name, parent)),
  )
}

/** The values of the requests of one route. */
class RouteValues {
  readonly #lazy = new Set<BuildPlan>()

  constructor(
    readonly context: ContextPlan,
    readonly title: string,
    readonly above: string,
    readonly finished: Set<BuildPlan>,
  ) {}

  checkPlan(plan: BuildPlan, path: readonly BuildPlan[]): void {
    if (plan.scope === 'context' || plan.isBroken || this.finished.has(plan)) return
    if (path.includes(plan)) {
      const names = [...path.slice(path.indexOf(plan)), plan].map(({ name, context }) => `${name} (in ${context.name})`)
      throw new injectionCodes.ALC_ERR_PROVIDER_CYCLE(circle(names))
    }
    this.checkAll(plan.bindings, plan.sources, [...path, plan])
    this.finished.add(plan)
  }

  checkAll(bindings: readonly Binding[], sources: readonly ParameterSource[], path: readonly BuildPlan[]): void {
    for (const [index, binding] of bindings.entries()) {
      if (binding.from === 'provider') this.checkPlan(binding.plan, path)
      else if (binding.from === 'lazy') this.#checkLazy(binding.plan)
      else if (binding.from === 'value') this.#checkValue(binding, sources[index], path)
      else if (binding.from === 'request' && binding.source.from === 'own') {
        this.checkAll(binding.inject, binding.source.inject, path)
      }
    }
  }

  /** A `lazy` binding may lead back to the plan that has it. */
  #checkLazy(plan: BuildPlan): void {
    if (this.#lazy.has(plan)) return
    this.#lazy.add(plan)
    this.checkPlan(plan, [])
  }

  #checkValue({ kind, name }: ValueBinding, source: ParameterSource | undefined, path: readonly BuildPlan[]): void {
    if (kind === 'context') return
    const { context, title, above } = this
    if (isDeclared(kind, name, context)) {
      const computed = computedPlan(kind, name, context)
      if (computed !== null) this.checkPlan(computed, path)
    } else if (!(isOpenAbove(context) || (source?.from === 'inject' && source.optional))) {
      const consumer = path.at(-1)?.name ?? above
      throw explainInvisible({ kind, name }, { title: `${consumer}, which ${title} needs,`, above, context })
    }
  }
}

/** Whether a plugin declares a request value of a context that no module declares. */
export type DeclaresLate = (context: ContextPlan, name: string) => boolean

/** A value that a route needs and that a guard must have set. */
interface Need {
  readonly name: string
  /** The context of the consumer. If it has plugins, they may declare the value. */
  readonly context: ContextPlan
  readonly givers: readonly string[]
  /** The chain from a parameter of the route to the value. */
  readonly through: readonly string[]
}

/**
 * Refuses routes that inject a value which no guard has set before. If plugins may still declare it, the route is
 * checked again after they have loaded.
 */
export function checkGiven(root: ContextPlan, report: Report): void {
  for (const context of downwards(root)) {
    for (const controller of context.controllers) {
      const steps = new ControllerSteps(controller)
      for (const method of controller.members) checkRoute(steps, method, { declaresLate: isOpenAbove, report })
    }
  }
}

/** Whether plugins decide which values routes of a controller may inject. */
export function isDecidedLate({ build }: ControllerPlan): boolean {
  return isOpenAbove(build.context)
}

/** Refuses a route that injects a value which no guard has set before. Reports one error for each value. */
export function checkRoute(
  steps: ControllerSteps,
  method: MemberPlan,
  { declaresLate, report }: { readonly declaresLate: DeclaresLate; readonly report: Report },
): void {
  if (method.member.routes.length === 0) return
  const { controller } = steps
  const given = new Set<string>()
  const reported = new Set<string>()
  const refuse = (need: Need, step: RouteStep) => {
    if (given.has(need.name) && step.point !== 'answer') return
    if (reported.has(need.name) || declaresLate(need.context, need.name)) return
    reported.add(need.name)
    attempt(reportAtMember(report, method.member), () => {
      throw problemOf(need, { step, controller, method })
    })
  }
  for (const step of steps.of(method)) {
    if (step.plan !== null) for (const need of needsOf(step.plan)) refuse(need, step)
    if (step.guard !== null) for (const name of providesOf(step.guard)) given.add(name)
    if (step.plan !== controller.build || step.point !== 'handler') continue
    for (const need of needsOfBindings(method.bindings ?? [], controller.build.context)) refuse(need, step)
  }
}

/** The values that an object of a request needs, with those of its dependencies. */
function needsOf(plan: BuildPlan, seen: ReadonlySet<BuildPlan> = new Set()): Need[] {
  if (plan.scope === 'context' || seen.has(plan)) return []
  const inner = new Set(seen).add(plan)
  const needs = needsOfBindings(plan.bindings, plan.context, inner)
  return needs.map((need) => ({ ...need, through: [plan.name, ...need.through] }))
}

function needsOfBindings(
  bindings: readonly Binding[],
  context: ContextPlan,
  seen: ReadonlySet<BuildPlan> = new Set(),
): Need[] {
  return bindings.flatMap((binding) => {
    if (binding.from === 'given') {
      const { name, givers, optional } = binding
      return optional ? [] : [{ name, givers, context, through: [] }]
    }
    if (binding.from === 'request') return needsOfBindings(binding.inject, context, seen)
    if (binding.from === 'value') return binding.computed === null ? [] : needsOf(binding.computed, seen)
    return binding.from === 'provider' || binding.from === 'lazy' ? needsOf(binding.plan, seen) : []
  })
}

interface RoutePlace {
  readonly step: RouteStep
  readonly controller: ControllerPlan
  readonly method: MemberPlan
}

function problemOf({ name, givers, through }: Need, { step, controller, method }: RoutePlace): Error {
  const chain = through.filter((each) => each !== controller.build.name)
  const asker = handlerTitle(controller, method)
  const what = `request value "${name}"${chain.length === 0 ? '' : ` (by ${chain.join(' > ')})`}`
  const missing = (why: string, way: string) => new aroundCodes.ALC_ERR_GUARD_MISSING(asker, what, why, way)
  const [guard = ''] = givers
  const own = guardsOf(controller, method).filter((each) => providesOf(each).includes(name))
  if (own.length === 0) {
    const where = [method.member.name, controller.build.name, ...modulesAbove(controller)].join(', ')
    return missing(
      `which ${givers.join(' or ')} provides, but no such guard is on the route, its controller or a module above`,
      `Add @Guard(${guard}) to one of ${where}. Or declare the value there: decorateRequest: [requestValue('${name}').from(…)]`,
    )
  }
  const names = own.map(nameOfGuard).join(' or ')
  if (step.point === 'answer') {
    return missing(
      `which ${names} provides, but ${step.title} also runs for requests that the guard refuses`,
      'Inject `optional` of the token there, or read the value with of(request) of the token',
    )
  }
  const isLower = step.guard !== null && own.some((each) => pointOfGuard(each) === step.point)
  const earlier = isLower
    ? `Let it run earlier: write @Guard(${guard}) above the other guard, or on a module or controller above`
    : `Let the guard run earlier: @Guard(${guard}, { on: '${step.point}' }) on a module or controller above`
  return missing(
    `which ${names} provides later: ${step.title} runs before ${step.guard === null ? 'the guard' : names}`,
    `${earlier}. Or inject the value in code that runs after the guard`,
  )
}

/** The modules whose guards apply to the controller, the nearest first. */
function modulesAbove({ build }: ControllerPlan): string[] {
  return upwards(build.context).flatMap(({ members }) => members.map(({ node }) => node.name))
}
