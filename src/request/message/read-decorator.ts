import type { DecorationName, TokenKind } from '../../contracts/token.js'

/** The property that a token or a name identifies. */
export function decorationKey(called: DecorationName<TokenKind>): string | symbol {
  return typeof called === 'object' ? called.name : called
}

/** The value of a decoration, as `getDecorator` returns it. */
export function readDecorator<T>(target: object, name: string | symbol): T {
  return boundMethod(Reflect.get(target, name), target) as T // the caller gives the type
}

/**
 * A decoration that is a function, bound to `subject`. A class is not bound, because a bound class has no static
 * members. This includes classes of the language, such as `Map`.
 */
export function boundMethod(value: unknown, subject: object): unknown {
  if (typeof value !== 'function') return value
  const isConstructor = Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  return isConstructor ? value : value.bind(subject)
}
