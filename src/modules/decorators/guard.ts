import { requestFields } from '../../context/decorations.js'
import { nearMisses } from '../../support/near-miss.js'
import { describeValue, isCallable, isGeneratorFunction, isRecord, readProperty } from '../../support/values.js'
import { checkArguments } from './check-arguments.js'
import {
  checkImport,
  checkOptions,
  classWithout,
  misuse,
  nestAdvice,
  placedDecorator,
  wrongArgument,
} from './decorator.js'
import type { ClassOrMethodDecorator, MethodReturning } from './decorator-types.js'
import type { GuardClass, GuardFact, GuardFunction, GuardPoint } from './facts.js'
import { className, isClass, lineage } from './read-facts.js'

/** Options of `@Guard`. */
export interface GuardOptions {
  /** The hook in which the guard runs: `'preValidation'` by default. `'preHandler'` sees the validated request. */
  on?: GuardPoint
  /** Whether the guard also runs for paths without a route, which otherwise get a 404. */
  unknownPaths?: boolean
}

/**
 * Lets a request pass unless the guard returns a falsy value (403). A guard is a function of request and reply, or a
 * class with `canActivate` that the container builds. It works on a method, a controller, or a module with all below
 * it. Module guards run first, then the guards of the controller and of the method. Of several guards in one place, the
 * upper one runs first. A subclass keeps the guards of its base class.
 *
 * `static provides = [CurrentUser]` of a guard class names values that the guard sets, by `CurrentUser.set(request,
 * user)`, before it lets a request in. Later code of the route may inject them (docs/guide/guards.md).
 */
export function Guard(
  guard: GuardFunction | GuardClass,
  options?: GuardOptions,
): ClassOrMethodDecorator<MethodReturning<unknown>>
export function Guard(
  ...given: [guard: GuardFunction | GuardClass, options?: GuardOptions]
): ClassOrMethodDecorator<MethodReturning<unknown>> {
  checkArguments('Guard', given, true)
  const [guard, options = {}] = given
  return placedDecorator('Guard', ({ guards }, where) => ({ guards: [guardFact(where, guard, options), ...guards] }))
}

/**
 * Declares that a module with `@Module({ guarded: true })` needs no guard for a route (docs/guide/around.md). On a
 * controller or module, it applies to all routes there. It removes no guard.
 */
export function Public(): ClassOrMethodDecorator<MethodReturning<unknown>>
export function Public(...given: []): ClassOrMethodDecorator<MethodReturning<unknown>> {
  checkArguments('Public', given)
  return placedDecorator('Public', () => ({ isPublic: true }))
}

const guardOptions: readonly (keyof GuardOptions)[] = ['on', 'unknownPaths']
const points: ReadonlySet<unknown> = new Set<GuardPoint>(['onRequest', 'preParsing', 'preValidation', 'preHandler'])

function guardFact(where: string, guard: GuardFunction | GuardClass, options: GuardOptions): GuardFact {
  if (typeof options === 'function')
    throw wrongArgument('Guard', where, options, 'one guard. Write @Guard once for each')
  checkOptions('Guard', where, options, "{ on: 'preHandler' }", guardOptions)
  const { on, unknownPaths = false } = options
  if (on !== undefined && !points.has(on))
    throw wrongArgument('Guard', where, on, `one of ${[...points].join(', ')} in "on"`)
  if (typeof unknownPaths !== 'boolean')
    throw wrongArgument('Guard', where, unknownPaths, 'true or false as unknownPaths')
  refuseGenerator(where, isGuardClass(guard) ? readProperty(guard.prototype, 'canActivate') : guard)
  const when = { on: on ?? null, unknownPaths }
  if (isGuardClass(guard)) {
    refuseMisspelt(where, guard)
    return Object.freeze({ how: 'class', Class: guard, provides: readProvides(where, guard), ...when })
  }
  if (isCallable(guard)) {
    return Object.freeze({ how: 'function', run: guard, ...when })
  }
  const further = Array.isArray(guard) ? '. Write @Guard once for each' : ''
  const wanted = `a function (request, reply) => boolean, or a class with a method canActivate${further}`
  const given = isClass(guard) ? classWithout('canActivate', guard) : describeValue(guard)
  const advice = isClass(guard) ? nestAdvice(guard) : adviceFor(guard)
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Guard', where, given, `${wanted}${advice}`)
}

/** Refuses a generator: its call decides nothing, and returns an object, which would let every request pass. */
function refuseGenerator(where: string, run: unknown): void {
  if (isGeneratorFunction(run))
    throw wrongArgument('Guard', where, run, 'a function without *, because a generator decides nothing')
}

/** The fix for a value that is not a function. */
function adviceFor(guard: unknown): string {
  if (guard === undefined) return `. ${checkImport}`
  return isCallable(readProperty(guard, 'canActivate')) ? '. The container builds it: pass the class' : ''
}

function isGuardClass(guard: unknown): guard is GuardClass {
  return isClass(guard) && 'canActivate' in Object(guard.prototype)
}

/** The static members of guards that alcove reads, and whether a value is one for that member. */
export const guardStatics: Readonly<Record<string, (value: unknown) => boolean>> = {
  provides: (value: unknown) => [value].flat().some((each) => readProperty(each, 'kind') === 'request'),
  openapi: (value: unknown) => isRecord(value) && ('security' in value || 'responses' in value),
}

/** Refuses `static provide = [CurrentUser]`: alcove would not read it. */
function refuseMisspelt(where: string, guard: GuardClass): void {
  for (const each of lineage(guard)) {
    for (const name of Object.keys(each)) {
      const value: unknown = Reflect.get(each, name)
      const meant = nearMisses(name, Object.keys(guardStatics)).find(
        (known) => known !== name && guardStatics[known]?.(value),
      )
      if (meant === undefined) continue
      const given = `${className(guard)}, whose "static ${name}" has no effect`
      throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Guard', where, given, `it with "static ${meant}"`)
    }
  }
}

function readProvides(where: string, guard: GuardClass): readonly string[] {
  const { provides = [] } = guard
  const list = `${className(guard)}.provides`
  if (!Array.isArray(provides)) throw wrongArgument('Guard', where, provides, `a list of tokens as ${list}`)
  return Object.freeze(
    provides.map((token: unknown, index) => {
      const { kind, name } = Object(token) as { kind?: unknown; name?: unknown } // any value
      const wanted = `a token made by requestValue<T>(name) as ${list}[${index}]`
      if (kind !== 'request' || typeof name !== 'string') throw wrongArgument('Guard', where, token, wanted)
      if (!requestFields.has(name)) return name
      throw wrongArgument('Guard', where, token, `${wanted}, under another name: every request has its own "${name}"`)
    }),
  )
}
