import type { CodedError, CodedErrorClass } from '../../errors/coded-error.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { capturePlace } from '../../support/place.js'

type MisuseCodes = typeof moduleCodes

/** The error of a declaration that cannot be meant; its stack begins at the line that declares. */
export function misuse<C extends keyof MisuseCodes>(
  code: C,
  ...args: ConstructorParameters<MisuseCodes[C]>
): CodedError {
  const Misuse = moduleCodes[code] as CodedErrorClass<typeof args> // the arguments are those of this very code
  const error = new Misuse(...args)
  locate(error, capturePlace(), 'declaration')
  return error
}
