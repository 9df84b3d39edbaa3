import type { Class } from '../../contracts/token.js'
import { mapped } from '../../support/lists.js'
import type { Report } from '../../support/report.js'
import type { AroundFact, GuardFact } from '../decorators/facts.js'
import { readMembers, readWhole } from '../decorators/read-facts.js'
import { checkUsedMembers } from './check-members.js'
import type { AroundPlan, BuildPlan, ClassPlan, GuardPlan, PlannedContext } from './context-plan.js'
import { type Overrides, planProvider } from './plan-provider.js'
import { visibleProvider } from './visibility.js'

/** The settings that all contexts of one tree share. */
export interface Planning {
  /** Classes in `@Use`, of all contexts. */
  readonly used: Set<Class>
  readonly overrides: Overrides
  readonly report: Report
}

/** Plans a class whose methods apply to the context, with all classes that its decorators name. */
export function planMembers(build: BuildPlan, Class: Class, context: PlannedContext, planning: Planning): ClassPlan {
  const planGuard = (fact: GuardFact): GuardPlan => {
    return fact.how === 'function' ? { fact, plan: null } : { fact, plan: planOwn(fact.Class, context, planning) }
  }
  const planAround = (fact: AroundFact): AroundPlan => {
    return fact.how === 'function' ? { fact, plan: null } : { fact, plan: planOwn(fact.Class, context, planning) }
  }
  const planUsedHere = (Used: Class) => planUsed(Used, context, planning)
  const { guards, arounds, uses, useClasses, values } = readWhole(Class)
  return {
    build,
    Class,
    guards: mapped(guards, planGuard),
    arounds: mapped(arounds, planAround),
    uses,
    used: mapped(useClasses, planUsedHere),
    values,
    members: mapped(readMembers(Class), (member) => ({
      member,
      guards: mapped(member.guards, planGuard),
      arounds: mapped(member.arounds, planAround),
      used: mapped(member.useClasses, planUsedHere),
      bindings: null,
    })),
  }
}

/** Plans a class here, unless a visible context lists it. */
function planOwn(Class: Class, context: PlannedContext, { overrides }: Planning): BuildPlan {
  const known = visibleProvider(Class, context) ?? context.guards.get(Class)
  if (known !== undefined) return known
  const plan = planProvider(overrides.replace(Class), context, context.node)
  context.addGuard(Class, plan)
  return plan
}

/** Plans a class for `@Use` as a provider here, unless a module of this context or above lists it. */
function planUsed(Class: Class, context: PlannedContext, planning: Planning): ClassPlan {
  const known = context.used.get(Class)
  if (known !== undefined) return known
  const build = listedProvider(Class, context) ?? planUnlisted(Class, context, planning)
  const plan = planMembers(build, Class, context, planning)
  context.addUsed(Class, plan)
  planning.used.add(Class)
  checkUsedMembers(plan, planning.report)
  return plan
}

function planUnlisted(Class: Class, context: PlannedContext, { overrides }: Planning): BuildPlan {
  const plan = planProvider(overrides.replace(Class), context, context.node)
  context.addUnlisted(Class, plan)
  return plan
}

function listedProvider(Class: Class, { unlisted, providers, parent }: PlannedContext): BuildPlan | undefined {
  const own = unlisted.has(Class) ? undefined : providers.get(Class)
  return own !== undefined || parent === null ? own : listedProvider(Class, parent)
}
