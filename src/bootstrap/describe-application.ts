import type { ContextDescription } from '../contracts/description.js'
import type { Instance } from '../contracts/instance.js'
import { describeContexts } from '../server/describe-contexts.js'
import { disposeHook, isStep } from './apply-module.js'
import type { ContextPlan } from './context-plan.js'

/** The tree of contexts with what only modules know of them: providers, and what was wrapped into them. */
export function describeApplication(root: Instance, contexts: ReadonlyMap<Instance, ContextPlan>): ContextDescription {
  const description = describeContexts(root, (instance) => {
    const context = contexts.get(instance)
    return context === undefined ? {} : describeModule(context)
  })
  return withoutSteps(description)
}

function describeModule(context: ContextPlan): Partial<ContextDescription> {
  return {
    providers: [...context.providers.values()].map(({ name }) => name),
    wrapped: context.members.slice(1).map(({ node }) => node.name),
  }
}

/** The steps in which a module is applied are plugins and hooks to the core, and none of the user's. */
function withoutSteps(context: ContextDescription): ContextDescription {
  const ours = new Set([context.name, ...context.wrapped])
  return {
    ...context,
    plugins: context.plugins.filter((name) => !ours.has(name) && !isStep(name)),
    hooks: context.hooks.filter((hook) => hook.function !== disposeHook),
    children: context.children.map(withoutSteps),
  }
}
