import type { RouteName, RouteSchema } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { schemaParts } from '../../support/request-parts.js'
import { describeValue } from '../../support/values.js'
import { routeText } from '../compiler/schema-error.js'
import { isStandardSchema } from '../engines/standard.js'
import { isPlainObject, type PlainObject, plainSchemaOf, setOwn } from './plain-data.js'
import { expandShortForm } from './short-form.js'

const responseKey = /^(?:[1-5]\d{2}|[1-5]xx|default)$/

/**
 * A route's schema in its full form: `query` as `querystring`, short forms expanded (docs/guide/validation.md). The
 * given object is never changed. A schema that is already in full form is returned as it is.
 *
 * @throws FST_ERR_SCH_DUPLICATE, FST_ERR_SCH_CONTENT_MISSING_SCHEMA, FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX
 */
export function normalizeRouteSchema(schema: RouteSchema, route: RouteName): RouteSchema {
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
  const changed = schemaParts.filter((part) => full[part] !== schema[part])
  if (changed.length === 0) return schema
  const result: RouteSchema = { ...schema }
  for (const part of changed) result[part] = full[part]
  return result
}

function expand(given: unknown): unknown {
  if (isStandardSchema(given)) return given
  const schema = plainSchemaOf(given)
  return isPlainObject(schema) ? expandShortForm(schema) : schema
}

function expandContent(given: unknown, route: RouteName, part: string): unknown {
  const schema = plainSchemaOf(given)
  if (!hasContentMap(schema)) return expand(schema)
  const content: PlainObject = {}
  let changed = false
  for (const [mediaType, entry] of Object.entries(schema.content)) {
    if (!isPlainObject(entry) || entry.schema === undefined || entry.schema === null) {
      throw new schemaCodes.FST_ERR_SCH_CONTENT_MISSING_SCHEMA(routeText(route), part, mediaType)
    }
    const full = expand(entry.schema)
    changed ||= full !== entry.schema
    setOwn(content, mediaType, full === entry.schema ? entry : { ...entry, schema: full })
  }
  if (!changed) return schema
  return { ...schema, content }
}

/** Whether a body or response is declared per media type: a key of its `content` is one. */
export function hasContentMap(schema: unknown): schema is PlainObject & { content: PlainObject } {
  if (!isPlainObject(schema) || !isPlainObject(schema.content)) return false
  return asFastify || Object.keys(schema.content).some((key) => mediaTypeOf(key) !== '')
}

function expandResponse(given: unknown, route: RouteName): unknown {
  const response = plainSchemaOf(given)
  if (response === undefined || response === null) return response
  if (!isPlainObject(response)) {
    throw notNested(routeText(route), describeValue(response))
  }
  const result: PlainObject = {}
  let changed = false
  for (const key of Object.keys(response)) {
    if (!responseKey.test(key.toLowerCase())) {
      throw notNested(routeText(route), key)
    }
    result[key] = expandContent(response[key], route, `response ${key}`)
    changed ||= result[key] !== response[key]
  }
  return changed ? result : response
}

/** Fastify finds this error when it builds the serializers. */
function notNested(route: string, key: string): Error {
  const error = new schemaCodes.FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX(route, key)
  return asFastify ? new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(route, 'response', '', error.message) : error
}
