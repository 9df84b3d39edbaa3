import type { DependencyContainer } from 'tsyringe'
import type { Class, ClassToken, DelayedToken, InjectedList, InjectToken, LazyToken, Scope, Token } from './token.js'

/** What `provide` accepts as the name of a provider. A bare string stands for `token(name)`. */
export type ProviderToken<T = unknown> = Token<T, 'provider'> | ClassToken<T> | DelayedToken<T> | string | symbol

/** What a factory is called with: what `inject` lists; without it, the container of the context that lists the provider. */
export type FactoryParameters<D extends readonly InjectToken[]> = D extends readonly []
  ? [container: DependencyContainer]
  : InjectedList<D>

/** Scopes of what is awaited: at boot, or once in each request that needs it. */
export type AsyncScope = Exclude<Scope, 'transient'>

/** How a provider comes by its value (second argument of `provide`). */
export type ProviderRecipe<T, D extends readonly InjectToken[]> =
  | { useValue: T }
  | { useClass: Class<T & object>; scope?: Scope }
  | { useFactory: (...dependencies: FactoryParameters<D>) => T; inject?: D; scope?: Scope }
  | { useAsync: (...dependencies: FactoryParameters<D>) => Promise<T>; inject?: D; scope?: AsyncScope }

/** A provider as `provide` records it. */
export type ProviderDefinition<T = unknown> =
  | (ProviderHead<T> & { readonly how: 'value'; readonly value: T })
  | (ProviderHead<T> & { readonly how: 'class'; readonly Class: Class; readonly scope: Scope | null })
  | (ProviderHead<T> & ProviderFactory & { readonly how: 'factory'; readonly scope: Scope })
  | (ProviderHead<T> & ProviderFactory & { readonly how: 'async'; readonly scope: AsyncScope })

interface ProviderHead<T> {
  readonly kind: 'provider'
  readonly token: Token<T, 'provider'> | ClassToken<T> | LazyToken<T> | symbol
}

interface ProviderFactory {
  readonly create: (...dependencies: never[]) => unknown
  /** Tokens of the factory's parameters, in order; empty: it gets the container. */
  readonly inject: readonly InjectToken[]
}

/** An entry of a module's `providers`, and of `override`: a class stands for itself. */
export type Provider = Class | ProviderDefinition
