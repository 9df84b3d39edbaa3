import type { BuildPlan, ContextPlan } from '../plan/context-plan.js'

/** The result of a factory without `inject`. */
interface Made {
  readonly plan: BuildPlan
  readonly value: unknown
  readonly hasResolved: boolean
}

/**
 * The first result of each factory. It detects a factory that returns the object of one context in another context.
 */
export class FirstResults {
  readonly #results = new Map<unknown, Made>()

  /**
   * The context whose object a factory returns again, as tsyringe's `instanceCachingFactory` does; null if there is
   * none.
   */
  sharing(create: unknown, made: Made): ContextPlan | null {
    const first = this.#results.get(create)
    this.#results.set(create, first ?? made)
    if (first === undefined || first.plan.context === made.plan.context || !first.hasResolved) return null
    if (first.value !== made.value || typeof made.value !== 'object' || made.value === null) return null
    return first.plan.context
  }
}
