import { pointerTo } from '../../support/json-pointer.js'
import { isInherited, isPlainObject, type PlainObject, setOwn } from '../../support/values.js'
import type { Subschemas } from '../keywords/keyword.js'
import { keywordOf } from '../keywords/table.js'
import { isJsonSchema } from './json-schema.js'

// All code that visits schemas uses these functions: the records of keywords declare where schemas are.

/** A step from a schema to a schema in it. */
export interface SchemaStep {
  keyword: string
  /** Key or index inside the keyword's value; `null` if the value itself is the schema. */
  name: string | null
  schema: unknown
}

/** The schemas that are directly in a schema, in order of its keys. */
export function schemasIn(schema: PlainObject): readonly SchemaStep[] {
  const found: SchemaStep[] = []
  for (const keyword of Object.keys(schema)) {
    const place = keywordOf(keyword)?.subschemas
    if (place !== undefined) addSchemasAt(found, place, keyword, schema[keyword])
  }
  return found
}

/** Whether a schema in another applies to the same value: a branch, or the schema of a dependency. */
export function isOfSameValue({ keyword }: SchemaStep): boolean {
  return keywordOf(keyword)?.validates === 'value'
}

/** Whether a schema in another applies to a key: the name of a property, or the index of an item. */
export function isForPart(
  { keyword, name }: SchemaStep,
  key: string,
  around: PlainObject,
  of: 'object' | 'array',
): boolean {
  const { isFor, groups } = keywordOf(keyword) ?? {}
  return groups?.[0] === of && isFor?.(key, name, around) === true
}

/** Visits a schema and all that are in it, each once. It does not follow `$ref`. */
export function visitSchemas(
  schema: unknown,
  visit: (schema: PlainObject, pointer: string) => void,
  pointer = '',
  seen = new Set<unknown>(),
): void {
  if (!isPlainObject(schema) || seen.has(schema)) return
  seen.add(schema)
  visit(schema, pointer)
  for (const { keyword, name, schema: inner } of schemasIn(schema)) {
    visitSchemas(inner, visit, pointerTo(pointer, keyword, name), seen)
  }
}

// A list, and not a generator or a callback for each schema: a boot visits every schema more than once.
function addSchemasAt(found: SchemaStep[], place: Subschemas, keyword: string, value: unknown): void {
  if (Array.isArray(value)) {
    if (place !== 'list' && place !== 'schema or list') return
    for (const [index, entry] of value.entries()) found.push({ keyword, name: String(index), schema: entry })
  } else if (place === 'schema' || place === 'schema or list') {
    if (isJsonSchema(value)) found.push({ keyword, name: null, schema: value })
  } else if (place !== 'list' && isPlainObject(value)) {
    for (const name of Object.keys(value)) {
      if (isEntry(place, name, value[name])) found.push({ keyword, name, schema: value[name] })
    }
  }
}

function isEntry(place: Subschemas, name: string, value: unknown): boolean {
  if (place === 'patch') return (name === 'source' || name === 'with') && isPlainObject(value)
  return place !== 'dependencies' || !Array.isArray(value)
}

type MapSchema = (inner: unknown, keyword: string) => unknown

/** A copy of a schema whose direct subschemas are replaced. */
export function mapSchemas(schema: PlainObject, map: MapSchema): PlainObject {
  const copy: PlainObject = {}
  for (const keyword of Object.keys(schema)) setOwn(copy, keyword, mapSchemasAt(keyword, schema[keyword], map))
  return copy
}

/** The same for the value of one keyword. */
export function mapSchemasAt(keyword: string, value: unknown, map: MapSchema): unknown {
  const place = keywordOf(keyword)?.subschemas
  if (place === undefined) return value
  const mapped = (inner: unknown) => map(inner, keyword)
  if (Array.isArray(value)) return value.map(mapped)
  if (place === 'schema' || place === 'schema or list' || !isPlainObject(value)) return mapped(value)
  const copy: PlainObject = {}
  for (const [name, inner] of Object.entries(value)) setOwn(copy, name, Array.isArray(inner) ? inner : mapped(inner))
  return copy
}

/** A deeper object may contain itself. */
const deepestEntry = 60

/**
 * Whether a condition is true for an entry of an object or list anywhere in a schema. Data and names count, too. It is
 * true for a very deep schema. The check costs little, and shows for most schemas that a closer check is not needed.
 *
 * @param is gets `''` as the key of an entry of a list
 */
export function holdsEntry(schema: unknown, is: (key: string, value: unknown) => boolean, depth = 0): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (depth > deepestEntry) return true
  if (Array.isArray(schema)) {
    for (const entry of schema) if (is('', entry) || holdsEntry(entry, is, depth + 1)) return true
    return false
  }
  if (!isPlainObject(schema)) return false
  for (const key of Object.keys(schema)) {
    const value = schema[key]
    if (is(key, value) || holdsEntry(value, is, depth + 1)) return true
  }
  return false
}

/** Visits every entry of a schema that does not contain itself, also in data and under names. */
export function visitEntries(schema: unknown, visit: (key: string, value: unknown) => void): void {
  const visited = (key: string, value: unknown): false => {
    visit(key, value)
    return false
  }
  holdsEntry(schema, visited, Number.NEGATIVE_INFINITY)
}

/** Whether a `$ref` is anywhere in a schema; it may have any target. */
export function hasRef(schema: unknown): boolean {
  return holdsEntry(schema, (key) => key === '$ref')
}

/** The `$ref`s anywhere in a schema that does not contain itself, in order and once each. */
export function refsIn(schema: unknown): string[] {
  const found = new Set<string>()
  visitEntries(schema, (key, value) => {
    if (key === '$ref' && typeof value === 'string') found.add(value)
  })
  return [...found]
}

/**
 * Whether a schema names a member that every object inherits. To a library `required: ['constructor']` is true for
 * `{}`. Version 6 of ajv finds a pattern of that name before it has made it.
 */
export function namesInherited(schema: unknown): boolean {
  return holdsEntry(
    schema,
    (key, value) => isInherited(key) || ((key === '' || key === 'pattern') && isInherited(value)),
  )
}
