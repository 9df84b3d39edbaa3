import { policies } from '../../support/as-fastify.js'
import { stepsOf } from '../../support/json-pointer.js'
import { findOrMake } from '../../support/lazy.js'
import { endOf } from '../../support/lists.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { branchTypes } from '../keywords/branch-types.js'
import { isAnnotation, keywordOf } from '../keywords/table.js'
import { isOnlyRef } from './copy-schema.js'
import { isOfSameValue, schemasIn } from './walk.js'

export type TargetOf = (schema: PlainObject) => unknown

/** The declarations of all schemas of one value about its parts. */
export interface Declared {
  /** The schemas of properties by name; an empty list for a name that is only mentioned. */
  named: ReadonlyMap<string, readonly unknown[]>
  patterns: readonly (readonly [string, unknown])[]
  further: readonly unknown[]
  /** Whether further properties do not belong to the value. */
  isClosed: boolean
  /** The schemas of items by their places. */
  listed: readonly (readonly unknown[])[]
  furtherItems: readonly unknown[]
}

/** Numbers schemas in the order in which they are seen. */
export class SchemaNumbers {
  readonly #numbers = new WeakMap<object, number>()
  #count = 0

  of(schema: PlainObject): number {
    return findOrMake(this.#numbers, schema, () => this.#count++)
  }

  /** A text for a set of schemas, the same for each equal set. */
  key(schemas: readonly unknown[]): string {
    const texts = schemas.map((schema) => (isPlainObject(schema) ? String(this.of(schema)) : `${schema}`))
    return [...new Set(texts)].sort().join()
  }
}

/** The shape that schemas declare together for one place of the data. */
export class SchemaShape {
  constructor(readonly target: TargetOf) {}

  /** Schemas and all that apply beside them at the same place: targets of `$ref`, branches, dependencies. */
  beside(schemas: readonly unknown[]): readonly PlainObject[] {
    const found = new Set<PlainObject>()
    const add = (schema: unknown): void => {
      if (!isPlainObject(schema) || found.has(schema)) return
      found.add(schema)
      this.#branches(schema).forEach(add)
    }
    schemas.forEach(add)
    return [...found]
  }

  #branches(schema: PlainObject): readonly unknown[] {
    const inner = schemasIn(schema)
      .filter(isOfSameValue)
      .map((each) => each.schema)
    return typeof schema.$ref === 'string' ? [this.target(schema), ...inner] : inner
  }

  declared(schemas: readonly unknown[]): Declared {
    const beside = this.beside(schemas)
    const targets = new Set(schemas.map((schema) => endOf(schema, (at) => this.#targetOfOnlyRef(at))))
    const [only] = targets
    // A schema with `additionalProperties: false` means its own properties, not those of its branches.
    const isFenced = targets.size === 1 && isPlainObject(only) && only.additionalProperties === false
    const declaring = isFenced ? [only] : beside
    const named = new Map<string, unknown[]>()
    for (const [name, property] of declaring.flatMap((schema) => [...namedProperties(schema)])) {
      const known = findOrMake(named, name, () => [])
      if (property !== null) known.push(property)
    }
    return {
      named,
      patterns: declaring.flatMap(patternsOf),
      further: declaring.map(({ additionalProperties }) => additionalProperties).filter(isPlainObject),
      isClosed: this.#isClosed(schemas, beside),
      ...itemsOf(beside),
    }
  }

  #targetOfOnlyRef(schema: unknown): unknown {
    return isPlainObject(schema) && isOnlyRef(schema) ? this.target(schema) : null
  }

  /** Whether the schemas list properties and allow no others. */
  #isClosed(schemas: readonly unknown[], beside: readonly PlainObject[]): boolean {
    if (!this.#allDeclare(schemas, new Map())) return false
    if (policies.removesOnlyWhereClosed)
      return beside.some(({ additionalProperties }) => additionalProperties === false)
    return !beside.some(isOpen)
  }

  #allDeclare(schemas: readonly unknown[], known: Map<unknown, boolean>): boolean {
    const objects = schemas.filter((schema) => this.#mayBeObject(schema, new Set()))
    return objects.length > 0 && objects.every((schema) => this.#declares(schema, known))
  }

  /** @param known the answers for schemas; branches may lead to one schema in very many ways */
  #declares(schema: unknown, known: Map<unknown, boolean>): boolean {
    if (!isPlainObject(schema)) return false
    const answer = known.get(schema)
    if (answer !== undefined) return answer
    known.set(schema, false) // for a circle, which fails the boot
    const declares = (other: unknown) => this.#declares(other, known)
    const isDeclaring =
      isPlainObject(schema.properties) ||
      isPlainObject(schema.patternProperties) ||
      schema.additionalProperties === false ||
      (typeof schema.$ref === 'string' && declares(this.target(schema))) ||
      (Array.isArray(schema.allOf) && schema.allOf.some(declares)) ||
      (isPlainObject(schema.$merge) && (declares(schema.$merge.source) || declares(schema.$merge.with))) ||
      (isPlainObject(schema.$patch) && declares(schema.$patch.source)) ||
      (schema.then !== undefined && schema.else !== undefined && declares(schema.then) && declares(schema.else)) ||
      [schema.anyOf, schema.oneOf].some((list) => Array.isArray(list) && this.#allDeclare(list, known))
    known.set(schema, isDeclaring)
    return isDeclaring
  }

  #mayBeObject(schema: unknown, passed: Set<unknown>): boolean {
    if (!isPlainObject(schema)) return schema !== false
    if (passed.has(schema)) return true
    passed.add(schema)
    const may = (other: unknown) => this.#mayBeObject(other, passed)
    if (schema.type !== undefined) return [schema.type].flat().includes('object')
    if ('const' in schema) return isPlainObject(schema.const)
    if (Array.isArray(schema.enum)) return schema.enum.some(isPlainObject)
    if (typeof schema.$ref === 'string') return may(this.target(schema))
    if (Array.isArray(schema.allOf)) return schema.allOf.every(may)
    if (schema.then !== undefined && schema.else !== undefined) return may(schema.then) || may(schema.else)
    const list = schema.anyOf ?? schema.oneOf
    return Array.isArray(list) ? list.some(may) : true
  }
}

const patchKeywords: ReadonlySet<string> = new Set(['$merge', '$patch', 'errorMessage', branchTypes.name])

/** Whether a schema allows properties that it does not name, or may do so by a plugin's keyword. */
function isOpen(schema: PlainObject): boolean {
  const { additionalProperties, unevaluatedProperties } = schema
  if (additionalProperties !== undefined && additionalProperties !== false) return true
  if (unevaluatedProperties !== undefined) return true
  if (isPlainObject(schema.$patch) && patchesOpen(schema.$patch.with)) return true
  return Object.keys(schema).some((keyword) => {
    const { isOfDraft7, subschemas } = keywordOf(keyword) ?? {}
    const isKnown = isOfDraft7 || subschemas !== undefined || patchKeywords.has(keyword)
    return !isKnown && !isAnnotation(keyword) && typeof schema[keyword] === 'object'
  })
}

/** The properties that a `$patch` changes. It may change anything elsewhere in the schema. */
const patchedProperty = /^\/properties\/[^/]+$/
const harmlessPatch = /^\/(?:properties\/[^/]+$|required(?:\/|$)|type$|min|max)/

function patchesOpen(operations: unknown): boolean {
  if (!Array.isArray(operations)) return true
  return !operations.every((operation) => isPlainObject(operation) && harmlessPatch.test(String(operation.path)))
}

function itemsOf(beside: readonly PlainObject[]): Pick<Declared, 'listed' | 'furtherItems'> {
  const listed: unknown[][] = []
  for (const [index, schema] of beside.flatMap((schema) => [...listOf(schema).entries()])) {
    listed[index] = [...(listed[index] ?? []), schema]
  }
  const furtherItems = beside.flatMap(({ contains, items, additionalItems }) => {
    return [contains, items, Array.isArray(items) ? additionalItems : null].filter(isPlainObject)
  })
  return { listed, furtherItems }
}

export function listOf({ items, prefixItems }: PlainObject): readonly unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems
  return Array.isArray(items) ? items : []
}

export function patternsOf({ patternProperties }: PlainObject): readonly (readonly [string, unknown])[] {
  return isPlainObject(patternProperties) ? Object.entries(patternProperties) : []
}

/** The properties that a schema names, each with its schema; `null` if the schema only mentions the name. */
export function* namedProperties(schema: PlainObject): Generator<[string, unknown]> {
  if (isPlainObject(schema.properties)) yield* Object.entries(schema.properties)
  if (Array.isArray(schema.required)) for (const name of schema.required) yield [String(name), null]
  for (const map of [schema.dependencies, schema.dependentRequired, schema.dependentSchemas]) {
    if (!isPlainObject(map)) continue
    for (const [name, others] of Object.entries(map)) {
      yield [name, null]
      if (Array.isArray(others)) for (const other of others) yield [String(other), null]
    }
  }
  if (!isPlainObject(schema.$patch) || !Array.isArray(schema.$patch.with)) return
  for (const operation of schema.$patch.with) {
    const path = String(Object(operation).path)
    if (patchedProperty.test(path)) yield [stepsOf(path)[1]!, operation.value]
  }
}
