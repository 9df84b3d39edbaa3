import type { Class } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { added, downwards, mapped, noItems } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue } from '../../support/values.js'
import { otherCopyHint } from '../decorators/copies.js'
import { type AroundFact, type GuardFact, valueLists } from '../decorators/facts.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, isClass, type Member, readMembers, readWhole, type WholeFacts } from '../decorators/read-facts.js'
import { checkConfigure, checkEntries } from './check-entries.js'
import { checkControllerMembers, checkModuleMembers, checkProviderMembers, checkUsedMembers } from './check-members.js'
import { refuseTwinSingles } from './check-singles.js'
import {
  type BuildPlan,
  type ClassPlan,
  type ContextPlan,
  type ControllerPlan,
  type MemberPlan,
  type ModulePlan,
  type Placed,
  type PlacedPlan,
  PlannedContext,
  put,
  type ValueKind,
  without,
} from './context-plan.js'
import { hasConfigure, type ModuleNode, placeOf } from './module-node.js'
import { nestHint } from './nest-decorators.js'
import { collectContributions, readOffers, takeOffers } from './offers.js'
import {
  type Overrides,
  planClass,
  planCollectors,
  planComputed,
  planProvider,
  planProviders,
} from './plan-provider.js'
import { reportAtClass } from './report-at.js'
import { refuseTwinValues } from './route-values.js'
import { visibleProvider } from './visibility.js'

/** Groups the tree of modules into contexts: a wrapped module joins the nearest module above that is not wrapped. */
export function planContexts(root: ModuleNode, overrides: Overrides, report: Report): ContextPlan {
  const used = new Set<Class>()
  const planning = { overrides, report, used }
  const context = planContext(root, null, planning)
  planClasses(context, planning)
  collectContributions(context, report)
  for (const each of downwards(context)) {
    checkProviderMembers(each, used, report)
    each.plans = plansIn(each)
  }
  overrides.refuseUnused(report)
  return context
}

/** All plans that are built in a context. The result is a copy, because an array that grew has space for 16 more. */
function plansIn({ providers, computed, members, guards, controllers }: ContextPlan): readonly BuildPlan[] {
  const builds = members.map(({ build }) => build)
  if (providers.size + computed.size + guards.size + controllers.length === 0) return builds
  const own = controllers.map(({ build }) => build)
  return [...providers.values(), ...computed.values(), ...builds, ...guards.values(), ...own].slice()
}

function planContext(node: ModuleNode, parent: PlannedContext | null, planning: Planning): PlannedContext {
  const { report } = planning
  const nodes = dissolved(node)
  const context = newContext(nodes, parent, report)
  for (const member of nodes) checkEntries(member, reportAtClass(report, member.Class))
  const listed: readonly unknown[] = nodes.flatMap(({ fact }) => fact.providers)
  if (listed.length > 0) {
    const all = new Set(listed)
    for (const member of nodes) planProviders(member, context, all, planning)
  }
  for (const member of nodes) planCollectors(member, context, planning)
  const children = nodes.flatMap((member) => member.imports.filter(({ wrapped }) => !wrapped))
  context.children = mapped(children, (child) => planContext(child, context, planning))
  for (const child of context.children) if (child.offers.size > 0) takeOffers(context, child.offers, report)
  context.offers = readOffers(nodes, context, report)
  if (context.offers.size > 0) context.openEarly()
  return context
}

/** @param nodes the module of the context, then those wrapped into it */
function newContext(
  nodes: readonly [ModuleNode, ...ModuleNode[]],
  parent: PlannedContext | null,
  report: Report,
): PlannedContext {
  const request = declared(nodes, 'request', report)
  const reply = declared(nodes, 'reply', report)
  const fixed = declared(nodes, 'context', report)
  const declaresNone = request === none && reply === none && fixed === none
  const context = new PlannedContext(nodes[0], parent, declaresNone ? noValues : { request, reply, context: fixed })
  for (const { missing } of nodes) for (const entry of missing) context.missing = added(context.missing, entry)
  // The first of two values with one name counts. `declared` reports the second.
  const computed = nodes.flatMap((node) => planComputed(node, context))
  if (computed.length > 0) context.computed = new Map(computed.reverse())
  return context
}

const valueNames = { context: 'Context', request: 'Request', reply: 'Reply' } as const

const none: ReadonlyMap<string, ModuleNode> = new Map()
const noValues: ContextPlan['values'] = { request: none, reply: none, context: none }

/** The values with their modules. The core would refuse the second of two as well, but it cannot name the modules. */
function declared(nodes: readonly ModuleNode[], kind: ValueKind, report: Report): ReadonlyMap<string, ModuleNode> {
  const list = valueLists[kind]
  if (nodes.every(({ fact }) => fact[list].length === 0)) return none // most modules declare none
  const found = new Map<string, ModuleNode>()
  for (const node of nodes) {
    for (const { name } of node.fact[list]) {
      const first = found.get(name)
      if (first !== undefined) {
        const what = `${valueNames[kind]} value "${name}"`
        const reportHere = reportAtClass(report, node.Class)
        reportHere(new treeCodes.ALC_ERR_DECLARED_TWICE(what, placeOf(first), placeOf(node), nodes[0]!.name))
      } else found.set(name, node)
    }
  }
  return found
}

/** Plans modules and controllers after all offers are known: a guard may be a provider that another module offers. */
function planClasses(context: PlannedContext, planning: Planning): void {
  const { report } = planning
  const nodes = dissolved(context.node)
  context.members = nodes.map((member) => planModule(member, context, planning))
  context.controllers = planControllers(nodes, context, planning)
  refuseTwinValues(context, report)
  refuseTwinSingles(context, report)
  context.isOpen = context.members.some(declaresLate)
  for (const child of context.children) planClasses(child, planning)
}

/** The module and all modules that are wrapped into it, outermost first. */
function dissolved(node: ModuleNode): [ModuleNode, ...ModuleNode[]] {
  if (node.imports.length === 0) return [node]
  return [node, ...node.imports.filter(({ wrapped }) => wrapped).flatMap(dissolved)]
}

function planModule(node: ModuleNode, context: PlannedContext, planning: Planning): ModulePlan {
  const build = planClass(node.Class, context, node, 'context')
  const { guards, arounds, uses, used, values, members } = planMembers(build, node.Class, context, planning)
  // All modules share the hidden class of a literal. A copy with `...` has its own hidden class, of 300 bytes.
  const configures = hasConfigure(node.Class)
  const plan = { build, Class: node.Class, guards, arounds, uses, used, values, members, node, configures }
  checkModuleMembers(plan, planning.report)
  checkConfigure(plan, planning.report)
  return plan
}

function planControllers(
  nodes: readonly ModuleNode[],
  context: PlannedContext,
  planning: Planning,
): readonly ControllerPlan[] {
  if (nodes.every(({ fact }) => fact.controllers.length === 0)) return noItems
  const plans = new Map<Class, ControllerPlan>()
  for (const node of nodes) {
    node.fact.controllers.forEach((Class, index) => {
      const position = `controllers[${index}]`
      // A class without a decorator has no place. Then the place is that of its module.
      const reportAtModule = reportAtClass(planning.report, node.Class)
      attempt(reportAtClass(reportAtModule, Class ?? node.Class), () => {
        const Listed = isClass(Class) ? planning.overrides.replaceClass(Class) : Class
        const plan = planController(Listed, position, { node, context, planning })
        const first = plans.get(plan.Class)
        if (first !== undefined) {
          const what = `Controller ${className(plan.Class)}`
          throw new treeCodes.ALC_ERR_DECLARED_TWICE(what, placeOf(first.build.module), placeOf(node), context.name)
        }
        plans.set(plan.Class, plan)
        checkControllerMembers(plan, planning.report)
      })
    })
  }
  return [...plans.values()]
}

function planController(
  Class: Class | undefined,
  position: string,
  { node, context, planning }: { node: ModuleNode; context: PlannedContext; planning: Planning },
): ControllerPlan {
  if (Class === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'controllers', node.name)
  const { controller: fact, module } = ownFacts(Object(Class))
  if (fact === null || module !== null) throw notAController(Class, `${position} of ${node.name}`)
  const build = planClass(Class, context, node)
  const { guards, arounds, uses, used, values, members } = planMembers(build, Class, context, planning)
  return { build, Class, guards, arounds, uses, used, values, members, fact }
}

function notAController(Class: Class, where: string): Error {
  const name = isClass(Class) ? className(Class) : describeValue(Class)
  if (isClass(Class) && ownFacts(Class).module !== null) {
    return new treeCodes.ALC_ERR_ENTRY_MISPLACED(name, where, 'a module', 'imports')
  }
  const hint = isClass(Class) ? (otherCopyHint(Class) ?? nestHint(Class)) : null
  return new treeCodes.ALC_ERR_CONTROLLER_UNDECORATED(name, where, hint)
}

/** Whether code may declare values that no decorator declares. */
function declaresLate({ node, configures, members }: ModulePlan): boolean {
  return (
    configures || node.fact.plugins.length > 0 || members.some(({ member }) => member.hooks.some(isRegistrationHook))
  )
}

function isRegistrationHook({ hook }: { readonly hook: string }): boolean {
  return hook === 'onRegister' || hook === 'onRoute'
}

/** The settings that all contexts of one tree share. */
export interface Planning {
  /** Classes in `@Use`, of all contexts. */
  readonly used: Set<Class>
  readonly overrides: Overrides
  readonly report: Report
}

/** Plans a class whose methods apply to the context, with all classes that its decorators name. */
function planMembers(build: BuildPlan, Class: Class, context: PlannedContext, planning: Planning): ClassPlan {
  const planPlaced = <F extends GuardFact | AroundFact>(fact: F): PlacedPlan<F> => {
    const plan = fact.how === 'function' ? null : planOwn(fact.Class, context, planning)
    return { fact, plan } as PlacedPlan<F> // a class has a plan
  }
  const placedOf = ({ guards, arounds, uses, useClasses, values }: WholeFacts): Placed => ({
    guards: mapped(guards, planPlaced),
    arounds: mapped(arounds, planPlaced),
    uses,
    used: mapped(useClasses, (Used) => planUsed(Used, context, planning)),
    values,
  })
  const planMember = (member: Member): MemberPlan => {
    const { guards, arounds, uses, used, values } = placedOf(member)
    return { member, guards, arounds, uses, used, values, bindings: null }
  }
  const { guards, arounds, uses, used, values } = placedOf(readWhole(Class))
  return { build, Class, guards, arounds, uses, used, values, members: mapped(readMembers(Class), planMember) }
}

/** Plans a class here, unless a visible context lists it. */
function planOwn(Class: Class, context: PlannedContext, { overrides }: Planning): BuildPlan {
  const known = visibleProvider(Class, context) ?? context.guards.get(Class)
  if (known !== undefined) return known
  const plan = planProvider(overrides.replace(Class), context, context.node)
  context.guards = put(context.guards, Class, plan)
  return plan
}

/** Plans a class for `@Use` as a provider here. A listed provider of this context or above, or an offered one, is used. */
function planUsed(Class: Class, context: PlannedContext, planning: Planning): ClassPlan {
  const known = context.used.get(Class)
  if (known !== undefined) return known
  const build = listedProvider(Class, context) ?? planUnlisted(Class, context, planning)
  const plan = planMembers(build, Class, context, planning)
  context.used = put(context.used, Class, plan)
  planning.used.add(Class)
  checkUsedMembers(plan, planning.report)
  return plan
}

function planUnlisted(Class: Class, context: PlannedContext, { overrides }: Planning): BuildPlan {
  const guard = context.guards.get(Class) // a class with both decorators has one object
  if (guard !== undefined) context.guards = without(context.guards, Class)
  const plan = guard ?? planProvider(overrides.replace(Class), context, context.node)
  context.providers = put(context.providers, plan.key, plan)
  context.unlisted = put(context.unlisted, Class, plan)
  return plan
}

function listedProvider(Class: Class, context: PlannedContext): BuildPlan | undefined {
  const { unlisted, providers, offered, parent } = context
  const own = unlisted.has(Class) ? undefined : (providers.get(Class) ?? offered.get(Class)?.plan)
  return own !== undefined || parent === null ? own : listedProvider(Class, parent)
}
