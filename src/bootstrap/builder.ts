import type { DependencyContainer, InjectionToken } from 'tsyringe'

import tsyringe = require('tsyringe')

import type { Instance } from '../contracts/instance.js'
import { causedBy } from '../errors/coded-error.js'
import { injectionCodes } from '../errors/injection-codes.js'
import { draftOf } from '../server/open-context.js'
import { attempt, type Findings } from '../support/report.js'
import { aboutPlan } from './about.js'
import { neededBy, requestNeedOf, scopeError } from './check-graph.js'
import type { Binding, BuildPlan, ContextPlan, ProviderKey, ProviderPlan, SettledBinding } from './context-plan.js'
import { type DisposalFailure, DisposalStack } from './disposal.js'
import { lazyValue } from './lazy-value.js'
import { readRequestSource, readValue } from './read-source.js'
import { atEachUse, oncePerRequest, type Reader } from './request-scope.js'

/** A context while it boots: its plan meets its instance and its container. */
interface Site {
  readonly instance: Instance
  readonly container: DependencyContainer
  readonly disposals: DisposalStack
}

/** In a record, so that what a factory made is not awaited because it happens to be thenable. */
interface Made {
  readonly value: unknown
}

/**
 * Builds what the plans say. Each context has a container, child of its parent's. What belongs to a context is built in
 * topological order in the container of the context that lists it, and registered there as a finished object: a
 * container that resolved it later, from below, would build it with the values of whoever asks first.
 */
export class Builder {
  readonly failures: DisposalFailure[] = []
  readonly #sites = new Map<ContextPlan, Site>()
  readonly #built = new Map<BuildPlan, unknown>()
  readonly #readers = new Map<BuildPlan, Reader>()

  constructor(readonly findings: Findings) {}

  /** Opens the container of a context. */
  enter(context: ContextPlan, instance: Instance): void {
    const outer = context.parent === null ? tsyringe.container : this.#siteOf(context.parent).container
    const holds = context.parent === null || context.providers.size > 0 || context.guards.size > 0
    const container = holds ? outer.createChildContainer() : outer // what holds nothing needs none of its own
    this.#sites.set(context, { instance, container, disposals: new DisposalStack() })
    for (const [key, plan] of context.providers) {
      container.register(engineKey(key), { useFactory: () => this.#buildNow(plan) })
    }
  }

  /** Builds what belongs to the context of the plan, and before it all that it needs. */
  async build(plan: BuildPlan): Promise<void> {
    if (this.#built.has(plan) || plan.isBroken || this.#buildAlone(plan)) return
    for (const needed of neededBy(plan)) await this.build(needed)
    const missing = neededBy(plan).find(({ isBroken }) => isBroken)
    if (missing !== undefined) this.#leaveOut(plan, missing)
    if (plan.scope !== 'context' || plan.isBroken) return
    const made = await this.#create(plan).catch((problem) => this.#fail(plan, problem))
    if (made !== null) this.#keep(plan, made)
  }

  /** Builds at once what waits for nothing; gives the plans from the first on that does. */
  buildUntilWaiting(plans: readonly BuildPlan[]): readonly BuildPlan[] {
    const waiting = plans.findIndex((plan) => !this.#built.has(plan) && !this.#buildAlone(plan))
    return waiting === -1 ? [] : plans.slice(waiting)
  }

  /** A class that needs nothing, as most modules are: a promise for each would cost more than all of them. */
  #buildAlone(plan: BuildPlan): boolean {
    if (plan.scope !== 'context' || plan.recipe.how !== 'class' || plan.bindings.length > 0) return false
    if (plan.isBroken) return true
    const made = attempt(
      (problem) => this.#fail(plan, problem),
      () => this.#createNow(plan),
    )
    if (made !== undefined) this.#keep(plan, made)
    return true
  }

  #fail(plan: BuildPlan, problem: unknown): null {
    const [doubt = null] = draftOf(this.#siteOf(plan.context).instance).failedAbove()
    aboutPlan(this.findings.report, plan)(problem, { doubt })
    return null
  }

  #leaveOut(plan: BuildPlan, missing: BuildPlan): void {
    plan.isBroken = true
    this.findings.unseen(titleOf(plan), `it needs ${missing.name}, which cannot be built`)
  }

  #keep(plan: BuildPlan, made: Made): void {
    this.#built.set(plan, made.value)
    if (isProvider(plan)) this.#siteOf(plan.context).container.registerInstance(engineKey(plan.key), made.value)
  }

  /** The object of a plan whose scope is the context; it has been built. */
  objectOf(plan: BuildPlan): object {
    return this.#built.get(plan) as object // modules, controllers and guards are made by `new`
  }

  /** Whether something was built for the context that can be disposed. */
  hasDisposable(context: ContextPlan): boolean {
    return !this.#siteOf(context).disposals.isEmpty
  }

  /** Disposes what was built for a context, last built first. Failures are logged and kept. */
  async disposeOf(context: ContextPlan): Promise<void> {
    const { disposals, instance } = this.#siteOf(context)
    await disposals.disposeAll((failure) => {
      this.failures.push(failure)
      instance.log.error({ err: failure.cause }, `${failure.target.constructor.name} could not be disposed`)
    })
  }

  /** Disposes all that is left, contexts in the reverse of the order in which they were entered. */
  async disposeAll(): Promise<void> {
    for (const context of [...this.#sites.keys()].reverse()) await this.disposeOf(context)
  }

  /** Whether a provider cannot be built without a request. */
  needsRequest(plan: BuildPlan): boolean {
    return plan.scope === 'request' || (plan.scope === 'transient' && requestNeedOf(plan) !== null)
  }

  /** What the container of a provider's context gives for it. */
  resolve({ key, context }: ProviderPlan): unknown {
    return this.#siteOf(context).container.resolve(engineKey(key))
  }

  /** Reads the object of a plan at each request: the one of its context, or one of the request. */
  readerOf(plan: BuildPlan): Reader {
    if (plan.scope === 'context') {
      const value = this.#built.get(plan)
      return () => value
    }
    const known = this.#readers.get(plan)
    if (known !== undefined) return known
    const create = this.#creatorOf(plan)
    const reader = plan.scope === 'request' ? oncePerRequest(plan.id, create) : atEachUse(create)
    this.#readers.set(plan, reader)
    return reader
  }

  /** Reads an injected value at each request. */
  reader(binding: Binding, context: ContextPlan): Reader {
    const settled = this.settle(binding, context)
    switch (settled.from) {
      case 'request':
        return readRequestSource(settled.source)
      case 'value':
        return readValue(settled, this.#siteOf(context).instance)
      case 'provider':
      case 'lazy':
        return this.readerOf(settled.plan)
      case 'nothing':
        return () => undefined
    }
  }

  /** Decides a pending binding: the plugins of its context have loaded. Throws where nothing declared the value. */
  settle(binding: Binding, context: ContextPlan): SettledBinding {
    if (binding.from !== 'pending') return binding
    const { instance } = this.#siteOf(context)
    const { name, otherwise } = binding
    const kind = binding.kinds.find((each) => {
      if (each === 'request') return instance.hasRequestDecorator(name)
      return each === 'reply' ? instance.hasReplyDecorator(name) : instance.hasDecorator(name)
    })
    if (kind !== undefined) return { from: 'value', kind, name }
    if (otherwise.from === 'error') throw otherwise.create()
    return otherwise
  }

  #siteOf(context: ContextPlan): Site {
    return this.#sites.get(context)! // parents are entered before their children
  }

  #createNow(plan: BuildPlan): Made {
    const made = this.#make(plan)
    this.#siteOf(plan.context).disposals.add(made.value)
    return made
  }

  async #create(plan: BuildPlan): Promise<Made> {
    const made = this.#make(plan)
    if (plan.recipe.how === 'value') return made
    try {
      const value = plan.recipe.how === 'async' ? await made.value : made.value
      this.#siteOf(plan.context).disposals.add(value)
      return { value }
    } catch (cause) {
      throw failure(plan, cause)
    }
  }

  /** What the container gives for a provider that is not there as a finished object. */
  #buildNow(plan: ProviderPlan): unknown {
    if (plan.scope === 'context') throw new injectionCodes.ALC_ERR_LAZY_TOO_EARLY(plan.name)
    const { value } = this.#make(plan)
    this.#siteOf(plan.context).disposals.add(value)
    return value
  }

  #make(plan: BuildPlan): Made {
    const dependencies = plan.bindings.map((binding) => this.#readAtBoot(binding, plan))
    try {
      return { value: construct(plan, dependencies) }
    } catch (cause) {
      throw failure(plan, cause)
    }
  }

  #readAtBoot(binding: Binding, asker: BuildPlan): unknown {
    const settled = this.settle(binding, asker.context)
    const { instance, container } = this.#siteOf(asker.context)
    switch (settled.from) {
      case 'nothing':
        return undefined
      case 'request':
        throw scopeError(asker, [`@${settled.source.from}`])
      case 'value':
        if (settled.kind === 'context') return Reflect.get(instance, settled.name)
        throw scopeError(asker, [`${settled.kind} value "${settled.name}"`])
      case 'provider':
        return container.resolve(engineKey(settled.plan.key))
      case 'lazy':
        return lazyValue(() => container.resolve(engineKey(settled.plan.key)) as object) // as below
    }
  }

  #creatorOf(plan: BuildPlan): Reader {
    // Read at the first use: a circle that `lazy` opened leads back to this plan.
    let readers: readonly Reader[] | undefined
    return (request, reply) => {
      readers ??= plan.bindings.map((binding) => this.#readerWithin(binding, plan))
      return construct(
        plan,
        readers.map((read) => read(request, reply)),
      )
    }
  }

  #readerWithin(binding: Binding, plan: BuildPlan): Reader {
    if (binding.from !== 'lazy') return this.reader(binding, plan.context)
    const read = this.readerOf(binding.plan)
    return (request, reply) => lazyValue(() => read(request, reply) as object) // `lazy` is of classes and objects
  }
}

function construct({ recipe }: BuildPlan, dependencies: readonly unknown[]): unknown {
  // The bindings were made from the very parameters that are filled here.
  const values = dependencies as never[]
  if (recipe.how === 'class') return new recipe.Class(...values)
  return recipe.how === 'value' ? recipe.value : recipe.create(...values)
}

function failure(plan: BuildPlan, cause: unknown): unknown {
  if (cause instanceof injectionCodes.ALC_ERR_LAZY_TOO_EARLY) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return causedBy(new injectionCodes.ALC_ERR_PROVIDER_FAILED(plan.name, whereIs(plan), reason), cause)
}

function whereIs(plan: BuildPlan): string {
  return isProvider(plan) ? `a provider of ${plan.module.name}` : `in the context of ${plan.context.name}`
}

function titleOf(plan: BuildPlan): string {
  return `${plan.name} (${whereIs(plan)})`
}

function isProvider(plan: BuildPlan): plan is ProviderPlan {
  return 'key' in plan
}

function engineKey(key: ProviderKey): InjectionToken<unknown> {
  return key as InjectionToken<unknown> // the engine asks for a class that can be built, even where it only compares it
}
