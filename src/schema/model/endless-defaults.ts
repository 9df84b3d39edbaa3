import { isPlainObject, type PlainObject } from './plain-data.js'
import { pointerTo } from './pointer.js'
import type { Located } from './schema-document.js'
import type { SchemaDocuments } from './schema-documents.js'
import { schemasIn } from './walk.js'

/** Whether defaults are filled in at a place: validators fill in none within a branch, up to the next `$ref`. */
type Filling = 'filled' | 'not filled'

const branches: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies'])

/**
 * Finds defaults that lead to themselves: an object whose missing property is filled in by the same default again. Each
 * request without that property would fill in objects until the stack ends.
 */
export class EndlessDefaults {
  readonly #documents: SchemaDocuments
  readonly #visited = new Set<unknown>()
  /** Schemas whose defaults end. */
  readonly #ending = new Set<unknown>()

  constructor(documents: SchemaDocuments) {
    this.#documents = documents
  }

  /** The first such default that a schema reaches; `null`: each default ends. */
  find(located: Located): Located | null {
    const { schema, resource } = located
    if (!isPlainObject(schema) || this.#visited.has(schema)) return null
    this.#visited.add(schema)
    const here = { ...located, resource: this.#documents.enter(schema, resource) }
    const endless = this.#fill(here, new Set())
    if (endless !== null) return endless
    const target = this.#targetOf(here)
    const found = target && this.find(target)
    if (found !== null) return found
    return this.#first(this.#stepsOf(here), (inner) => this.find(inner))
  }

  /** What the default of a schema leads to, when it is filled in. */
  #fill(located: Located, above: ReadonlySet<unknown>): Located | null {
    const { schema } = located
    if (!isPlainObject(schema) || typeof schema.default !== 'object' || this.#ending.has(schema)) return null
    if (above.has(schema)) return located
    const found = this.#apply(located, schema.default, { filling: 'filled', above: new Set([...above, schema]) })
    if (found === null) this.#ending.add(schema)
    return found
  }

  #apply(located: Located, value: unknown, walk: Walk): Located | null {
    const { schema, resource } = located
    if (!isPlainObject(schema) || typeof value !== 'object' || value === null) return null
    if (walk.passed?.has(schema)) return null // a circle of `$ref`s, which other checks find
    const onSame: Walk = { ...walk, passed: new Set([...(walk.passed ?? []), schema]) }
    const onInner: Walk = { ...walk, passed: undefined }
    const here = { ...located, resource: this.#documents.enter(schema, resource) }
    const target = this.#targetOf(here)
    const found = target && this.#apply(target, value, { ...onSame, filling: 'filled' })
    if (found !== null) return found
    return this.#first(this.#stepsOf(here), (inner) => {
      const { keyword, name } = inner
      if (keyword === 'allOf') return this.#apply(inner, value, onSame)
      if (branches.has(keyword)) return this.#apply(inner, value, { ...onSame, filling: 'not filled' })
      if (isMissing(value, inner)) return walk.filling === 'filled' ? this.#fill(inner, walk.above) : null
      const values = valuesAt(value, schema, keyword, name)
      return this.#first(values, (each) => this.#apply(inner, each, onInner))
    })
  }

  #targetOf({ schema, resource }: Located): Located | null {
    const ref = isPlainObject(schema) ? schema.$ref : undefined
    return typeof ref === 'string' ? this.#documents.resolve(ref, resource) : null
  }

  #stepsOf({ schema, resource, pointer }: Located): Step[] {
    if (!isPlainObject(schema)) return []
    return schemasIn(schema).map(({ keyword, name, schema: inner }) => {
      return { keyword, name, schema: inner, resource, pointer: pointerTo(pointer, keyword, name) }
    })
  }

  #first<T>(all: readonly T[], find: (each: T) => Located | null): Located | null {
    for (const each of all) {
      const found = find(each)
      if (found !== null) return found
    }
    return null
  }
}

interface Step extends Located {
  keyword: string
  name: string | null
}

interface Walk {
  filling: Filling
  /** The schemas whose defaults are being filled in. */
  above: ReadonlySet<unknown>
  /** The schemas that have been applied to the same value. */
  passed?: ReadonlySet<unknown> | undefined
}

/** Whether a value lacks the property or the item that a schema is about. */
function isMissing(value: object, { keyword, name }: Step): boolean {
  if (keyword === 'properties') return !Array.isArray(value) && !Object.hasOwn(value, String(name))
  const isPosition = keyword === 'prefixItems' || (keyword === 'items' && name !== null)
  return isPosition && Array.isArray(value) && Number(name) >= value.length
}

/** The parts of a value that a schema in it applies to. */
function valuesAt(value: object, schema: PlainObject, keyword: string, name: string | null): readonly unknown[] {
  if (Array.isArray(value)) {
    if (keyword === 'prefixItems' || (keyword === 'items' && name !== null)) return [value[Number(name)]]
    return keyword === 'items' || keyword === 'additionalItems' ? value : []
  }
  if (keyword === 'properties') return [Reflect.get(value, String(name))]
  const names = Object.keys(value)
  if (keyword === 'patternProperties') {
    return names.filter((each) => new RegExp(String(name)).test(each)).map((each) => Reflect.get(value, each))
  }
  if (keyword !== 'additionalProperties') return []
  const named = new Set(Object.keys(Object(schema.properties)))
  return names.filter((each) => !named.has(each)).map((each) => Reflect.get(value, each))
}
