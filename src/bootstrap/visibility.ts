import { type ContextPlan, type ProviderKey, type ProviderPlan, upwards, type ValueKind } from './context-plan.js'

// What a context sees: its own and its ancestors', never its descendants' or siblings' (SPEC.md 4.10).

/** The nearest provider of that key, or undefined. */
export function visibleProvider(key: ProviderKey, context: ContextPlan): ProviderPlan | undefined {
  for (const current of upwards(context)) {
    const plan = current.providers.get(key)
    if (plan !== undefined) return plan
  }
  return undefined
}

/** Whether every context has the value without anybody's declaring it. */
export function isGiven(kind: ValueKind, name: string): boolean {
  return kind === 'context' && name === 'log'
}

/** Whether the context has the value, or a module of it or above declares it. */
export function isDeclared(kind: ValueKind, name: string, context: ContextPlan): boolean {
  if (isGiven(kind, name)) return true
  for (const current of upwards(context)) if (current.values[kind].has(name)) return true
  return false
}

/** Whether plugins of the context or above may declare values that no decorator speaks of. */
export function isOpenAbove(context: ContextPlan): boolean {
  for (const current of upwards(context)) if (current.isOpen) return true
  return false
}
