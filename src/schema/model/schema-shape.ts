import { annotations, draft7Keywords, isExtension, schemaPlaces } from '../keywords/table.js'
import { nativelyKeyword, nativeTypes } from './native-branches.js'
import { isPlainObject, type PlainObject } from './plain-data.js'

/** What the `$ref` of a schema points to. */
export type TargetOf = (schema: PlainObject) => unknown

/** The shape of a bundle, whose `$ref`s are all local. */
export function localShape(bundle: PlainObject): SchemaShape {
  const definitions = Object(bundle.definitions)
  return new SchemaShape(({ $ref: ref }) => {
    return ref === '#' ? bundle : definitions[String(ref).slice('#/definitions/'.length)]
  })
}

const branchKinds: ReadonlyMap<string, 'one' | 'list' | 'map' | 'patch'> = new Map([
  ...(['if', 'then', 'else', 'not'] as const).map((keyword) => [keyword, 'one'] as const),
  ...(['allOf', 'anyOf', 'oneOf'] as const).map((keyword) => [keyword, 'list'] as const),
  ...(['dependencies', 'dependentSchemas'] as const).map((keyword) => [keyword, 'map'] as const),
  ...(['$merge', '$patch'] as const).map((keyword) => [keyword, 'patch'] as const),
])

/** What the schemas that apply at one place of the data say of its shape. */
export class SchemaShape {
  readonly #targetOf: TargetOf

  constructor(targetOf: TargetOf) {
    this.#targetOf = targetOf
  }

  /** What the `$ref` of a schema points to. */
  target(schema: PlainObject): unknown {
    return this.#targetOf(schema)
  }

  /** A schema and all that apply beside it at the same place: targets of `$ref`, branches, dependencies. */
  beside(schema: unknown, found: Set<PlainObject> = new Set()): Set<PlainObject> {
    if (!isPlainObject(schema) || found.has(schema)) return found
    found.add(schema)
    for (const other of this.branches(schema)) this.beside(other, found)
    return found
  }

  /** The schemas that a schema applies to the very value that it is applied to itself. */
  branches(schema: PlainObject): readonly unknown[] {
    const found: unknown[] = []
    if (typeof schema.$ref === 'string') found.push(this.#targetOf(schema))
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword]
      const kind = branchKinds.get(keyword)
      if (kind === 'one') found.push(value)
      else if (kind === 'list' && Array.isArray(value)) found.push(...value)
      else if (kind === 'map' && isPlainObject(value)) found.push(...Object.values(value))
      else if (kind === 'patch' && isPlainObject(value)) found.push(value.source, value.with)
    }
    return found
  }

  /** Whether a property that a schema does not name is none of its own: it lists its properties, and no others are let in. */
  isClosed(schemas: readonly unknown[]): boolean {
    const objects = schemas.filter((schema) => this.#mayBeObject(schema, new Set()))
    if (objects.length === 0 || !objects.every((schema) => this.#declares(schema, new Set()))) return false
    return !schemas.some((schema) => [...this.beside(schema)].some(isOpen))
  }

  #declares(schema: unknown, passed: Set<unknown>): boolean {
    if (!isPlainObject(schema) || passed.has(schema)) return false
    passed.add(schema)
    const declares = (other: unknown) => this.#declares(other, passed)
    if (isPlainObject(schema.properties) || isPlainObject(schema.patternProperties)) return true
    if (schema.additionalProperties === false) return true
    if (typeof schema.$ref === 'string' && declares(this.#targetOf(schema))) return true
    if (Array.isArray(schema.allOf) && schema.allOf.some(declares)) return true
    if (isPlainObject(schema.$merge) && (declares(schema.$merge.source) || declares(schema.$merge.with))) return true
    if (isPlainObject(schema.$patch) && declares(schema.$patch.source)) return true
    if (schema.then !== undefined && schema.else !== undefined && declares(schema.then) && declares(schema.else))
      return true
    return [schema.anyOf, schema.oneOf].some((list) => Array.isArray(list) && this.#allDeclare(list, passed))
  }

  #allDeclare(schemas: readonly unknown[], passed: Set<unknown>): boolean {
    const objects = schemas.filter((schema) => this.#mayBeObject(schema, new Set()))
    return objects.length > 0 && objects.every((schema) => this.#declares(schema, new Set(passed)))
  }

  #mayBeObject(schema: unknown, passed: Set<unknown>): boolean {
    if (!isPlainObject(schema)) return schema !== false
    if (passed.has(schema)) return true
    passed.add(schema)
    const may = (other: unknown) => this.#mayBeObject(other, passed)
    const types = nativeTypes(schema) ?? schema.type
    if (types !== undefined) return [types].flat().includes('object')
    if ('const' in schema) return isPlainObject(schema.const)
    if (Array.isArray(schema.enum)) return schema.enum.some(isPlainObject)
    if (typeof schema.$ref === 'string') return may(this.#targetOf(schema))
    if (Array.isArray(schema.allOf)) return schema.allOf.every(may)
    if (schema.then !== undefined && schema.else !== undefined) return may(schema.then) || may(schema.else)
    const list = schema.anyOf ?? schema.oneOf
    return Array.isArray(list) ? list.some(may) : true
  }
}

const patchKeywords: ReadonlySet<string> = new Set(['$merge', '$patch', 'errorMessage', nativelyKeyword])

/** Whether a schema lets in properties that it does not name, or may do so by a plugin's keyword. */
function isOpen(schema: PlainObject): boolean {
  const { additionalProperties, unevaluatedProperties } = schema
  if (additionalProperties !== undefined && additionalProperties !== false) return true
  if (unevaluatedProperties !== undefined) return true
  if (isPlainObject(schema.$patch) && patchesOpen(schema.$patch.with)) return true
  return Object.keys(schema).some((keyword) => {
    const isKnown = draft7Keywords.has(keyword) || schemaPlaces.has(keyword) || patchKeywords.has(keyword)
    const isNote = annotations.has(keyword) || isExtension(keyword)
    return !isKnown && !isNote && typeof schema[keyword] === 'object'
  })
}

/** The properties that a `$patch` touches; it may do anything elsewhere in the schema. */
const patchedProperty = /^\/properties\/([^/]+)$/
const harmlessPatch = /^\/(?:properties\/[^/]+$|required(?:\/|$)|type$|min|max)/

function patchesOpen(operations: unknown): boolean {
  if (!Array.isArray(operations)) return true
  return !operations.every((operation) => isPlainObject(operation) && harmlessPatch.test(String(operation.path)))
}

/** The properties that a schema names, each with the schemas it gives it; `true` where it only mentions the name. */
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
    const name = isPlainObject(operation) ? patchedProperty.exec(String(operation.path))?.[1] : undefined
    if (name !== undefined) yield [name.replaceAll('~1', '/').replaceAll('~0', '~'), operation.value]
  }
}
