import type { Class, InjectToken } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { downwards } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue } from '../../support/values.js'
import { injectSourceOf, isInjectToken } from '../decorators/inject-source.js'
import { ownFacts } from '../decorators/metadata.js'
import { isClass, lineage, type Member, readMembers } from '../decorators/read-facts.js'
import {
  type BuildPlan,
  type CollectionPart,
  type ContextPlan,
  type Offer,
  type PlannedContext,
  type ProviderKey,
  put,
  rootOf,
  upTo,
  upwards,
} from './context-plan.js'
import { type ModuleNode, placeOf } from './module-node.js'
import { reportAtClass, reportAtMember } from './report-at.js'
import { bareNameOf, keyOf, nameOfKey } from './visibility.js'

const none: ReadonlyMap<ProviderKey, Offer> = new Map()

/** The offers of a context's modules: its own providers, and those that contexts below offered to it. */
export function readOffers(
  nodes: readonly ModuleNode[],
  context: ContextPlan,
  report: Report,
): ReadonlyMap<ProviderKey, Offer> {
  if (nodes.every(({ fact }) => fact.offers.length === 0)) return none
  const offers = new Map<ProviderKey, Offer>()
  for (const by of nodes) {
    by.fact.offers.forEach((token, index) => {
      attempt(reportAtClass(report, by.Class), () => {
        const key = readKey(token, `offers[${index}]`, by)
        const plan = context.providers.get(key) ?? context.offered.get(key)?.plan
        if (plan === undefined) {
          const isModule = isClass(token) && ownFacts(token).module !== null
          throw new treeCodes.ALC_ERR_OFFER_UNKNOWN(by.name, nameOfKey(key), isModule)
        }
        offers.set(key, { plan, by })
      })
    })
  }
  return offers
}

/** Adds the offers of a context below to the given context. */
export function takeOffers(context: PlannedContext, offers: ReadonlyMap<ProviderKey, Offer>, report: Report): void {
  for (const [key, offer] of offers) {
    const own = context.providers.get(key)?.module
    const first = own ?? context.offered.get(key)?.by
    if (first === undefined) context.offered = put(context.offered, key, offer)
    else {
      const names = [placeOf(first), placeOf(offer.by)] as const
      const reportHere = reportAtClass(report, offer.by.Class)
      reportHere(new treeCodes.ALC_ERR_OFFER_TWICE(nameOfKey(key), context.name, ...names))
    }
  }
}

function readKey(token: InjectToken | undefined, position: string, { name }: ModuleNode): ProviderKey {
  if (token === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'offers', name)
  const key = isInjectToken(token) ? keyOf(injectSourceOf(token).token) : null
  if (key !== null) return key
  const given = isInjectToken(token) ? 'a token of a value' : describeValue(token)
  const expected = 'the class or token of a provider: only providers are offered'
  throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, name, given, expected)
}

/**
 * Adds each contribution to the nearest collector, in the order of the modules. A module's own come before those of its
 * imports. Reports a coded error for a contribution that no module above collects.
 */
export function collectContributions(root: ContextPlan, report: Report): void {
  const places = new Map<ModuleNode, ContextPlan>()
  for (const context of downwards(root)) {
    if (context.contributions.length === 0 && !hasContributors(context)) continue
    for (const { node } of context.members) places.set(node, context)
  }
  if (places.size > 0) contributeInOrder(root.node, places, report)
}

function contributeInOrder(node: ModuleNode, places: ReadonlyMap<ModuleNode, ContextPlan>, report: Report): void {
  const context = places.get(node)
  if (context !== undefined) {
    contributeProviders(node, context, report)
    for (const plan of contributorsOf(context)) if (plan.module === node) contributeMembers(plan, report)
  }
  for (const imported of node.imports) contributeInOrder(imported, places, report)
}

/** Whether a context has classes whose methods may be contributed. Most contexts have none. */
function hasContributors({ providers, guards, controllers }: ContextPlan): boolean {
  return providers.size + guards.size + controllers.length > 0
}

/**
 * The plans with methods: providers first, then controllers. Guards and other classes built for the context count as
 * providers.
 */
function contributorsOf({ providers, guards, controllers }: ContextPlan): BuildPlan[] {
  return [...providers.values(), ...guards.values(), ...controllers.map(({ build }) => build)]
}

function contributeProviders(node: ModuleNode, context: ContextPlan, report: Report): void {
  for (const { to, key, module } of context.contributions) {
    const plan = module === node ? context.providers.get(key) : undefined
    if (plan === undefined) continue // of another module, or already reported
    attempt(reportAtClass(report, module.Class), () => {
      if (addPart({ plan, member: null }, to.key)) return
      const way = wayToCollect(to.key, context)
      throw new treeCodes.ALC_ERR_CONTRIBUTION_UNCOLLECTED(module.name, nameOfKey(key), nameOfKey(to.key), way)
    })
  }
}

function contributeMembers(plan: BuildPlan, report: Report): void {
  for (const member of markedMembers(plan)) {
    for (const { decorator, list, args } of member.marks) {
      attempt(reportAtMember(report, member), () => {
        if (plan.scope !== 'context') {
          const place = 'on a class that is built once for its context. Nothing calls it within a request'
          throw new treeCodes.ALC_ERR_MEMBER_MISPLACED(member.name, `@${decorator}`, place)
        }
        if (addPart({ plan, member: { key: member.key, args } }, list)) return
        const way = wayToCollect(list, plan.context)
        throw new treeCodes.ALC_ERR_MEMBER_UNCOLLECTED(member.name, decorator, plan.module.name, way)
      })
    }
  }
}

/** Methods with a decorator of `memberDecorator`. Most classes have none, so only classes with one are read further. */
function markedMembers(plan: BuildPlan): readonly Member[] {
  const Class = plan.recipe.how === 'class' ? plan.recipe.Class : 'key' in plan ? plan.key : null
  if (!isClass(Class) || !lineage(Class).some(hasMarks)) return []
  return readMembers(Class).filter(({ marks }) => marks.length > 0)
}

function hasMarks(target: Class): boolean {
  for (const { marks } of ownFacts(target).members.values()) if (marks.length > 0) return true
  return false
}

/**
 * Adds a part to the nearest list of the key. The contexts between open before the list is built. Returns false if
 * there is no list.
 */
function addPart(part: CollectionPart, list: ProviderKey): boolean {
  const { context } = part.plan
  const collector = upwards(context).find(({ collectors }) => collectors.has(list))
  const recipe = collector?.collectors.get(list)?.recipe
  if (collector === undefined || recipe === undefined) return false
  if (recipe.how !== 'collection') return true // a test replaced the list
  recipe.parts.push(part)
  for (const between of upTo(collector, context)) between.openEarly()
  return true
}

function wayToCollect(list: ProviderKey, context: ContextPlan): string {
  const collecting = downwards(rootOf(context)).filter(({ collectors }) => collectors.has(list))
  const elsewhere = collecting.map(({ name }) => name).join(' and ')
  const found = elsewhere === '' ? '' : `${elsewhere} collects it, but is not above ${context.name}. `
  return `${found}Add it to "collects" of ${context.name}, or of a module above`
}

/** The contributions of a context's modules with their names, for pictures of the context. */
export function contributionsOf(context: ContextPlan): { title: string; module: ModuleNode; subject: unknown }[] {
  if (context.contributions.length === 0 && !hasContributors(context)) return []
  const provided = context.contributions.map(({ to, key, module }) => {
    return { title: `${bareNameOf(key)} to ${to.name}`, module, subject: key }
  })
  const marked = contributorsOf(context).flatMap((plan) =>
    markedMembers(plan).flatMap(({ name, marks }) =>
      marks.map(({ decorator }) => ({ title: `${name} to @${decorator}`, module: plan.module, subject: plan })),
    ),
  )
  return [...provided, ...marked]
}
