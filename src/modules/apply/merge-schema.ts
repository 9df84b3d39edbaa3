import { isDeepStrictEqual } from 'node:util'
import type { RouteSchema } from '../../contracts/schema.js'
import { treeCodes } from '../../errors/tree-codes.js'
import type { Report } from '../../support/report.js'
import type { ParameterSource } from '../decorators/facts.js'

/** A route schema and who says it, for messages. */
export interface SchemaOrigin {
  readonly schema: RouteSchema | null | undefined
  readonly from: string
}

/** The schema that parameter decorators give: `@Body(schema)` is the body's. */
export function parameterSchema(parameters: readonly ParameterSource[] | null): RouteSchema | null {
  const schema: RouteSchema = {}
  for (const source of parameters ?? []) {
    if (!('schema' in source) || 'name' in source || source.schema === null) continue
    schema[partOf(source.from)] = source.schema
  }
  return Object.keys(schema).length === 0 ? null : schema
}

/** One schema of several, part by part. The same part twice must be the same schema. */
export function mergeSchemas(
  member: string,
  origins: readonly SchemaOrigin[],
  report: Report,
): RouteSchema | undefined {
  const merged: RouteSchema = {}
  const givenBy = new Map<string, string>()
  for (const { schema, from } of origins) {
    for (const [key, part] of Object.entries(schema ?? {})) {
      const name = partOf(key)
      const first = givenBy.get(name)
      if (first !== undefined && !isDeepStrictEqual(merged[name], part)) {
        report(new treeCodes.ALC_ERR_SCHEMA_CONFLICT(member, name, first, from))
        continue
      }
      merged[name] = part
      givenBy.set(name, from)
    }
  }
  return givenBy.size === 0 ? undefined : merged
}

function partOf(key: string): string {
  return key === 'query' ? 'querystring' : key
}
