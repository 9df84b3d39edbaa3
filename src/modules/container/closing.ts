import { coreOf } from '../../server/instance/open-context.js'
import { findOrMake } from '../../support/lazy.js'
import { downwards } from '../../support/lists.js'
import { neededBy } from '../plan/check-graph.js'
import { type BuildPlan, type ContextPlan, upwards } from '../plan/context-plan.js'
import type { DisposalFailure, ReportDisposal } from './disposal.js'
import type { Sites } from './sites.js'

/**
 * Disposes the built objects of an application: children before parents, last built first. By offers and collections,
 * an object can have dependents in contexts above and beside its own. It is disposed after these dependents, and after the
 * hooks of their modules.
 */
export class Closing {
  readonly failures: DisposalFailure[] = []
  readonly #sites: Sites
  readonly #built: ReadonlyMap<BuildPlan, unknown>
  readonly #closed = new Set<ContextPlan>()
  /** Closed contexts with objects that are not disposed yet. */
  readonly #waiting = new Set<ContextPlan>()
  /** Plans whose objects do not need their dependencies any more. */
  readonly #ended = new Set<BuildPlan>()
  #dependents: ReadonlyMap<BuildPlan, readonly BuildPlan[]> | null = null

  constructor(sites: Sites, built: ReadonlyMap<BuildPlan, unknown>) {
    this.#sites = sites
    this.#built = built
  }

  /** Whether the context has an object to dispose, or one that needs an object from below or beside the context. */
  hasDisposals(context: ContextPlan): boolean {
    if (this.#sites.siteOf(context).disposals?.isEmpty === false) return true
    const line = new Set(upwards(context))
    return context.plans.some((plan) => neededBy(plan).some((needed) => !line.has(needed.context)))
  }

  /**
   * Disposes the objects of a context whose hooks have run, last built first. An object that a context still uses waits:
   * it is disposed when that context closes. Failures are logged and stored.
   */
  async disposeOf(context: ContextPlan): Promise<void> {
    for (const each of downwards(context)) this.#closed.add(each) // children close first, also those without objects
    this.#waiting.add(context)
    let isDone = false
    while (!isDone) isDone = !(await this.#disposeNext())
  }

  /** Disposes all remaining objects, contexts in the reverse of the order in which they were entered. */
  async disposeAll(): Promise<void> {
    for (const context of this.#sites.entered.reverse()) await this.disposeOf(context)
  }

  /** Disposes one object without dependents. Those of the contexts that closed first come first. */
  async #disposeNext(): Promise<boolean> {
    for (const context of this.#waiting) {
      const { disposals } = this.#sites.siteOf(context)
      if (disposals === null || disposals.isEmpty) this.#waiting.delete(context)
      else if (await disposals.disposeLast((plan) => this.#isFree(plan), this.#reportIn(context))) return true
    }
    return false
  }

  #isFree(plan: BuildPlan | null): boolean {
    if (plan === null) return true
    this.#dependents ??= this.#findDependents()
    return (this.#dependents.get(plan) ?? []).every((dependent) => this.#hasEnded(dependent))
  }

  /** Whether the objects of the plan are disposed, or need no disposal and are not used any more. */
  #hasEnded(plan: BuildPlan): boolean {
    if (this.#ended.has(plan)) return true
    if (!this.#closed.has(plan.context)) return false
    if (this.#sites.siteOf(plan.context).disposals?.holds(plan)) return false
    this.#ended.add(plan) // first, because a circle that failed the boot leads back here
    if (this.#isFree(plan)) return true
    this.#ended.delete(plan)
    return false
  }

  #reportIn(context: ContextPlan): ReportDisposal {
    const { instance } = this.#sites.siteOf(context)
    return (failed) => {
      this.failures.push(failed)
      const what = failed.isHook ? 'failed in its onClose hook' : 'could not be disposed'
      coreOf(instance).logs.write(instance.log, 'error', { err: failed.cause }, `${failed.name} ${what}`)
    }
  }

  /** The direct dependents of each plan. A plan of another scope can lead to further dependents. */
  #findDependents(): Map<BuildPlan, BuildPlan[]> {
    const others = this.#sites.entered.flatMap(({ plans }) => plans.filter((plan) => !this.#built.has(plan)))
    const dependents = new Map<BuildPlan, BuildPlan[]>()
    for (const plan of [...others, ...this.#built.keys()].reverse()) {
      for (const needed of neededBy(plan)) findOrMake(dependents, needed, () => []).push(plan)
    }
    return dependents
  }
}
