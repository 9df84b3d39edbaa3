import type { Warn } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import type { Binding, BuildPlan, ContextPlan } from './context-plan.js'

/** Warns of collected lists that nothing injects: their objects are not used, and their methods never run. */
export function warnOfIdleLists(contexts: readonly ContextPlan[], warn: Warn): void {
  const lists = contexts.flatMap(({ collectors }) => [...collectors.values()]).filter(hasParts)
  if (lists.length === 0 || contexts.some(({ plans }) => [...plans].some(takesContainer))) return
  const asked = new Set(contexts.flatMap(bindingsIn).flatMap(plansOf))
  for (const plan of lists.filter((each) => !asked.has(each))) {
    const { name, Class } = plan.module
    const message = `it collects ${plan.name}, which nothing injects, so nothing calls the contributions. Inject it into a provider, and list that provider.`
    warn({ subject: name, message, place: ownFacts(Class).place })
  }
}

function hasParts({ recipe }: BuildPlan): boolean {
  return recipe.how === 'collection' && recipe.parts.length > 0
}

/** Whether a factory gets the container, from which it may read every list. */
function takesContainer({ recipe, sources }: BuildPlan): boolean {
  return recipe.how === 'factory' && recipe.create.length > 0 && sources.length === 0
}

function bindingsIn({ plans, controllers }: ContextPlan): Binding[] {
  return [...plans, ...controllers.flatMap(({ members }) => members)].flatMap(({ bindings }) => bindings ?? [])
}

function plansOf(binding: Binding): BuildPlan[] {
  if (binding.from === 'request') return binding.inject.flatMap(plansOf)
  if (binding.from === 'provider' || binding.from === 'lazy' || binding.from === 'part') return [binding.plan]
  return binding.from === 'pending' && binding.otherwise.from === 'provider' ? [binding.otherwise.plan] : []
}
