import type { UnvalidatedValue } from '../../context/route-contract.js'
import type { RouteSchema } from '../../contracts/schema.js'
import { isDeepStrictEqual } from '../../packages/node.cjs'
import type { NamedSchema } from '../../request/validation/named-values.js'
import { plainSchemaOf } from '../../schema/model/json-schema.js'
import { expandShortForm } from '../../schema/model/route-schema.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { isRecord } from '../../support/values.js'
import { decoratorOf, type NamedSource, type ParameterSource } from '../decorators/facts.js'

/** A route schema and its decorator, for messages. */
export interface SchemaOrigin {
  readonly schema: RouteSchema | null | undefined
  readonly from: string
}

/** Reports two schemas for one part, status or value: `body`, `response 200`, `querystring "page"`. */
export type Conflict = (what: string, first: string, second: string) => void

/** The schemas of parameter decorators: `@Body(schema)` sets the schema of the body. */
export function parameterSchemas(parameters: readonly ParameterSource[] | null): SchemaOrigin[] {
  return (parameters ?? []).flatMap((source, index): SchemaOrigin[] => {
    if (source.from !== 'part' || source.name !== null || source.schema === null) return []
    return [{ schema: { [source.part]: source.schema }, from: `the decorator of parameter ${index + 1}` }]
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

/**
 * Adds the schemas of `@Param(name, schema)`, `@Query(name, schema)` and `@Headers(name, schema)` to the parts of the
 * route's schema. A part without another schema keeps undeclared values, because no schema declares them.
 */
export function mergeNamed(
  schema: RouteSchema | undefined,
  parameters: readonly ParameterSource[] | null,
  refuse: Conflict,
): RouteSchema | undefined {
  let merged = schema
  for (const given of (parameters ?? []).filter(isNamed)) {
    const { part } = given
    const whole = plainSchemaOf(merged?.[part])
    const runsBeside = isStandardSchema(given.schema) // the part must only keep the value
    if (whole === undefined && (runsBeside || given.schema === null)) continue
    const source = runsBeside && !isOfLibrary(whole) ? { ...given, schema: {} } : given
    const next = withProperty(whole, source, (first) => {
      if (runsBeside) return // namedSchemas reports it
      refuse(`${part} "${source.name}"`, first, titleOf(source))
    })
    if (next !== whole) merged = { ...merged, [part]: next }
  }
  return merged
}

/**
 * The values that have a schema of another library. The library validates each of them on its own, so no other schema
 * may declare the value.
 */
export function namedSchemas(
  schema: RouteSchema | undefined,
  parameters: readonly ParameterSource[] | null,
  refuse: Conflict,
): NamedSchema[] {
  const sources = (parameters ?? []).filter(isNamed)
  const found = new Map<string, NamedSchema>()
  for (const source of sources) {
    if (!isStandardSchema(source.schema)) continue
    const { part, name } = source
    const key = `${part} ${name}`
    if (found.get(key)?.schema === source.schema) continue
    const isTwice = sources.some((each) => {
      return each.name === name && each.part === part && each.schema !== null && each.schema !== source.schema
    })
    const first = isTwice ? 'another parameter' : declaredIn(plainSchemaOf(schema?.[part]), source)
    if (first === null) found.set(key, { part, name, schema: source.schema })
    else refuse(`${part} "${name}"`, first, titleOf(source))
  }
  return [...found.values()]
}

/** The values without a schema, in parts without a schema. The schema of a part describes all its values. */
export function unvalidatedValues(
  schema: RouteSchema | undefined,
  parameters: readonly ParameterSource[] | null,
): UnvalidatedValue[] {
  const found = new Map<string, UnvalidatedValue>()
  for (const { part, name, schema: own } of (parameters ?? []).filter(isNamed)) {
    if (part === 'params' || own !== null || plainSchemaOf(schema?.[part]) !== undefined) continue
    found.set(`${part} ${name}`, { part, name })
  }
  return [...found.values()]
}

/** The declaration that already has a schema for the value, for messages; null if none has one. */
function declaredIn(whole: unknown, source: NamedSource): string | null {
  if (isOfLibrary(whole)) return ofWholePart
  const full = isRecord(whole) ? expandShortForm(whole) : whole
  const properties = isRecord(full) && isRecord(full.properties) ? full.properties : {}
  return keyOf(properties, source) === undefined ? null : 'the schema of the whole part'
}

function isNamed(source: ParameterSource): source is NamedSource {
  return source.from === 'part' && source.name !== null
}

/** `@Query("page")`, for messages. */
function titleOf(source: NamedSource): string {
  return `@${decoratorOf(source)}("${source.name}")`
}

/** The schema of a part with one more property. It is the same object if the part already has the property. */
function withProperty(given: unknown, source: NamedSource, conflict: (first: string) => void): unknown {
  const { name, schema } = source
  if (given === undefined) return { type: 'object', properties: { [name]: schema }, additionalProperties: true }
  if (isOfLibrary(given)) {
    if (schema !== null) conflict(ofWholePart)
    return given
  }
  const full = isRecord(given) ? expandShortForm(given) : given
  if (!isRecord(full) || (full.properties !== undefined && !isRecord(full.properties))) return given
  if (full.properties === undefined && (full.type === undefined || 'allOf' in full)) return beside(full, source)
  const properties = isRecord(full.properties) ? full.properties : {}
  const key = keyOf(properties, source)
  if (key === undefined) return { ...full, properties: { ...properties, [name]: schema ?? {} } }
  if (schema !== null && !isDeepStrictEqual(properties[key], schema))
    conflict('the schema of the whole part or another parameter')
  return given
}

const ofWholePart = 'a schema of another library for the whole part'

/** The key of a value among the properties of its part. */
function keyOf(properties: object, { part, name }: NamedSource): string | undefined {
  return Object.keys(properties).find((each) => (part === 'headers' ? each.toLowerCase() : each) === name)
}

/** A part that is a reference or a combination stays unchanged, and applies together with the property. */
function beside(full: Record<string, unknown>, { name, schema }: NamedSource): unknown {
  if (schema === null && full.type === undefined) return full
  return { type: 'object', allOf: [full, { type: 'object', properties: { [name]: schema ?? {} } }] }
}

/** Whether a schema is of another library, so that it cannot get a property. */
function isOfLibrary(schema: unknown): boolean {
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
}
