import type { Provider } from '../../contracts/provider.js'
import type { Class } from '../../contracts/token.js'
import type { RegistrantLink } from '../../lifecycle/provenance.js'
import type { Report } from '../../support/report.js'
import type { Replacement } from '../decorators/replace.js'
import { bindInjections } from './bind-injections.js'
import { checkGiven } from './check-given.js'
import { checkGraph } from './check-graph.js'
import { checkGuarded } from './check-guarded.js'
import type { ContextPlan } from './context-plan.js'
import { checkNestDecorators } from './nest-decorators.js'
import { planContexts } from './plan-contexts.js'
import { Overrides } from './plan-provider.js'
import { scanModule } from './scan-module.js'

/** What a tree is planned with. */
export interface TreeStart {
  readonly override: readonly (Provider | Replacement)[]
  /** The one that the root context was made for. */
  readonly registrant: RegistrantLink
  readonly report: Report
}

/**
 * From the root module to the plan of its contexts, before the first call to an instance. Reports a coded error for
 * everything that can be known to be wrong from the classes alone.
 */
export function checkModuleTree(Root: Class, { override, registrant, report }: TreeStart): ContextPlan {
  const overrides = new Overrides(override, report)
  const root = planContexts(scanModule(Root, report, { registrant, overrides }), overrides, report)
  checkNestDecorators(root, report)
  bindInjections(root, report)
  checkGraph(root, report)
  checkGuarded(root, report)
  checkGiven(root, report)
  return root
}
