import type { DecorationName, TokenKind } from '../../contracts/token.js'
import { registrationCodes } from '../../errors/registration-codes.js'

/** The property that a token or a name identifies. */
export function decorationKey(called: DecorationName<TokenKind>): string | symbol {
  return typeof called === 'object' ? called.name : called
}

/** A decoration by its token or name, bound when it is a function. */
export function readDecorator<T>(target: object, called: DecorationName<TokenKind>, what: string): T {
  const name = decorationKey(called)
  if (!(name in target)) throw new registrationCodes.FST_ERR_DEC_UNDECLARED(String(name), what)
  const value: unknown = Reflect.get(target, name)
  return (typeof value === 'function' ? value.bind(target) : value) as T // the caller gives the type
}
