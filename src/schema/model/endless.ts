import { pointerTo } from '../../support/json-pointer.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { keywordOf, stores } from '../keywords/table.js'
import type { Located, LocatedStep, SchemaDocuments } from './schema-documents.js'
import { isForPart, isOfSameValue } from './walk.js'

/** A schema whose validation never ends: its `$ref`s lead back to themselves, or its default fills itself in. */
export interface Endless {
  readonly at: Located
  readonly problem: string
}

/**
 * Finds schemas that apply to one value without end. Their `$ref`s lead back to their place without entering a property
 * or an item. Recursion through the data, as in a tree, ends. A default also never ends if it fills in the same missing
 * property again: the stack would overflow.
 */
export class EndlessSchemas {
  readonly #visited = new WeakSet<object>()
  readonly #ending = { refs: new WeakSet<object>(), defaults: new WeakSet<object>() }

  /** @param fillsIn whether defaults are filled in */
  constructor(
    private readonly documents: SchemaDocuments,
    private readonly fillsIn: boolean,
  ) {}

  /** The first endless schema that a schema reaches; `null`: there is none. */
  find(start: Located): Endless | null {
    const reached = this.#reach(start)
    // Defaults are applied to schemas whose `$ref`s end.
    const found =
      first(reached, (each) => this.#followRefs(each, new Set())) ??
      (this.fillsIn ? first(reached, (each) => this.#fill(each, new Set())) : null)
    // Other routes reach these schemas too.
    if (found !== null) for (const { schema } of reached) this.#visited.delete(Object(schema))
    return found
  }

  /** The schemas that a schema reaches, and that no earlier schema has reached. */
  #reach(start: Located): readonly Located[] {
    const reached: Located[] = []
    const pending = [start]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { schema, resource } = next
      if (!isPlainObject(schema) || this.#visited.has(schema)) continue
      if (resource.document.isSelfContained) continue // no `$ref` in it leads back
      this.#visited.add(schema)
      reached.push(next)
      const target = this.documents.target(next)
      if (target !== null) pending.push(target)
      pending.push(...this.documents.inner(next).filter(({ keyword }) => !stores.has(keyword)))
    }
    return reached
  }

  #followRefs(located: Located, path: Set<object>): Endless | null {
    const { schema, resource } = located
    if (!isPlainObject(schema) || resource.document.isSelfContained || this.#ending.refs.has(schema)) return null
    if (path.has(schema)) {
      const refs = new Set([...path].flatMap((each) => Reflect.get(each, '$ref') ?? []))
      const problem = `its "$ref"s (${[...refs].join(', ')}) lead back to themselves, so the validation of a value would never end`
      return { at: located, problem }
    }
    path.add(schema)
    const target = this.documents.target(located)
    const found =
      (target && this.#followRefs(target, path)) ??
      first(this.documents.inner(located).filter(isOfSameValue), (inner) => this.#followRefs(inner, path))
    path.delete(schema)
    if (found === null) this.#ending.refs.add(schema)
    return found
  }

  #fill(located: Located, above: ReadonlySet<unknown>): Endless | null {
    const { schema } = located
    if (!isPlainObject(schema) || typeof schema.default !== 'object' || this.#ending.defaults.has(schema)) return null
    if (above.has(schema)) {
      const problem = 'the default leads to itself: the object that it creates lacks the property with this default'
      return { at: { ...located, pointer: pointerTo(located.pointer, 'default') }, problem }
    }
    const found = this.#apply(located, schema.default, { isFilledIn: true, above: new Set([...above, schema]) })
    if (found === null) this.#ending.defaults.add(schema)
    return found
  }

  #apply(located: Located, value: unknown, walk: Walk): Endless | null {
    const { schema } = located
    if (!isPlainObject(schema) || typeof value !== 'object' || value === null) return null
    const target = this.documents.target(located)
    const found = target && this.#apply(target, value, { ...walk, isFilledIn: true })
    return (
      found ??
      first(this.documents.inner(located), (inner) => {
        const { keyword } = inner
        if (keyword === 'allOf') return this.#apply(inner, value, walk)
        // Validators fill in no default within a branch, up to the next `$ref`.
        if (isOfSameValue(inner)) return this.#apply(inner, value, { ...walk, isFilledIn: false })
        if (isMissing(value, inner)) return walk.isFilledIn ? this.#fill(inner, walk.above) : null
        return first(valuesAt(value, schema, inner), (each) => this.#apply(inner, each, walk))
      })
    )
  }
}

interface Walk {
  isFilledIn: boolean
  /** The schemas whose defaults are being filled in. */
  above: ReadonlySet<unknown>
}

function first<T>(all: readonly T[], find: (each: T) => Endless | null): Endless | null {
  for (const each of all) {
    const found = find(each)
    if (found !== null) return found
  }
  return null
}

/** The keys that a value may lack and whose schemas may fill them in. */
const byKey: ReadonlySet<string> = new Set(['properties', 'items', 'prefixItems'])

/** Whether a value lacks the property or the item that a schema is about. */
function isMissing(value: object, { keyword, name }: LocatedStep): boolean {
  const isOfValue = keywordOf(keyword)?.groups[0] === (Array.isArray(value) ? 'array' : 'object')
  return isOfValue && name !== null && byKey.has(keyword) && !Object.hasOwn(value, name)
}

/** The parts of a value that a schema in it applies to. */
function valuesAt(value: object, schema: PlainObject, step: LocatedStep): readonly unknown[] {
  const of = Array.isArray(value) ? 'array' : 'object'
  return Object.entries(value).flatMap(([key, part]) => (isForPart(step, key, schema, of) ? [part] : []))
}
