import type { Class } from '../../contracts/token.js'
import type { CodedError, CodedErrorClass } from '../../errors/coded-error.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { nearMisses } from '../../support/near-miss.js'
import { capturePlace } from '../../support/place.js'
import { describeValue, isCallable, isClassSyntax, isRecord, readProperty } from '../../support/values.js'
import type { ClassFacts, MemberFacts, MemberKey, PlacedFacts } from './facts.js'
import { recordOnClass, recordOnMember } from './metadata.js'
import { className, isClass, memberName } from './read-facts.js'

// The functions that the language calls for decorators. Each checks the target, and adds the result of `change` to the
// facts of the target. `change` gets the facts so far, and the name of the class or method for its errors. Decorators
// run from the bottom up, but the upper one comes first in a list of facts.

/** The arguments of a decorator, as the language passes them. */
export type DecoratorArguments = readonly [target: unknown, key?: unknown, descriptorOrIndex?: unknown]

/** The function that the language calls. */
export type Decorate = (...args: DecoratorArguments) => void

type Change<F> = (facts: F, where: string) => Partial<F>

export function classDecorator(name: string, change: Change<ClassFacts>): Decorate {
  return function decorate(...args) {
    onClass({ name, decorate }, args, change)
  }
}

export function methodDecorator(name: string, change: Change<MemberFacts>): Decorate {
  return function decorate(...args) {
    onMethod({ name, decorate }, args, change)
  }
}

/** A decorator of classes and of methods, which records the same facts for both. */
export function placedDecorator(name: string, change: Change<PlacedFacts>): Decorate {
  return function decorate(...args) {
    const [, key] = args
    if (key === undefined) onClass({ name, decorate }, args, change)
    else onMethod({ name, decorate }, args, change)
  }
}

interface Called {
  readonly name: string
  readonly decorate: Decorate
}

function onClass({ name, decorate }: Called, args: DecoratorArguments, change: Change<ClassFacts>): void {
  const target = checkClass(name, args)
  recordOnClass(target, (facts) => change(facts, className(target)), decorate)
}

function onMethod({ name, decorate }: Called, args: DecoratorArguments, change: Change<MemberFacts>): void {
  const [owner, key] = checkMethod(name, args)
  recordOnMember(owner, key, (facts) => change(facts, memberName(owner, key)), decorate)
}

// Checks of the targets of decorators. They throw when the decorator runs, with the name of the class and the member.

export function checkClass(decorator: string, [target, key]: DecoratorArguments): Class {
  refuseStandard(decorator, target, key)
  if (key === undefined && isClass(target)) return target
  throw misuse('ALC_ERR_DECORATOR_TARGET', decorator, describeTarget(target, key), 'a class')
}

/** Checks that a method decorator is on a method of the class's instances. */
function checkMethod(decorator: string, [target, key, descriptor]: DecoratorArguments): [Class, MemberKey] {
  refuseStandard(decorator, target, key)
  const owner = ownerOf(target)
  if (owner === null || !isMemberKey(key) || !isMethod(target, key, descriptor)) {
    const place = 'a method that is not static'
    throw misuse('ALC_ERR_DECORATOR_TARGET', decorator, describeMember(target, key, descriptor), place)
  }
  return [owner, key]
}

/** A parameter of a method, or of the constructor where `key` is undefined. */
export interface ParameterTarget {
  readonly owner: Class
  readonly key: MemberKey | undefined
  readonly index: number
  /** `Class.method`, or `the constructor of Class`. */
  readonly where: string
}

/** Checks that a parameter decorator is on a parameter of a method or constructor. */
export function checkParameter(decorator: string, [target, key, index]: DecoratorArguments): ParameterTarget {
  const owner = key === undefined && isClass(target) ? target : ownerOf(target)
  if (owner === null || typeof index !== 'number' || (key !== undefined && !isMemberKey(key))) {
    const place = 'a parameter of a method that is not static, or of a constructor'
    throw misuse('ALC_ERR_DECORATOR_TARGET', decorator, describeTarget(target, key), place)
  }
  return {
    owner,
    key,
    index,
    where: key === undefined ? `the constructor of ${className(owner)}` : memberName(owner, key),
  }
}

/** Refuses standard decorators: their arguments are the class or method itself, and a context with its kind. */
function refuseStandard(decorator: string, target: unknown, context: unknown): void {
  if (typeof context !== 'object' || context === null || !('kind' in context)) return
  const named =
    'name' in context && isMemberKey(context.name) ? String(context.name) : describeTarget(target, undefined)
  throw misuse('ALC_ERR_DECORATOR_STANDARD', decorator, named)
}

/**
 * Refuses a decorator that was written without its parentheses. The language then passes its target as arguments, and
 * ignores its result on a member. `given` are all arguments. `takesClass`: one class may be an argument.
 */
export function refuseBare(decorator: string, given: readonly unknown[], takesClass = false): void {
  const [target, key, place] = given
  const isOwner = ownerOf(target)?.prototype === target || isClassSyntax(target) // a schema is an object, too
  // The place of a member is a method's descriptor or a parameter's index, and undefined for a property. A parameter of
  // a constructor has no key.
  const isOnMember = isOwner && isPlace(place) && (isMemberKey(key) || typeof place === 'number')
  const isOnClass = given.length === 1 && !takesClass && isClassSyntax(target)
  if (typeof key === 'object' && key !== null && 'addInitializer' in key) refuseStandard(decorator, target, key)
  if (!isOnMember && !isOnClass) return
  const wanted = withArguments.has(decorator)
    ? `them: @${decorator}(…)`
    : `them, even without arguments: @${decorator}()`
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', decorator, describeTarget(target, key), 'no parentheses', wanted)
}

/** Decorators that have no meaning without arguments. */
const withArguments: ReadonlySet<string> = new Set([
  'Guard',
  'Hook',
  'Inject',
  'Param',
  'Route',
  'Schema',
  'Status',
  'Use',
])

/** Whether a value can be the third argument of a decorator on a member. */
function isPlace(value: unknown): boolean {
  if (value === undefined || typeof value === 'number') return true
  return typeof value === 'object' && value !== null && ('value' in value || 'get' in value || 'set' in value)
}

/** The class whose prototype was decorated; `null` for a static member. */
function ownerOf(target: unknown): Class | null {
  if (typeof target !== 'object' || target === null) return null
  return isClass(target.constructor) ? target.constructor : null
}

function isMemberKey(key: unknown): key is MemberKey {
  return typeof key === 'string' || typeof key === 'symbol'
}

/** Decorators that are called by hand may omit the descriptor. */
function isMethod(target: unknown, key: MemberKey, descriptor: unknown): boolean {
  const found =
    descriptor ?? (typeof target === 'object' && target !== null && Object.getOwnPropertyDescriptor(target, key))
  return typeof found === 'object' && found !== null && 'value' in found && typeof found.value === 'function'
}

/** The member, and its kind if it is a property or an accessor: `the property C.read`. */
function describeMember(target: unknown, key: unknown, descriptor: unknown): string {
  const name = describeTarget(target, key)
  if (ownerOf(target) === null || !isMemberKey(key)) return name
  const isAccessor =
    typeof descriptor === 'object' && descriptor !== null && ('get' in descriptor || 'set' in descriptor)
  return `the ${isAccessor ? 'accessor' : 'property'} ${name}`
}

function describeTarget(target: unknown, key: unknown): string {
  const owner = ownerOf(target)
  if (isMemberKey(key)) {
    if (owner !== null) return memberName(owner, key)
    return isClass(target) ? `the static member ${memberName(target, key)}` : String(key)
  }
  return isClass(target) ? className(target) : describeValue(target)
}

// The errors of decorators, and of functions that declare something.

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
export function nestAdvice(Class: Class): string {
  const found = Object.entries(nestMethods).find(([method]) => isCallable(Reflect.get(Object(Class.prototype), method)))
  return found === undefined ? '' : `. ${found[1](Class)}`
}

/** The replacement for a pipe of Nest, or for its class, where a schema is expected. An empty text for other values. */
export function pipeAdvice(given: unknown): string {
  const Pipe = isRecord(given) ? given.constructor : given
  return isClass(Pipe) && Pipe.name.endsWith('Pipe') ? nestAdvice(Pipe) : ''
}

/** Refuses route options that the decorators themselves declare, because they would have no effect. */
export function refuseDeclared(decorator: string, where: string, options: object, wanted: string): void {
  const stray = ['method', 'url', 'path', 'prefix', 'handler'].find((name) => readProperty(options, name) !== undefined)
  if (stray === undefined) return
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', decorator, where, `option ${stray}, which has no effect here`, wanted)
}

/** Refuses route options of a wrong type that would be merged or compared, and so have no effect. */
export function checkRouteTypes(decorator: string, where: string, options: object): void {
  for (const name of ['config', 'schema']) {
    const value = readProperty(options, name)
    const isGroup = value === undefined || (typeof value === 'object' && !Array.isArray(value)) // null, too
    if (!isGroup) throw wrongArgument(decorator, where, value, `an object as ${name}`)
  }
  const websocket = readProperty(options, 'websocket')
  if (websocket !== undefined && typeof websocket !== 'boolean')
    throw wrongArgument(decorator, where, websocket, 'true or false as websocket')
}

/** The names to pass instead of an unknown option. */
export function knownNames(stray: string, known: readonly string[]): string {
  const near = nearMisses(stray, known)
  return near.length === 0 ? `only ${known.join(', ')}` : `${near.join(' or ')}. The options are ${known.join(', ')}`
}
