import type { Instance } from '../../contracts/instance.js'
import { ContextWriter } from '../../server/instance/context-writer.js'
import { readProperty } from '../../support/values.js'
import { isProvider } from '../container/build-stack.js'
import type { BuiltLives, CloseObject } from '../container/disposal.js'
import { isClass, readMembers } from '../decorators/read-facts.js'
import type { BuildPlan } from '../plan/context-plan.js'
import { isProviderHook } from '../plan/provider-hooks.js'
import { methodOf } from './compile-handler.js'
import { methodHook } from './method-hook.js'

const none: readonly CloseObject[] = []

/** The life cycles of the objects of one application. */
export class ProviderLife implements BuiltLives {
  /** Several providers may have one object. */
  readonly #known = new Set<object>()

  /**
   * Adds the `@Hook` methods of a built object to the life cycle of the server. Returns the functions to call when the
   * object ends. A factory can return an object with methods of its class too.
   */
  enter(plan: BuildPlan, value: unknown, instance: Instance): readonly CloseObject[] {
    if (!isProvider(plan) || typeof value !== 'object' || value === null || this.#known.has(value)) return none
    const Class = readProperty(value, 'constructor')
    if (!isClass(Class)) return none
    const members = readMembers(Class).filter(({ hooks }) => hooks.some(({ hook }) => isProviderHook(hook)))
    if (members.length === 0) return none
    this.#known.add(value)
    const writer = new ContextWriter(instance, plan.module.registrant)
    return members.flatMap(({ hooks, key, name }) =>
      hooks.flatMap(({ hook }) => {
        if (!isProviderHook(hook)) return [] // hooks of a class for `@Use` run where it is used
        const run = methodHook(hook, methodOf(value, key), name, { object: value })
        return writer.addProviderHook(hook, run) ?? []
      }),
    )
  }
}
