import type { Instance } from './instance.js'
import type { ProviderDefinition } from './provider.js'
import type { Class, Token } from './token.js'

/**
 * A list that several modules fill (docs/guide/collections.md). `collects` sets the module at which the list ends,
 * `add` contributes an entry, and `@Inject` injects the whole list.
 */
export interface Collection<T = unknown> extends Token<readonly T[], 'provider'> {
  /**
   * Contributes the value of a class or a provider, as an entry of `providers`. The class becomes a provider of that
   * module.
   */
  add(provider: Class<T & object> | ProviderDefinition<T>): Contribution
}

/** An entry of `providers` that contributes to a collection. Made by `Collection.add`. */
export interface Contribution {
  /** Marks the entry among those of `providers`. */
  readonly kind: 'contribution'
  /** The collection. */
  readonly to: Token<unknown, 'provider'>
  /** The class or provider whose value is an entry. */
  readonly provider: Class | ProviderDefinition
}

/** A method with a decorator of `memberDecorator`, and the object that has it (docs/guide/collections.md). */
export interface DecoratedMember<Args extends readonly unknown[] = readonly unknown[]> {
  /** The provider or controller. */
  readonly instance: object
  /** Name of the method. */
  readonly method: string | symbol
  /** The arguments of the decorator. */
  readonly args: Args
  /** The instance of the object's context, with its logger and hooks. */
  readonly context: Instance
  /** Calls the method on its object and returns its result. */
  readonly call: (...args: unknown[]) => unknown
}
