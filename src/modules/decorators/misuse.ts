import type { CodedError, CodedErrorClass } from '../../errors/coded-error.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { capturePlace } from '../../support/place.js'
import { describeValue, isRecord } from '../../support/values.js'

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

/** The error of a decorator with a wrong argument. `where`: the decorated class or member. `wanted`: what to pass. */
export function wrongArgument(decorator: string, where: string, given: unknown, wanted: string): CodedError {
  return misuse('ALC_ERR_DECORATOR_ARGUMENT', decorator, where, describeValue(given), wanted)
}

/** The error of a function such as `provide` with a wrong argument. `wanted`: what to pass. */
export function wrongDeclaration(call: string, given: unknown, wanted: string): CodedError {
  return misuse('ALC_ERR_DECLARATION_ARGUMENT', call, describeValue(given), wanted)
}

/** Throws unless the options of a decorator are an object. */
export function checkOptions(decorator: string, where: string, given: unknown, example: string): void {
  if (!isRecord(given)) throw wrongArgument(decorator, where, given, `an object of options, such as ${example}`)
}
