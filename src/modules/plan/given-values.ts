import { downwards } from '../../support/lists.js'
import type { ContextPlan, GuardPlan } from './context-plan.js'

// Request values that guards set: `static provides` of a guard class.

/** Names of the values that a guard sets. */
export function providesOf({ fact }: GuardPlan): readonly string[] {
  return fact.how === 'class' ? fact.provides : []
}

/** All guards of an application, once for each use. */
export function allGuards(root: ContextPlan): GuardPlan[] {
  return downwards(root).flatMap(({ members, controllers }) => [
    ...members.flatMap(({ guards }) => guards),
    ...controllers.flatMap((controller) => [
      ...controller.guards,
      ...controller.members.flatMap(({ guards }) => guards),
    ]),
  ])
}

/** The names of the guards that set a value, by its name. */
export function giversIn(guards: readonly GuardPlan[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const guard of guards) {
    for (const name of providesOf(guard)) {
      found.set(name, (found.get(name) ?? new Set()).add(nameOfGuard(guard)))
    }
  }
  return new Map([...found].map(([name, guardNames]) => [name, [...guardNames]]))
}

/** The name of a guard in messages: that of the class in `@Guard`. */
export function nameOfGuard({ fact }: GuardPlan): string {
  return fact.how === 'class' ? fact.Class.name : fact.run.name
}
