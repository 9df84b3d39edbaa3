import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { isPromise } from '../../packages/node.cjs'
import { findOrMake } from '../../support/lazy.js'
import { lazyValue } from '../../support/lazy-value.js'
import { containRejection } from '../../support/values.js'
import { mayWait } from '../plan/bind-injections.js'
import type { Binding, BuildPlan, ContextPlan, Recipe, SettledBinding } from '../plan/context-plan.js'
import { isGiven } from '../plan/visibility.js'
import { FactoryObjects } from './factory-objects.js'
import { readOwnSource, readRequestSource, readValue } from './read-source.js'
import {
  atEachUse,
  type Keep,
  keptInRequest,
  type ListReader,
  listReader,
  oncePerRequest,
  type Reader,
  scopeOf,
  waitingListReader,
} from './request-scope.js'
import type { Sites } from './sites.js'
import { afterAll, awaited, Unresolved } from './unresolved.js'

type FactoryRecipe = Extract<Recipe, { how: 'factory' | 'async' }>

/** The objects that boot built, and their contexts. */
export interface BuiltContexts {
  /** The object of a plan, if it is built. */
  builtOf(plan: BuildPlan): unknown
  /** All objects that boot built or was given. Called in requests only. */
  objects(): WeakSet<object>
  /** Decides a pending binding. Throws if nothing declares the value. */
  settle(binding: Binding, context: ContextPlan): SettledBinding
  readonly sites: Pick<Sites, 'siteOf' | 'containerOf'>
}

/**
 * Makes the readers of injected values at boot. Readers that are selected once build the objects of a request. tsyringe
 * would instead look up each parameter by its token in three containers, for each request.
 */
export class RequestReaders {
  readonly #readers = new Map<BuildPlan, Reader>()

  constructor(readonly built: BuiltContexts) {}

  /** Reads the object of a plan: the object of its context, or the object of the request. */
  readerOf(plan: BuildPlan): Reader {
    if (plan.scope === 'context') {
      const value = this.built.builtOf(plan)
      return () => value
    }
    return findOrMake(this.#readers, plan, () => {
      const create = this.#creatorOf(plan)
      const keep = this.#keeperOf(plan)
      return plan.scope === 'request' ? oncePerRequest(plan, create, keep) : atEachUse(create, keep)
    })
  }

  /** `new` makes a new object. A factory may return an object that does not belong to the request. */
  #keeperOf(plan: BuildPlan): Keep | undefined {
    if (plan.recipe.how !== 'factory' && plan.recipe.how !== 'async') return undefined
    return new FactoryObjects(plan, () => this.built.objects()).track
  }

  /** Reads an injected value. */
  reader(binding: Binding, context: ContextPlan): Reader {
    const settled = this.built.settle(binding, context)
    switch (settled.from) {
      case 'request': {
        const { source, inject } = settled
        if (source.from !== 'own') return readRequestSource(source)
        return readOwnSource(source, this.#readersOf(inject, context))
      }
      case 'value':
        // Objects and functions of a request log with the id of the request.
        if (isGiven(settled.kind, settled.name)) return (request) => request.log
        return readValue(settled, this.built.sites.siteOf(context).instance)
      case 'provider':
      case 'part':
      case 'lazy':
        return this.readerOf(settled.plan)
      case 'nothing':
        return () => undefined
    }
  }

  /**
   * The readers of a handler's parameters. One function of `paramOf` is called once, even if several parameters use it.
   */
  readersOfHandler(bindings: readonly Binding[], context: ContextPlan): Reader[] {
    const own = new Map<unknown, Reader>()
    return bindings.map((binding) => {
      const reader = this.reader(binding, context)
      if (binding.from !== 'request' || binding.source.from !== 'own') return reader
      const { read } = binding.source
      const isTaken =
        bindings.filter(
          (other) => other.from === 'request' && other.source.from === 'own' && other.source.read === read,
        ).length > 1
      if (!isTaken) return reader
      const shared = own.get(read) ?? keptInRequest(Symbol('paramOf'), reader)
      own.set(read, shared)
      return shared
    })
  }

  /** Computes a value of a request or reply, with the injected values of its function. */
  computerOf(plan: BuildPlan): Reader {
    const { recipe } = plan
    const isOfRequest = recipe.how === 'computed' && recipe.kind === 'request'
    const readSubject: Reader = (request, reply) => (isOfRequest ? request : reply)
    return buildOf(plan, () => [readSubject, ...this.#readersOf(plan.bindings, plan.context)])
  }

  #creatorOf(plan: BuildPlan): Reader {
    const { recipe } = plan
    if ((recipe.how === 'factory' || recipe.how === 'async') && plan.bindings.length === 0) {
      return this.#factoryOf(plan, recipe)
    }
    return buildOf(plan, () => plan.bindings.map((binding) => this.#readerWithin(binding, plan)))
  }

  #readersOf(bindings: readonly Binding[], context: ContextPlan): Reader[] {
    return bindings.map((binding) => this.reader(binding, context))
  }

  /**
   * A factory without `inject` gets a container. For an object of the request, that container sees the request's
   * objects.
   */
  #factoryOf({ scope, context }: BuildPlan, { how, create }: FactoryRecipe): Reader {
    const container = this.built.sites.containerOf(context)
    if (scope === 'transient') return () => create(container as never) // tsyringe's own form
    const make: Reader = (request, reply) => {
      const value = create(scopeOf(request, reply).containerBelow(container) as never) // tsyringe's own form
      if (isPromise(value)) containRejection(value) // the promise is the value, and may have no consumer that awaits it
      return value
    }
    return how === 'async' ? (request, reply) => awaited(make(request, reply)) : make
  }

  #readerWithin(binding: Binding, plan: BuildPlan): Reader {
    if (binding.from !== 'lazy') return this.reader(binding, plan.context)
    const read = this.readerOf(binding.plan)
    const find = (request: Request, reply: Reply) => {
      const value = read(request, reply)
      if (Unresolved.is(value)) throw new injectionCodes.ALC_ERR_PROVIDER_NOT_READY('lazy()', binding.plan.name)
      return value as object // `lazy` accepts classes and objects
    }
    return (request, reply) => lazyValue(() => find(request, reply))
  }
}

/**
 * Builds an object from injected values. The readers are made at the first use. A cycle with `lazy` leads back to the
 * plan before its reader exists.
 */
function buildOf(plan: BuildPlan, readersOf: () => Reader[]): Reader {
  const build = (values: unknown[]) => construct(plan, values)
  if (plan.bindings.some(mayWait)) {
    let read: ListReader | undefined
    return (request, reply) => {
      read ??= waitingListReader(readersOf())
      return afterAll(read(request, reply), build)
    }
  }
  let make: Reader | undefined
  return (request, reply) => {
    make ??= plan.recipe.how === 'class' ? maker(plan.recipe.Class, readersOf()) : fromList(build, readersOf())
    return make(request, reply)
  }
}

/** Avoids an array of arguments for a constructor with few parameters: the array takes more time than the object. */
function maker(Class: new (...values: never[]) => object, readers: readonly Reader[]): Reader {
  const Made = Class as new (...values: unknown[]) => object // the readers belong to these parameters
  const [a, b, c] = readers
  if (a === undefined) return () => new Made()
  if (b === undefined) return (request, reply) => new Made(a(request, reply))
  if (c === undefined) return (request, reply) => new Made(a(request, reply), b(request, reply))
  if (readers.length === 3) {
    return (request, reply) => new Made(a(request, reply), b(request, reply), c(request, reply))
  }
  return fromList((values) => new Made(...values), readers)
}

function fromList(build: (values: unknown[]) => unknown, readers: readonly Reader[]): Reader {
  const read = listReader(readers)
  return (request, reply) => build(read(request, reply))
}

/** Builds the object of a plan. Values and collections belong to their context: the boot has built them. */
function construct({ recipe }: BuildPlan, dependencies: readonly unknown[]): unknown {
  // The bindings belong to these parameters.
  const values = dependencies as never[]
  if (recipe.how === 'class') return new recipe.Class(...values)
  if (recipe.how === 'value' || recipe.how === 'collection') return undefined
  const value = recipe.create(...values)
  if (recipe.how === 'async') return awaited(value)
  if (isPromise(value)) containRejection(value)
  return value
}
