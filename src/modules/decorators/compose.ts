import { misuse, wrongDeclaration } from './decorator.js'
import type { ClassDecoratorFunction, MethodDecoratorFunction } from './decorator-types.js'
import type { AnyCheckingDecorator, CheckingDecorator, SchemasOf, ShapeOf } from './handler-check.js'

/** A decorator of classes or methods, of alcove or of another library. */
export type ComposableDecorator =
  | ClassDecoratorFunction
  | MethodDecoratorFunction<never>
  | AnyCheckingDecorator
  | MethodDecorator

/** A decorator for every target that all parts accept, with the requirements of each part for a method. */
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

/**
 * Makes one decorator of several, as if they were written in the given order, the first one on top
 * (docs/guide/controllers.md).
 */
export function compose<const D extends readonly ComposableDecorator[]>(...decorators: D): ComposedDecorator<D> {
  const stray = decorators.findIndex((each) => typeof each !== 'function')
  if (stray !== -1) {
    const wanted = `decorators. Check argument ${stray + 1}, and its import: it may be part of a circular import`
    throw wrongDeclaration('compose(…)', decorators[stray], wanted)
  }
  const composed: Applied = (target, key, descriptor) => {
    let current = descriptor
    // The language runs decorators from the bottom up. A method decorator of another library may replace the
    // descriptor.
    for (const decorate of (decorators as unknown as Applied[]).toReversed()) {
      const isClass = key === undefined && current === undefined // a parameter of a constructor has no key, but a place
      const replaced = isClass ? decorate(target) : decorate(target, key, current)
      if (typeof replaced === 'function' && replaced !== target) throw uncalled(decorate.name)
      if (key !== undefined && typeof replaced === 'object' && replaced !== null) current = replaced
    }
    return current === descriptor ? undefined : current
  }
  return composed as unknown as ComposedDecorator<D> // only types know which declarations the parts accept
}

/** A part that returns a function is a factory of decorators without its call, or it replaces the class. */
function uncalled(name: string): Error {
  const given = `${name || 'a part'}, which returns a function`
  const wanted = `its result: ${name || 'part'}(…). A decorator that replaces the class belongs on the class itself`
  return misuse('ALC_ERR_DECLARATION_ARGUMENT', 'compose(…)', given, wanted)
}
