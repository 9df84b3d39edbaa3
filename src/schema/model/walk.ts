import type { Place } from '../keywords/keyword.js'
import { schemaPlaces } from '../keywords/table.js'
import { isJsonSchema, isPlainObject } from './plain-data.js'

/** A step from a schema to one that stands in it. */
export interface SchemaStep {
  keyword: string
  /** Key or index inside the keyword's value; `null` where the value itself is the schema. */
  name: string | null
  schema: unknown
}

/** The schemas that stand directly in a schema, in order of its keys. */
export function schemasIn(schema: Record<string, unknown>): readonly SchemaStep[] {
  const found: SchemaStep[] = []
  for (const keyword of Object.keys(schema)) {
    const place = schemaPlaces.get(keyword)
    if (place !== undefined) addSchemasAt(found, place, keyword, schema[keyword])
  }
  return found
}

// A list, and no generator: every schema is gone through at boot, more than once.
function addSchemasAt(found: SchemaStep[], place: Place, keyword: string, value: unknown): void {
  if (place === 'schema' || (place === 'schema or list' && !Array.isArray(value))) {
    if (isJsonSchema(value)) found.push({ keyword, name: null, schema: value })
  } else if (place === 'list' || place === 'schema or list') {
    if (!Array.isArray(value)) return
    for (const [index, entry] of value.entries()) found.push({ keyword, name: String(index), schema: entry })
  } else if (isPlainObject(value)) {
    for (const name of Object.keys(value)) {
      if (place === 'dependencies' && Array.isArray(value[name])) continue
      found.push({ keyword, name, schema: value[name] })
    }
  }
}

/** Deeper down a schema may contain itself. */
const deepest = 30

/** Whether something holds for each keyword of a schema and of those that stand in it; of a very deep one nobody says so. */
export function everyKeyword(
  schema: Record<string, unknown>,
  holds: (keyword: string, value: unknown, of: Record<string, unknown>) => boolean,
  depth = 0,
): boolean {
  if (depth > deepest) return false
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    if (!holds(keyword, value, schema)) return false
    const place = schemaPlaces.get(keyword)
    if (place === undefined || typeof value !== 'object' || value === null) continue
    const isOne = !Array.isArray(value) && (place === 'schema' || place === 'schema or list')
    for (const inner of isOne ? [value] : Object.values(value)) {
      if (place === 'dependencies' && Array.isArray(inner)) continue
      if (isPlainObject(inner) ? !everyKeyword(inner, holds, depth + 1) : typeof inner !== 'boolean') return false
    }
  }
  return true
}
