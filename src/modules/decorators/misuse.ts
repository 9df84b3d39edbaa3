import type { CodedError, CodedErrorClass } from '../../errors/coded-error.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { capturePlace } from '../../support/place.js'

type MisuseCodes = typeof moduleCodes

/** The error of a declaration without a valid meaning. Its stack begins at the line of the declaration. */
export function misuse<C extends keyof MisuseCodes>(
  code: C,
  ...args: ConstructorParameters<MisuseCodes[C]>
): CodedError {
  const Misuse = moduleCodes[code] as CodedErrorClass<typeof args> // the arguments belong to this code
  const error = new Misuse(...args)
  locate(error, capturePlace(), 'declaration')
  return error
}
