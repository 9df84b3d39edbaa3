import type { Logger } from '../../contracts/logger.js'
import type { RouteName, VisibleSchemas } from '../../contracts/schema.js'
import { isRecord } from '../../support/values.js'

/** What every error body of the framework has. Errors with a code have that as well; a failed validation has none. */
const bodyKeys: ReadonlySet<string> = new Set(['statusCode', 'error', 'message'])

const errorKey = /^(?:[45]xx|default)$/i

/** Where warnings about error schemas go, and what has been warned of: routes that share a schema share the warning. */
export interface ErrorSchemaLog {
  readonly log: Logger
  readonly warnedSchemas: WeakSet<object>
}

/**
 * Warns of response schemas for failures that the framework's own errors do not fit: these are sent without the schema.
 * Only for routes without error handlers, which may answer as the schema says.
 */
export function warnOfErrorSchemas(
  { method, url }: RouteName,
  response: unknown,
  schemas: VisibleSchemas,
  { log, warnedSchemas }: ErrorSchemaLog,
): void {
  if (!isRecord(response)) return
  for (const status of Object.keys(response)) {
    const schema = response[status]
    if (!errorKey.test(status) || !isRecord(schema) || warnedSchemas.has(schema)) continue
    warnedSchemas.add(schema)
    const lacking = requiredOf(schema, schemas, new Set()).filter((name) => !bodyKeys.has(name))
    if (lacking.length === 0) continue
    log.warn(
      `The response schema "${status}" of ${method} ${url} requires ${lacking.map((name) => `"${name}"`).join(', ')}. The error body of the framework, { statusCode, error, message }, lacks that, and is sent without the schema. Answer errors in an error handler, or require less`,
    )
  }
}

/** The names under `required` of a schema, of its `allOf`, and of the shared schema that it points to. */
function requiredOf(schema: unknown, schemas: VisibleSchemas, seen: Set<object>): string[] {
  if (!isRecord(schema) || seen.has(schema)) return []
  seen.add(schema)
  const { required, allOf, $ref } = schema
  const own = Array.isArray(required) ? required.map(String) : []
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...(typeof $ref === 'string' ? [schemas[idOf($ref)]] : [])]
  return [...new Set([...own, ...parts.flatMap((part) => requiredOf(part, schemas, seen))])]
}

/** The `$id` in a `$ref` to a whole shared schema. For other forms nothing is found, and nothing is warned of. */
function idOf(ref: string): string {
  return ref.endsWith('#') ? ref.slice(0, -1) : ref
}
