import type { Leaf, Mismatch, Sentences, Words } from '../../contracts/mismatch.js'
import type { MemberKey } from './facts.js'

// The types that decorators have towards the compiler. A legacy decorator is checked as a call: the class, the name and
// the index of what it stands on are arguments with literal types, so a parameter's type can be compared.

/** Anything that `class` declares; abstract classes too, so that a base class may carry guards. */
export type AnyClass = abstract new (...args: never[]) => object

/** Any method, whatever its parameters; what it returns is what a decorator may look at. */
export type MethodReturning<R> = (...args: never[]) => R

/** A decorator of classes. */
export type ClassDecoratorFunction = (target: AnyClass) => void

declare const shape: unique symbol

/** A decorator of methods of a given shape. */
export interface MethodDecoratorFunction<M> {
  /** Known to types alone, for `compose`: it asks of a method what all its parts ask. */
  readonly [shape]?: (method: M) => void
  <F extends M>(target: object, key: MemberKey, descriptor: TypedPropertyDescriptor<F>): void
}

/**
 * A decorator of any method. It has no type parameter, because every route has one: to infer the method costs the compiler a
 * tenth of its time with 1500 routes.
 */
export interface AnyMethodDecorator {
  readonly [shape]?: (method: MethodReturning<unknown>) => void
  (target: object, key: MemberKey, descriptor: { value?: MethodReturning<unknown> }): void
}

/** The shape that a method decorator asks for; `unknown` where it asks for nothing that types know. */
export type MethodShape<D> = D extends { readonly [shape]?: (method: infer M) => void } ? M : unknown

/** A decorator of classes and of methods of a given shape. */
export interface ClassOrMethodDecorator<M> extends MethodDecoratorFunction<M> {
  (target: AnyClass): void
}

/**
 * A decorator of parameters that inject a T. The parameter's declared type must take it: otherwise the class is asked
 * to be a sentence, which no class is and which the compiler shows.
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

/** As `ParameterDecoratorFunction`, but the declared type may also say more than T does. */
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
  : [D] extends [T]
    ? C
    : NoInfer<ParameterMismatch<T, D, By>>

/** The sentence that the compiler shows where a parameter's type does not take what its decorator injects. */
export type ParameterMismatch<Injected, Declared, By extends Words = 'decorator'> =
  Mismatch<Injected, Declared, By> extends infer Found
    ? [Found] extends [never]
      ? Leaf<Injected, Declared, By, ''>
      : Sentences<Found>
    : never

/** The declared type of a parameter: of a method by its name, of the constructor where there is none. */
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
    : unknown // a private method: its type cannot be read from outside
