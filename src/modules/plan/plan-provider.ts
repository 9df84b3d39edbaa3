import type { Contribution } from '../../contracts/collection.js'
import type { Provider } from '../../contracts/provider.js'
import type { Class, Scope } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { added, noItems } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue, isClassSyntax, readProperty } from '../../support/values.js'
import { isCollectedList, isContribution, tokenOfList } from '../decorators/collection.js'
import { valueLists } from '../decorators/facts.js'
import { checkedSources } from '../decorators/inject-list.js'
import { ownFacts } from '../decorators/metadata.js'
import { isProviderDefinition, provide, type Replacement } from '../decorators/provide.js'
import { className, isClass, readConstructor } from '../decorators/read-facts.js'
import {
  type BuildPlan,
  type ContextPlan,
  type ContributionPlan,
  type PlannedContext,
  type ProviderKey,
  type ProviderPlan,
  put,
} from './context-plan.js'
import { type ModuleNode, placeOf } from './module-node.js'
import { nestEntry } from './nest-decorators.js'
import { reportAtClass } from './report-at.js'
import { computedKey, keyOf, nameOfKey } from './visibility.js'

/** Entries of `override` of `bootstrap`, which replace entries of modules. */
export class Overrides {
  readonly #given = new Map<ProviderKey, Provider>()
  readonly #used = new Set<ProviderKey>()

  readonly #classes = new Map<Class, Class>()

  constructor(given: readonly (Provider | Replacement)[], report: Report) {
    for (const [index, provider] of given.entries()) {
      if (isReplacement(provider)) {
        this.#classes.set(provider.target, provider.by)
        continue
      }
      attempt(report, () => {
        checkOverride(provider, `override[${index}]`)
        this.#given.set(keyOfProvider(provider), provider)
      })
    }
  }

  replace(provider: Provider): Provider {
    const key = keyOfProvider(provider)
    const replacement = this.#given.get(key)
    if (replacement === undefined) return provider
    this.#used.add(key)
    return replacement
  }

  /** The class that replaces a module or controller, or the class itself. */
  replaceClass(Class: Class): Class {
    const by = this.#classes.get(Class)
    if (by !== undefined) this.#used.add(Class)
    return by ?? Class
  }

  /** Refuses an unused override: a test with a misspelt one would use the real provider. */
  refuseUnused(report: Report): void {
    for (const [key, provider] of this.#given) {
      if (!this.#used.has(key)) report(new treeCodes.ALC_ERR_OVERRIDE_UNUSED(nameOfProvider(provider)))
    }
    for (const Class of this.#classes.keys()) {
      if (!this.#used.has(Class)) report(new treeCodes.ALC_ERR_OVERRIDE_UNUSED(className(Class)))
    }
  }
}

/** Plans the `providers` of one module into the context of the module. */
export function planProviders(
  node: ModuleNode,
  context: PlannedContext,
  listed: ReadonlySet<unknown>,
  { overrides, report }: { readonly overrides: Overrides; readonly report: Report },
): void {
  const plan = (entry: Provider | Contribution | undefined, index: number) => {
    if (isContribution(entry)) {
      if (contribute(entry, context, { node, listed })) return
      entry = entry.provider
    }
    const position = `providers[${index}]`
    checkEntry(entry, position, node.name)
    if (isClass(entry)) checkProviderClass(entry, `${position} of ${node.name}`)
    addProvider(planProvider(overrides.replace(entry), context, node), context)
  }
  for (const [index, entry] of node.fact.providers.entries()) {
    attempt(
      (problem) => {
        if (!isClass(entry)) context.missing = added(context.missing, `providers[${index}] of ${node.name}`)
        reportAtClass(report, node.Class)(problem)
      },
      () => plan(entry, index),
    )
  }
}

/** Plans the `collects` of a module: one list, which is a provider of the context. A test may replace the list. */
export function planCollectors(
  node: ModuleNode,
  context: PlannedContext,
  { overrides, report }: { readonly overrides: Overrides; readonly report: Report },
): void {
  for (const [index, entry] of node.fact.collects.entries()) {
    attempt(reportAtClass(report, node.Class), () => {
      const position = `collects[${index}]`
      if (entry === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'collects', node.name)
      if (!isCollectedList(entry)) {
        const expected = 'a collection<T>(name), or a decorator made by memberDecorator(name)'
        throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, node.name, describeValue(entry), expected)
      }
      const token = tokenOfList(entry)
      const empty = provide(token, { useValue: [] })
      const given = overrides.replace(empty)
      const made = planProvider(given, context, node)
      const plan: ProviderPlan = given === empty ? { ...made, recipe: { how: 'collection', parts: [] } } : made
      addProvider(plan, context)
      context.collectors = put(context.collectors, plan.key, plan)
    })
  }
}

function addProvider(plan: ProviderPlan, context: PlannedContext): void {
  const first = context.providers.get(plan.key)
  if (first !== undefined) {
    throw new treeCodes.ALC_ERR_DECLARED_TWICE(plan.name, placeOf(first.module), placeOf(plan.module), context.name)
  }
  context.providers = put(context.providers, plan.key, plan)
}

/** Records a contribution. Returns true if another entry already makes its class a provider of the context. */
function contribute(
  { to, provider }: Contribution,
  context: PlannedContext,
  { node, listed }: { readonly node: ModuleNode; readonly listed: ReadonlySet<unknown> },
): boolean {
  const key = keyOfProvider(provider)
  const isTwin = (other: ContributionPlan) => other.to.key === to.key && other.key === key
  const twin = context.contributions.find(isTwin)
  if (twin !== undefined) {
    const what = `The contribution of ${nameOfKey(key)} to ${nameOfKey(to.key)}`
    throw new treeCodes.ALC_ERR_DECLARED_TWICE(what, placeOf(twin.module), placeOf(node), context.name)
  }
  const isPlanned = isClass(provider) && (listed.has(provider) || context.providers.has(provider))
  context.contributions = added(context.contributions, { to, key, module: node })
  return isPlanned
}

/** Plans a class that is built for a context without being one of its providers: a module, controller or guard. */
export function planClass(
  Class: Class,
  context: ContextPlan,
  module: ModuleNode,
  scope: Scope = scopeOf(Class),
): BuildPlan {
  return {
    name: className(Class),
    context,
    module,
    scope,
    recipe: { how: 'class', Class },
    sources: readConstructor(Class),
    bindings: noItems,
    isBroken: false,
  }
}

/** Plans an entry of `providers`, or a class that is used without being listed. A test may replace it by `overrides`. */
export function planProvider(provider: Provider, context: ContextPlan, module: ModuleNode): ProviderPlan {
  const key = keyOfProvider(provider)
  if (isClass(provider)) return { ...planClass(provider, context, module), key }
  const name = nameOfProvider(provider)
  if (provider.how === 'class') {
    const built = planClass(provider.Class as Class, context, module) // `new` returns an object
    return { ...built, name, key, scope: provider.scope ?? built.scope }
  }
  const isValue = provider.how === 'value'
  return {
    name,
    key,
    context,
    module,
    scope: isValue ? 'context' : provider.scope,
    recipe: isValue ? { how: 'value', value: provider.value } : { how: provider.how, create: provider.create },
    sources: 'inject' in provider ? checkedSources(provider.inject) : [],
    bindings: noItems,
    isBroken: false,
  }
}

/** Plans the computed values of requests and replies that one module declares. */
export function planComputed(node: ModuleNode, context: ContextPlan): [string, BuildPlan][] {
  const { decorateRequest, decorateReply } = node.fact
  if (decorateRequest.length + decorateReply.length === 0) return []
  return [...decorateRequest, ...decorateReply].flatMap((entry) => {
    if (entry.how !== 'computed') return []
    const name = `${entry.kind} value "${entry.name}"`
    const plan: BuildPlan = {
      name,
      context,
      module: node,
      scope: 'request',
      recipe: { how: 'computed', kind: entry.kind, valueName: entry.name, create: entry.create },
      sources: checkedSources(entry.inject),
      bindings: noItems,
      isBroken: false,
    }
    return [[computedKey(entry.kind, entry.name), plan]]
  })
}

function scopeOf(Class: Class): Scope {
  return ownFacts(Class).injectable?.scope ?? 'context'
}

function keyOfProvider(provider: Provider): ProviderKey {
  if (isClass(provider)) return provider
  return keyOf(provider.token)! // `provide` accepts no token of a value
}

function nameOfProvider(provider: Provider): string {
  if (isClass(provider)) return className(provider)
  const key = keyOfProvider(provider)
  return typeof key === 'symbol' ? `provider ${nameOfKey(key)}` : className(key)
}

function checkEntry(entry: Provider | undefined, position: string, module: string): asserts entry is Provider {
  if (entry === undefined) throw new treeCodes.ALC_ERR_ENTRY_UNDEFINED(position, 'providers', module)
  if (isClass(entry) || isProviderDefinition(entry)) return
  const expected = 'a class, or provide(token, { useValue | useClass | useFactory | useAsync })'
  if (isCollectedList(entry)) {
    const name = tokenOfList(entry).name
    const instead = `its decorator on methods, or collection.add(provider), and list "${name}" under "collects"`
    throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, module, `the collection "${name}"`, instead)
  }
  const { got, instead } = nestEntry(entry) ?? misplacedValue(entry) ?? { got: describeValue(entry), instead: expected }
  throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, module, got, instead)
}

/** Describes a built object or a declared value in a list of providers, with its place; null for another value. */
function misplacedValue(entry: unknown): { readonly got: string; readonly instead: string } | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { kind, name } = entry as { kind?: unknown; name?: unknown } // any object
  if ((kind === 'request' || kind === 'reply' || kind === 'context') && typeof name === 'string') {
    return { got: `the ${kind} value "${name}"`, instead: `${valueLists[kind]}: [TheToken.is(value)] of the module` }
  }
  const { constructor: Class } = entry
  if (!isClass(Class) || !isClassSyntax(Class)) return null
  const own = className(Class)
  return { got: `an object of ${own}`, instead: `${own}, or provide(${own}, { useValue: … })` }
}

/** Checks an entry of the option `override`, which `bootstrap` and `createTestApp` have. */
function checkOverride(entry: Provider | undefined, position: string): asserts entry is Provider {
  const where = 'the options of the application'
  const name: unknown = readProperty(entry, 'how') === undefined ? undefined : readProperty(entry, 'name')
  if (typeof name !== 'string' || isProviderDefinition(entry)) return checkEntry(entry, position, where)
  const expected = `provide(token, …): "override" replaces providers, and not values of decorate, decorateRequest and decorateReply. Make "${name}" a provider to replace it`
  throw new treeCodes.ALC_ERR_ENTRY_INVALID(position, where, `the declared value "${name}"`, expected)
}

/** Refuses classes of modules and controllers, which belong to other lists. */
function checkProviderClass(Class: Class, where: string): void {
  const { module, controller } = ownFacts(Class)
  const name = className(Class)
  if (module !== null) throw new treeCodes.ALC_ERR_ENTRY_MISPLACED(name, where, 'a module', 'imports')
  if (controller !== null) throw new treeCodes.ALC_ERR_ENTRY_MISPLACED(name, where, 'a controller', 'controllers')
}

export function isReplacement(entry: Provider | Replacement | undefined): entry is Replacement {
  return typeof entry === 'object' && entry?.kind === 'replacement'
}
