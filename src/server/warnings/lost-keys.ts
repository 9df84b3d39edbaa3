import { patternOf } from '../../schema/keywords/literals.js'
import { declares } from '../../schema/keywords/properties.js'
import type { SchemaDocuments } from '../../schema/model/schema-documents.js'
import {
  type Declared,
  listOf,
  namedProperties,
  patternsOf,
  SchemaNumbers,
  SchemaShape,
} from '../../schema/model/schema-shape.js'
import { isForPart, schemasIn } from '../../schema/model/walk.js'
import { reachable } from '../../support/lists.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { SchemaPlaces } from './schema-places.js'

/** A key that valid documents may have, but that the validator removes. */
export interface LostKey {
  /** `$id` of the shared schema of the pointer; `null` for the schema of the route. */
  readonly sharedId: string | null
  /** JSON pointer to the schema that does not declare the key. */
  readonly pointer: string
  readonly key: string
}

/**
 * Finds keys that a schema names in places that the removal of undeclared properties does not read. Such places are the
 * values of `const` and `enum`, and the names of `propertyNames`. Others are schemas that apply to a part beside the
 * schema that the removal follows.
 */
export function findLostKeys(schema: unknown, documents: SchemaDocuments): LostKey[] {
  return new LostKeys(documents).find(schema)
}

/** The schemas of one value: those that the removal follows, and all that JSON Schema applies. */
interface Applied {
  readonly followed: readonly unknown[]
  readonly all: readonly unknown[]
}

class LostKeys {
  readonly #places: SchemaPlaces
  readonly #shape = new SchemaShape((schema) => this.#places.target(schema))
  readonly #numbers = new SchemaNumbers()
  readonly #visited = new Set<string>()
  readonly #literals = new Map<unknown, PlainObject>()
  readonly #found = new Map<string, LostKey>()

  constructor(documents: SchemaDocuments) {
    this.#places = new SchemaPlaces(documents)
  }

  find(schema: unknown): LostKey[] {
    const start = this.#places.open(schema)
    this.#visit({ followed: [start], all: [start] })
    return [...this.#found.values()]
  }

  #visit({ followed, all }: Applied): void {
    const key = `${this.#numbers.key(followed)} ${this.#numbers.key(all)}`
    if (all.length === 0 || this.#visited.has(key)) return
    this.#visited.add(key)
    const declared = this.#shape.declared(followed)
    const beside = this.#shape.beside(all)
    this.#visitItems(declared, beside)
    const { named, patterns, further } = declared
    const fences = [...this.#certain(all)].filter(({ additionalProperties }) => additionalProperties === false)
    const isLost = (name: string) => declared.isClosed && fences.every((schema) => declares(schema, name))
    const mentioned = [...beside.flatMap(namesIn), ...patterns.flatMap(([pattern]) => sampleOf(pattern))]
    for (const name of new Set([...named.keys(), ...mentioned])) {
      const parts = beside.flatMap((schema) => this.#partsAt(schema, name, 'object'))
      const pattern = patterns.find(([text]) => patternOf(text).test(name))
      const own = named.get(name) ?? (pattern === undefined ? null : [pattern[1]])
      if (own !== null) this.#visit({ followed: own, all: parts })
      else if (isLost(name)) this.#add(followed, name)
    }
    for (const [, part] of patterns) this.#visit({ followed: [part], all: [part] })
    this.#visit({ followed: further, all: further })
  }

  /** The schemas by which every valid value must be valid: those that `$ref` and `allOf` lead to. */
  #certain(schemas: readonly unknown[]): ReadonlySet<PlainObject> {
    return reachable(schemas.filter(isPlainObject), (schema) => {
      const target = typeof schema.$ref === 'string' ? this.#places.target(schema) : null
      return [target, schema.allOf].flat().filter(isPlainObject)
    })
  }

  #partsAt(schema: PlainObject, key: string, of: 'object' | 'array'): unknown[] {
    const inner = schemasIn(schema).flatMap((step) => (isForPart(step, key, schema, of) ? [step.schema] : []))
    const patched =
      of === 'array' ? [] : [...namedProperties(schema)].flatMap(([name, part]) => (name === key ? [part] : []))
    const literals = literalsOf(schema).flatMap((value) => this.#literalIn(value, key))
    return [...inner, ...patched, ...literals].filter(isPlainObject)
  }

  #visitItems({ listed, furtherItems }: Declared, beside: readonly PlainObject[]): void {
    const literals = beside.flatMap(literalsOf).map((value) => (Array.isArray(value) ? value.length : 0))
    const longest = Math.max(0, ...beside.map((schema) => listOf(schema).length), ...literals)
    for (let index = 0; index <= longest; index++) {
      const all = beside.flatMap((schema) => this.#partsAt(schema, String(index), 'array'))
      this.#visit({ followed: listed[index] ?? furtherItems, all })
    }
  }

  /** A property of a value of `const` or `enum`, as a schema that requires this property value. */
  #literalIn(value: unknown, key: string): PlainObject[] {
    const inner: unknown = Object.hasOwn(Object(value), key) ? Object(value)[key] : null
    if (typeof inner !== 'object' || inner === null) return []
    const known = this.#literals.get(inner) ?? { const: inner }
    this.#literals.set(inner, known)
    return [known]
  }

  #add(followed: readonly unknown[], key: string): void {
    const beside = this.#shape.beside(followed)
    const place = this.#places.of(beside.find(({ properties }) => isPlainObject(properties)) ?? beside[0])
    if (place === undefined) return // the schema is within a keyword of a plugin
    const { resource, pointer } = place
    const { sharedId } = resource.document
    this.#found.set(JSON.stringify([sharedId, pointer, key]), { sharedId, pointer, key })
  }
}

/** The names of properties that a schema requires, allows or compares with. */
function namesIn(schema: PlainObject): string[] {
  const { propertyNames } = schema
  const allowed = isPlainObject(propertyNames) ? literalsOf(propertyNames) : []
  return [
    ...[...namedProperties(schema)].map(([name]) => name),
    ...patternsOf(schema).flatMap(([pattern]) => sampleOf(pattern)),
    ...literalsOf(schema).flatMap((value) => (isPlainObject(value) ? Object.keys(value) : [])),
    ...allowed.filter((name) => typeof name === 'string'),
  ]
}

function literalsOf(schema: PlainObject): unknown[] {
  const listed: unknown[] = Array.isArray(schema.enum) ? schema.enum : []
  return 'const' in schema ? [schema.const, ...listed] : listed
}

/** A name that matches a pattern, if the pattern is only a text, with or without anchors. */
function sampleOf(pattern: string): string[] {
  const text = pattern.replace(/^\^/, '').replace(/\$$/, '')
  return /^[\w-]+$/.test(text) ? [text] : []
}
