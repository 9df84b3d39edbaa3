import type { Provider } from '../../contracts/provider.js'
import type { Class } from '../../contracts/token.js'
import type { RegistrantLink } from '../../lifecycle/provenance.js'
import type { Report } from '../../support/report.js'
import type { Replacement } from '../decorators/provide.js'
import { bindInjections } from './bind-injections.js'
import { checkGraph } from './check-graph.js'
import { checkGiven, checkRequestValues } from './check-request-values.js'
import type { ContextPlan } from './context-plan.js'
import { checkGuarded } from './guards.js'
import { checkNestDecorators } from './nest-decorators.js'
import { planContexts } from './plan-contexts.js'
import { Overrides } from './plan-provider.js'
import { scanModule } from './scan-module.js'

/** The settings for the plan of a tree. */
export interface TreeStart {
  readonly override: readonly (Provider | Replacement)[]
  /** The registrant of the root context. */
  readonly registrant: RegistrantLink
  readonly report: Report
}

/**
 * Plans the contexts of the root module, before the first call to an instance. Reports a coded error for every mistake
 * that the classes alone show.
 */
export function checkModuleTree(Root: Class, { override, registrant, report }: TreeStart): ContextPlan {
  const overrides = new Overrides(override, report)
  const root = planContexts(scanModule(Root, report, { registrant, overrides }), overrides, report)
  checkNestDecorators(root, report)
  bindInjections(root, report)
  checkGraph(root, report)
  checkRequestValues(root, report)
  checkGuarded(root, report)
  checkGiven(root, report)
  return root
}
