import type { BuildPlan, ContextPlan } from '../plan/context-plan.js'

/** The result of a factory without `inject`. */
interface Made {
  readonly plan: BuildPlan
  readonly value: unknown
  readonly hasResolved: boolean
}

/** The first result of each factory, so that its second context does not get the object of the first. */
export class FirstResults {
  readonly #results = new Map<unknown, Made>()

  /** The context whose object a factory gives again, as tsyringe's `instanceCachingFactory` does; null if none. */
  sharing(create: unknown, made: Made): ContextPlan | null {
    const first = this.#results.get(create)
    this.#results.set(create, first ?? made)
    if (first === undefined || first.plan.context === made.plan.context || !first.hasResolved) return null
    if (first.value !== made.value || typeof made.value !== 'object' || made.value === null) return null
    return first.plan.context
  }
}
