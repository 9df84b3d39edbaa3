import type { Instance } from '../../contracts/instance.js'
import type { Class } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { noItems } from '../../support/lists.js'
import type { BuildPlan, ContextPlan } from '../plan/context-plan.js'
import { tokensOf } from '../plan/visibility.js'
import { attachContainers, type ContainerOwner, type OwnedContainer, openContainer } from './context-container.js'
import { type CloseObject, DisposalStack, isDisposable } from './disposal.js'

/** A context while it boots: its plan with its instance and its container. */
export interface Site {
  readonly instance: Instance
  /** Made for the first built object that can be disposed. */
  disposals: DisposalStack | null
  /** Made when an object of the context needs it, or when code resolves from it. */
  container: OwnedContainer | null
}

/** The contexts of an application with their instances and containers. */
export class Sites {
  readonly #sites = new Map<ContextPlan, Site>()
  readonly #contexts = new Map<Instance, ContextPlan>()

  constructor(readonly owner: ContainerOwner) {}

  /** Called when a context has its instance. */
  enter(context: ContextPlan, instance: Instance): void {
    this.#sites.set(context, { instance, disposals: null, container: null })
    this.#contexts.set(instance, context)
    if (context.parent === null) attachContainers(instance, (each) => this.containerOf(this.#contextOf(each)))
  }

  /** All entered contexts, in the order in which they were entered. */
  get entered(): ContextPlan[] {
    return [...this.#sites.keys()]
  }

  siteOf(context: ContextPlan): Site {
    const site = this.#sites.get(context)
    // Only an offer leads to a context that is not entered yet.
    if (site === undefined) throw new treeCodes.ALC_ERR_OFFER_TOO_EARLY(context.name)
    return site
  }

  containerOf(context: ContextPlan): OwnedContainer {
    const site = this.siteOf(context)
    site.container ??= this.#open(context, site)
    return site.container
  }

  /**
   * Builds the object of a class. A class without parameters needs no container. tsyringe keeps three lists for each
   * class, so `new` creates the object, unless callbacks have to run.
   */
  build(plan: BuildPlan, Class: Class): object {
    const hasParameters = plan.sources.length > 0 || Class.length > 0
    const container = hasParameters ? this.containerOf(plan.context) : this.siteOf(plan.context).container
    if (container === null || !(hasParameters || container.observes(Class))) return new Class()
    return container.buildClass(plan, Class)
  }

  /** Whether a container has to build a plan: for its parameters, or for interceptors, which only a container has. */
  needsContainer({ recipe, scope, bindings, context }: BuildPlan): boolean {
    const isSimple = recipe.how === 'value' || (recipe.how === 'class' && bindings.length === 0)
    return !isSimple || scope !== 'context' || this.siteOf(context).container !== null
  }

  #open(context: ContextPlan, { instance }: Site): OwnedContainer {
    const { owner } = this
    const outer = context.parent === null ? null : this.containerOf(context.parent)
    const container = openContainer(outer, { context, instance, owner })
    const offered = [...context.offered.values()].map(({ plan }) => plan)
    for (const plan of [...context.providers.values(), ...offered]) {
      for (const token of tokensOf(plan.key)) container.provide(token, (asking) => owner.give(plan, asking))
    }
    return container
  }

  /** A plugin within a module has its own instance, below that of the module. */
  #contextOf(instance: Instance): ContextPlan {
    const known = this.#contexts.get(instance)
    return known ?? this.#contextOf(Object.getPrototypeOf(instance) as Instance) // the root is one of them
  }
}

/** The disposals of a context, made at the first object that needs one. */
export function disposalsOf(site: Site): DisposalStack {
  site.disposals ??= new DisposalStack()
  return site.disposals
}

/** Adds an object to the disposals of its context. Most objects need no disposal. */
export function disposeLater(
  value: unknown,
  { plan, site, closing = noItems }: { plan: BuildPlan; site: Site; closing?: readonly CloseObject[] },
): void {
  if (closing.length > 0 || isDisposable(value)) disposalsOf(site).add(value, plan, closing)
}
