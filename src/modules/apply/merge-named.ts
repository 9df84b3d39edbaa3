import { isDeepStrictEqual } from 'node:util'
import type { RouteSchema } from '../../contracts/schema.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { plainSchemaOf } from '../../schema/model/plain-data.js'
import { expandShortForm } from '../../schema/model/short-form.js'
import type { Report } from '../../support/report.js'
import { isRecord } from '../../support/values.js'
import type { NamedSource, ParameterSource } from '../decorators/facts.js'
import { decoratorNames } from '../decorators/parameters.js'

const parts = { param: 'params', 'query value': 'querystring', header: 'headers' } as const

/**
 * Puts the schemas of `@Param(name, schema)`, `@Query(name, schema)` and `@Headers(name, schema)` into the parts of the
 * route's schema. A part that has no other schema keeps what it does not declare: nobody else has declared it.
 */
export function mergeNamed(
  schema: RouteSchema | undefined,
  parameters: readonly ParameterSource[] | null,
  member: string,
  report: Report,
): RouteSchema | undefined {
  let merged = schema
  for (const source of (parameters ?? []).filter(isNamed)) {
    const part = parts[source.from]
    const given = plainSchemaOf(merged?.[part])
    if (given === undefined && source.schema === null) continue
    const next = withProperty(given, source, (first) => {
      report(new treeCodes.ALC_ERR_SCHEMA_CONFLICT(member, `${part} "${source.name}"`, first, decoratorOf(source)))
    })
    if (next !== given) merged = { ...merged, [part]: next }
  }
  return merged
}

export function isNamed(source: ParameterSource): source is NamedSource {
  return source.from === 'param' || source.from === 'query value' || source.from === 'header'
}

/** `@Query("page")`, for messages. */
export function decoratorOf({ from, name }: NamedSource): string {
  return `@${decoratorNames[from]}("${name}")`
}

/** The schema of a part with one more property. The same object where it has the property already. */
function withProperty(given: unknown, { from, name, schema }: NamedSource, conflict: (first: string) => void): unknown {
  if (given === undefined) return { type: 'object', properties: { [name]: schema }, additionalProperties: true }
  if (isOfLibrary(given)) {
    if (schema !== null) conflict('a schema of another library for the whole part')
    return given
  }
  const full = isRecord(given) ? expandShortForm(given) : given
  if (!isRecord(full) || (full.properties !== undefined && !isRecord(full.properties))) return given
  if (full.properties === undefined && full.type === undefined) return beside(full, { from, name, schema })
  const properties = isRecord(full.properties) ? full.properties : {}
  const key = Object.keys(properties).find((each) => (from === 'header' ? each.toLowerCase() : each) === name)
  if (key === undefined) return { ...full, properties: { ...properties, [name]: schema ?? {} } }
  if (schema !== null && !isDeepStrictEqual(properties[key], schema))
    conflict('the schema of the whole part or another parameter')
  return given
}

/** A part that is a reference or a combination is left as it is, and holds beside the property. */
function beside(full: object, { name, schema }: NamedSource): unknown {
  if (schema === null) return full
  return { type: 'object', allOf: [full, { type: 'object', properties: { [name]: schema } }] }
}

/** Nothing can be put into a schema of another library. */
function isOfLibrary(schema: unknown): boolean {
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
}
