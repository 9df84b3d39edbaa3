import type { RouteSchema } from '../../contracts/schema.js'
import { isDeepStrictEqual } from '../../packages/node.cjs'
import { plainSchemaOf } from '../../schema/model/json-schema.js'
import { isRecord } from '../../support/values.js'
import type { ParameterSource } from '../decorators/facts.js'

/** A route schema and its decorator, for messages. */
export interface SchemaOrigin {
  readonly schema: RouteSchema | null | undefined
  readonly from: string
}

/** Reports two schemas for one part, status or value: `body`, `response 200`, `querystring "page"`. */
export type Conflict = (what: string, first: string, second: string) => void

/** The schemas of parameter decorators: `@Body(schema)` sets the schema of the body. */
export function parameterSchemas(parameters: readonly ParameterSource[] | null): SchemaOrigin[] {
  return (parameters ?? []).flatMap((source): SchemaOrigin[] => {
    if (!('schema' in source) || 'name' in source || source.schema === null) return []
    return [{ schema: { [partOf(source.from)]: source.schema }, from: 'the decorator of a parameter' }]
  })
}

/**
 * Merges several schemas, part by part, and responses status by status. Two declarations of one part or status must
 * have equal schemas.
 */
export function mergeSchemas(origins: readonly SchemaOrigin[], refuse: Conflict): RouteSchema | undefined {
  const given = origins.filter(({ schema }) => Object.keys(schema ?? {}).length > 0)
  const [only, second] = given
  if (only === undefined) return undefined
  if (second === undefined && !Object.hasOwn(Object(only.schema), 'query')) return { ...only.schema }
  const merged: RouteSchema = {}
  const taken = new Map<string, { readonly by: string; readonly part: unknown }>()
  for (const { schema, from } of given) {
    for (const { into, key, name, part, by } of partsOf(schema ?? {}, merged, from)) {
      const first = taken.get(name)
      if (first === undefined) {
        into[key] = part
        taken.set(name, { by, part })
      } else if (!isDeepStrictEqual(first.part, part)) {
        refuse(name, first.by, by)
      }
    }
  }
  return merged
}

interface Part {
  readonly into: Record<string, unknown>
  readonly key: string
  /** The name of the part in messages. Two keys of one status, such as `4xx` and `4XX`, have equal names. */
  readonly name: string
  readonly part: unknown
  readonly by: string
}

/**
 * The parts of a schema, and the place of each in the merged schema. The boot refuses a `response` of another form
 * later.
 */
function partsOf(schema: RouteSchema, merged: RouteSchema, from: string): Part[] {
  return Object.entries(schema).flatMap(([key, part]): Part[] => {
    const name = partOf(key)
    if (name !== 'response')
      return [{ into: merged, key: name, name, part, by: key === name ? from : `${key} of ${from}` }]
    const byStatus = plainSchemaOf(part)
    if (byStatus === undefined || byStatus === null) return []
    merged.response ??= {}
    const into = merged.response
    if (!isRecord(byStatus) || !isRecord(into)) return [{ into: merged, key, name, part, by: from }]
    return Object.entries(byStatus).map(([status, answer]) => {
      return { into, key: status, name: `response ${status.toLowerCase()}`, part: answer, by: from }
    })
  })
}

function partOf(key: string): string {
  return key === 'query' ? 'querystring' : key
}
