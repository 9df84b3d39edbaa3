import type { Class } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { added, mapped, noItems } from '../../support/lists.js'
import type { Report } from '../../support/report.js'
import type { AroundFact, GuardFact } from '../decorators/facts.js'
import { readMembers, readWhole } from '../decorators/read-facts.js'
import { checkUsedMembers } from './check-members.js'
import type {
  AroundPlan,
  BuildPlan,
  ClassPlan,
  ContextPlan,
  ContributionPlan,
  ControllerPlan,
  GuardPlan,
  ModulePlan,
  Offer,
  ProviderKey,
  ProviderPlan,
} from './context-plan.js'
import { type ModuleNode, placeOf } from './module-node.js'
import { type Overrides, planComputed, planProvider } from './plan-provider.js'
import { reportAtClass } from './report-at.js'
import { visibleProvider } from './visibility.js'

/** The settings that all contexts of one tree share. */
export interface Planning {
  /** Classes in `@Use`, of all contexts. */
  readonly used: Set<Class>
  readonly overrides: Overrides
  readonly report: Report
}

/** Most contexts have no entries of most kinds. */
const none: ReadonlyMap<never, never> = new Map<never, never>()
const noValues: ContextPlan['values'] = { request: none, reply: none, context: none }

/** The map with one more entry. The shared empty map stays empty. */
function put<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  const own = map.size === 0 ? new Map<K, V>() : (map as Map<K, V>) // all other maps are made here
  return own.set(key, value)
}

/** A context plan that is filled member by member: providers first, because a guard may be one of them. */
export class PlannedContext implements ContextPlan {
  readonly node: ModuleNode
  readonly values: ContextPlan['values']
  readonly computed: ReadonlyMap<string, BuildPlan>
  providers: ReadonlyMap<ProviderKey, ProviderPlan> = none
  guards: ReadonlyMap<Class, BuildPlan> = none
  collectors: ReadonlyMap<ProviderKey, ProviderPlan> = none
  contributions: readonly ContributionPlan[] = noItems
  opensEarly = false
  offered: ReadonlyMap<ProviderKey, Offer> = none
  offers: ReadonlyMap<ProviderKey, Offer> = none
  #used: ReadonlyMap<Class, ClassPlan> = none
  /** Providers that no module lists, but that are used here. */
  #unlisted: ReadonlyMap<Class, BuildPlan> = none
  members: readonly ModulePlan[] = noItems
  controllers: readonly ControllerPlan[] = noItems
  children: readonly PlannedContext[] = noItems
  isOpen = false
  plans: readonly BuildPlan[] = noItems
  missing: readonly string[] = noItems

  /** @param nodes the module of the context, then those wrapped into it */
  constructor(
    nodes: readonly [ModuleNode, ...ModuleNode[]],
    readonly parent: PlannedContext | null,
    readonly planning: Planning,
  ) {
    const { report } = planning
    this.node = nodes[0]
    for (const { missing } of nodes) for (const entry of missing) this.addMissing(entry)
    const request = declared(nodes, 'decorateRequest', report)
    const reply = declared(nodes, 'decorateReply', report)
    const context = declared(nodes, 'decorate', report)
    const declaresNone = request === none && reply === none && context === none
    this.values = declaresNone ? noValues : { request, reply, context }
    this.computed = planAllComputed(nodes, this)
  }

  get name(): string {
    return this.node.name
  }

  addMissing(entry: string): void {
    this.missing = added(this.missing, entry)
  }

  addContribution(plan: ContributionPlan): void {
    this.contributions = added(this.contributions, plan)
  }

  addProvider(plan: ProviderPlan): void {
    this.providers = put(this.providers, plan.key, plan)
  }

  addCollector(plan: ProviderPlan): void {
    this.collectors = put(this.collectors, plan.key, plan)
  }

  takeOffer(key: ProviderKey, offer: Offer): void {
    this.offered = put(this.offered, key, offer)
  }

  planGuard(fact: GuardFact): GuardPlan {
    if (fact.how === 'function') return { fact, plan: null }
    return { fact, plan: this.#planOwn(fact.Class) }
  }

  planAround(fact: AroundFact): AroundPlan {
    return fact.how === 'function' ? { fact, plan: null } : { fact, plan: this.#planOwn(fact.Class) }
  }

  /** Plans a class for `@Use` as a provider here, unless a module of this context or above lists it. */
  planUsed(Class: Class): ClassPlan {
    const known = this.#used.get(Class)
    if (known !== undefined) return known
    const plan = planMembers(this.#listed(Class) ?? this.#addUsed(Class), Class, this)
    this.#used = put(this.#used, Class, plan)
    this.planning.used.add(Class)
    checkUsedMembers(plan, this.planning.report)
    return plan
  }

  #addUsed(Class: Class): BuildPlan {
    const plan = planProvider(this.planning.overrides.replace(Class), this, this.node)
    this.addProvider(plan)
    this.#unlisted = put(this.#unlisted, Class, plan)
    return plan
  }

  #listed(Class: Class): BuildPlan | undefined {
    const own = this.#unlisted.has(Class) ? undefined : this.providers.get(Class)
    if (own !== undefined || this.parent === null) return own
    return this.parent.#listed(Class)
  }

  /** Plans a class here, unless a visible context lists it. */
  #planOwn(Class: Class): BuildPlan {
    const known = visibleProvider(Class, this) ?? this.guards.get(Class)
    if (known !== undefined) return known
    const plan = planProvider(this.planning.overrides.replace(Class), this, this.node)
    this.guards = put(this.guards, Class, plan)
    return plan
  }
}

type DecorationList = 'decorate' | 'decorateRequest' | 'decorateReply'

const valueNames = { decorate: 'Context', decorateRequest: 'Request', decorateReply: 'Reply' } as const

/** The values with their modules. The core would refuse the second of two as well, but it cannot name the modules. */
function declared(nodes: readonly ModuleNode[], list: DecorationList, report: Report): ReadonlyMap<string, ModuleNode> {
  if (nodes.every(({ fact }) => fact[list].length === 0)) return none // most modules declare none
  const found = new Map<string, ModuleNode>()
  for (const node of nodes) {
    for (const { name } of node.fact[list]) {
      const first = found.get(name)
      if (first !== undefined) {
        const what = `${valueNames[list]} value "${name}"`
        const reportHere = reportAtClass(report, node.Class)
        reportHere(new treeCodes.ALC_ERR_DECLARED_TWICE(what, placeOf(first), placeOf(node), nodes[0]!.name))
      } else found.set(name, node)
    }
  }
  return found
}

/** The first of two values with one name counts. `declared` reports the second. */
function planAllComputed(nodes: readonly ModuleNode[], context: PlannedContext): ReadonlyMap<string, BuildPlan> {
  const entries = nodes.flatMap((node) => planComputed(node, context))
  return entries.length === 0 ? none : new Map(entries.reverse())
}

/** Plans a class whose methods apply to the context, with all classes that its decorators name. */
export function planMembers(build: BuildPlan, Class: Class, context: PlannedContext): ClassPlan {
  const planGuard = (fact: GuardFact) => context.planGuard(fact)
  const planAround = (fact: AroundFact) => context.planAround(fact)
  const planUsed = (Used: Class) => context.planUsed(Used)
  const { guards, arounds, uses, useClasses, values } = readWhole(Class)
  return {
    build,
    Class,
    guards: mapped(guards, planGuard),
    arounds: mapped(arounds, planAround),
    uses,
    used: mapped(useClasses, planUsed),
    values,
    members: mapped(readMembers(Class), (member) => ({
      member,
      guards: mapped(member.guards, planGuard),
      arounds: mapped(member.arounds, planAround),
      used: mapped(member.useClasses, planUsed),
      bindings: null,
    })),
  }
}
