import type { Class } from '../../contracts/token.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { readPlace } from '../../support/place.js'
import type { Report } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { isDecorated } from '../decorators/read-facts.js'
import { type BuildPlan, type ContextPlan, downwards } from './context-plan.js'
import { reportAtClass } from './report-at.js'

/**
 * Reports all constructors at once whose types the compiler did not emit, because one start would otherwise show one of
 * them. For a class without a decorator the compiler is not the cause. If there are only such classes, each parameter
 * reports the problem.
 */
export function reportMissingTypes(root: ContextPlan, report: Report): void {
  const found = new Map<Class, BuildPlan[]>()
  for (const context of downwards(root)) {
    for (const plan of context.plans) {
      if (plan.recipe.how !== 'class' || missingIn(plan).length === 0) continue
      const { Class } = plan.recipe
      found.set(Class, [...(found.get(Class) ?? []), plan])
    }
  }
  const [first] = [...found.keys()].filter(isDecorated)
  if (first === undefined) return
  const places = [...found].map(([Class, [plan]]) => (plan === undefined ? '' : placeOf(Class, plan)))
  for (const plan of [...found.values()].flat()) plan.isBroken = true
  reportAtClass(report, first)(new injectionCodes.ALC_ERR_TYPES_MISSING(places))
}

/** Parameters without known types, counted from 1. */
function missingIn({ sources }: BuildPlan): number[] {
  return sources.flatMap((source, index) =>
    source.from === 'unresolved' && source.reason === 'no-metadata' ? index + 1 : [],
  )
}

function placeOf(Class: Class, plan: BuildPlan): string {
  const missing = missingIn(plan)
  const which = `parameter${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`
  const { place } = ownFacts(Class)
  const position = place === null ? null : readPlace(place)
  const at = position === null ? '' : ` (${position.file}:${position.line}:${position.column})`
  const decorator = isDecorated(Class) ? '' : '. It has no decorator, so add @Injectable() to it'
  return `${plan.name}: ${which}${at}${decorator}`
}
