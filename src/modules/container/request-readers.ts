import type { Instance } from '../../contracts/instance.js'
import { lazyValue } from '../../support/lazy-value.js'
import type { Binding, BuildPlan, ContextPlan, SettledBinding } from '../plan/context-plan.js'
import type { OwnedContainer } from './context-container.js'
import { readRequestSource, readValue } from './read-source.js'
import { atEachUse, containerOf, oncePerRequest, type Reader } from './request-scope.js'

/** What has been built at boot, and where. */
export interface BuiltContexts {
  /** The object of a plan, if it has been built. */
  builtOf(plan: BuildPlan): unknown
  /** Decides a pending binding. Throws where nothing declared the value. */
  settle(binding: Binding, context: ContextPlan): SettledBinding
  siteOf(context: ContextPlan): { readonly instance: Instance }
  containerOf(context: ContextPlan): OwnedContainer
}

/**
 * Makes, at boot, what reads injected values at each request. An object of a request is built by readers that are
 * chosen once: tsyringe would look up each parameter by its token in three containers, per request.
 */
export class RequestReaders {
  readonly #readers = new Map<BuildPlan, Reader>()

  constructor(readonly built: BuiltContexts) {}

  /** Reads the object of a plan: the one of its context, or one of the request. */
  readerOf(plan: BuildPlan): Reader {
    if (plan.scope === 'context') {
      const value = this.built.builtOf(plan)
      return () => value
    }
    const known = this.#readers.get(plan)
    if (known !== undefined) return known
    const create = this.#creatorOf(plan)
    const reader = plan.scope === 'request' ? oncePerRequest(plan.id, create) : atEachUse(create)
    this.#readers.set(plan, reader)
    return reader
  }

  /** Reads an injected value. */
  reader(binding: Binding, context: ContextPlan): Reader {
    const settled = this.built.settle(binding, context)
    switch (settled.from) {
      case 'request':
        return readRequestSource(settled.source)
      case 'value':
        return readValue(settled, this.built.siteOf(context).instance)
      case 'provider':
      case 'part':
      case 'lazy':
        return this.readerOf(settled.plan)
      case 'nothing':
        return () => undefined
    }
  }

  #creatorOf(plan: BuildPlan): Reader {
    const { recipe } = plan
    if (recipe.how === 'factory' && plan.bindings.length === 0) return this.#factoryOf(plan, recipe.create)
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

  /** A factory without `inject` gets a container: for an object of the request, one that sees the request's objects. */
  #factoryOf({ scope, context }: BuildPlan, create: (container: never) => unknown): Reader {
    const container = this.built.containerOf(context)
    if (scope === 'transient') return () => create(container as never) // tsyringe's own form
    return (request, reply) => create(containerOf(request, reply, container) as never)
  }

  #readerWithin(binding: Binding, plan: BuildPlan): Reader {
    if (binding.from !== 'lazy') return this.reader(binding, plan.context)
    const read = this.readerOf(binding.plan)
    return (request, reply) => lazyValue(() => read(request, reply) as object) // `lazy` is of classes and objects
  }
}

/** A collection is built once for its context, and never here. */
function construct({ recipe }: BuildPlan, dependencies: readonly unknown[]): unknown {
  // The bindings were made from the very parameters that are filled here.
  const values = dependencies as never[]
  if (recipe.how === 'class') return new recipe.Class(...values)
  if (recipe.how === 'value') return recipe.value
  return recipe.how === 'collection' ? undefined : recipe.create(...values)
}
