import type { ProviderHookName } from '../../contracts/hooks.js'
import type { Warning } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { readMembers } from '../decorators/read-facts.js'
import { type BuildPlan, type ContextPlan, downwards, plansOf } from './context-plan.js'

// Methods of providers that run when the server starts and ends.

/** The hooks that a provider may have, in the order in which they run. */
export const providerHooks: readonly ProviderHookName[] = ['onReady', 'onListen', 'preClose', 'onClose']

export function isProviderHook(name: string): name is ProviderHookName {
  return providerHooks.some((each) => each === name)
}

/** The methods that Nest calls by their names, and the hook for what each of them does. */
const methodsOfNest: Readonly<Record<string, ProviderHookName>> = {
  onModuleInit: 'onReady',
  onApplicationBootstrap: 'onReady',
  onModuleDestroy: 'preClose',
  beforeApplicationShutdown: 'preClose',
  onApplicationShutdown: 'onClose',
}

/** A warning about methods with Nest's names that nothing calls; null where there are none. */
export function uncalledMethods(root: ContextPlan): Warning | null {
  const plans = [...downwards(root)].flatMap(plansOf).filter((plan) => uncalledIn(plan).length > 0)
  const [first] = plans
  if (first === undefined) return null
  const found = new Set(plans.flatMap((plan) => uncalledIn(plan).map((method) => `${plan.name}.${method}`)))
  const methods = new Set(plans.flatMap(uncalledIn))
  const hooks = [...methods].map((method) => `@Hook('${methodsOfNest[method]}') above ${method}`)
  const message = `nothing calls ${found.size === 1 ? 'it' : 'them'}: alcove calls methods by their decorators. Write ${hooks.join(', ')}.`
  const place = first.recipe.how === 'class' ? ownFacts(first.recipe.Class).place : null
  return { subject: [...found].join(', '), message, place }
}

function uncalledIn({ recipe }: BuildPlan): string[] {
  if (recipe.how !== 'class') return []
  const { Class } = recipe
  const named = Object.keys(methodsOfNest).filter(
    (method) => typeof Reflect.get(Class.prototype, method) === 'function',
  )
  if (named.length === 0) return []
  const called = readMembers(Class).flatMap(({ key, hooks }) => (hooks.length > 0 ? key : []))
  return named.filter((method) => !called.includes(method))
}
