import { causedBy } from '../../errors/coded-error.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { messageOf } from '../../support/values.js'
import type { BuildPlan, ContextPlan, ProviderPlan } from '../plan/context-plan.js'
import { circle } from '../plan/module-node.js'

interface Frame {
  readonly plan: BuildPlan
  /** Whether the build resolved something from the container. */
  hasResolved: boolean
  /** The error of an inner build, which tsyringe replaces with a text. */
  inner: unknown
}

/** The current builds, outermost first. Building is synchronous, so one stack serves a whole boot. */
export class BuildStack {
  readonly #frames: Frame[] = []

  /** Runs the build of a plan. Throws a coded error for a failed build, and for a plan that is already being built. */
  run<T>(plan: BuildPlan, build: () => T): { readonly value: T; readonly hasResolved: boolean } {
    this.#refuseCircle(plan)
    const frame: Frame = { plan, hasResolved: false, inner: null }
    this.#frames.push(frame)
    try {
      return { value: build(), hasResolved: frame.hasResolved }
    } catch (cause) {
      // tsyringe builds the parameters of a class, and replaces an error in one of them with a text.
      const known = plan.recipe.how === 'class' ? frame.inner : null
      throw this.failed(known ?? failure(plan, cause, frame.hasResolved), 1)
    } finally {
      this.#frames.pop()
    }
  }

  /** Stores the error for the outer build, because tsyringe replaces it. */
  failed<E>(error: E, depth = 0): E {
    const frame = this.#frames[this.#frames.length - 1 - depth]
    if (frame !== undefined) frame.inner = error
    return error
  }

  /** Records that the build resolved something from the container. */
  resolved(): void {
    const frame = this.#frames.at(-1)
    if (frame !== undefined) frame.hasResolved = true
  }

  /**
   * Refuses cycles that lead through a factory's container. The plan does not know which tokens a factory resolves
   * there.
   */
  #refuseCircle(plan: BuildPlan): void {
    const start = this.#frames.findIndex((frame) => frame.plan === plan)
    if (start === -1) return
    const names = [...this.#frames.slice(start).map((frame) => frame.plan.name), plan.name]
    throw this.failed(new injectionCodes.ALC_ERR_PROVIDER_CYCLE(circle(names)))
  }
}

const passedOn = () => [
  injectionCodes.ALC_ERR_LAZY_TOO_EARLY,
  injectionCodes.ALC_ERR_PROVIDER_CYCLE,
  injectionCodes.ALC_ERR_PROVIDER_FAILED,
  injectionCodes.ALC_ERR_PROVIDER_INVISIBLE,
  injectionCodes.ALC_ERR_PROVIDER_NOT_READY,
  injectionCodes.ALC_ERR_PROVIDER_SCOPE,
  injectionCodes.ALC_ERR_FACTORY_SHARED,
  injectionCodes.ALC_ERR_TOKEN_OF_REQUEST,
]

/**
 * The error of a failed build. A coded error about a dependency is more precise, so it is not replaced.
 *
 * @param hasResolved whether a factory has used the container that it got
 */
export function failure(plan: BuildPlan, cause: unknown, hasResolved = false): unknown {
  if (passedOn().some((Known) => cause instanceof Known)) return cause
  const reason = messageOf(cause)
  const hint = cause instanceof TypeError ? missingTokens(plan, hasResolved) : null
  const text = hint === null ? reason : `${reason.replace(/\.$/, '')}. ${hint}`
  return causedBy(new injectionCodes.ALC_ERR_PROVIDER_FAILED(plan.name, whereIs(plan), text), cause)
}

/** The hint for a factory that declares more parameters than it gets; null otherwise. */
function missingTokens({ recipe, sources }: BuildPlan, hasResolved: boolean): string | null {
  if (recipe.how !== 'factory' && recipe.how !== 'async') return null
  const { length } = recipe.create
  if (sources.length === 0 && length > 0 && !hasResolved)
    return 'Without inject the factory gets only the container of its context. Write inject, with a token for each parameter'
  if (sources.length === 0 || length <= sources.length) return null
  return `The factory declares ${length} parameters, and inject has ${sources.length} of their tokens. Add the others to inject`
}

/** A plan with its place, for messages. */
export function titleOf(plan: BuildPlan): string {
  return `${plan.name} (${whereIs(plan)})`
}

/** Whether the container of a context has a plan under the key of the plan. */
export function isListed(plan: BuildPlan): plan is ProviderPlan {
  return isProvider(plan) && plan.context.providers.get(plan.key) === plan
}

export function isProvider(plan: BuildPlan): plan is ProviderPlan {
  return 'key' in plan
}

function whereIs(plan: BuildPlan): string {
  return isProvider(plan) ? `a provider of ${plan.module.name}` : `in the context of ${plan.context.name}`
}

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
