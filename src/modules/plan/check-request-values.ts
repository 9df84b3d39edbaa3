import { injectionCodes } from '../../errors/injection-codes.js'
import { downwards } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import type { ParameterSource } from '../decorators/facts.js'
import { type Binding, type BuildPlan, type ContextPlan, type ValueBinding } from './context-plan.js'
import { explainInvisible } from './explain-invisible.js'
import { circle } from './paths.js'
import { reportAtMember } from './report-at.js'
import { handlerTitle } from './route-paths.js'
import { ControllerSteps } from './route-steps.js'
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
      else if (binding.from === 'value') this.#checkValue(binding, sources[index], path)
      else if (binding.from === 'request' && binding.source.from === 'own') {
        this.checkAll(binding.inject, binding.source.inject, path)
      }
    }
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
