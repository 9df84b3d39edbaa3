import type { DependencyContainer, InjectionToken } from 'tsyringe'
import type { Instance } from '../../contracts/instance.js'
import type { Class, ContextToken, Token } from '../../contracts/token.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { tsyringe } from '../../packages/tsyringe.cjs'
import { lazyValue } from '../../support/lazy-value.js'
import { isDelayed, lazyOf, nameInKey } from '../decorators/inject-source.js'
import type { BuildPlan, ContextPlan, ProviderPlan } from '../plan/context-plan.js'
import { isDeclared, isOpenAbove } from '../plan/visibility.js'

/** The tokens of alcove that a container's `resolve` accepts besides tsyringe's own. */
type AlcoveToken<T> = Token<T, 'provider'> | ContextToken<T>

/** The tsyringe container of a context, with the providers of its modules. */
export interface ContextContainer extends DependencyContainer {
  /**
   * The object of this context, or of the nearest context above that provides the token. Throws for any other token.
   */
  resolve<T>(token: InjectionToken<T> | AlcoveToken<T>): T
}

/** The functions of the builder that all containers call. */
export interface ContainerOwner {
  /** The object of a provider, for the container that resolves it. */
  give(plan: ProviderPlan, asking: DependencyContainer): unknown
  /** The object of `lazy`, after it is built. */
  resolveLate(token: unknown, context: ContextPlan): unknown
  /** The error of a token that a context does not see. */
  refuse(token: unknown, context: ContextPlan): Error
  /** Called for each `resolve`. It records that the current build takes a dependency. */
  resolved(): void
}

/** The context of a container. */
export interface ContainerPlace {
  readonly context: ContextPlan
  readonly instance: Instance
  readonly owner: ContainerOwner
}

/**
 * tsyringe's container with its internal signature. It calls itself for each dependency, with more parameters than its
 * type declares.
 */
interface Engine {
  resolve(token: unknown, context?: unknown, isOptional?: boolean): unknown
  resolveAll(token: unknown): unknown[]
  register(token: unknown, provider: object, options?: object): unknown
  isRegistered(token: unknown, recursive?: boolean): boolean
  createChildContainer(): DependencyContainer
  beforeResolution(token: unknown, ...rest: unknown[]): void
  afterResolution(token: unknown, ...rest: unknown[]): void
  reset(): void
  dispose(): void
}

interface EngineClass {
  new (parent?: Engine): Engine
}

/** A container with the rules of contexts. */
export interface OwnedContainer extends Engine {
  /** Registers a provider of a module. `give` gets the container that resolves it. */
  provide(token: unknown, give: (asking: DependencyContainer) => unknown): void
  /** Builds the class of a plan by tsyringe, with parameters from this container. */
  buildClass(plan: BuildPlan, Class: Class): object
  /** Whether callbacks have to run when the token is resolved. */
  observes(token: unknown): boolean
  /**
   * A container for one request. The child of an empty container takes a tenth of the time of the child of a full one.
   */
  forRequest(): DependencyContainer
  /** A proxy of an object that the container builds later. */
  late(read: () => unknown): object
}

/**
 * Opens the container of a context below another. tsyringe loads with the outermost container. An application without
 * injected parameters opens none.
 */
export function openContainer(outer: OwnedContainer | null, place: ContainerPlace): OwnedContainer {
  if (outer === null) return new (extendContainer(engineClass()))(null, place)
  const Container = outer.constructor as ReturnType<typeof extendContainer> // all containers below are of its class
  return new Container(outer as InstanceType<typeof Container>, place) // this function made it
}

/**
 * tsyringe does not export the class. A container made by the class has no parent. A child of the global container
 * would see all registrations there.
 */
function engineClass(): EngineClass {
  return tsyringe().container.constructor as unknown as EngineClass // its own type has no constructor
}

/**
 * tsyringe's container with the rules of contexts. It builds a provider in the container of the context that lists it,
 * for every consumer. It refuses a token that no visible context provides, instead of building it.
 */
function extendContainer(EngineContainer: EngineClass) {
  return class Container extends EngineContainer implements OwnedContainer {
    readonly #provided = new Set<unknown>()
    /** Tokens that are registered here besides those of modules. */
    #registered: Set<unknown> | null = null
    /** Tokens with callbacks of `beforeResolution` or `afterResolution`. */
    #observed: Set<unknown> | null = null
    readonly #place: ContainerPlace
    readonly #outer: Container | null
    #requests: DependencyContainer | null = null

    constructor(outer: Container | null, place: ContainerPlace) {
      super(outer ?? undefined)
      this.#outer = outer
      this.#place = place
    }

    provide(token: unknown, give: (asking: DependencyContainer) => unknown): void {
      this.#provided.add(token)
      super.register(token, { useFactory: give })
    }

    observes(token: unknown): boolean {
      return this.#observed?.has(token) === true
    }

    buildClass(plan: BuildPlan, Class: Class): object {
      if (!this.isRegistered(Class, true)) return super.resolve(Class) as object // it builds classes that are not registered
      if (!this.isRegistered(plan)) this.#enter(plan, { useClass: Class }) // the plan is its token
      return super.resolve(plan) as object
    }

    forRequest(): DependencyContainer {
      this.#requests ??= super.createChildContainer()
      return this.#requests.createChildContainer()
    }

    /** tsyringe's own method would create an empty list for each token that it gets. */
    override isRegistered(token: unknown, recursive = false): boolean {
      const asked = keyOf(token)
      if (this.#provided.has(asked) || this.#registered?.has(asked) === true) return true
      return recursive && this.#outer?.isRegistered(asked, true) === true
    }

    override beforeResolution(token: unknown, ...rest: unknown[]): void {
      this.#observe(token)
      super.beforeResolution(token, ...rest)
    }

    override afterResolution(token: unknown, ...rest: unknown[]): void {
      this.#observe(token)
      super.afterResolution(token, ...rest)
    }

    override resolve(token: unknown, context?: unknown, isOptional = false): unknown {
      const { context: asker, instance, owner } = this.#place
      owner.resolved()
      const asked = keyOf(token)
      if (isDelayed(asked)) return this.late(lazyOf(asked).read)
      const name = typeof asked === 'string' ? asked : nameInKey('context', asked)
      if (name !== null && hasValue(asker, name, instance)) return Reflect.get(instance, name)
      if (this.isRegistered(asked, true)) return super.resolve(asked, context, isOptional)
      if (isOptional) return undefined
      throw owner.refuse(asked, asker)
    }

    late(read: () => unknown): object {
      return lazyValue(() => this.#place.owner.resolveLate(read(), this.#place.context) as object) // `lazy` accepts classes and objects
    }

    override resolveAll(token: unknown): unknown[] {
      const asked = keyOf(token)
      if (this.isRegistered(asked, true)) return super.resolveAll(asked)
      throw this.#place.owner.refuse(asked, this.#place.context)
    }

    /**
     * Registers a provider that is not of a module. This container always builds it, not the container that resolves it
     * first.
     */
    override register(token: unknown, provider: object, options?: object): this {
      const asked = keyOf(token)
      if (this.#isProvided(asked)) throw this.#fixed(`register(${describeToken(token)})`)
      const own = Symbol(describeToken(token))
      this.#enter(own, provider, options)
      this.#enter(asked, { useFactory: () => super.resolve(own) })
      return this
    }

    override reset(): void {
      throw this.#fixed('reset()')
    }

    override dispose(): never {
      throw this.#fixed('dispose()')
    }

    #enter(token: unknown, provider: object, options?: object): void {
      this.#registered ??= new Set()
      this.#registered.add(token)
      super.register(token, provider, options)
    }

    #observe(token: unknown): void {
      this.#observed ??= new Set()
      this.#observed.add(token)
    }

    #isProvided(token: unknown): boolean {
      if (this.#provided.has(token) || this.#outer === null) return this.#provided.has(token)
      return this.#outer.#isProvided(token)
    }

    #fixed(call: string): Error {
      return new injectionCodes.ALC_ERR_CONTAINER_FIXED(this.#place.context.name, call)
    }
  }
}

/** The property of an instance that returns its container. */
const containerKey = Symbol('alcove.container')

/**
 * Adds the property of containers to the root instance, which those below inherit. Most contexts never need a
 * container.
 */
export function attachContainers(root: Instance, find: (instance: Instance) => OwnedContainer): void {
  const get = function (this: Instance) {
    return find(this)
  }
  Object.defineProperty(root, containerKey, { get, configurable: true })
}

/**
 * The tsyringe container of a context (docs/guide/injection.md). It has the providers of the modules of that context,
 * and sees those of the contexts above. The instance is that of a module, `app.instance`, or of a plugin within a
 * module.
 *
 * @throws ALC_ERR_CONTAINER_NONE for an instance without a module that `bootstrap` has applied
 */
export function contextContainer(instance: Instance): ContextContainer {
  const container: unknown = Reflect.get(Object(instance), containerKey) // a caller without types may pass nothing
  if (container !== undefined) return container as ContextContainer // attachContainers set it, and `resolve` has all forms
  throw new injectionCodes.ALC_ERR_CONTAINER_NONE()
}

/** The symbol of a token of alcove. tsyringe's own tokens are their keys. */
function keyOf(token: unknown): unknown {
  return typeof token === 'object' && token !== null && 'kind' in token && 'key' in token ? token.key : token
}

function hasValue(context: ContextPlan, name: string, instance: Instance): boolean {
  return isDeclared('context', name, context) || (isOpenAbove(context) && instance.hasDecorator(name))
}

function describeToken(token: unknown): string {
  return typeof token === 'function' ? token.name : String(token)
}
