import { injectionCodes } from '../../errors/injection-codes.js'
import { downwards } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import { decoratorOf } from '../decorators/facts.js'
import type { Binding, BuildPlan, ContextPlan } from './context-plan.js'
import { chain, circle } from './module-node.js'
import { reportAtPlan } from './report-at.js'

/** Checks the graph of providers. It must have no cycle, and no object built at boot may need a value of a request. */
export function checkGraph(root: ContextPlan, report: Report): void {
  const finished = new Set<BuildPlan>()
  for (const context of downwards(root)) {
    for (const plan of context.plans) {
      if (plan.bindings.length === 0) continue // it has no dependencies
      const reportHere = reportAtPlan(report, plan)
      attempt(reportHere, () => refuseCircle(plan, [], finished))
      finished.add(plan) // a reported cycle is not reported again
      attempt(reportHere, () => checkScope(plan))
    }
  }
}

function refuseCircle(plan: BuildPlan, path: readonly BuildPlan[], finished: Set<BuildPlan>): void {
  if (finished.has(plan)) return
  if (path.includes(plan)) {
    for (const each of path.slice(path.indexOf(plan))) each.isBroken = true // none of them can be built first
    throw new injectionCodes.ALC_ERR_PROVIDER_CYCLE(circle(titlesOf([...path, plan])))
  }
  for (const needed of neededBy(plan)) refuseCircle(needed, [...path, plan], finished)
  finished.add(plan)
}

/** The names of a cycle. If offers lead it through several contexts, each name has its context. */
function titlesOf(path: readonly BuildPlan[]): readonly string[] {
  const [first] = path
  const isInOne = path.every(({ context }) => context === first?.context)
  return path.map(({ name, context }) => (isInOne ? name : `${name} (in ${context.name})`))
}

/** The plans that must be built before the plan. A `lazy` binding does not need its plan to exist first. */
export function neededBy({ bindings }: BuildPlan): BuildPlan[] {
  return bindings.flatMap((binding) => {
    if (binding.from === 'provider' || binding.from === 'part') return [binding.plan]
    if (binding.from === 'value' && binding.computed !== null) return [binding.computed]
    if (binding.from === 'pending' && binding.otherwise.from === 'provider') return [binding.otherwise.plan]
    return []
  })
}

function checkScope(plan: BuildPlan): void {
  if (plan.scope !== 'context') return
  const needed = requestNeedOf(plan)
  if (needed !== null) throw scopeError(plan, needed)
}

/**
 * The error of an object built at boot that needs a value of a request. `needed` is the chain of names to that value.
 */
export function scopeError(plan: BuildPlan, needed: readonly string[]): Error {
  const lines = chain([`${plan.name} (one for the context)`, ...needed])
  if (plan.recipe.how === 'collection') {
    const way = 'A collection is one list for the context. Contribute providers that are built once for their context'
    return new injectionCodes.ALC_ERR_PROVIDER_SCOPE(plan.name, lines, way)
  }
  const isModule = plan.context.members.some(({ build }) => build === plan)
  const handler = 'inject it into a handler'
  const way = isModule
    ? `A module is never built for a request. Instead, ${handler}`
    : `${wayToRequest(plan)}, or ${handler}`
  return new injectionCodes.ALC_ERR_PROVIDER_SCOPE(plan.name, lines, way)
}

function wayToRequest({ name, recipe }: BuildPlan): string {
  const isMade = recipe.how === 'factory' || recipe.how === 'async'
  return isMade
    ? `Add scope: 'request' to the provide(…) of ${name}`
    : `Write @Injectable({ scope: 'request' }) on ${name}`
}

/**
 * The chain of names from a plan to a value of a request, or null. A transient provider needs the values of its
 * dependencies.
 */
export function requestNeedOf(plan: BuildPlan, seen: ReadonlySet<BuildPlan> = new Set()): readonly string[] | null {
  for (const binding of plan.bindings) {
    const needed = needOf(binding, seen)
    if (needed !== null) return needed
  }
  return null
}

function needOf(binding: Binding, seen: ReadonlySet<BuildPlan>): readonly string[] | null {
  switch (binding.from) {
    case 'request':
      return [`@${decoratorOf(binding.source)}() (of the request)`]
    case 'value':
      return binding.kind === 'context' ? null : [`${binding.kind} value "${binding.name}"`]
    case 'given':
      return [`request value "${binding.name}" (of ${binding.givers.join(' or ')})`]
    case 'pending':
      if (binding.kinds.includes('context')) return null
      return [`${binding.kinds[0]} value "${binding.name}"`]
    case 'provider':
    case 'part':
    case 'lazy':
      return needOfPlan(binding.plan, seen)
    case 'nothing':
      return null
  }
}

function needOfPlan(plan: BuildPlan, seen: ReadonlySet<BuildPlan>): readonly string[] | null {
  if (plan.scope === 'request') return [`${plan.name} (one for each request)`]
  if (plan.scope === 'context' || seen.has(plan)) return null // a `lazy` binding may lead back here
  const needed = requestNeedOf(plan, new Set(seen).add(plan))
  return needed === null ? null : [`${plan.name} (transient)`, ...needed]
}
