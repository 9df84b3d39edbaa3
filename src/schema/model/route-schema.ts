import type { RouteName, RouteSchema } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { asFastify } from '../../support/as-fastify.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { schemaParts } from '../../support/request-parts.js'
import { describeValue, isPlainObject, type PlainObject, setOwn } from '../../support/values.js'
import { routeText } from '../compiler/schema-error.js'
import { keywordOf } from '../keywords/table.js'
import { isJsonSchema, plainSchemaOf } from './json-schema.js'

/** Whether a key of `response` is a status, a class of them, or `default`. */
export function isResponseKey(key: string): boolean {
  return /^(?:[1-5]\d{2}|[1-5]xx|default)$/.test(key.toLowerCase())
}

/**
 * A route's schema in its full form: `query` as `querystring`, short forms expanded (docs/guide/validation.md). The
 * given object is never changed. A schema that is already in full form is returned as it is.
 *
 * @throws FST_ERR_SCH_DUPLICATE, FST_ERR_SCH_CONTENT_MISSING_SCHEMA, FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX
 */
export function normalizeRouteSchema(schema: RouteSchema, route: RouteName): RouteSchema {
  if (schema === null) return {} // as Fastify does
  const { body, query, querystring, params, headers, response } = schema
  if (query !== undefined && querystring !== undefined && (asFastify || query !== querystring)) {
    throw new schemaCodes.FST_ERR_SCH_DUPLICATE(routeText(route))
  }
  const full = {
    body: expandContent(body, route, 'body'),
    querystring: expand(querystring ?? query),
    params: expand(params),
    headers: expand(headers),
    response: expandResponse(response, route),
  }
  let result = schema // most schemas are in full form
  for (const part of schemaParts) {
    if (full[part] === schema[part]) continue
    if (result === schema) result = { ...schema }
    result[part] = full[part]
  }
  if (query !== undefined && result !== schema) result.query = result.querystring
  return result
}

/** A schema that `normalizeRouteSchema` returned, with one name for the query: both names together are a mistake. */
export function withoutAlias(schema: RouteSchema): RouteSchema {
  const { query, ...rest } = schema
  return query === undefined || query !== schema.querystring ? schema : rest
}

function expand(given: unknown): unknown {
  if (isStandardSchema(given)) return given
  const schema = plainSchemaOf(given)
  return isPlainObject(schema) ? expandShortForm(schema) : schema
}

function expandContent(given: unknown, route: RouteName, part: string): unknown {
  const schema = plainSchemaOf(given)
  if (!hasContentMap(schema)) return expand(schema)
  const content = withValues(schema.content, (entry, mediaType) => {
    if (!isPlainObject(entry) || entry.schema === undefined || entry.schema === null) {
      throw new schemaCodes.FST_ERR_SCH_CONTENT_MISSING_SCHEMA(routeText(route), part, mediaType)
    }
    return withValues(entry, (value, key) => (key === 'schema' ? expand(value) : value))
  })
  return content === schema.content ? schema : { ...schema, content }
}

/** An object with other values. It is the given one if none differs, as in most schemas: they are in full form. */
function withValues(given: PlainObject, change: (value: unknown, key: string) => unknown): PlainObject {
  let result = given
  for (const [key, value] of Object.entries(given)) {
    const other = change(value, key)
    if (other === value) continue
    if (result === given) result = { ...given }
    setOwn(result, key, other)
  }
  return result
}

/** Whether a body or response is declared per media type: a key of its `content` is one. */
export function hasContentMap(schema: unknown): schema is PlainObject & { content: PlainObject } {
  if (!isPlainObject(schema) || !isPlainObject(schema.content)) return false
  return asFastify || Object.keys(schema.content).some((key) => mediaTypeOf(key) !== '')
}

function expandResponse(given: unknown, route: RouteName): unknown {
  const response = plainSchemaOf(given)
  if (response === undefined || response === null) return response
  if (!isPlainObject(response)) throw notNested(routeText(route), describeValue(response))
  return withValues(response, (schema, key) => {
    if (!isResponseKey(key)) throw notNested(routeText(route), key)
    return expandContent(schema, route, `response ${key}`)
  })
}

/** Fastify finds this error when it builds the serializers. */
function notNested(route: string, key: string): Error {
  const error = new schemaCodes.FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX(route, key)
  return asFastify ? new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(route, 'response', '', error.message) : error
}

type Test = (value: unknown) => boolean

const isString: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => typeof value === 'number'
const isBoolean: Test = (value) => typeof value === 'boolean'
const isStrings: Test = (value) => Array.isArray(value) && value.every(isString)
const isSchemaMap: Test = (value) => isPlainObject(value) && Object.values(value).every(isJsonSchema)
const isNotSchema: Test = (value) => !isPlainObject(value)

/**
 * Keywords that make a schema a full one, each with the values for which it is the keyword. Any other value is a
 * parameter of that name: `{ type: { type: 'string' } }` declares a parameter `type`. A keyword that never has a
 * schema, a map or a flag is not listed. Its value cannot be a parameter.
 */
const decisive: ReadonlyMap<string, Test> = new Map([
  ...['properties', 'patternProperties'].map((keyword): [string, Test] => [keyword, isSchemaMap]),
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'not', 'if'].map((keyword): [string, Test] => {
    return [keyword, isJsonSchema]
  }),
  ...['$merge', '$patch'].map((keyword): [string, Test] => [keyword, isPlainObject]),
  ...['$async', 'items', 'uniqueItems'].map((keyword): [string, Test] => [keyword, isBoolean]),
  ['const', () => true],
])

/** Keywords that are allowed beside the parameters of a short form. They stay at their place. */
const companions: ReadonlyMap<string, Test> = new Map([
  ...['$id', '$schema', '$anchor', 'errorMessage'].map((keyword): [string, Test] => [keyword, isString]),
  ...['$defs', 'definitions'].map((keyword): [string, Test] => [keyword, isSchemaMap]),
  ...['minProperties', 'maxProperties'].map((keyword): [string, Test] => [keyword, isNumber]),
  ['required', isStrings],
  ['nullable', isBoolean],
  ['default', isNotSchema],
  ['dependencies', (value) => isPlainObject(value) && Object.values(value).every(isStrings)],
])

function isCompanion(key: string, value: unknown): boolean {
  return companions.get(key)?.(value) ?? (keywordOf(key)?.isAnnotation === true && isNotSchema(value))
}

/**
 * The full schema of a short form (docs/guide/validation.md), or the schema itself if it is not a short form. A short
 * form lists its parameters at the top level, each with its own schema.
 */
export function expandShortForm(schema: PlainObject): PlainObject {
  if (asFastify) return schema
  const full: PlainObject = { type: 'object', properties: {} }
  const properties: PlainObject = {}
  let parameters = 0
  for (const key of Object.keys(schema)) {
    const value = schema[key]
    if (decisive.get(key)?.(value) === true) return schema
    if (isCompanion(key, value)) {
      setOwn(full, key, value)
      continue
    }
    if (!isJsonSchema(value)) return schema
    setOwn(properties, key, value)
    parameters++
  }
  if (parameters === 0) return schema
  full.properties = properties
  // Defined apart from the keywords: copies of the full form and its text do not contain it.
  Object.defineProperty(full, shortForm, { value: schema })
  return full
}

const shortForm = Symbol('alcove.short-form')

export function asWritten(schema: unknown): unknown {
  return isPlainObject(schema) ? (Reflect.get(schema, shortForm) ?? schema) : schema
}

/**
 * A compiler of the application. It gets schemas as they were written, because only alcove knows short forms
 * (docs/guide/validation.md).
 */
export function takeAsWritten<Input extends { schema: unknown }, Result>(
  compile: (input: Input) => Result,
): (input: Input) => Result {
  return (input) => {
    const schema = asWritten(input.schema)
    return compile(schema === input.schema ? input : { ...input, schema })
  }
}
