import type { ProviderHookName } from '../../contracts/hooks.js'
import { downwards } from '../../support/lists.js'
import type { Warning } from '../../support/report.js'
import { readProperty } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import { isClass, readMembers } from '../decorators/read-facts.js'
import type { BuildPlan, ContextPlan } from './context-plan.js'

// Methods of providers that run at the start and at the end of the server.

/** The hooks that a provider can have, in the order in which they run. */
export const providerHooks: readonly ProviderHookName[] = ['onReady', 'onListen', 'preClose', 'onClose']

export function isProviderHook(name: string): name is ProviderHookName {
  return providerHooks.some((each) => each === name)
}

/** The methods that Nest calls by their names, each with the equivalent hook. */
const methodsOfNest: Readonly<Record<string, ProviderHookName>> = {
  onModuleInit: 'onReady',
  onApplicationBootstrap: 'onReady',
  onModuleDestroy: 'preClose',
  beforeApplicationShutdown: 'preClose',
  onApplicationShutdown: 'onClose',
}

const namesOfNest = Object.keys(methodsOfNest)

/**
 * The methods of one plan that are not called. They belong to its class, or to an object that was passed or that a
 * factory made.
 */
interface Uncalled {
  readonly plan: BuildPlan
  readonly methods: readonly string[]
  /** Whether the object has a class, so that the methods can have `@Hook`. */
  readonly isOfClass: boolean
}

/**
 * A warning about methods with Nest's names that alcove never calls; null if there are none.
 *
 * @param builtOf returns the object of a plan, if it is built
 */
export function uncalledMethods(root: ContextPlan, builtOf: (plan: BuildPlan) => unknown): Warning | null {
  const found: Uncalled[] = []
  for (const context of downwards(root)) {
    for (const plan of context.plans) {
      const uncalled = uncalledOf(plan, builtOf(plan))
      if (uncalled !== null) found.push(uncalled)
    }
  }
  const [first] = found
  if (first === undefined) return null
  const names = new Set(found.flatMap(({ plan, methods }) => methods.map((method) => `${plan.name}.${method}`)))
  const decorated = new Set(found.flatMap(({ isOfClass, methods }) => (isOfClass ? methods : [])))
  const bare = new Set(found.flatMap(({ isOfClass, methods }) => (isOfClass ? [] : methods)))
  const advice = [
    decorated.size > 0 ? `Write ${[...decorated].map((each) => `${hookFor(each)} above ${each}`).join(', ')}.` : [],
    [...bare].map(
      (each) => `Call ${each} of an object without a class in a method of the module with ${hookFor(each)}.`,
    ),
  ].flat()
  const message = `nothing calls ${names.size === 1 ? 'it' : 'them'}: alcove calls methods by their decorators. ${advice.join(' ')}`
  return { subject: [...names].join(', '), message, place: placeOf(first.plan) }
}

function hookFor(method: string): string {
  return `@Hook('${methodsOfNest[method]}')`
}

function placeOf({ recipe, module }: BuildPlan): Warning['place'] {
  return ownFacts(recipe.how === 'class' ? recipe.Class : module.Class).place
}

function uncalledOf(plan: BuildPlan, built: unknown): Uncalled | null {
  const { recipe } = plan
  const subject: unknown = recipe.how === 'class' ? recipe.Class.prototype : built
  const named = namesOfNest.filter((method) => hasMethod(subject, method))
  if (named.length === 0) return null
  const Class = readProperty(subject, 'constructor')
  const isOfClass = isClass(Class) && Class !== Object
  const called = isOfClass ? readMembers(Class).flatMap(({ key, hooks }) => (hooks.length > 0 ? key : [])) : []
  const methods = named.filter((method) => !called.includes(method))
  return methods.length === 0 ? null : { plan, methods, isOfClass }
}

/** Whether a method exists. A proxy may return a function for every name, so `in` must confirm the name. */
function hasMethod(subject: unknown, name: string): boolean {
  if (typeof subject !== 'object' || subject === null) return false
  try {
    return name in subject && typeof Reflect.get(subject, name) === 'function'
  } catch {
    return false // its methods cannot be called
  }
}
