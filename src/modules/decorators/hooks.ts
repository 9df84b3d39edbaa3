import type { HookName, Hooks } from '../../contracts/hooks.js'
import type { Class } from '../../contracts/token.js'
import { hookNames, isHookName } from '../../lifecycle/hook-names.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { describeValue, isCallable, isClassSyntax } from '../../support/values.js'
import { checkArguments } from './check-arguments.js'
import { methodDecorator, misuse, nestAdvice, placedDecorator, wrongArgument } from './decorator.js'
import type { ClassOrMethodDecorator, MethodDecoratorFunction, MethodReturning } from './decorator-types.js'
import { className, readMembers } from './read-facts.js'

/** Methods that can be the hook of a name. They take the arguments of the hook, or fewer. */
export type HookMethod<N extends HookName> = {
  // A method signature, so that a hook may name the decorations that plugins add: `request: Request & { user: User }`.
  run(...args: Parameters<Hooks[N]>): unknown
}['run']

type FirstSix<N> = N extends `${infer A}${infer B}${infer C}${infer D}${infer E}${infer F}${string}`
  ? `${A}${B}${C}${D}${E}${F}`
  : 'none'

/** The hooks that begin with the same six letters. */
type Alike<N> = Extract<HookName, `${FirstSix<N>}${string}`>

/**
 * For a name that is not a hook: the hooks that it may mean, which the compiler shows. The mapped types show each name.
 */
type KnownHook<N> = N extends HookName
  ? N
  : [Alike<N>] extends [never]
    ? { [K in HookName]: K }[HookName]
    : { [K in Alike<N>]: K }[Alike<N>]

/** For an unknown name, any method fits, so that the compiler reports only the name. */
type MethodOf<N> = [N] extends [HookName] ? HookMethod<N> : MethodReturning<unknown>

/**
 * Makes the method a hook (docs/guide/hooks.md). In a module it runs for the routes of its context and below. In a
 * controller it runs for the controller's own routes, after the module's hooks. `this` is the object of the class.
 */
export function Hook<N extends string>(name: KnownHook<N>): MethodDecoratorFunction<MethodOf<N>>
export function Hook(...given: [name: string]): MethodDecoratorFunction<MethodReturning<unknown>> {
  checkArguments('Hook', given)
  const [name] = given
  return methodDecorator('Hook', ({ hooks }, where) => {
    checkHook('Hook', where, name)
    return { hooks: [Object.freeze({ hook: name as HookName }), ...hooks] } // checkHook checked it
  })
}

/**
 * Runs a function as a hook (docs/guide/hooks.md). It runs for a route, for all routes of a controller, or for a
 * module's context and below.
 */
export function Use<N extends HookName>(name: N, run: Hooks[N]): ClassOrMethodDecorator<MethodReturning<unknown>>
/**
 * Applies the `@Hook`, `@ErrorHandler` and `@Around` methods of the class (docs/guide/around.md). They apply to a
 * route, to all routes of a controller, or to a module's context and below. The class is a provider of that context.
 */
export function Use(Class: Class): ClassOrMethodDecorator<MethodReturning<unknown>>
export function Use(
  name: HookName | Class,
  run?: Hooks[HookName],
  ...further: unknown[]
): ClassOrMethodDecorator<MethodReturning<unknown>> {
  checkArguments('Use', [name, run, ...further], true)
  return placedDecorator('Use', ({ uses, useClasses }, where) => {
    if (typeof name !== 'function') return { uses: [useFact(where, name, run), ...uses] }
    checkUseClass(where, name)
    if (run !== undefined) throw wrongArgument('Use', where, run, 'one class. Write @Use once for each')
    return { useClasses: [name, ...useClasses] }
  })
}

function checkHook(decorator: string, where: string, name: unknown): void {
  if (isHookName(name)) return
  const near = typeof name === 'string' ? nearMisses(name, hookNames) : []
  const meant = near.length === 0 ? '' : ` (${didYouMean(near)})`
  const names = `the name of a hook${meant}: ${hookNames.join(', ')}`
  const wanted = decorator === 'Use' ? `${names}; or ${usable}` : names
  throw wrongArgument(decorator, where, name, wanted)
}

const usable = 'a class with @Hook, @ErrorHandler or @Around methods'

function checkUseClass(where: string, Class: Class): void {
  const isOfClass = isClassSyntax(Class)
  if (isOfClass && readMembers(Class).length > 0) return // the boot checks them
  const got = isOfClass ? `the class ${className(Class)}, which has no such method` : describeValue(Class)
  const advice = isOfClass ? nestAdvice(Class) : ''
  const wanted = `the name of a hook and a function, or ${usable}${advice}`
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Use', where, got, wanted)
}

function useFact(where: string, hook: HookName, run: Hooks[HookName] | undefined) {
  checkHook('Use', where, hook)
  if (isCallable(run)) return Object.freeze({ hook, run })
  throw wrongArgument('Use', where, run, 'a function as the hook')
}
