import type { VisibleSchemas } from '../../contracts/schema.js'
import { isRecord } from '../../support/values.js'

/**
 * The shared schema that a `$ref` points to as a whole. Other forms of `$ref` are not resolved, so they cause no
 * warning.
 */
export function sharedBy(ref: string, schemas: VisibleSchemas): VisibleSchemas[string] | undefined {
  return schemas[ref.endsWith('#') ? ref.slice(0, -1) : ref]
}

/** A schema, the schemas of its `allOf`, and the shared schema that it points to, each once. */
export function includedSchemas(
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
