import { registrationCodes } from '../errors/registration-codes.js'

/** A decoration by its name, bound when it is a function. */
export function readDecorator<T>(target: object, name: string | symbol, what: string): T {
  if (!(name in target)) throw new registrationCodes.FST_ERR_DEC_UNDECLARED(String(name), what)
  const value: unknown = Reflect.get(target, name)
  return (typeof value === 'function' ? value.bind(target) : value) as T // the caller names the type
}
