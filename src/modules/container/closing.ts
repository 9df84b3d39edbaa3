import { coreOf } from '../../server/instance/open-context.js'
import { findOrMake } from '../../support/lazy.js'
import { neededBy } from '../plan/check-graph.js'
import type { BuildPlan, ContextPlan } from '../plan/context-plan.js'
import type { DisposalFailure, ReportDisposal } from './disposal.js'
import type { Sites } from './sites.js'

/**
 * Disposes the built objects of an application: children before parents, last built first. By offers and collections,
 * an object can have dependents in contexts above and beside its own. These dependents are disposed first.
 */
export class Closing {
  readonly failures: DisposalFailure[] = []
  readonly #sites: Sites
  readonly #built: ReadonlyMap<BuildPlan, unknown>
  #dependents: ReadonlyMap<BuildPlan, readonly BuildPlan[]> | null = null

  constructor(sites: Sites, built: ReadonlyMap<BuildPlan, unknown>) {
    this.#sites = sites
    this.#built = built
  }

  /** Whether the context has a built object that can be disposed. */
  hasDisposable(context: ContextPlan): boolean {
    return this.#sites.siteOf(context).disposals?.isEmpty === false
  }

  /**
   * Disposes the objects of a context, last built first, each after its dependents in other contexts. Failures are logged
   * and stored.
   */
  async disposeOf(context: ContextPlan): Promise<void> {
    const { disposals } = this.#sites.siteOf(context)
    for (let last = disposals?.last; disposals !== null && last?.plan; last = disposals.last) {
      await this.#disposeDependents(last.plan, context, new Set())
      await disposals.disposeLast(this.#reportIn(context))
    }
  }

  /** Disposes all remaining objects, contexts in the reverse of the order in which they were entered. */
  async disposeAll(): Promise<void> {
    for (const context of this.#sites.entered.reverse()) await this.disposeOf(context)
  }

  /**
   * Disposes dependents in other contexts. Dependents in the context itself were built later, so they are already
   * disposed.
   */
  async #disposeDependents(plan: BuildPlan, context: ContextPlan, seen: Set<BuildPlan>): Promise<void> {
    this.#dependents ??= this.#findDependents()
    for (const dependent of this.#dependents.get(plan) ?? []) {
      if (seen.has(dependent)) continue
      seen.add(dependent)
      await this.#disposeDependents(dependent, context, seen)
      if (dependent.context === context) continue
      const { disposals } = this.#sites.siteOf(dependent.context)
      await disposals?.disposeOf(dependent, this.#reportIn(dependent.context))
    }
  }

  #reportIn(context: ContextPlan): ReportDisposal {
    const { instance } = this.#sites.siteOf(context)
    return (failed) => {
      this.failures.push(failed)
      const what = failed.isHook ? 'failed in its onClose hook' : 'could not be disposed'
      coreOf(instance).logs.write(instance.log, 'error', { err: failed.cause }, `${failed.name} ${what}`)
    }
  }

  /** The direct dependents of each plan, last built first. A plan of another scope can lead to further dependents. */
  #findDependents(): Map<BuildPlan, BuildPlan[]> {
    const others = this.#sites.entered.flatMap(({ plans }) => plans.filter((plan) => !this.#built.has(plan)))
    const dependents = new Map<BuildPlan, BuildPlan[]>()
    for (const plan of [...others, ...this.#built.keys()].reverse()) {
      for (const needed of neededBy(plan)) findOrMake(dependents, needed, () => []).push(plan)
    }
    return dependents
  }
}
