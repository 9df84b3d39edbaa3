import type { Class } from '../../contracts/token.js'
import { downwards } from '../../support/lists.js'
import type { Warning } from '../../support/report.js'
import { guardStatics } from '../decorators/guard.js'
import { ownFacts } from '../decorators/metadata.js'
import { className } from '../decorators/read-facts.js'
import type { ClassPlan, ContextPlan } from './context-plan.js'
import { allGuards } from './guards.js'

/** Warns of `static openapi` and `static provides` of classes that are not guards: alcove reads them of guards only. */
export function warnOfIdleStatics(root: ContextPlan, warn: (warning: Warning) => void): void {
  const guards = new Set<Class>(allGuards(root).flatMap(({ fact }) => (fact.how === 'class' ? [fact.Class] : [])))
  const classes = new Set<Class>(downwards(root).flatMap(classesOf))
  for (const each of classes) {
    if (guards.has(each)) continue
    for (const [name, isMeant] of Object.entries(guardStatics)) {
      if (!Object.hasOwn(each, name) || !isMeant(Reflect.get(each, name))) continue
      const message = `its static ${name} has no effect, because alcove reads it of classes for @Guard only. Move it to a guard, or give it another name.`
      warn({ subject: className(each), message, place: ownFacts(each).place })
    }
  }
}

function classesOf({ members, controllers, used }: ContextPlan): Class[] {
  const plans: ClassPlan[] = [...members, ...controllers]
  const placed = plans.flatMap((plan) => [plan, ...plan.members])
  const arounds = placed.flatMap((each) =>
    each.arounds.flatMap(({ fact }) => (fact.how === 'class' ? [fact.Class] : [])),
  )
  return [...plans, ...used.values()].map(({ Class }) => Class).concat(arounds)
}
