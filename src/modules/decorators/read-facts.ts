import type { Class } from '../../contracts/token.js'
import { type ClassFacts, type HoleReason, type MemberFacts, type MemberKey, type ParameterSource } from './facts.js'
import { engineSource } from './inject-source.js'
import { methodTypes, ownConstructorTypes, ownEngineParameters, ownFacts } from './metadata.js'

// How facts are read: own before inherited. What a class *is* (`@Module`, `@Controller`, `@Injectable`, `@PluginWrapped`)
// is not inherited: read it with `ownFacts`. What it *has* is.

/** A method with its facts, its base classes' included. */
export interface Member extends Omit<MemberFacts, 'parameters'> {
  readonly key: MemberKey
  /** `Class.method`, for messages. */
  readonly name: string
  /** A source for each parameter; `null`: no parameter has a decorator, the method is called in the plain form. */
  readonly parameters: readonly ParameterSource[] | null
  /** What the compiler wrote of the parameters' types; empty where it wrote nothing. */
  readonly types: readonly unknown[]
}

/** The class and its base classes, the outermost base first. */
export function lineage(target: Class): Class[] {
  if (Object.getPrototypeOf(target) === Function.prototype) return [target] // most classes: no list grows
  const classes: Class[] = []
  for (let current: unknown = target; isClass(current); current = Object.getPrototypeOf(current))
    classes.unshift(current)
  return classes
}

/** Whether the value can be built with `new`: every class, and no arrow function or method. */
export function isClass(value: unknown): value is Class {
  return (
    typeof value === 'function' && value !== Function.prototype && 'prototype' in value && value.prototype !== undefined
  )
}

/** Whether the value was written as `class`: it cannot be called, where one made by `function` can. */
export function isClassSyntax(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))
}

/**
 * The methods that carry facts, base class first, in order of declaration. A subclass replaces what it declares anew,
 * kind by kind; guards and `@Use` add up, so that an override never drops a guard.
 */
export function readMembers(target: Class): readonly Member[] {
  const classes = lineage(target)
  if (classes.every((Current) => ownFacts(Current).members.size === 0)) return [] // most modules
  const merged = new Map<MemberKey, MemberFacts>()
  const declared = new Map<MemberKey, readonly unknown[]>()
  const types = new Map<MemberKey, readonly unknown[]>()
  for (const Current of classes) {
    for (const [key, own] of ownFacts(Current).members) {
      const base = merged.get(key)
      merged.set(key, base === undefined ? own : override(base, own))
      if (own.parameters.size === 0) continue
      declared.set(key, declaredTypes(Current, key))
      types.set(key, methodTypes(Current, key) ?? [])
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

type WholeFacts = Pick<ClassFacts, 'guards' | 'uses' | 'arounds' | 'useClasses' | 'values'>

/** What decorators say of the class as a whole, base class first: of functions around handlers the base's is the outer one. */
export function readWhole(target: Class): WholeFacts {
  const all = lineage(target).map(ownFacts)
  const [own] = all
  if (all.length === 1 && own !== undefined) return own
  return {
    guards: all.flatMap(({ guards }) => guards),
    uses: all.flatMap(({ uses }) => uses),
    arounds: all.flatMap(({ arounds }) => arounds),
    useClasses: all.flatMap(({ useClasses }) => useClasses),
    values: all.flatMap(({ values }) => values), // of two of one name the later holds
  }
}

/**
 * A source for each parameter of the constructor: that of the nearest class that declares one. A parameter without
 * `@Inject` asks for its declared class. The constructor of an undecorated base class takes nothing.
 */
export function readConstructor(target: Class): readonly ParameterSource[] {
  for (const Current of lineage(target).reverse()) {
    const types = ownConstructorTypes(Current)
    const parameters = declaredParameters(Current)
    const { inject } = ownFacts(Current)
    if (inject !== null) return listedSources(Current, inject, parameters)
    if (types !== null || parameters.size > 0) return constructorSources(Current, parameters, types)
    // The length counts the parameters before the first one with a default.
    if (Current.length === 0) continue
    // A class of a library, such as EventEmitter: which of its parameters are optional is not known at run time.
    if (Current !== target && !isDecorated(Current)) return []
    return Array.from({ length: Current.length }, () => hole('no-metadata', 'unknown'))
  }
  return []
}

/** What decorators say of the constructor's parameters: ours, and tsyringe's where a parameter has none of ours. */
function declaredParameters(target: Class): ReadonlyMap<number, ParameterSource> {
  const { parameters } = ownFacts(target)
  const recorded = ownEngineParameters(target)
  if (recorded.size === 0) return parameters
  const foreign = [...recorded].map(([index, parameter]) => [index, engineSource(parameter)] as const)
  return new Map([...foreign, ...parameters])
}

/** Whether `@Module`, `@Controller` or `@Injectable` stands on this very class. */
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
    routes: own.routes.length > 0 ? own.routes : base.routes,
    schema: own.schema ?? base.schema,
    status: own.status ?? base.status,
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

/** Types of the parameters that need a value: those from the first default on may go without. */
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
  return Array.from({ length }, (_, index) => given.get(index) ?? hole('no-source', typeName(types[index])))
}

function constructorSources(
  target: Class,
  given: ReadonlyMap<number, ParameterSource>,
  types: readonly unknown[] | null,
): readonly ParameterSource[] {
  // The function's length ends before the first default: what has one and no decorator is left to it.
  const length = Math.max(target.length, ...[...given.keys()].map((index) => index + 1))
  return Array.from({ length }, (_, index) => given.get(index) ?? declaredSource(types, index))
}

/** What the option `inject` lists; what is left has a decorator of its own. */
function listedSources(
  { length }: Class,
  listed: readonly ParameterSource[],
  given: ReadonlyMap<number, ParameterSource>,
): readonly ParameterSource[] {
  const all = Math.max(length, listed.length, ...[...given.keys()].map((index) => index + 1))
  return Array.from({ length: all }, (_, index) => listed[index] ?? given.get(index) ?? hole('not-listed', 'unknown'))
}

/** What TypeScript writes for a type that has no class of its own. */
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
  if (types === null) return hole('no-metadata', 'unknown')
  const declared = types[index]
  if (declared === undefined || declared === null) return hole('undefined', 'undefined')
  if (!isClass(declared) || notClasses.has(declared)) return hole('not-a-class', typeName(declared))
  return { from: 'inject', token: declared, optional: false }
}

function hole(reason: HoleReason, declared: string): ParameterSource {
  return { from: 'hole', reason, declared }
}

function typeName(type: unknown): string {
  return typeof type === 'function' ? className(type) : String(type)
}
