import type { RegistrantLink } from '../lifecycle/registrants.js'
import type { ControllerPlan, MemberPlan } from './context-plan.js'
import type { ModuleNode } from './module-node.js'

/** A handler's method, by the function that the core calls. */
export interface AppliedHandler {
  readonly controller: ControllerPlan
  readonly member: MemberPlan
}

/** One for each node: they are compared. */
const registrants = new WeakMap<ModuleNode, RegistrantLink>()

/** A module as one that registers: a wrapped one acts for the module that imports it. */
export function moduleRegistrant(node: ModuleNode): RegistrantLink {
  const known = registrants.get(node)
  if (known !== undefined) return known
  const parent = node.wrapped && node.parent !== null ? moduleRegistrant(node.parent) : null
  const made: RegistrantLink = { kind: 'module', name: node.name, parent }
  registrants.set(node, made)
  return made
}
