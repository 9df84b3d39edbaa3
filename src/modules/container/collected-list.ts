import type { DecoratedMember } from '../../contracts/collection.js'
import { readProperty } from '../../support/values.js'
import type { BuildPlan, CollectionPart } from '../plan/context-plan.js'
import type { Sites } from './sites.js'

/** The objects from which a list is made. */
interface BuiltParts {
  /** The object of a plan. */
  partOf(plan: BuildPlan): unknown
  readonly sites: Pick<Sites, 'siteOf'>
}

/** The list of a collection, or of the methods with a decorator. */
export function createList(parts: readonly CollectionPart[], built: BuiltParts): readonly unknown[] {
  return Object.freeze(
    parts.flatMap(({ plan, member }) => {
      const object = built.partOf(plan)
      if (member === null) return [object]
      const method = readProperty(object, member.key)
      // A factory or a test may return an object of another class, without the method.
      if (typeof method !== 'function') return []
      const entry: DecoratedMember = Object.freeze({
        instance: object as object, // it has a method
        method: member.key,
        args: member.args,
        context: built.sites.siteOf(plan.context).instance,
        call: (...args: unknown[]): unknown => Reflect.apply(method, object, args),
      })
      return [entry]
    }),
  )
}
