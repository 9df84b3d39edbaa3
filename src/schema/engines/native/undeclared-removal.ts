// Hot path: runs over every validated body, query and params of a schema that names properties.
import { isInherited } from '../../model/inherited-names.js'
import { isPlainObject, type PlainObject } from '../../model/plain-data.js'

/** Deletes, in place and at every depth, what the schema does not declare (SPEC.md 2.4 and 4.5). */
export type Removal = (value: unknown) => void

/** Filled after it is handed out: a schema may contain itself. `null`: nothing there is to be removed. */
export interface RemovalSlot {
  removal: Removal | null
  /** What the removal was made from. */
  plan: RemovalPlan | null
}

export interface RemovalPlan {
  ofObject: ObjectRemoval | null
  ofArray: ArrayRemoval | null
}

/** What is done with the properties of an object. */
export interface ObjectRemoval {
  /** Without a prototype: a key such as `constructor` is found only where a schema names it. */
  named: Readonly<Record<string, RemovalSlot>>
  patterns: readonly [RegExp, RemovalSlot][]
  /** Properties that are neither named nor matched. */
  rest: RemovalSlot
  /** Whether those are removed. */
  isClosed: boolean
}

/** What is done with the items of an array. */
export interface ArrayRemoval {
  byIndex: readonly RemovalSlot[]
  rest: RemovalSlot
}

export type FromObject = (value: PlainObject) => void

/** @param compile makes the function for objects */
export function createRemoval({ ofObject, ofArray }: RemovalPlan, compile = compileObject): Removal {
  // Made for the first object: nothing can be wrong with it that boot would have to tell.
  let fromObject: FromObject | null = null
  return (value) => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      if (ofArray !== null) fromArray(value, ofArray)
    } else if (ofObject !== null && isPlainObject(value)) {
      fromObject ??= compile(ofObject)
      fromObject(value)
    }
  }
}

/** More names than this are looked up in a record: comparing a key with each would take longer. */
const mostCompared = 24

function compileObject(removal: ObjectRemoval): FromObject {
  const code = codeOfObject(removal)
  if (code === null) return interpretObject(removal)
  return new Function(...code.slots.keys(), code.body)(...code.slots.values())
}

/** Goes by the record instead of by code of its own. */
export function interpretObject(removal: ObjectRemoval): FromObject {
  return (value) => fromAnyObject(value, removal)
}

/** The body of a function that makes the removal, and the slots that it is called with by name. */
export interface RemovalCode {
  slots: ReadonlyMap<string, RemovalSlot>
  body: string
}

// Generated, as the validator is: a look-up of each key in a record takes three times as long.
export function codeOfObject(removal: ObjectRemoval): RemovalCode | null {
  const names = Object.keys(removal.named)
  const isPlain = removal.patterns.length === 0 && removal.rest.removal === null && names.length <= mostCompared
  if (!isPlain) return null
  const inner = names.filter((name) => removal.named[name]?.removal !== null)
  const known = names.map((name) => `key !== ${JSON.stringify(name)}`).join(' && ') || 'true'
  const lines = inner.map((name, index) => visit(JSON.stringify(name), `slot${index}`, isInherited(name)))
  if (removal.isClosed) lines.unshift(`for (const key in value) if (${known}) delete value[key]`)
  const slots = inner.map((name, index): [string, RemovalSlot] => [`slot${index}`, removal.named[name] ?? nothing])
  return { slots: new Map(slots), body: `return (value) => {\n${lines.join('\n')}\n}` }
}

/** Where nothing is removed. */
export const nothing: RemovalSlot = { removal: null, plan: null }

function visit(key: string, slot: string, isInherited: boolean): string {
  const line = `if (${slot}.removal !== null) ${slot}.removal(value[${key}])`
  return isInherited ? `if (Object.hasOwn(value, ${key})) ${line}` : line
}

function fromAnyObject(value: PlainObject, { named, patterns, rest, isClosed }: ObjectRemoval): void {
  for (const key in value) {
    const slot = named[key] ?? matching(patterns, key)
    if (slot !== undefined) slot.removal?.(value[key])
    else if (isClosed) delete value[key]
    else rest.removal?.(value[key])
  }
}

function fromArray(value: readonly unknown[], { byIndex, rest }: ArrayRemoval): void {
  for (let index = 0; index < value.length; index++) (byIndex[index] ?? rest).removal?.(value[index])
}

function matching(patterns: readonly [RegExp, RemovalSlot][], key: string): RemovalSlot | undefined {
  for (const [pattern, slot] of patterns) if (pattern.test(key)) return slot
  return undefined
}
