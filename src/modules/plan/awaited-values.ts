import type { Binding, BuildPlan } from './context-plan.js'

/** Whether an injected value may be a promise that is awaited in each request. */
export function mayWait(binding: Binding): boolean {
  switch (binding.from) {
    case 'request':
      return binding.source.from === 'own'
    case 'value':
      return binding.mayWait
    case 'provider':
      return planMayWait(binding.plan)
    case 'pending':
      return binding.otherwise.from !== 'error' && mayWait(binding.otherwise)
    default:
      return false // the object of `lazy` is looked up at its first use, where it cannot be awaited
  }
}

function planMayWait({ scope, recipe, bindings }: BuildPlan): boolean {
  if (scope === 'context') return false // awaited at boot
  return recipe.how === 'async' || bindings.some(mayWait)
}
