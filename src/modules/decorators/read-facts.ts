import type { Class } from '../../contracts/token.js'
import { noItems } from '../../support/lists.js'
import {
  type ClassFacts,
  type MemberFacts,
  type MemberKey,
  type ParameterSource,
  type RouteFact,
  type UnresolvedReason,
} from './facts.js'
import { engineSource } from './inject-source.js'
import { methodTypes, ownConstructorTypes, ownEngineParameters, ownFacts } from './metadata.js'

// Reads facts, own ones before inherited ones. The decorators `@Module`, `@Controller`, `@Injectable` and
// `@PluginWrapped` of a class are not inherited: read them with `ownFacts`. All other facts are inherited.

/** A method with its facts, including those of base classes. */
export interface Member extends Omit<MemberFacts, 'parameters'> {
  readonly key: MemberKey
  /** `Class.method`, for messages. */
  readonly name: string
  /** A source for each parameter; `null`: no parameter has a decorator, so the method is called in the plain form. */
  readonly parameters: readonly ParameterSource[] | null
  /** The types that the compiler emitted for the parameters; empty if it emitted none. */
  readonly types: readonly unknown[]
}

/** The class and its base classes, the outermost base first. */
export function lineage(target: Class): Class[] {
  if (Object.getPrototypeOf(target) === Function.prototype) return [target] // most classes: avoids the list
  const classes: Class[] = []
  for (let current: unknown = target; isClass(current); current = Object.getPrototypeOf(current))
    classes.unshift(current)
  return classes
}

/** Whether the value can be built with `new`: every class, but no arrow function or method. */
export function isClass(value: unknown): value is Class {
  return (
    typeof value === 'function' && value !== Function.prototype && 'prototype' in value && value.prototype !== undefined
  )
}

/**
 * The methods with facts, base class first, in order of declaration. A subclass replaces facts that it declares again,
 * kind by kind. Guards and `@Use` add up, so that an override never drops a guard.
 */
export function readMembers(target: Class): readonly Member[] {
  const classes = lineage(target)
  if (classes.every((Current) => ownFacts(Current).members.size === 0)) return noItems // most modules have none
  const merged = new Map<MemberKey, MemberFacts>()
  const declared = new Map<MemberKey, readonly unknown[]>()
  const types = new Map<MemberKey, readonly unknown[]>()
  for (const Current of classes) {
    for (const [key, own] of ownFacts(Current).members) {
      const base = merged.get(key)
      merged.set(key, base === undefined ? own : override(base, own))
      if (own.parameters.size === 0 && (own.routes.length === 0 || declared.has(key))) continue
      types.set(key, methodTypes(Current, key) ?? [])
      if (own.parameters.size > 0) declared.set(key, declaredTypes(Current, key))
    }
  }
  return [...merged].map(([key, facts]) => ({
    ...facts,
    key,
    name: memberName(target, key),
    parameters: handlerSources(facts.parameters, declared.get(key) ?? []),
    types: types.get(key) ?? [],
  }))
}

export type WholeFacts = Pick<ClassFacts, 'guards' | 'uses' | 'arounds' | 'useClasses' | 'values'>

/**
 * The facts of decorators on the class, base class first. So functions of a base class run around those of a subclass.
 */
export function readWhole(target: Class): WholeFacts {
  const all = lineage(target).map(ownFacts)
  const [own] = all
  if (all.length === 1 && own !== undefined) return own
  return {
    guards: all.flatMap(({ guards }) => guards),
    uses: all.flatMap(({ uses }) => uses),
    arounds: all.flatMap(({ arounds }) => arounds),
    useClasses: all.flatMap(({ useClasses }) => useClasses),
    values: all.flatMap(({ values }) => values), // the later of two values with one name counts
  }
}

/**
 * A source for each parameter of the constructor, from the nearest class that declares one. A parameter without
 * `@Inject` injects its declared class. The constructor of a base class without any decorator gets no arguments.
 */
export function readConstructor(target: Class): readonly ParameterSource[] {
  for (const Current of lineage(target).reverse()) {
    const types = ownConstructorTypes(Current)
    const parameters = declaredParameters(Current)
    const { inject } = ownFacts(Current)
    if (inject !== null) return sourcesByInject(Current, inject, parameters)
    if (types !== null || parameters.size > 0) return constructorSources(Current, parameters, types)
    // `length` counts the parameters before the first one with a default.
    if (Current.length === 0) continue
    if (Current !== target && !isDecorated(Current)) {
      // A class of a library, such as EventEmitter: run time does not show which of its parameters are optional.
      if (ownFacts(Current).members.size === 0) return []
      return Array.from({ length: Current.length }, () => unresolved('undecorated', className(Current)))
    }
    return Array.from({ length: Current.length }, () => unresolved('no-metadata', 'unknown'))
  }
  return noItems
}

/**
 * The sources of decorators on the constructor's parameters. A decorator of tsyringe counts if the parameter has none
 * of alcove.
 */
function declaredParameters(target: Class): ReadonlyMap<number, ParameterSource> {
  const { parameters } = ownFacts(target)
  const recorded = ownEngineParameters(target)
  if (recorded.size === 0) return parameters
  const foreign = [...recorded].map(([index, parameter]) => [index, engineSource(parameter)] as const)
  return new Map([...foreign, ...parameters])
}

/** Whether `@Module`, `@Controller` or `@Injectable` is on this class itself. */
export function isDecorated(target: Class): boolean {
  const { module, controller, injectable }: ClassFacts = ownFacts(target)
  return module !== null || controller !== null || injectable !== null
}

/** `Class.method`, or `Class[Symbol(name)]`. */
export function memberName(target: { readonly name: string }, key: MemberKey): string {
  return typeof key === 'symbol' ? `${className(target)}[${String(key)}]` : `${className(target)}.${key}`
}

export function className(target: { readonly name: string }): string {
  return target.name === '' ? '(anonymous class)' : target.name
}

function override(base: MemberFacts, own: MemberFacts): MemberFacts {
  return {
    place: own.place ?? base.place,
    routes: own.routes.length > 0 ? own.routes : base.routes.map((route) => withValues(route, own.values)),
    schema: own.schema ?? base.schema,
    status: own.status ?? base.status,
    events: own.events ?? base.events,
    socket: own.routes.length > 0 ? own.socket : base.socket,
    parameters: own.parameters.size > 0 ? own.parameters : base.parameters,
    hooks: own.hooks.length > 0 ? own.hooks : base.hooks,
    errorHandlers: own.errorHandlers.length > 0 ? own.errorHandlers : base.errorHandlers,
    notFoundHandler: own.notFoundHandler || base.notFoundHandler,
    schemaErrorFormatter: own.schemaErrorFormatter || base.schemaErrorFormatter,
    guards: [...base.guards, ...own.guards],
    uses: [...base.uses, ...own.uses],
    values: [...base.values, ...own.values],
    arounds: [...base.arounds, ...own.arounds],
    isAround: own.isAround || base.isAround,
    isPublic: own.isPublic || base.isPublic,
    useClasses: [...base.useClasses, ...own.useClasses],
    marks: [...base.marks.filter(({ list }) => !own.marks.some((mark) => mark.list === list)), ...own.marks],
  }
}

/** A route of a base class. A value that the overriding method declares replaces the one in its `config`. */
function withValues(route: RouteFact, values: MemberFacts['values']): RouteFact {
  const { config = {} } = route.options
  const nearer = values.filter(({ name }) => Object.hasOwn(config, name))
  if (nearer.length === 0) return route
  const own = Object.fromEntries(nearer.map(({ name, value }) => [name, value]))
  return { ...route, options: { ...route.options, config: { ...config, ...own } } }
}

/** Types of the parameters that need a value. From the first default on, a parameter may have no decorator. */
function declaredTypes(target: Class, key: MemberKey): readonly unknown[] {
  const method: unknown = Object.getOwnPropertyDescriptor(target.prototype, key)?.value
  const types = methodTypes(target, key) ?? []
  return typeof method === 'function' ? types.slice(0, method.length) : types
}

function handlerSources(
  given: ReadonlyMap<number, ParameterSource>,
  types: readonly unknown[],
): readonly ParameterSource[] | null {
  if (given.size === 0) return null
  const length = Math.max(types.length, Math.max(...given.keys()) + 1)
  return Array.from({ length }, (_, index) => given.get(index) ?? unresolved('no-source', typeName(types[index])))
}

function constructorSources(
  target: Class,
  given: ReadonlyMap<number, ParameterSource>,
  types: readonly unknown[] | null,
): readonly ParameterSource[] {
  // The function's length ends before the first default. A parameter with a default and no decorator keeps its default.
  const length = Math.max(target.length, ...[...given.keys()].map((index) => index + 1))
  return Array.from({ length }, (_, index) => given.get(index) ?? declaredSource(types, index))
}

/** The sources of the option `inject`. The remaining parameters have their own decorators. */
function sourcesByInject(
  { length }: Class,
  listed: readonly ParameterSource[],
  given: ReadonlyMap<number, ParameterSource>,
): readonly ParameterSource[] {
  const all = Math.max(length, listed.length, ...[...given.keys()].map((index) => index + 1))
  return Array.from(
    { length: all },
    (_, index) => listed[index] ?? given.get(index) ?? unresolved('not-listed', 'unknown'),
  )
}

/** The values that TypeScript emits for a type without a class. */
const notClasses: ReadonlySet<unknown> = new Set([
  Object,
  String,
  Number,
  Boolean,
  BigInt,
  Symbol,
  Function,
  Array,
  Promise,
])

function declaredSource(types: readonly unknown[] | null, index: number): ParameterSource {
  if (types === null) return unresolved('no-metadata', 'unknown')
  const declared = types[index]
  if (declared === undefined || declared === null) return unresolved('undefined', 'undefined')
  if (!isClass(declared) || notClasses.has(declared)) return unresolved('not-a-class', typeName(declared))
  return { from: 'inject', token: declared, optional: false }
}

function unresolved(reason: UnresolvedReason, declared: string): ParameterSource {
  return { from: 'unresolved', reason, declared }
}

function typeName(type: unknown): string {
  return typeof type === 'function' ? className(type) : String(type)
}
