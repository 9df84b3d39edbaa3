import type { DependencyContainer } from 'tsyringe'
import type { Class, ClassToken, DelayedToken, InjectedList, InjectToken, LazyToken, Scope, Token } from './token.js'

/** The names of providers that `provide` accepts. A bare string means `token(name)`. */
export type ProviderToken<T = unknown> = Token<T, 'provider'> | ClassToken<T> | DelayedToken<T> | string | symbol

/**
 * The parameters of a factory: the values of `inject`. Without `inject` the factory gets the container of the context
 * that lists the provider.
 */
export type FactoryParameters<D extends readonly InjectToken[]> = D extends readonly []
  ? [container: DependencyContainer]
  : InjectedList<D>

/** Scopes of awaited providers: at boot, or once in each request that needs one. */
export type AsyncScope = Exclude<Scope, 'transient'>

/**
 * A `T`, or an object with its public members: those are all that a consumer can use. A fake of a test has no private
 * members of the original. Of functions and lists only a `T`, because the mapped type loses what they are.
 */
export type Provided<T> = T | PublicOf<T>

type PublicOf<T> = T extends object
  ? T extends ((...given: never) => unknown) | (abstract new (...given: never) => unknown) | readonly unknown[]
    ? T
    : [keyof T] extends [never]
      ? T
      : Pick<T, keyof T>
  : T

/** The source of a provider's value (second argument of `provide`). */
export type ProviderRecipe<T, D extends readonly InjectToken[]> =
  | { useValue: Provided<T> }
  | { useClass: Class<Provided<T> & object>; scope?: Scope }
  // NoInfer: otherwise the parameters of a factory without `inject` would count as the list.
  | { useFactory: (...dependencies: FactoryParameters<NoInfer<D>>) => Provided<T>; inject?: D; scope?: Scope }
  | {
      useAsync: (...dependencies: FactoryParameters<NoInfer<D>>) => Promise<Provided<T>>
      inject?: D
      scope?: AsyncScope
    }

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
  /** Tokens of the factory's parameters, in order. If the list is empty, the factory gets the container. */
  readonly inject: readonly InjectToken[]
}

/** An entry of a module's `providers`, and of `override`. A class is its own token. */
export type Provider = Class | ProviderDefinition
