import type { Class, ClassToken, Scope, Token, TokenKind } from '../../contracts/token.js'
import type { CodedError } from '../../errors/coded-error.js'
import type { DeclaredValue } from '../../lifecycle/provenance.js'
import { noItems } from '../../support/lists.js'
import type { AroundFact, ControllerFact, GuardFact, MemberKey, ParameterSource, UseFact } from '../decorators/facts.js'
import type { Member } from '../decorators/read-facts.js'
import type { ModuleNode } from './module-node.js'

// The plans of contexts before the first call to an instance: their declarations, entries and injections.

/** The key of a provider: its class, or the symbol of its token. */
export type ProviderKey = ClassToken | symbol

export type ValueKind = Exclude<TokenKind, 'provider'>

/** The source of a plan's object. */
export type Recipe =
  | { readonly how: 'value'; readonly value: unknown }
  | { readonly how: 'class'; readonly Class: Class }
  | { readonly how: 'factory' | 'async'; readonly create: (...dependencies: never[]) => unknown }
  /** A value of requests or replies, by `Token.from`. */
  | {
      readonly how: 'computed'
      readonly kind: 'request' | 'reply'
      readonly valueName: string
      readonly create: (...dependencies: never[]) => unknown
    }
  /** A list that several modules fill. Its parts are known after the whole tree is planned. */
  | { readonly how: 'collection'; readonly parts: CollectionPart[] }

/** The part of a list by one contribution. It is the object of a plan, or a decorated method of this object. */
export interface CollectionPart {
  readonly plan: BuildPlan
  readonly member: { readonly key: MemberKey; readonly args: readonly unknown[] } | null
}

/** An object that is built with injected values: a provider, module, controller or guard. */
export interface BuildPlan {
  readonly name: string
  readonly context: ContextPlan
  readonly module: ModuleNode
  readonly scope: Scope
  readonly recipe: Recipe
  readonly sources: readonly ParameterSource[]
  /** Set once, after the tree is bound. */
  bindings: readonly Binding[]
  /** Whether a problem with the plan or with a dependency is reported. The boot continues without the plan. */
  isBroken: boolean
}

export interface ProviderPlan extends BuildPlan {
  readonly key: ProviderKey
}

/** The source of an injected value, after its visibility is known. */
export type Binding =
  | ValueBinding
  | { readonly from: 'provider'; readonly plan: ProviderPlan }
  | { readonly from: 'lazy'; readonly plan: ProviderPlan }
  /** A part of a collection. */
  | { readonly from: 'part'; readonly plan: BuildPlan }
  /** An optional token that nothing declares. */
  | { readonly from: 'nothing' }
  /** A part of the request itself, or a custom reader. */
  | { readonly from: 'request'; readonly source: RequestSource; readonly inject: readonly Binding[] }
  | GivenBinding
  | PendingBinding

/** A value that a module or plugin declares, or that a guard has set. */
export interface ValueBinding {
  readonly from: 'value'
  readonly kind: ValueKind
  readonly name: string
  /** The guards of which one must have set the value. Null if the value is declared, or may be absent. */
  readonly givenBy: readonly string[] | null
  /** The plan that computes the value; null if a plugin declares the value, or no module computes it. */
  readonly computed: BuildPlan | null
  /**
   * Whether the value may be a promise. Its context may compute it, or another context whose route uses an object of
   * its context.
   */
  readonly mayWait: boolean
}

/**
 * A request value that guards set, unless plugins declare it. It is decided after the plugins of the context have
 * loaded.
 */
export interface GivenBinding {
  readonly from: 'given'
  readonly name: string
  /** The names of the guards that set the value. */
  readonly givers: readonly string[]
  readonly optional: boolean
}

/** A value that no module declares, but a plugin may. It is decided after the plugins of the context have loaded. */
export interface PendingBinding {
  readonly from: 'pending'
  readonly name: string
  /** Kinds in the order of the look-up. */
  readonly kinds: readonly ValueKind[]
  /** The provider of a bare name, the empty value of an optional token, or the error. */
  readonly otherwise: Extract<Binding, { from: 'provider' | 'nothing' }> | { from: 'error'; create: () => CodedError }
}

export type SettledBinding = Exclude<Binding, PendingBinding | GivenBinding>

/** A source that reads the request or the reply. */
export type RequestSource = Exclude<ParameterSource, { from: 'inject' } | { from: 'unresolved' } | { from: 'messages' }>

/** A guard, or a function around handlers, at its place, with the plan of its class. */
export type PlacedPlan<F extends GuardFact | AroundFact> =
  | { readonly fact: Extract<F, { how: 'function' }>; readonly plan: null }
  | { readonly fact: Extract<F, { how: 'class' }>; readonly plan: BuildPlan }

export type GuardPlan = PlacedPlan<GuardFact>
export type AroundPlan = PlacedPlan<AroundFact>

/** The decorators that modules, controllers and methods have alike. */
export interface Placed {
  readonly guards: readonly GuardPlan[]
  readonly arounds: readonly AroundPlan[]
  readonly uses: readonly UseFact[]
  /** Classes of `@Use` whose methods apply here. */
  readonly used: readonly ClassPlan[]
  readonly values: readonly DeclaredValue[]
}

/** A method of a module or controller. */
export interface MemberPlan extends Placed {
  readonly member: Member
  /** One for each parameter; `null` for the plain form. Set once, after the tree is bound. */
  bindings: readonly Binding[] | null
}

/** A class whose methods are applied to a context. */
export interface ClassPlan extends Placed {
  readonly build: BuildPlan
  /** The class with the decorators. An override or a factory may make an object of another class. */
  readonly Class: Class
  readonly members: readonly MemberPlan[]
}

export interface ControllerPlan extends ClassPlan {
  readonly fact: ControllerFact
}

export interface ModulePlan extends ClassPlan {
  readonly node: ModuleNode
  /** Whether the class has a `configure` method. */
  readonly configures: boolean
}

/** A contribution of a module to a list, by `add`. */
export interface ContributionPlan {
  /** The token of the list. */
  readonly to: Token<unknown, 'provider'>
  /** The provider that it contributes. */
  readonly key: ProviderKey
  readonly module: ModuleNode
}

/** A provider that a module offers to the context above its own. */
export interface Offer {
  readonly plan: ProviderPlan
  /** The module that offers it. */
  readonly by: ModuleNode
}

type Values = Readonly<Record<ValueKind, ReadonlyMap<string, ModuleNode>>>

/** Most contexts have no entries of most kinds. */
const none: ReadonlyMap<never, never> = new Map<never, never>()

/** The map with one more entry. The shared empty map stays empty. */
export function put<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  const own = map.size === 0 ? new Map<K, V>() : (map as Map<K, V>) // all other maps are made here
  return own.set(key, value)
}

/** The map without an entry. */
export function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  return new Map([...map].filter(([each]) => each !== key))
}

/**
 * One encapsulation context: an unwrapped module and the modules that are wrapped into it. It is filled member by
 * member: providers first, because a guard may be one of them.
 */
export class PlannedContext {
  /** The module of the context, then those wrapped into it, outermost first. */
  members: readonly ModulePlan[] = noItems
  children: readonly PlannedContext[] = noItems
  /** The plans that compute values of requests and replies, by kind and name. */
  computed: ReadonlyMap<string, BuildPlan> = none
  providers: ReadonlyMap<ProviderKey, ProviderPlan> = none
  /** Providers of contexts below that are visible here and below, because modules offer them. */
  offered: ReadonlyMap<ProviderKey, Offer> = none
  /** Providers that are visible one level up as well. */
  offers: ReadonlyMap<ProviderKey, Offer> = none
  /** Lists that this context collects, by the key of their token. */
  collectors: ReadonlyMap<ProviderKey, ProviderPlan> = none
  /** The contributions of its modules by `add`, in order. */
  contributions: readonly ContributionPlan[] = noItems
  /** Whether the context is opened before the builds of the context above, which need its objects. */
  opensEarly = false
  controllers: readonly ControllerPlan[] = noItems
  /** Classes of guards, and of functions around handlers, that are built here because no visible context lists them. */
  guards: ReadonlyMap<Class, ProviderPlan> = none
  /** Classes of `@Use`. */
  used: ReadonlyMap<Class, ClassPlan> = none
  /** The providers for classes of `@Use` that no module lists. */
  unlisted: ReadonlyMap<Class, BuildPlan> = none
  /** Entries of its modules that could not be read. Their registrations are missing here. */
  missing: readonly string[] = noItems
  /** All plans that are built in the context. */
  plans: readonly BuildPlan[] = noItems
  /** Whether plugins or `configure` may declare values that are not known before they have run. */
  isOpen = false

  constructor(
    readonly node: ModuleNode,
    readonly parent: PlannedContext | null,
    readonly values: Values,
  ) {}

  get name(): string {
    return this.node.name
  }

  openEarly(): void {
    this.opensEarly = true
  }
}

/** A context after its tree is planned: nothing changes it any more. */
export type ContextPlan = Readonly<PlannedContext>

/** The context and its ancestors, nearest first. */
export function upwards(context: ContextPlan): ContextPlan[] {
  const contexts: ContextPlan[] = []
  for (let current: ContextPlan | null = context; current !== null; current = current.parent) contexts.push(current)
  return contexts
}

/** The context and its ancestors up to one of them, which is not included. */
export function upTo(ancestor: ContextPlan, context: ContextPlan): ContextPlan[] {
  const contexts = upwards(context)
  return contexts.slice(0, contexts.indexOf(ancestor))
}

/** The modules of a context. Each comes after the modules that are wrapped into it, in the order of its imports. */
export function innermostFirst({ members }: ContextPlan): ModulePlan[] {
  const ordered: ModulePlan[] = []
  const open: ModulePlan[] = [] // the modules above the next one
  for (const module of members) {
    while (open.length > 0 && open.at(-1)?.node !== module.node.parent) ordered.push(open.pop()!) // it is not empty
    open.push(module)
  }
  return [...ordered, ...open.reverse()]
}

/** The root of the tree. */
export function rootOf(context: ContextPlan): ContextPlan {
  return context.parent === null ? context : rootOf(context.parent)
}
