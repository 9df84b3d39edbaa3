import type { Class } from '../../contracts/token.js'
import { locate } from '../../lifecycle/locate.js'
import type { Report } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, type Member } from '../decorators/read-facts.js'
import type { BuildPlan } from './context-plan.js'

// Reports of problems with the place of their class or method: the line of its decorators.

/** The same report for problems with a class. */
export function reportAtClass(report: Report, target: Class): Report {
  return (problem, notes) => {
    locate(problem, ownFacts(target).place, className(target))
    report(problem, notes)
  }
}

/** The same report for problems with a method. */
export function reportAtMember(report: Report, { place, name }: Member): Report {
  return (problem, notes) => {
    locate(problem, place, name)
    report(problem, notes)
  }
}

/**
 * The report for problems with a plan: of a class, or of a provider made by a function. A class without a decorator has no
 * place, so the place of its module is given.
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
