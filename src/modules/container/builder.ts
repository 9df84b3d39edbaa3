import type { DependencyContainer } from 'tsyringe'
import type { Class } from '../../contracts/token.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { builderOf } from '../../server/instance/open-context.js'
import { attempt, attemptEach, type Findings } from '../../support/report.js'
import { describeValue, isObject } from '../../support/values.js'
import { enlistWithEngine } from '../decorators/injection.js'
import { neededBy, requestNeedOf, scopeError } from '../plan/check-graph.js'
import type { Binding, BuildPlan, ContextPlan, ProviderPlan, SettledBinding } from '../plan/context-plan.js'
import { explainInvisible } from '../plan/explain-invisible.js'
import { reportAtPlan } from '../plan/report-at.js'
import { nameOfKey, requestValueOf, visibleKey, visibleProvider } from '../plan/visibility.js'
import { BuildStack, FirstResults, failure, isListed, titleOf } from './build-stack.js'
import { Closing } from './closing.js'
import { createList } from './collected-list.js'
import type { ContainerOwner } from './context-container.js'
import type { BuiltLives } from './disposal.js'
import { type BuiltContexts, RequestReaders } from './request-readers.js'
import { requestOf } from './request-scope.js'
import { settleBinding } from './settle-binding.js'
import { disposalsOf, disposeLater, Sites } from './sites.js'
import { Unresolved } from './unresolved.js'

/**
 * Builds plans in topological order, each in the tsyringe container of the context that lists it. That container
 * resolves its parameters for every consumer. A provider that a factory resolves is built at that time.
 */
export class Builder implements BuiltContexts, ContainerOwner {
  readonly readers: RequestReaders = new RequestReaders(this)
  readonly sites: Sites = new Sites(this)
  readonly #built = new Map<BuildPlan, unknown>()
  readonly closing: Closing = new Closing(this.sites, this.#built)
  readonly #stack = new BuildStack()
  readonly #enlisted = new Set<Class>()
  readonly #factories = new FirstResults()
  #objects: WeakSet<object> | null = null

  constructor(
    readonly findings: Findings,
    readonly lives: BuiltLives,
  ) {}

  /** Builds the plan if its scope is the context, after all plans that it needs. */
  async build(plan: BuildPlan): Promise<void> {
    if (!this.#waits(plan)) {
      this.#buildNow(plan)
      return
    }
    for (const needed of neededBy(plan)) await this.build(needed)
    const missing = neededBy(plan).find(({ isBroken }) => isBroken)
    if (missing !== undefined) this.#leaveOut(plan, missing)
    if (plan.scope !== 'context' || plan.isBroken) return
    await this.#create(plan).catch((problem) => this.#fail(plan, problem))
  }

  /** Builds the plans that do not wait. Returns the plans from the first one that waits. */
  buildUntilWaiting(plans: readonly BuildPlan[]): readonly BuildPlan[] {
    for (const [index, plan] of plans.entries()) {
      if (this.#waits(plan)) return plans.slice(index)
      this.#buildNow(plan)
    }
    return []
  }

  /** The object of a plan whose scope is the context. It is already built. */
  objectOf(plan: BuildPlan): object {
    return this.#built.get(plan) as object // `new` makes modules, controllers and guards
  }

  /** All objects that boot built or was given. */
  objects(): WeakSet<object> {
    this.#objects ??= new WeakSet([...this.#built.values()].filter(isObject))
    return this.#objects
  }

  /** Whether a provider cannot be built without a request. */
  needsRequest(plan: BuildPlan): boolean {
    return plan.scope === 'request' || (plan.scope === 'transient' && requestNeedOf(plan) !== null)
  }

  /** The object of a provider from the container of its context. */
  resolve({ key, context }: ProviderPlan): unknown {
    return this.sites.containerOf(context).resolve(key)
  }

  /** The object of a plan, if it is built. */
  builtOf(plan: BuildPlan): unknown {
    return this.#built.get(plan)
  }

  /** Decides a pending binding after the plugins of its context have loaded. Throws if nothing declares the value. */
  settle(binding: Binding, context: ContextPlan): SettledBinding {
    if (binding.from !== 'pending' && binding.from !== 'given') return binding
    return settleBinding(binding, this.sites.siteOf(context).instance)
  }

  /** Whether a module or plugin of the context or above declares the value. */
  declaresRequestValue(context: ContextPlan, name: string): boolean {
    return this.sites.siteOf(context).instance.hasRequestDecorator(name)
  }

  /** The object of a plan. It is built now if it is not built yet. */
  partOf(plan: BuildPlan): unknown {
    if (!this.#built.has(plan)) {
      if (isListed(plan)) return this.resolve(plan)
      this.#createNow(plan)
    }
    return this.#built.get(plan)
  }

  /** Whether the build has to await: the plan, or a plan that it needs, is async and not built yet. */
  #waits(plan: BuildPlan): boolean {
    if (plan.isBroken || this.#built.has(plan)) return false
    if (plan.recipe.how === 'async' && plan.scope === 'context') return true
    return plan.bindings.length > 0 && neededBy(plan).some((needed) => this.#waits(needed))
  }

  /**
   * Does the work of `build` for a plan that does not wait. A promise for each plan would take more time than the
   * build.
   */
  #buildNow(plan: BuildPlan): void {
    if (this.#built.has(plan)) return
    if (plan.isBroken) this.#reportUndeclared(plan)
    const needs = plan.isBroken ? [] : neededBy(plan)
    for (const needed of needs) this.#buildNow(needed)
    const missing = needs.find(({ isBroken }) => isBroken)
    if (missing !== undefined) this.#leaveOut(plan, missing)
    if (plan.scope !== 'context' || plan.isBroken) return
    const reportHere = (problem: unknown) => this.#fail(plan, problem)
    attempt(reportHere, () => this.#createNow(plan))
  }

  #fail(plan: BuildPlan, problem: unknown): void {
    const [doubt = null] = builderOf(this.sites.siteOf(plan.context).instance).failedAbove()
    reportAtPlan(this.findings.report, plan)(problem, { doubt })
  }

  /**
   * Reports undeclared values of a plan that cannot be built. `#construct` would find these values, but it does not run
   * for the plan.
   */
  #reportUndeclared(plan: BuildPlan): void {
    const reportHere = (problem: unknown) => this.#fail(plan, problem)
    attempt(reportHere, () => attemptEach(plan.bindings, (binding) => this.settle(binding, plan.context)))
  }

  #leaveOut(plan: BuildPlan, missing: BuildPlan): void {
    plan.isBroken = true
    this.findings.unseen(titleOf(plan), `it needs ${missing.name}, which cannot be built`)
  }

  async #create(plan: BuildPlan): Promise<void> {
    if (plan.recipe.how !== 'async') {
      this.#createNow(plan)
      return
    }
    try {
      this.#keep(plan, await this.#construct(plan))
    } catch (cause) {
      throw failure(plan, cause)
    }
  }

  /** Builds a provider by resolving it from its container, so that interceptors of tsyringe run. */
  #createNow(plan: BuildPlan): void {
    if (isListed(plan) && this.sites.needsContainer(plan)) this.resolve(plan)
    else this.#keep(plan, this.#construct(plan))
  }

  #keep(plan: BuildPlan, value: unknown): unknown {
    this.#built.set(plan, value)
    const site = this.sites.siteOf(plan.context)
    const closing = this.lives.enter(plan, value, site.instance)
    if (plan.recipe.how !== 'value') disposeLater(value, { plan, site, closing })
    else if (closing.length > 0) disposalsOf(site).addGiven(Object(value), plan, closing)
    return value
  }

  /** Builds a provider in the container of its context. */
  give(plan: ProviderPlan, asking: DependencyContainer): unknown {
    if (this.#built.has(plan)) return this.#built.get(plan)
    if (this.needsRequest(plan)) return this.#giveForRequest(plan, asking)
    if (plan.scope === 'transient') {
      const value = this.#construct(plan)
      disposeLater(value, { plan, site: this.sites.siteOf(plan.context) })
      return value
    }
    if (plan.recipe.how !== 'async' && !plan.isBroken) return this.#keep(plan, this.#construct(plan))
    throw this.#stack.failed(new injectionCodes.ALC_ERR_PROVIDER_NOT_READY('A container', plan.name))
  }

  #giveForRequest(plan: ProviderPlan, asking: DependencyContainer): unknown {
    const within = requestOf(asking)
    if (within !== null) {
      const value = this.readers.readerOf(plan)(within.request, within.reply)
      if (!Unresolved.is(value)) return value
      throw this.#stack.failed(new injectionCodes.ALC_ERR_PROVIDER_NOT_READY('A container', plan.name))
    }
    throw this.#stack.failed(new injectionCodes.ALC_ERR_TOKEN_OF_REQUEST('A container', plan.name))
  }

  #construct(plan: BuildPlan): unknown {
    const { recipe, context, bindings } = plan
    attemptEach(bindings, (binding) => this.#refuseRequest(this.settle(binding, context), plan))
    if (recipe.how === 'value') return recipe.value
    if (recipe.how === 'collection') return createList(recipe.parts, this)
    if (recipe.how === 'class') {
      this.#enlist(recipe.Class, plan)
      return this.#stack.run(plan, () => this.sites.build(plan, recipe.Class)).value
    }
    // The bindings belong to these parameters.
    const dependencies = bindings.map((binding) => this.#readAtBoot(this.settle(binding, context), plan)) as never[]
    if (dependencies.length > 0) return this.#stack.run(plan, () => recipe.create(...dependencies)).value
    const container = this.sites.containerOf(context)
    const { value, hasResolved } = this.#stack.run(plan, () => recipe.create(container as never)) // tsyringe's own form
    const shared = this.#factories.sharing(recipe.create, { plan, value, hasResolved })
    if (shared !== null) {
      throw this.#stack.failed(new injectionCodes.ALC_ERR_FACTORY_SHARED(plan.name, shared.name, plan.context.name))
    }
    return value
  }

  /**
   * Registers a class with tsyringe, which has one record of each class per process. All decorators have run by now.
   */
  #enlist(Class: Class, { sources }: BuildPlan): void {
    if (this.#enlisted.has(Class)) return
    this.#enlisted.add(Class)
    enlistWithEngine(Class, sources)
  }

  #refuseRequest(settled: SettledBinding, asker: BuildPlan): void {
    if (settled.from === 'value' && settled.kind !== 'context') {
      throw scopeError(asker, [`${settled.kind} value "${settled.name}"`])
    }
  }

  #readAtBoot(settled: SettledBinding, { context }: BuildPlan): unknown {
    switch (settled.from) {
      case 'value':
        return Reflect.get(this.sites.siteOf(context).instance, settled.name)
      case 'provider':
        return this.sites.containerOf(context).resolve(settled.plan.key)
      case 'lazy':
        return this.sites.containerOf(context).late(() => settled.plan.key)
      default:
        return undefined
    }
  }

  resolveLate(token: unknown, context: ContextPlan): unknown {
    const key = visibleKey(token)
    const plan = key === null ? undefined : visibleProvider(key, context)
    if (plan?.scope === 'context' && !this.#built.has(plan)) {
      throw this.#stack.failed(new injectionCodes.ALC_ERR_LAZY_TOO_EARLY(plan.name))
    }
    return this.sites.containerOf(context).resolve(token)
  }

  resolved(): void {
    this.#stack.resolved()
  }

  refuse(token: unknown, context: ContextPlan): Error {
    const key = visibleKey(token)
    const asker = { title: `The container of ${context.name}`, above: context.name, context }
    if (key === null)
      return this.#stack.failed(new injectionCodes.ALC_ERR_CONTAINER_TOKEN(asker.title, describeValue(token)))
    const value = requestValueOf(key)
    if (value !== null) return this.#stack.failed(new injectionCodes.ALC_ERR_TOKEN_OF_REQUEST(asker.title, value))
    return this.#stack.failed(explainInvisible({ kind: 'provider', key, name: nameOfKey(key) }, asker))
  }
}
