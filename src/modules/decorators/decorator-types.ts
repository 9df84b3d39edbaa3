import type { Leaf, Mismatch, Sentences, Words } from '../../contracts/mismatch.js'
import type { MemberKey } from './facts.js'

// The types of decorators for the compiler. It checks a legacy decorator as a call. The class, the name and the index
// of the declaration are arguments with literal types. So the type of a parameter can be compared.

/** Any class, also an abstract one, because a base class may have guards. */
export type AnyClass = abstract new (...args: never[]) => object

/** Any method, whatever its parameters. A decorator may compare the type that it returns. */
export type MethodReturning<R> = (...args: never[]) => R

/** A decorator of classes. */
export type ClassDecoratorFunction = (target: AnyClass) => void

declare const shape: unique symbol

/** A decorator of methods of a given shape. */
export interface MethodDecoratorFunction<M> {
  /** For types only. `compose` requires that a method fits the requirements of all its parts. */
  readonly [shape]?: (method: M) => void
  <F extends M>(target: object, key: MemberKey, descriptor: TypedPropertyDescriptor<F>): void
}

/**
 * A decorator of the method of a route, of any shape. Every route has one, so it has no type parameter. To infer the
 * method would take the compiler a tenth of its time with 1500 routes.
 */
export interface RouteDecorator {
  readonly [shape]?: (method: MethodReturning<unknown>) => void
  (target: object, key: MemberKey, descriptor: { value?: MethodReturning<unknown> }): void
}

/** The shape that a method decorator requires; `unknown` if types know no requirement. */
export type MethodShape<D> = D extends { readonly [shape]?: (method: infer M) => void } ? M : unknown

/** A decorator of classes and of methods of a given shape. */
export interface ClassOrMethodDecorator<M> extends MethodDecoratorFunction<M> {
  (target: AnyClass): void
}

/**
 * A decorator of parameters that inject a T. The parameter's declared type must accept T. Otherwise the required type
 * of the class is a sentence. No class has this type, so the compiler shows the sentence.
 */
export type ParameterDecoratorFunction<T, By extends Words = 'decorator'> = <
  C extends object,
  K extends MemberKey | undefined,
  I extends number,
>(
  target: Takes<T, DeclaredAt<C, K, I>, C, By>,
  key: K,
  index: I,
) => void

/** As `ParameterDecoratorFunction`, but the declared type may also be narrower than T, with undefined or null too. */
export type LooseParameterDecorator<T, By extends Words = 'decorator'> = <
  C extends object,
  K extends MemberKey | undefined,
  I extends number,
>(
  target: Overlaps<T, DeclaredAt<C, K, I>, C, By>,
  key: K,
  index: I,
) => void

type Takes<T, D, C, By extends Words> = [T] extends [D] ? C : NoInfer<ParameterMismatch<T, D, By>>
type Overlaps<T, D, C, By extends Words> = [T] extends [D]
  ? C
  : [Exclude<D, undefined | null>] extends [T]
    ? C
    : NoInfer<ParameterMismatch<T, D, By>>

/** The sentence that the compiler shows if a parameter's type does not accept the injected value. */
export type ParameterMismatch<Injected, Declared, By extends Words = 'decorator'> =
  Mismatch<Injected, Declared, By> extends infer Found
    ? [Found] extends [never]
      ? Sentences<Unset<Injected, Declared, By, '', []>>
      : Sentences<Found>
    : never

/**
 * With `exactOptionalPropertyTypes`, a property that may be undefined does not fit one that may only be missing. An
 * indexed access gives undefined for both. A recursive type ends after five levels.
 */
type Unset<G, D, By extends Words, Path extends string, Depth extends unknown[]> = Depth['length'] extends 5
  ? Leaf<G, D, By, Path>
  : [G, D, number] extends [readonly (infer GivenItem)[], readonly (infer DeclaredItem)[], G['length' & keyof G]]
    ? Unset<GivenItem, DeclaredItem, By, `${Path}[]`, [...Depth, 0]>
    : {
          [N in SharedKey<G, D>]: Pick<G, N> extends Pick<D, N>
            ? never
            : Unset<Required<G>[N], Required<D>[N], By, Inner<Path, N>, [...Depth, 0]>
        }[SharedKey<G, D>] extends infer Found
      ? [Found] extends [never]
        ? Leaf<G, D, By, Path>
        : Found
      : never

type SharedKey<G, D> = keyof G & keyof D & (G extends readonly unknown[] ? `${number}` : string)
type Inner<Path extends string, N extends string> = N extends `${number}`
  ? `${Path}[${N}]`
  : `${Path extends '' ? '' : `${Path}.`}${N}`

/** The declared type of a parameter: of a method by its name, or of the constructor without a name. */
type DeclaredAt<C, K, I extends number> = K extends keyof C
  ? C[K] extends (...args: infer P) => unknown
    ? P[I]
    : unknown
  : K extends undefined
    ? C extends abstract new (
        ...args: infer P
      ) => unknown
      ? P[I]
      : unknown
    : unknown // a private method: other code cannot read its type
