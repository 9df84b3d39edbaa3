import type { Class } from '../../contracts/token.js'
import { describeValue, isClassSyntax } from '../../support/values.js'
import type { MemberKey } from './facts.js'
import { misuse } from './misuse.js'
import { className, isClass, memberName } from './read-facts.js'

// Checks of the targets of decorators. They throw when the decorator runs, with the name of the class and the member.

/** The arguments of a decorator, as the language passes them. */
export type DecoratorArguments = readonly [target: unknown, key?: unknown, descriptorOrIndex?: unknown]

/** Checks that a class decorator is on a class. */
export function checkClass(decorator: string, [target, key]: DecoratorArguments): Class {
  refuseStandard(decorator, target, key)
  if (key === undefined && isClass(target)) return target
  throw misuse('ALC_ERR_DECORATOR_TARGET', decorator, describeTarget(target, key), 'a class')
}

/** Checks that a method decorator is on a method of the class's instances. */
export function checkMethod(decorator: string, [target, key, descriptor]: DecoratorArguments): [Class, MemberKey] {
  refuseStandard(decorator, target, key)
  const owner = ownerOf(target)
  if (owner === null || !isMemberKey(key) || !isMethod(target, key, descriptor)) {
    const place = 'a method that is not static'
    throw misuse('ALC_ERR_DECORATOR_TARGET', decorator, describeMember(target, key, descriptor), place)
  }
  return [owner, key]
}

/** Whether the arguments are those of a decorator on a member, at a valid place or not. */
export function isOnMember([, key]: DecoratorArguments): boolean {
  return key !== undefined
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
  const isOwner = ownerOf(target) !== null || isClassSyntax(target)
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
const withArguments: ReadonlySet<string> = new Set(['Guard', 'Hook', 'Inject', 'Param', 'Schema', 'Status', 'Use'])

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
