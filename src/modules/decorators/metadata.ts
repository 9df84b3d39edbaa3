import type {} from 'reflect-metadata' // its additions to the global Reflect
import '../../packages/reflect-metadata.cjs'
import type { Class } from '../../contracts/token.js'
import { capturePlace, framesOfClass, framesOfMember } from '../../support/place.js'
import { addCopy } from './copies.js'
import { type ClassFacts, type MemberFacts, type MemberKey, noClassFacts, noMemberFacts } from './facts.js'

// The only file that uses reflect-metadata, in which the compiler stores the types of parameters. Facts are replaced,
// never changed: a subclass reads its base's record and writes its own.

/** A separate map, because boot reads each class many times, and reflect-metadata searches its registries each time. */
const facts = new WeakMap<object, ClassFacts>()
addCopy((target) => facts.has(target))

/** The members of each class while its decorators run. No other class has the same map. */
const own = new WeakMap<object, Map<MemberKey, MemberFacts>>()

const paramTypesKey = 'design:paramtypes'

/** Facts recorded on this class itself, without those of its base classes. */
export function ownFacts(target: object): ClassFacts {
  return facts.get(target) ?? noClassFacts
}

/**
 * The function that the language calls. A place with the frame of this function would keep the function and its options
 * in memory.
 */
type Decorator = (...args: never[]) => unknown

/** Replaces the facts of a class with the result of `change`. */
export function recordOnClass(
  target: object,
  change: (facts: ClassFacts) => Partial<ClassFacts>,
  decorator: Decorator,
): void {
  const before = ownFacts(target)
  replace(target, { ...before, ...change(before), place: before.place ?? capturePlace(framesOfClass, decorator) })
}

/** Replaces the facts of one method with the result of `change`. */
export function recordOnMember(
  target: object,
  key: MemberKey,
  change: (facts: MemberFacts) => Partial<MemberFacts>,
  decorator: Decorator,
): void {
  const { members } = ownFacts(target)
  const before = members.get(key) ?? noMemberFacts
  const changed = Object.freeze({
    ...before,
    ...change(before),
    place: before.place ?? capturePlace(framesOfMember, decorator),
  })
  const growing = own.get(target)
  // The map is copied once for each class, not for each member. A class of 1000 routes would otherwise take 1000
  // copies.
  if (growing !== undefined && growing === members) growing.set(key, changed)
  else {
    const copy = new Map(members).set(key, changed)
    own.set(target, copy)
    replace(target, { ...ownFacts(target), members: copy })
  }
}

function replace(target: object, changed: ClassFacts): void {
  facts.set(target, Object.freeze(changed))
}

/**
 * The types that the compiler emitted for the constructor's parameters of this class itself; `null` if it emitted none.
 */
export function ownConstructorTypes(target: object): readonly unknown[] | null {
  return (Reflect.getOwnMetadata(paramTypesKey, target) as readonly unknown[] | undefined) ?? null // the compiler's
}

/** The types that the compiler emitted for a method's parameters; `null` if it emitted none. */
export function methodTypes(target: Class, key: MemberKey): readonly unknown[] | null {
  return (Reflect.getOwnMetadata(paramTypesKey, target.prototype, key) as readonly unknown[] | undefined) ?? null // as above
}

/**
 * Keys of all metadata on this class or function itself, or on its member. Other frameworks store their records there.
 */
export function metadataKeys(target: object, key?: string): readonly unknown[] {
  return key === undefined ? Reflect.getOwnMetadataKeys(target) : Reflect.getOwnMetadataKeys(target, key)
}

/** The metadata of another framework on this class or function itself, or on its member. */
export function ownMetadata(key: string, target: object, member?: string): unknown {
  return member === undefined ? Reflect.getOwnMetadata(key, target) : Reflect.getOwnMetadata(key, target, member)
}

/** The records of tsyringe's parameter decorators by index: of a constructor, or of the methods of a prototype. */
export function ownEngineParameters(target: object): ReadonlyMap<number, unknown> {
  const recorded: unknown = Reflect.getOwnMetadata('injectionTokens', target)
  if (typeof recorded !== 'object' || recorded === null) return none
  return new Map(Object.entries(recorded).map(([index, parameter]) => [Number(index), parameter]))
}

const none: ReadonlyMap<number, unknown> = new Map()

/** Calls `run`. Meanwhile, readers of the compiler's metadata get these parameters for the class. */
export function withConstructorTypes(target: object, types: readonly unknown[], run: () => void): void {
  const own = ownConstructorTypes(target)
  Reflect.defineMetadata(paramTypesKey, [...types], target)
  try {
    run()
  } finally {
    if (own === null) Reflect.deleteMetadata(paramTypesKey, target)
    else Reflect.defineMetadata(paramTypesKey, own, target)
  }
}
