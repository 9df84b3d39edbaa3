// Hot path: `Removal` runs over every validated body, query and params of a schema that names properties.
import { isPlainObject, type PlainObject } from './plain-data.js'
import { namedProperties, SchemaShape } from './schema-shape.js'

/** Deletes, in place and at every depth, what the schema does not declare (SPEC.md 2.4 and 4.5). */
export type Removal = (value: unknown) => void

/** Filled after it is handed out: a schema may contain itself. `null`: nothing there is to be removed. */
interface Slot {
  removal: Removal | null
}

/**
 * Compiles the removal of undeclared properties; `null` when the schema lets everything in.
 *
 * The validator's own removal looks at one branch at a time and so destroys, in a `oneOf`, what the next branch
 * needs. This one runs first and keeps whatever any branch names; then the validator judges what is left.
 *
 * @param bundle its `$ref`s are local
 */
export function compileRemoval(bundle: PlainObject): Removal | null {
  return new RemovalCompiler(bundle).slotOf([bundle]).removal
}

class RemovalCompiler {
  readonly #shape: SchemaShape
  readonly #slots = new Map<string, Slot>()
  readonly #numbers = new Map<unknown, number>()

  constructor(bundle: PlainObject) {
    this.#shape = new SchemaShape(bundle)
  }

  slotOf(schemas: readonly unknown[]): Slot {
    if (schemas.length === 0) return nothing
    const key = this.#keyOf(schemas)
    const known = this.#slots.get(key)
    if (known !== undefined) return known
    const slot: Slot = { removal: skip }
    this.#slots.set(key, slot)
    slot.removal = this.#compile(schemas)
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

  #compile(schemas: readonly unknown[]): Removal | null {
    const beside = new Set<PlainObject>()
    for (const schema of schemas) this.#shape.beside(schema, beside)
    const fromObject = this.#compileObject(schemas, beside)
    const fromArray = this.#compileArray(beside)
    if (fromObject === null && fromArray === null) return null
    return (value) => {
      if (typeof value !== 'object' || value === null) return
      if (Array.isArray(value)) fromArray?.(value)
      else if (isPlainObject(value)) fromObject?.(value)
    }
  }

  #compileObject(schemas: readonly unknown[], beside: Set<PlainObject>): ((value: PlainObject) => void) | null {
    const isClosed = this.#shape.isClosed(schemas)
    // A schema that says itself that it is closed means its own properties, not those of its branches.
    const fence = schemas.length === 1 && isPlainObject(schemas[0]) && schemas[0].additionalProperties === false
    const speakers = fence ? (schemas as PlainObject[]) : [...beside] // checked just above
    const named = this.#slotsByName(speakers)
    const patterns = this.#slotsByPattern(speakers)
    const rest = this.slotOf(speakers.map((schema) => schema.additionalProperties).filter(isPlainObject))
    const isNeeded = [...Object.values(named), ...patterns.map(([, slot]) => slot), rest].some(isUsed)
    if (!isClosed && !isNeeded) return null
    return (value) => {
      for (const key in value) {
        const slot = named[key] ?? matching(patterns, key)
        if (slot !== undefined) slot.removal?.(value[key])
        else if (isClosed) delete value[key]
        else rest.removal?.(value[key])
      }
    }
  }

  #slotsByName(speakers: readonly PlainObject[]): Record<string, Slot> {
    const schemas = new Map<string, unknown[]>()
    for (const speaker of speakers) {
      for (const [name, schema] of namedProperties(speaker)) {
        const known = schemas.get(name) ?? []
        if (schema !== null) known.push(schema)
        schemas.set(name, known)
      }
    }
    // No prototype: a key such as `constructor` must be found only where a schema names it.
    const slots: Record<string, Slot> = Object.create(null)
    for (const [name, found] of schemas) slots[name] = this.slotOf(found)
    return slots
  }

  #slotsByPattern(speakers: readonly PlainObject[]): [RegExp, Slot][] {
    return speakers.flatMap(({ patternProperties }) => {
      if (!isPlainObject(patternProperties)) return []
      return Object.entries(patternProperties).map(([pattern, schema]): [RegExp, Slot] => [
        regExpOf(pattern),
        this.slotOf([schema]),
      ])
    })
  }

  #compileArray(beside: Set<PlainObject>): ((value: unknown[]) => void) | null {
    const all: unknown[] = []
    const byIndex: unknown[][] = []
    for (const { items, additionalItems, contains } of beside) {
      if (isPlainObject(contains)) all.push(contains)
      if (isPlainObject(items)) all.push(items)
      if (!Array.isArray(items)) continue
      for (const [index, item] of items.entries()) byIndex[index] = [...(byIndex[index] ?? []), item]
      if (isPlainObject(additionalItems)) all.push(additionalItems)
    }
    const rest = this.slotOf(all)
    const slots = byIndex.map((schemas) => this.slotOf(schemas))
    if (![rest, ...slots].some(isUsed)) return null
    return (value) => {
      for (let index = 0; index < value.length; index++) (slots[index] ?? rest).removal?.(value[index])
    }
  }
}

const nothing: Slot = { removal: null }
const skip: Removal = () => {}

function matching(patterns: readonly [RegExp, Slot][], key: string): Slot | undefined {
  for (const [pattern, slot] of patterns) if (pattern.test(key)) return slot
  return undefined
}

function isUsed(slot: Slot): boolean {
  return slot.removal !== null
}

function regExpOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
