import { isJsonSchema, isPlainObject } from '../model/plain-data.js'

/** Where a keyword holds schemas. */
export type Place = 'schema' | 'list' | 'map' | 'schema or list' | 'dependencies'

const places: Record<string, Place> = {
  additionalItems: 'schema',
  additionalProperties: 'schema',
  contains: 'schema',
  contentSchema: 'schema',
  else: 'schema',
  if: 'schema',
  not: 'schema',
  propertyNames: 'schema',
  then: 'schema',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  prefixItems: 'list',
  items: 'schema or list',
  $defs: 'map',
  definitions: 'map',
  dependentSchemas: 'map',
  patternProperties: 'map',
  properties: 'map',
  dependencies: 'dependencies',
}

export const schemaPlaces: ReadonlyMap<string, Place> = new Map(Object.entries(places))

/** Keywords of JSON Schema draft 7, which both versions of the default validator know. */
export const draft7Keywords: ReadonlySet<string> = new Set([
  ...['$id', '$schema', '$ref', '$comment', '$defs', 'definitions', 'type', 'enum', 'const', 'default', 'format'],
  ...['title', 'description', 'examples', 'readOnly', 'writeOnly', 'contentMediaType', 'contentEncoding'],
  ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern'],
  ...['items', 'additionalItems', 'maxItems', 'minItems', 'uniqueItems', 'contains'],
  ...['maxProperties', 'minProperties', 'required', 'properties', 'patternProperties', 'additionalProperties'],
  ...['dependencies', 'propertyNames', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'nullable'],
])

/** Keywords that describe and do not constrain: later drafts' and those of OpenAPI 3. They never reach a validator. */
export const annotations: ReadonlySet<string> = new Set([
  ...['$comment', 'title', 'description', 'examples', 'readOnly', 'writeOnly', 'contentMediaType', 'contentEncoding'],
  ...['$anchor', '$vocabulary', 'contentSchema', 'deprecated', 'example', 'externalDocs', 'xml', 'discriminator'],
  ...['summary', 'collectionFormat', 'style', 'explode', 'allowEmptyValue', 'allowReserved'],
])

/** Keywords whose values are data: what looks like a schema in them is none. */
export const dataKeywords: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples'])

/** Extensions of OpenAPI: `x-internal`. */
export function isExtension(keyword: string): boolean {
  return keyword.startsWith('x-')
}

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

/** A JSON pointer, one step longer (RFC 6901). */
export function pointerTo(base: string, ...segments: readonly (string | null)[]): string {
  let pointer = base
  for (const segment of segments) {
    if (segment !== null) pointer += `/${special.test(segment) ? escaped(segment) : segment}`
  }
  return pointer
}

const special = /[~/]/

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1')
}
