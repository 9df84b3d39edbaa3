import type { Class } from '../../contracts/token.js'
import { describeValue } from '../../support/values.js'
import type { ClassOrMethodDecorator, MethodReturning } from './decorator-types.js'
import type { CanActivate, GuardFact, GuardFunction, GuardPoint } from './facts.js'
import { recordOnClass, recordOnMember } from './metadata.js'
import { misuse } from './misuse.js'
import { className, isClass, isClassSyntax, memberName } from './read-facts.js'
import { checkClass, checkMethod, type DecoratorArguments, isOnMember } from './targets.js'

/** Options of `@Guard`. */
export interface GuardOptions {
  /** The hook in which the guard runs: `'preValidation'` by default. `'preHandler'` sees the validated request. */
  on?: GuardPoint
}

/**
 * Lets requests pass only where the guard does not return `false` (403): a function of request and reply, or a class
 * with `canActivate`, built by the container. On a method, a controller, or a module with all below it. Module guards
 * come first, then the controller's, then the method's; of several in one place, the upper one. A subclass keeps the
 * guards of its base class.
 */
export function Guard(
  guard: GuardFunction | Class<CanActivate>,
  { on }: GuardOptions = {},
): ClassOrMethodDecorator<MethodReturning<unknown>> {
  return (...args: DecoratorArguments) => {
    if (!isOnMember(args)) {
      const target = checkClass('Guard', args)
      const fact = guardFact(className(target), guard, on)
      recordOnClass(target, ({ guards }) => ({ guards: [fact, ...guards] }))
      return
    }
    const [owner, key] = checkMethod('Guard', args)
    const fact = guardFact(memberName(owner, key), guard, on)
    recordOnMember(owner, key, ({ guards }) => ({ guards: [fact, ...guards] }))
  }
}

const points: ReadonlySet<unknown> = new Set<GuardPoint>(['onRequest', 'preParsing', 'preValidation', 'preHandler'])

function guardFact(where: string, guard: GuardFunction | Class<CanActivate>, on: GuardPoint | undefined): GuardFact {
  if (on !== undefined && !points.has(on)) throw wrong(where, on, `one of ${[...points].join(', ')} in "on"`)
  if (isGuardClass(guard)) return Object.freeze({ how: 'class', Class: guard, on: on ?? null })
  if (typeof guard === 'function' && !isClassSyntax(guard)) {
    return Object.freeze({ how: 'function', run: guard, on: on ?? null })
  }
  const wanted = 'a function (request, reply) => boolean, or a class with a method canActivate'
  const given = isClass(guard) ? `the class ${className(guard)}, which has no method canActivate` : describeValue(guard)
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Guard', where, given, wanted)
}

function isGuardClass(guard: unknown): guard is Class<CanActivate> {
  return isClass(guard) && 'canActivate' in Object(guard.prototype)
}

function wrong(where: string, given: unknown, wanted: string): Error {
  return misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Guard', where, describeValue(given), wanted)
}
