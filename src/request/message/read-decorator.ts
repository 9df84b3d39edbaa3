import type { DecorationName, TokenKind } from '../../contracts/token.js'

/** The property that a token or a name identifies. */
export function decorationKey(called: DecorationName<TokenKind>): string | symbol {
  return typeof called === 'object' ? called.name : called
}

/** The value of a decoration. A function is bound to `target`. */
export function readDecorator<T>(target: object, name: string | symbol): T {
  const value: unknown = Reflect.get(target, name)
  return (typeof value === 'function' ? value.bind(target) : value) as T // the caller gives the type
}
