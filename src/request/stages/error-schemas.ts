import type { RouteName, VisibleSchemas } from '../../contracts/schema.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { isRecord, readProperty } from '../../support/values.js'
import type { PipelineSettings } from './route-parts.js'

/**
 * The keys of every error body of the framework. Errors with a code also have `code`; a failed validation has no code.
 */
const bodyKeys: ReadonlySet<string> = new Set(['statusCode', 'error', 'message'])

const errorKey = /^(?:[45]xx|default)$/i

/** The responses of a route, and the causes for which the framework itself answers with an error. */
export interface ErrorSchemaParts {
  readonly response: unknown
  readonly schemas: VisibleSchemas
  /** Whether a request may fail the validation, which the framework answers with 400. */
  readonly validates: boolean
}

/** A response schema for failures that the framework's own errors do not fit. */
export interface UnfitErrorSchema {
  readonly status: string
  readonly schema: object
  readonly problem: string
}

/**
 * Warns of response schemas for failures that the framework's errors do not fit: these errors are sent without the
 * schema. Routes with error handlers are not checked, because a handler may answer as the schema declares. Routes that
 * share a schema share the warning.
 */
export function warnOfErrorSchemas(
  { method, url }: RouteName,
  parts: ErrorSchemaParts,
  { log, warnedSchemas }: Pick<PipelineSettings, 'log' | 'warnedSchemas'>,
): void {
  for (const { status, schema, problem } of unfitErrorSchemas(parts)) {
    if (warnedSchemas.has(schema)) continue
    warnedSchemas.add(schema)
    log.warn(`The response schema "${status}" of ${method} ${url} ${problem}`)
  }
}

/** Response schemas that errors of the framework do not fit: these errors are sent without the schema. */
export function unfitErrorSchemas({ response, schemas, validates }: ErrorSchemaParts): UnfitErrorSchema[] {
  if (!isRecord(response)) return []
  return Object.keys(response).flatMap((status): UnfitErrorSchema[] => {
    const schema = response[status]
    if (!isRecord(schema) || !(errorKey.test(status) || (validates && status === '400'))) return []
    const type = otherType(schema, schemas)
    if (type !== null) return [{ status, schema, problem: `is for ${type}. ${sentWithout}` }]
    const required = namesIn(schema, schemas, (each) => (Array.isArray(each.required) ? each.required : []))
    const lacking = required.filter((name) => !bodyKeys.has(name))
    if (lacking.length === 0) return []
    const names = lacking.map((name) => `"${name}"`).join(', ')
    return [{ status, schema, problem: `requires ${names}. ${lacks}` }]
  })
}

const sentWithout =
  'The error body of the framework, { statusCode, error, message }, is an object, and is sent without the schema. Answer errors in an error handler, or declare an object'
const lacks =
  'The error body of the framework, { statusCode, error, message }, lacks that, and is sent without the schema. Answer errors in an error handler, or require less'

/** The keys of responses whose schemas accept no object, and so no error body. Null if there are none. */
export function keysWithoutObjects(response: unknown, schemas: VisibleSchemas): ReadonlySet<string> | null {
  if (!isRecord(response)) return null
  const keys = Object.keys(response).filter((key) => otherType(response[key], schemas) !== null)
  return keys.length === 0 ? null : new Set(keys.map((key) => key.toLowerCase()))
}

/** The type of a schema that accepts no object; null for other schemas. */
function otherType(given: unknown, schemas: VisibleSchemas): string | null {
  const schema = hasContentMap(given) ? readProperty(given.content['application/json'], 'schema') : given
  const { type, $ref } = Object(schema)
  if (typeof $ref === 'string' && type === undefined) {
    const target = sharedBy($ref, schemas)
    return target === undefined || target === schema ? null : otherType(target, {})
  }
  const types = [type ?? []].flat()
  return types.length === 0 || types.includes('object') ? null : types.join(' or ')
}

/** Names in a schema, in its `allOf`, and in the shared schema that it points to, each once. */
export function namesIn(
  schema: unknown,
  schemas: VisibleSchemas,
  read: (schema: Record<string, unknown>) => readonly unknown[],
): string[] {
  return [...new Set(includedSchemas(schema, schemas).flatMap(read).map(String))]
}

/**
 * The shared schema that a `$ref` points to as a whole. Other forms of `$ref` are not resolved, so they cause no
 * warning.
 */
export function sharedBy(ref: string, schemas: VisibleSchemas): VisibleSchemas[string] | undefined {
  return schemas[ref.endsWith('#') ? ref.slice(0, -1) : ref]
}

/** A schema, the schemas of its `allOf`, and the shared schema that it points to, each once. */
function includedSchemas(
  schema: unknown,
  schemas: VisibleSchemas,
  seen: Set<object> = new Set(),
): Record<string, unknown>[] {
  if (!isRecord(schema) || seen.has(schema)) return []
  seen.add(schema)
  const { allOf, $ref } = schema
  const parts = [...(Array.isArray(allOf) ? allOf : []), typeof $ref === 'string' ? sharedBy($ref, schemas) : undefined]
  return [schema, ...parts.flatMap((part) => includedSchemas(part, schemas, seen))]
}
