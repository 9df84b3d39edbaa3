import type { Class } from '../../contracts/token.js'
import type { CodedError, CodedErrorClass } from '../../errors/coded-error.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { nearMisses } from '../../support/near-miss.js'
import { capturePlace } from '../../support/place.js'
import { describeValue, isRecord } from '../../support/values.js'
import { className } from './read-facts.js'

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

/** Throws unless the options of a decorator are an object of known options. A misspelt option would have no effect. */
export function checkOptions(
  decorator: string,
  where: string,
  given: unknown,
  example: string,
  known: readonly string[],
): void {
  if (!isRecord(given)) throw wrongArgument(decorator, where, given, `an object of options, such as ${example}`)
  const stray = Object.keys(given).find((name) => !known.includes(name))
  if (stray !== undefined)
    throw misuse('ALC_ERR_DECORATOR_ARGUMENT', decorator, where, `option ${stray}`, knownNames(stray, known))
}

/** A class without a method, in words. A property with a function is not a method: the class alone does not show it. */
export function classWithout(method: string, Class: Class): string {
  const asProperty = new RegExp(`\\b${method}\\s*=`).test(Function.prototype.toString.call(Class))
  const why = asProperty ? ` (${method} is a property: write it as ${method}(…) { … })` : ''
  return `the class ${className(Class)}, which has no method ${method}${why}`
}

/** The fix for an argument that is undefined. */
export const checkImport = 'Check its import: it may be part of a circular import'

/** Methods of classes that Nest calls, with what does their work here. */
const nestMethods = {
  canActivate: ({ name }: Class) => `Its method canActivate makes it a guard: write @Guard(${name})`,
  intercept: ({ name }: Class) =>
    `For an interceptor of Nest, write a method around(request, reply, next) and @Around(${name})`,
  transform: () => 'For a pipe of Nest, give the parameter a schema, such as @Body(schema)',
  catch: () => 'For an exception filter of Nest, write @ErrorHandler(Type) on a method (error, request, reply)',
  use: () => "For a middleware of Nest, write @Hook('onRequest') on a method (request, reply)",
} as const

/** The replacement for a class that is written for Nest, as a further sentence; an empty text for other classes. */
export function nestAdvice(Class: Class, except?: keyof typeof nestMethods): string {
  const found = Object.entries(nestMethods).find(
    ([method]) => method !== except && typeof Reflect.get(Object(Class.prototype), method) === 'function',
  )
  return found === undefined ? '' : `. ${found[1](Class)}`
}

/** Refuses route options that the decorators themselves declare, because they would have no effect. */
export function refuseDeclared(decorator: string, where: string, options: object, wanted: string): void {
  const stray = ['method', 'url', 'path', 'handler'].find((name) => name in options)
  if (stray === undefined) return
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', decorator, where, `option ${stray}, which has no effect here`, wanted)
}

/** The names to pass instead of an unknown option. */
export function knownNames(stray: string, known: readonly string[]): string {
  const near = nearMisses(stray, known)
  return near.length === 0 ? `only ${known.join(', ')}` : `${near.join(' or ')}. The options are ${known.join(', ')}`
}
