import { aroundCodes } from '../../errors/around-codes.js'
import type { DescribedGuard } from '../../lifecycle/provenance.js'
import { downwards } from '../../support/lists.js'
import type { Report } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { lineage, type Member } from '../decorators/read-facts.js'
import {
  type AroundPlan,
  type ContextPlan,
  type ControllerPlan,
  type GuardPlan,
  innermostFirst,
  type MemberPlan,
  upwards,
} from './context-plan.js'
import type { ModuleNode } from './module-node.js'
import { reportAtMember } from './report-at.js'
import { handlerTitle } from './route-paths.js'

/** Refuses routes without a guard in a module that requires guards. One error lists all of them. */
export function checkGuarded(root: ContextPlan, report: Report): void {
  const asking = new Set<string>()
  const unguarded: { title: string; member: Member }[] = []
  for (const context of downwards(root)) {
    const by = upwards(context)
      .flatMap(({ members }) => members)
      .find(({ node }) => node.fact.guarded)
    if (by === undefined) continue
    for (const controller of context.controllers) {
      if (isPublic(controller)) continue
      const open = controller.members.filter((plan) => plan.member.routes.length > 0 && isOpen(controller, plan))
      if (open.length > 0) asking.add(by.node.name)
      unguarded.push(...open.map((plan) => ({ title: handlerTitle(controller, plan), member: plan.member })))
    }
  }
  const [first] = unguarded
  if (first === undefined) return
  const titles = unguarded.map(({ title }) => title)
  reportAtMember(report, first.member)(new aroundCodes.ALC_ERR_ROUTE_UNGUARDED([...asking], titles))
}

function isOpen(controller: ControllerPlan, method: MemberPlan): boolean {
  return !method.member.isPublic && guardsOf(controller, method).length === 0
}

/** All guards on the line of a route, those of the outermost module first. */
export function guardsOf({ guards, build }: ControllerPlan, method: MemberPlan): GuardPlan[] {
  const contexts = upwards(build.context).reverse()
  const above = contexts.flatMap(innermostFirst).flatMap((module) => module.guards)
  return [...above, ...guards, ...method.guards]
}

/** The name of the function or class of `@Guard` or `@Around`. */
export function nameOfPlaced({ fact, plan }: GuardPlan | AroundPlan): string {
  return fact.how === 'function' ? fact.run.name : (plan?.name ?? fact.Class.name)
}

/** A guard in the form of inspection. */
export function describeGuard(guard: GuardPlan): DescribedGuard {
  const { fact } = guard
  const name = nameOfPlaced(guard)
  if (fact.how === 'function') return { name, openapi: undefined, provides: [] }
  return { name, openapi: Reflect.get(fact.Class, 'openapi'), provides: fact.provides }
}

/** Whether `@Public()` is on the controller, or a module that imports it. */
export function isPublic({ build, Class }: ControllerPlan): boolean {
  const classes = [Class]
  for (let node: ModuleNode | null = build.module; node !== null; node = node.parent) classes.push(node.Class)
  return classes.flatMap(lineage).some((each) => ownFacts(each).isPublic)
}

// Request values that guards set: `static provides` of a guard class.

/** Names of the values that a guard sets. */
export function providesOf({ fact }: GuardPlan): readonly string[] {
  return fact.how === 'class' ? fact.provides : []
}

/** All guards of an application, once for each use. */
export function allGuards(contexts: readonly ContextPlan[]): GuardPlan[] {
  return contexts.flatMap(({ members, controllers }) => [
    ...members.flatMap(({ guards }) => guards),
    ...controllers.flatMap((controller) => [
      ...controller.guards,
      ...controller.members.flatMap(({ guards }) => guards),
    ]),
  ])
}

/** The names of the guards that set a value, by its name. */
export function giversIn(guards: readonly GuardPlan[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const guard of guards) {
    for (const name of providesOf(guard)) {
      found.set(name, (found.get(name) ?? new Set()).add(nameOfGuard(guard)))
    }
  }
  return new Map([...found].map(([name, guardNames]) => [name, [...guardNames]]))
}

/** The name of a guard in messages: that of the class in `@Guard`. */
export function nameOfGuard({ fact }: GuardPlan): string {
  return fact.how === 'class' ? fact.Class.name : fact.run.name
}
