import type {} from 'reflect-metadata' // what it adds to the global Reflect
import '../../packages/reflect-metadata.cjs'
import type { Class } from '../../contracts/token.js'
import { capturePlace } from '../../support/place.js'
import { addCopy } from './copies.js'
import { type ClassFacts, type MemberFacts, type MemberKey, noClassFacts, noMemberFacts } from './facts.js'

// The one place that touches reflect-metadata: what the compiler writes stands there. Facts are replaced, never changed: a
// subclass reads its base's record and writes one of its own.

/** In a map of ours: each class is asked many times at boot, and reflect-metadata looks for who keeps what each time. */
const facts = new WeakMap<object, ClassFacts>()
addCopy((target) => facts.has(target))

/** The members of each class, while its decorators run: no other class has the same map. */
const own = new WeakMap<object, Map<MemberKey, MemberFacts>>()

const paramTypesKey = 'design:paramtypes'

/** Facts recorded on this very class; those of its base classes are not among them. */
export function ownFacts(target: object): ClassFacts {
  return facts.get(target) ?? noClassFacts
}

/** Replaces the facts of a class by what `change` makes of them. */
export function recordOnClass(target: object, change: (facts: ClassFacts) => Partial<ClassFacts>): void {
  const before = ownFacts(target)
  replace(target, { ...before, ...change(before), place: before.place ?? capturePlace() })
}

/** Replaces the facts of one method by what `change` makes of them. */
export function recordOnMember(
  target: object,
  key: MemberKey,
  change: (facts: MemberFacts) => Partial<MemberFacts>,
): void {
  const { members } = ownFacts(target)
  const before = members.get(key) ?? noMemberFacts
  const changed = Object.freeze({ ...before, ...change(before), place: before.place ?? capturePlace() })
  const growing = own.get(target)
  // Copied once for each class and not for each member: a class of 1000 routes would take as many copies.
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

/** What the compiler wrote of a constructor's parameters on this very class; `null` when it wrote nothing. */
export function ownConstructorTypes(target: object): readonly unknown[] | null {
  return (Reflect.getOwnMetadata(paramTypesKey, target) as readonly unknown[] | undefined) ?? null // the compiler's own
}

/** What the compiler wrote of a method's parameters; `null` when it wrote nothing. */
export function methodTypes(target: Class, key: MemberKey): readonly unknown[] | null {
  return (Reflect.getOwnMetadata(paramTypesKey, target.prototype, key) as readonly unknown[] | undefined) ?? null // as above
}

/** Keys of all metadata on this very class or function, or on its member: what other frameworks record stands there. */
export function metadataKeys(target: object, key?: string): readonly unknown[] {
  return key === undefined ? Reflect.getOwnMetadataKeys(target) : Reflect.getOwnMetadataKeys(target, key)
}

/** What another framework recorded on this very class or function, or on its member. */
export function ownMetadata(key: string, target: object, member?: string): unknown {
  return member === undefined ? Reflect.getOwnMetadata(key, target) : Reflect.getOwnMetadata(key, target, member)
}

/** What tsyringe's parameter decorators recorded on this very class, by parameter index. */
export function ownEngineParameters(target: object): ReadonlyMap<number, unknown> {
  const recorded: unknown = Reflect.getOwnMetadata('injectionTokens', target)
  if (typeof recorded !== 'object' || recorded === null) return none
  return new Map(Object.entries(recorded).map(([index, parameter]) => [Number(index), parameter]))
}

const none: ReadonlyMap<number, unknown> = new Map()

/** Runs `run` while the class shows these constructor parameters to whoever reads the compiler's metadata. */
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
