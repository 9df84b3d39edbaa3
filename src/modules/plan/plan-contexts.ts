import type { Class } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue } from '../../support/values.js'
import { otherCopyHint } from '../decorators/copies.js'
import type { AroundFact, GuardFact } from '../decorators/facts.js'
import { ownFacts } from '../decorators/metadata.js'
import {
  className,
  isClass,
  readArounds,
  readGuards,
  readMembers,
  readUseClasses,
  readUses,
  readValues,
} from '../decorators/read-facts.js'
import { aboutClass } from './about.js'
import { checkEntries } from './check-entries.js'
import { checkControllerMembers, checkModuleMembers, checkProviderMembers, checkUsedMembers } from './check-members.js'
import { refuseTwinSingles } from './check-singles.js'
import { collectContributions } from './collect-contributions.js'
import {
  type AroundPlan,
  type BuildPlan,
  type ClassPlan,
  type ContextPlan,
  type ContributionPlan,
  type ControllerPlan,
  downwards,
  type GuardPlan,
  type ModulePlan,
  type ProviderKey,
  type ProviderPlan,
} from './context-plan.js'
import { hasConfigure, type ModuleNode, placeOf } from './module-node.js'
import { nestHint } from './nest-decorators.js'
import { type Offer, readOffers, takeOffers } from './offers.js'
import {
  type Overrides,
  planClass,
  planCollectors,
  planComputed,
  planGuardClass,
  planProviders,
} from './plan-provider.js'
import { refuseTwinValues } from './route-values.js'
import { visibleProvider } from './visibility.js'

const noOffers: ReadonlyMap<ProviderKey, Offer> = new Map()

/** Filled member by member: providers first, for a guard may be one of them. */
class PlannedContext implements ContextPlan {
  readonly name: string
  readonly values: ContextPlan['values']
  readonly computed: ReadonlyMap<string, BuildPlan>
  readonly providers = new Map<ProviderKey, ProviderPlan>()
  readonly guards = new Map<Class, BuildPlan>()
  readonly collectors = new Map<ProviderKey, ProviderPlan>()
  readonly contributions: ContributionPlan[] = []
  opensEarly = false
  readonly offered = new Map<ProviderKey, Offer>()
  offers: ReadonlyMap<ProviderKey, Offer> = noOffers
  readonly #used = new Map<Class, ClassPlan>()
  /** Providers that are here because they are used. */
  readonly #unlisted = new Set<Class>()
  members: readonly ModulePlan[] = []
  controllers: readonly ControllerPlan[] = []
  children: readonly PlannedContext[] = []
  isOpen = false
  readonly missing: string[]

  constructor(
    readonly node: ModuleNode,
    readonly parent: PlannedContext | null,
    readonly nodes: readonly ModuleNode[],
    readonly planning: Planning,
  ) {
    const { report } = planning
    this.name = node.name
    this.missing = nodes.flatMap(({ missing }) => missing)
    this.values = {
      request: declared(nodes, 'decorateRequest', report),
      reply: declared(nodes, 'decorateReply', report),
      context: declared(nodes, 'decorate', report),
    }
    // Of two of one name the first holds, and the second is reported.
    this.computed = new Map(nodes.flatMap((member) => planComputed(member, this)).reverse())
  }

  planGuard(fact: GuardFact): GuardPlan {
    if (fact.how === 'function') return { fact, plan: null }
    return { fact, plan: this.#planOwn(fact.Class) }
  }

  planAround(fact: AroundFact): AroundPlan {
    return fact.how === 'function' ? { fact, plan: null } : { fact, plan: this.#planOwn(fact.Class) }
  }

  /** A class that is used is a provider here, unless a module of this context or above lists it. */
  planUsed(Class: Class): ClassPlan {
    const known = this.#used.get(Class)
    if (known !== undefined) return known
    const plan = planMembers(this.#listed(Class) ?? this.#addUsed(Class), Class, this)
    this.#used.set(Class, plan)
    this.planning.used.add(Class)
    checkUsedMembers(plan, this.planning.report)
    return plan
  }

  #addUsed(Class: Class): BuildPlan {
    const plan = planGuardClass(Class, this, this.node, this.planning.overrides)
    this.providers.set(Class, plan)
    this.#unlisted.add(Class)
    return plan
  }

  #listed(Class: Class): BuildPlan | undefined {
    const own = this.#unlisted.has(Class) ? undefined : this.providers.get(Class)
    if (own !== undefined || this.parent === null) return own
    return this.parent.#listed(Class)
  }

  /** Built here, unless a visible context lists it. */
  #planOwn(Class: Class): BuildPlan {
    const known = visibleProvider(Class, this) ?? this.guards.get(Class)
    if (known !== undefined) return known
    const plan = planGuardClass(Class, this, this.node, this.planning.overrides)
    this.guards.set(Class, plan)
    return plan
  }
}

/** Groups the tree of modules into contexts: wrapped modules dissolve into the nearest one that is not. */
export function planContexts(root: ModuleNode, overrides: Overrides, report: Report): ContextPlan {
  const used = new Set<Class>()
  const context = planContext(root, null, { overrides, report, used })
  planClasses(context)
  collectContributions(context, report)
  for (const each of downwards(context)) checkProviderMembers(each, used, report)
  overrides.refuseUnused(report)
  return context
}

interface Planning {
  /** Classes that `@Use` names anywhere. */
  readonly used: Set<Class>
  readonly overrides: Overrides
  readonly report: Report
}

function planContext(node: ModuleNode, parent: PlannedContext | null, planning: Planning): PlannedContext {
  const { report } = planning
  const nodes = dissolved(node)
  const context = new PlannedContext(node, parent, nodes, planning)
  for (const member of nodes) checkEntries(member, aboutClass(report, member.Class))
  const listed = new Set<unknown>(nodes.flatMap(({ fact }) => fact.providers))
  for (const member of nodes) planProviders(member, context, listed, planning)
  for (const member of nodes) planCollectors(member, context, planning)
  context.children = nodes
    .flatMap((member) => member.imports.filter(({ wrapped }) => !wrapped))
    .map((child) => planContext(child, context, planning))
  for (const child of context.children) takeOffers(context, child.offers, report)
  context.offers = readOffers(nodes, context, report)
  context.opensEarly = context.offers.size > 0
  return context
}

/** Modules and controllers, when all offers are known: a guard of theirs may be a provider that another module offers. */
function planClasses(context: PlannedContext): void {
  const { nodes, node } = context
  const { report } = context.planning
  context.members = nodes.map((member) => planModule(member, context))
  context.controllers = planControllers(nodes, context)
  refuseTwinValues(context, report)
  refuseTwinSingles(context, aboutClass(report, node.Class))
  context.isOpen = context.members.some(declaresLate)
  for (const child of context.children) planClasses(child)
}

/** The module and all that is wrapped into it, outermost first. */
function dissolved(node: ModuleNode): ModuleNode[] {
  return [node, ...node.imports.filter(({ wrapped }) => wrapped).flatMap(dissolved)]
}

type DecorationList = 'decorate' | 'decorateRequest' | 'decorateReply'

const nothing: ReadonlyMap<string, ModuleNode> = new Map()

const valueNames = { decorate: 'Context', decorateRequest: 'Request', decorateReply: 'Reply' } as const

/** Who declares which value. The core would refuse the second of two as well, but knows no modules to name. */
function declared(nodes: readonly ModuleNode[], list: DecorationList, report: Report): ReadonlyMap<string, ModuleNode> {
  if (nodes.every(({ fact }) => fact[list].length === 0)) return nothing // most modules
  const found = new Map<string, ModuleNode>()
  for (const node of nodes) {
    for (const { name } of node.fact[list]) {
      const first = found.get(name)
      if (first !== undefined) {
        const what = `${valueNames[list]} value "${name}"`
        const reportHere = aboutClass(report, node.Class)
        reportHere(new treeCodes.ALC_ERR_DECLARED_TWICE(what, placeOf(first), placeOf(node), nodes[0]!.name))
      } else found.set(name, node)
    }
  }
  return found
}

function planMembers(build: BuildPlan, Class: Class, context: PlannedContext): ClassPlan {
  const planGuard = (fact: GuardFact) => context.planGuard(fact)
  const planAround = (fact: AroundFact) => context.planAround(fact)
  const planUsed = (Used: Class) => context.planUsed(Used)
  return {
    build,
    guards: readGuards(Class).map(planGuard),
    arounds: readArounds(Class).map(planAround),
    uses: readUses(Class),
    used: readUseClasses(Class).map(planUsed),
    values: readValues(Class),
    members: readMembers(Class).map((member) => ({
      member,
      guards: member.guards.map(planGuard),
      arounds: member.arounds.map(planAround),
      used: member.useClasses.map(planUsed),
      bindings: null,
    })),
  }
}

function planModule(node: ModuleNode, context: PlannedContext): ModulePlan {
  const build = planClass(node.Class, context, node)
  const plan = planMembers({ ...build, scope: 'context' }, node.Class, context)
  checkModuleMembers(plan, context.planning.report)
  return { ...plan, node, configures: hasConfigure(node.Class) }
}

function planControllers(nodes: readonly ModuleNode[], context: PlannedContext): ControllerPlan[] {
  const plans = new Map<Class, ControllerPlan>()
  for (const node of nodes) {
    node.fact.controllers.forEach((Class, index) => {
      const position = `controllers[${index}]`
      attempt(aboutClass(context.planning.report, Class ?? node.Class), () => {
        const Listed = isClass(Class) ? context.planning.overrides.replaceClass(Class) : Class
        const plan = planController(Listed, position, { node, context })
        const first = plans.get(plan.Class)
        if (first !== undefined) {
          const what = `Controller ${className(plan.Class)}`
          throw new treeCodes.ALC_ERR_DECLARED_TWICE(what, placeOf(first.build.module), placeOf(node), context.name)
        }
        plans.set(plan.Class, plan)
        checkControllerMembers(plan, plan.Class, context.planning.report)
      })
    })
  }
  return [...plans.values()]
}

function planController(
  Class: Class | undefined,
  position: string,
  { node, context }: { node: ModuleNode; context: PlannedContext },
): ControllerPlan & { readonly Class: Class } {
  if (Class === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'controllers', node.name)
  const fact = isClass(Class) ? ownFacts(Class).controller : null
  if (fact === null) throw notAController(Class, `${position} of ${node.name}`)
  return { ...planMembers(planClass(Class, context, node), Class, context), fact, Class }
}

function notAController(Class: Class, where: string): Error {
  const name = isClass(Class) ? className(Class) : describeValue(Class)
  if (isClass(Class) && ownFacts(Class).module !== null) {
    return new treeCodes.ALC_ERR_ENTRY_MISPLACED(name, where, 'a module', 'imports')
  }
  const hint = isClass(Class) ? (otherCopyHint(Class) ?? nestHint(Class)) : null
  return new treeCodes.ALC_ERR_CONTROLLER_UNDECORATED(name, where, hint)
}

/** Whether values may appear that no decorator speaks of. */
function declaresLate({ node, configures, members }: ModulePlan): boolean {
  return (
    configures || node.fact.plugins.length > 0 || members.some(({ member }) => member.hooks.some(isRegistrationHook))
  )
}

function isRegistrationHook({ hook }: { readonly hook: string }): boolean {
  return hook === 'onRegister' || hook === 'onRoute'
}
