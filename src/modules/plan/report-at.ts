import type { Class } from '../../contracts/token.js'
import { locate } from '../../lifecycle/locate.js'
import type { Report } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, type Member } from '../decorators/read-facts.js'
import type { BuildPlan } from './context-plan.js'

// Reports of problems with the place of their class or method: the line of its decorators.

/** Adds the place of a class to the problems of a report. */
export function reportAtClass(report: Report, target: Class): Report {
  return (problem, notes) => {
    locate(problem, ownFacts(target).place, className(target))
    report(problem, notes)
  }
}

/** Adds the place of a method to the problems of a report. */
export function reportAtMember(report: Report, { place, name }: Pick<Member, 'place' | 'name'>): Report {
  return (problem, notes) => {
    locate(problem, place, name)
    report(problem, notes)
  }
}

/**
 * Reports problems with a plan, which is then broken. The place is that of its class. For a provider made by a
 * function, and for a class without a decorator, it is that of its module.
 */
export function reportAtPlan(report: Report, plan: BuildPlan): Report {
  const { recipe, module } = plan
  const own = recipe.how === 'class' && ownFacts(recipe.Class).place !== null ? recipe.Class : module.Class
  const reportHere = reportAtClass(report, own)
  return (problem, notes) => {
    plan.isBroken = true
    reportHere(problem, notes)
  }
}
