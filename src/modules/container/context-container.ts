import type { DependencyContainer, InjectionToken } from 'tsyringe'
import type { Instance } from '../../contracts/instance.js'
import type { Class, ContextToken, Token } from '../../contracts/token.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { container } from '../../packages/tsyringe.cjs'
import { lazyValue } from '../../support/lazy-value.js'
import { isDelayed, lazyOf } from '../decorators/inject-source.js'

/** What a container's `resolve` takes beside tsyringe's own tokens. */
type AlcoveToken<T> = Token<T, 'provider'> | ContextToken<T>

/** The container of a context: tsyringe's, for what modules declare. */
export interface ContextContainer extends DependencyContainer {
  /** The object of this context, or of the nearest one above that provides the token. Throws for any other token. */
  resolve<T>(token: InjectionToken<T> | AlcoveToken<T>): T
}

/** What a container asks of its context. */
export interface ContainerOwner {
  readonly name: string
  /** A context value of that name that is visible; a record, for a value may be `undefined`. */
  valueOf(name: string): { readonly value: unknown } | null
  /** What `lazy` stands for, once that is built. */
  resolveLate(token: unknown): unknown
  /** The error of a token that is not visible. */
  refuse(token: unknown): Error
  /** Called for each `resolve`: who is being built takes something from here. */
  onResolve(): void
}

/** tsyringe's container as it calls itself: for each dependency with more parameters than its type shows. */
interface Engine {
  resolve(token: unknown, context?: unknown, isOptional?: boolean): unknown
  resolveAll(token: unknown): unknown[]
  register(token: unknown, provider: object, options?: object): unknown
  isRegistered(token: unknown, recursive?: boolean): boolean
  createChildContainer(): DependencyContainer
  reset(): void
  dispose(): void
}

interface EngineClass {
  new (parent?: Engine): Engine
}

// The class is not exported. A container made by it has no parent, where `createChildContainer` of the global container
// would see all that is registered there.
const EngineContainer = container.constructor as unknown as EngineClass

/**
 * tsyringe's container with the rules of contexts: what a module provides is built in the container of the context that
 * lists it, whoever resolves it; a token that no visible context provides is refused and not built.
 */
export class OwnedContainer extends EngineContainer {
  readonly #provided = new Set<unknown>()
  readonly #owner: ContainerOwner
  readonly #outer: OwnedContainer | null
  #requests: DependencyContainer | null = null

  constructor(outer: OwnedContainer | null, owner: ContainerOwner) {
    super(outer ?? undefined)
    this.#outer = outer
    this.#owner = owner
  }

  /** Registers what a module provides; `give` gets the container that resolves it. */
  provide(token: unknown, give: (asking: DependencyContainer) => unknown): void {
    this.#provided.add(token)
    super.register(token, { useFactory: give })
  }

  /** Lets tsyringe build a class, its parameters resolved in this container. `id`: for a class that is a provider too. */
  buildClass<T extends object>(id: symbol, Class: Class<T>): T {
    if (!this.isRegistered(Class, true)) return super.resolve(Class) as T // it builds what is not registered
    if (!this.isRegistered(id)) super.register(id, { useClass: Class })
    return super.resolve(id) as T // registered under a symbol that nobody else has
  }

  /** A container for one request: a child of an empty one costs a tenth of a child of a full one. */
  forRequest(): DependencyContainer {
    this.#requests ??= super.createChildContainer()
    return this.#requests.createChildContainer()
  }

  override resolve(token: unknown, context?: unknown, isOptional = false): unknown {
    this.#owner.onResolve()
    const asked = hasKey(token) ? token.key : token
    if (isDelayed(asked)) return this.late(lazyOf(asked).read)
    const name = valueName(asked)
    const found = name === null ? null : this.#owner.valueOf(name)
    if (found !== null) return found.value
    if (this.isRegistered(asked, true)) return super.resolve(asked, context, isOptional)
    if (isOptional) return undefined
    throw this.#owner.refuse(asked)
  }

  /** A stand-in for what the container gives later. */
  late(read: () => unknown): object {
    return lazyValue(() => this.#owner.resolveLate(read()) as object) // `lazy` is of classes and objects
  }

  override resolveAll(token: unknown): unknown[] {
    const asked = hasKey(token) ? token.key : token
    if (this.isRegistered(asked, true)) return super.resolveAll(asked)
    throw this.#owner.refuse(asked)
  }

  /** Whatever is registered here beside the modules is built here too, and not where it is first resolved. */
  override register(token: unknown, provider: object, options?: object): this {
    if (this.#isProvided(token)) throw this.#fixed(`register(${describeToken(token)})`)
    const own = Symbol(describeToken(token))
    super.register(own, provider, options)
    super.register(token, { useFactory: () => super.resolve(own) })
    return this
  }

  override reset(): void {
    throw this.#fixed('reset()')
  }

  override dispose(): never {
    throw this.#fixed('dispose()')
  }

  #isProvided(token: unknown): boolean {
    if (this.#provided.has(token) || this.#outer === null) return this.#provided.has(token)
    return this.#outer.#isProvided(token)
  }

  #fixed(call: string): Error {
    return new injectionCodes.ALC_ERR_CONTAINER_FIXED(this.#owner.name, call)
  }
}

/** Name of the property by which the instances of an application have their containers. */
const containerKey = Symbol('alcove.container')

/** Lets the root instance, and those below it, find their containers: most contexts are never asked for one. */
export function attachContainers(root: Instance, find: (instance: Instance) => OwnedContainer): void {
  const get = function (this: Instance) {
    return find(this)
  }
  Object.defineProperty(root, containerKey, { get, configurable: true })
}

/**
 * The tsyringe container of a context (docs/guide/injection.md): it holds the providers of the modules of that context,
 * and sees those of the contexts above. The instance is that of a module, `app.instance`, or of a plugin within a module.
 *
 * @throws ALC_ERR_CONTAINER_NONE for an instance that `bootstrap` has not applied a module to, or not yet
 */
export function contextContainer(instance: Instance): ContextContainer {
  const container: unknown = Reflect.get(instance, containerKey)
  if (container instanceof OwnedContainer) return container as unknown as ContextContainer // `resolve` has all its forms
  throw new injectionCodes.ALC_ERR_CONTAINER_NONE()
}

function hasKey(token: unknown): token is { readonly key: symbol } {
  return typeof token === 'object' && token !== null && 'kind' in token && 'key' in token
}

/** A bare name may be that of a context value; so may the key of a token made by `contextValue`. */
function valueName(token: unknown): string | null {
  if (typeof token === 'string') return token
  if (typeof token !== 'symbol') return null
  const key = Symbol.keyFor(token)
  return key?.startsWith(valueForm) ? key.slice(valueForm.length) : null
}

const valueForm = 'alcove.context.'

function describeToken(token: unknown): string {
  return typeof token === 'function' ? token.name : String(token)
}
