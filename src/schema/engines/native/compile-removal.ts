import { isPlainObject, type PlainObject } from '../../model/plain-data.js'
import { namedProperties, type SchemaShape } from '../../model/schema-shape.js'
import {
  type ArrayRemoval,
  createRemoval,
  nothing,
  type ObjectRemoval,
  type Removal,
  type RemovalPlan,
  type RemovalSlot,
} from './undeclared-removal.js'

/**
 * Compiles the removal of undeclared properties.
 *
 * The validator's own removal looks at one branch at a time and so destroys, in a `oneOf`, what the next branch
 * needs. This one runs first and keeps whatever any branch names; then the validator judges what is left.
 */
export class RemovalCompiler {
  readonly #shape: SchemaShape
  readonly #isElsewhere: (schema: object) => boolean
  readonly #elsewhere: RemovalCompiler | null
  readonly #slots = new Map<string, RemovalSlot>()
  readonly #numbers = new Map<unknown, number>()

  /**
   * @param elsewhere compiles the removal for the schemas of which `isElsewhere` holds: shared ones, once for all
   */
  constructor(shape: SchemaShape, elsewhere: RemovalCompiler | null, isElsewhere: (schema: object) => boolean) {
    this.#shape = shape
    this.#elsewhere = elsewhere
    this.#isElsewhere = isElsewhere
  }

  /** The removal for a value that all of the schemas apply to. */
  slotOf(schemas: readonly unknown[]): RemovalSlot {
    if (schemas.length === 0) return nothing
    const isElsewhere = this.#elsewhere !== null && schemas.every((schema) => this.#isElsewhere(Object(schema)))
    if (isElsewhere && this.#elsewhere !== null) return this.#elsewhere.slotOf(schemas)
    const key = this.#keyOf(schemas)
    const known = this.#slots.get(key)
    if (known !== undefined) return known
    const slot: RemovalSlot = { removal: skip, plan: null }
    this.#slots.set(key, slot)
    slot.plan = this.#plan(schemas)
    slot.removal = slot.plan === null ? null : createRemoval(slot.plan)
    return slot
  }

  #keyOf(schemas: readonly unknown[]): string {
    const numbers = schemas.map((schema) => {
      const number = this.#numbers.get(schema) ?? this.#numbers.size
      this.#numbers.set(schema, number)
      return number
    })
    return [...new Set(numbers)].sort((one, other) => one - other).join()
  }

  #plan(schemas: readonly unknown[]): RemovalPlan | null {
    const beside = new Set<PlainObject>()
    for (const schema of schemas) this.#shape.beside(schema, beside)
    const ofObject = this.#compileObject(schemas, beside)
    const ofArray = this.#compileArray(beside)
    return ofObject === null && ofArray === null ? null : { ofObject, ofArray }
  }

  #compileObject(schemas: readonly unknown[], beside: Set<PlainObject>): ObjectRemoval | null {
    const isClosed = this.#shape.isClosed(schemas)
    // A schema that says itself that it is closed means its own properties, not those of its branches.
    const fence = schemas.length === 1 && isPlainObject(schemas[0]) && schemas[0].additionalProperties === false
    const speakers = fence ? (schemas as PlainObject[]) : [...beside] // checked just above
    const named = this.#slotsByName(speakers)
    const patterns = this.#slotsByPattern(speakers)
    const rest = this.slotOf(speakers.map((schema) => schema.additionalProperties).filter(isPlainObject))
    const isNeeded = [...Object.values(named), ...patterns.map(([, slot]) => slot), rest].some(isUsed)
    return isClosed || isNeeded ? { named, patterns, rest, isClosed } : null
  }

  #slotsByName(speakers: readonly PlainObject[]): Record<string, RemovalSlot> {
    const schemas = new Map<string, unknown[]>()
    for (const speaker of speakers) {
      for (const [name, schema] of namedProperties(speaker)) {
        const known = schemas.get(name) ?? []
        if (schema !== null) known.push(schema)
        schemas.set(name, known)
      }
    }
    // No prototype: a key such as `constructor` must be found only where a schema names it.
    const slots: Record<string, RemovalSlot> = Object.create(null)
    for (const [name, found] of schemas) slots[name] = this.slotOf(found)
    return slots
  }

  #slotsByPattern(speakers: readonly PlainObject[]): [RegExp, RemovalSlot][] {
    return speakers.flatMap(({ patternProperties }) => {
      if (!isPlainObject(patternProperties)) return []
      return Object.entries(patternProperties).map(([pattern, schema]): [RegExp, RemovalSlot] => [
        regExpOf(pattern),
        this.slotOf([schema]),
      ])
    })
  }

  #compileArray(beside: Set<PlainObject>): ArrayRemoval | null {
    const all: unknown[] = []
    const byIndex: unknown[][] = []
    for (const { items, additionalItems, contains, prefixItems } of beside) {
      if (isPlainObject(contains)) all.push(contains)
      if (isPlainObject(items)) all.push(items)
      if (Array.isArray(prefixItems)) {
        for (const [index, item] of prefixItems.entries()) byIndex[index] = [...(byIndex[index] ?? []), item]
      }
      if (!Array.isArray(items)) continue
      for (const [index, item] of items.entries()) byIndex[index] = [...(byIndex[index] ?? []), item]
      if (isPlainObject(additionalItems)) all.push(additionalItems)
    }
    const rest = this.slotOf(all)
    const slots = byIndex.map((schemas) => this.slotOf(schemas))
    return [rest, ...slots].some(isUsed) ? { byIndex: slots, rest } : null
  }
}

const skip: Removal = () => {}

function isUsed(slot: RemovalSlot): boolean {
  return slot.removal !== null
}

export function regExpOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
