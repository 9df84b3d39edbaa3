import { aroundCodes } from '../../errors/around-codes.js'
import type { Report } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { lineage } from '../decorators/read-facts.js'
import { type ContextPlan, type ControllerPlan, downwards, type MemberPlan, upwards } from './context-plan.js'
import { handlerTitle } from './handler-title.js'
import type { ModuleNode } from './module-node.js'

/** Refuses routes without a guard where a module asks for guards, all of them in one error. */
export function checkGuarded(root: ContextPlan, report: Report): void {
  const asking = new Set<string>()
  const unguarded: string[] = []
  for (const context of downwards(root)) {
    const by = [...upwards(context)].flatMap(({ members }) => members).find(({ node }) => node.fact.guarded)
    if (by === undefined) continue
    for (const controller of context.controllers) {
      const open = controller.members.filter((plan) => plan.member.routes.length > 0 && isOpen(controller, plan))
      if (open.length > 0) asking.add(by.node.name)
      unguarded.push(...open.map((plan) => handlerTitle(controller, plan)))
    }
  }
  if (unguarded.length > 0) report(new aroundCodes.ALC_ERR_ROUTE_UNGUARDED([...asking].join(' and '), unguarded))
}

function isOpen(controller: ControllerPlan, method: MemberPlan): boolean {
  return !isPublic(controller, method) && !isGuarded(controller, method)
}

function isGuarded({ guards, build }: ControllerPlan, method: MemberPlan): boolean {
  if (guards.length + method.guards.length > 0) return true
  for (const { members } of upwards(build.context)) if (members.some((module) => module.guards.length > 0)) return true
  return false
}

/** Whether `@Public()` is on the method, its controller, or a module that imports it. */
export function isPublic({ build }: ControllerPlan, { member }: MemberPlan): boolean {
  const controller = build.recipe.how === 'class' ? build.recipe.Class : null
  const isOnController = controller !== null && lineage(controller).some((each) => ownFacts(each).isPublic)
  return member.isPublic || isOnController || isOnModule(build.module)
}

function isOnModule({ Class, parent }: ModuleNode): boolean {
  return lineage(Class).some((each) => ownFacts(each).isPublic) || (parent !== null && isOnModule(parent))
}
