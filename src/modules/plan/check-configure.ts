import { treeCodes } from '../../errors/tree-codes.js'
import type { Report } from '../../support/report.js'
import { describeValue, isGeneratorFunction } from '../../support/values.js'
import type { ModulePlan } from './context-plan.js'
import { reportAtClass } from './report-at.js'

/** Refuses a generator as `configure` of a module: a call runs none of its code. */
export function checkConfigure({ Class, node: { name } }: ModulePlan, report: Report): void {
  const configure: unknown = Reflect.get(Class.prototype, 'configure')
  if (!isGeneratorFunction(configure)) return
  const expected = 'a method without *, because a call of a generator runs none of its code'
  reportAtClass(
    report,
    Class,
  )(new treeCodes.ALC_ERR_ENTRY_INVALID('configure', name, describeValue(configure), expected))
}
