import type { RouteSchema } from '../../contracts/schema.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { isDeepStrictEqual } from '../../packages/node.cjs'
import type { Report } from '../../support/report.js'
import type { ParameterSource } from '../decorators/facts.js'

/** A route schema and its decorator, for messages. */
export interface SchemaOrigin {
  readonly schema: RouteSchema | null | undefined
  readonly from: string
}

/** The schemas of parameter decorators: `@Body(schema)` sets the body's. */
export function parameterSchemas(parameters: readonly ParameterSource[] | null): SchemaOrigin[] {
  return (parameters ?? []).flatMap((source): SchemaOrigin[] => {
    if (!('schema' in source) || 'name' in source || source.schema === null) return []
    return [{ schema: { [partOf(source.from)]: source.schema }, from: 'the decorator of a parameter' }]
  })
}

/** Merges several schemas, part by part. If two declare the same part, it must be the same schema. */
export function mergeSchemas(
  member: string,
  origins: readonly SchemaOrigin[],
  report: Report,
): RouteSchema | undefined {
  const given = origins.filter(({ schema }) => Object.keys(schema ?? {}).length > 0)
  const [only, second] = given
  if (only === undefined) return undefined
  if (second === undefined && !Object.hasOwn(Object(only.schema), 'query')) return { ...only.schema }
  const merged: RouteSchema = {}
  const givenBy = new Map<string, string>()
  for (const { schema, from } of given) {
    for (const [key, part] of Object.entries(schema ?? {})) {
      const name = partOf(key)
      const by = key === name ? from : `${key} of ${from}`
      const first = givenBy.get(name)
      if (first !== undefined && !isDeepStrictEqual(merged[name], part)) {
        report(new treeCodes.ALC_ERR_SCHEMA_CONFLICT(member, name, first, by))
        continue
      }
      merged[name] = part
      givenBy.set(name, by)
    }
  }
  return merged
}

function partOf(key: string): string {
  return key === 'query' ? 'querystring' : key
}
