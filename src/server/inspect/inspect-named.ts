import type { NamedSchema } from '../../request/validation/named-values.js'
import { describeStandard, type StandardSchema } from '../../standard/standard-schema.js'
import { pointerTo } from '../../support/json-pointer.js'
import { setOwn } from '../../support/plain-data.js'
import { isRecord, isThenable } from '../../support/values.js'

/**
 * The schema of a part for documents. Its properties include the values that each have a schema of another library,
 * although that library validates them.
 *
 * @param part the JSON Schema of the part; undefined where it has none
 */
export function withNamed(part: unknown, named: readonly NamedSchema[]): unknown {
  if (named.length === 0) return part
  const properties: Record<string, unknown> = {}
  for (const { name, schema } of named) {
    const described = describeStandard(schema, 'input') ?? {}
    setOwn(properties, name, moved(described, pointerTo('/properties', name)))
  }
  const required = named.filter(({ schema }) => isRequired(schema)).map(({ name }) => name)
  const own = { type: 'object', properties, required }
  if (part === undefined) return own
  if (!isRecord(part) || !isRecord(part.properties)) return { type: 'object', allOf: [part, own] }
  const before: unknown[] = Array.isArray(part.required) ? part.required : []
  return { ...part, properties: { ...part.properties, ...properties }, required: [...before, ...required] }
}

/** Moves a schema from its own document into a property. Changes each `#…`, so that it refers to the same part. */
function moved(schema: unknown, pointer: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => moved(item, pointer))
  if (!isRecord(schema)) return schema
  const entries = Object.entries(schema).map(([key, value]) => {
    const isOwnRef = key === '$ref' && typeof value === 'string' && /^#(?:\/|$)/.test(value)
    return [key, isOwnRef ? `#${pointer}${value.slice(1)}` : moved(value, pointer)] as const
  })
  return Object.fromEntries(entries.filter(([key]) => key !== '$schema'))
}

/** Whether a request without the value is refused. A schema of a library that refuses `undefined` requires it. */
function isRequired(schema: StandardSchema): boolean {
  try {
    const result: unknown = schema['~standard'].validate(undefined)
    if (!isThenable(result)) return isRecord(result) && result.issues !== undefined
    Promise.resolve(result).catch(() => undefined) // an async result is not used, but its rejection must be handled
    return false
  } catch {
    return true // the check throws because it needs a value
  }
}
