import type { ContextDescription } from '../contracts/description.js'
import type { Instance } from '../contracts/instance.js'
import { describeContexts } from '../server/describe-contexts.js'
import { disposeHook, type ModuleApplier } from './apply-module.js'
import type { ContextPlan } from './context-plan.js'

/** The tree of contexts with what only modules know of them: providers, and what was wrapped into them. */
export function describeApplication(root: Instance, { contexts, steps }: ModuleApplier): ContextDescription {
  const description = describeContexts(root, (instance) => {
    const context = contexts.get(instance)
    return context === undefined ? {} : describeModules(context)
  })
  return withoutSteps(description, steps)
}

function describeModules(context: ContextPlan): Partial<ContextDescription> {
  return {
    providers: [...context.providers.values()].map(({ name }) => name),
    wrapped: context.members.slice(1).map(({ node }) => node.name),
  }
}

/** The steps in which a module is applied are plugins and hooks to the core, and none of the user's. */
function withoutSteps(context: ContextDescription, steps: ReadonlySet<string>): ContextDescription {
  return {
    ...context,
    plugins: context.plugins.filter((name) => !steps.has(name)),
    hooks: context.hooks.filter((hook) => hook.function !== disposeHook),
    children: context.children.map((child) => withoutSteps(child, steps)),
  }
}
