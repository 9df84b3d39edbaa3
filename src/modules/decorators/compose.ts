import type { ClassDecoratorFunction, MethodDecoratorFunction } from './decorator-types.js'
import type { AnyCheckingDecorator, CheckingDecorator, SchemasOf, ShapeOf } from './handler-check.js'

/** A decorator of classes or methods, from here or from elsewhere. */
export type ComposableDecorator =
  | ClassDecoratorFunction
  | MethodDecoratorFunction<never>
  | AnyCheckingDecorator
  | MethodDecorator

/** What all parts can stand on, with what each of them asks of a method. */
export type ComposedDecorator<D extends readonly unknown[]> = (D[number] extends ClassDecoratorFunction
  ? ClassDecoratorFunction
  : unknown) &
  (D[number] extends MethodDecoratorFunction<never> | AnyCheckingDecorator ? OfMethods<Shapes<D>, Schemas<D>> : unknown)

type OfMethods<M, L extends readonly unknown[]> = L extends readonly []
  ? MethodDecoratorFunction<M>
  : CheckingDecorator<M, L>

type Shapes<D extends readonly unknown[]> = D extends readonly [infer H, ...infer T] ? ShapeOf<H> & Shapes<T> : unknown

type Schemas<D extends readonly unknown[]> = D extends readonly [infer H, ...infer T]
  ? [...SchemasOf<H>, ...Schemas<T>]
  : []

type Applied = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => unknown

/** Makes one decorator of several, as if they stood one above the other in the order given (docs/guide/controllers.md). */
export function compose<const D extends readonly ComposableDecorator[]>(...decorators: D): ComposedDecorator<D> {
  const composed: Applied = (target, key, descriptor) => {
    let current = descriptor
    // As the language does: from the bottom up, and a method decorator of elsewhere may replace the descriptor.
    for (const decorate of (decorators as unknown as Applied[]).toReversed()) {
      const replaced = decorate(target, key, current)
      if (key !== undefined && typeof replaced === 'object' && replaced !== null) current = replaced
    }
    return current === descriptor ? undefined : current
  }
  return composed as unknown as ComposedDecorator<D> // what the parts can stand on is known to their types alone
}
