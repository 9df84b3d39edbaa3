import type { ContextView } from '../../context/context.js'
import { type ContractOptions, contract } from '../../context/route-contract.js'
import type { RouteShorthandOptions } from '../../contracts/route.js'
import { quoted } from '../../errors/coded-error.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { typesOf } from '../../schema/model/json-schema.js'
import { asWritten, hasContentMap } from '../../schema/model/route-schema.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { nearMisses } from '../../support/near-miss.js'
import type { Report } from '../../support/report.js'
import { requestParts, writtenParts } from '../../support/request-parts.js'
import { isRecord } from '../../support/values.js'

/** The keys of a route schema that alcove reads, and those of OpenAPI. */
export const knownParts: ReadonlySet<string> = new Set([
  ...writtenParts,
  ...['summary', 'description', 'tags', 'operationId', 'security', 'deprecated', 'externalDocs'],
  ...['consumes', 'produces', 'hide', 'examples', 'servers', 'callbacks'],
])

/** A route for the checks of its parts. */
export interface PartsPlace {
  readonly title: string
  readonly view: Pick<ContextView, 'isDefaultValidator' | 'isDefaultSerializer'>
  readonly report: Report
}

/** Reports keys of a route schema, of its body and of its responses that have no effect or another one. */
export function checkParts(
  options: RouteShorthandOptions & ContractOptions,
  schema: object,
  { title, view, report }: PartsPlace,
): void {
  const refuse = (problem: string, advice: string) =>
    report(new contractCodes.ALC_ERR_SCHEMA_PART(title, problem, advice))
  if (isWholeSchema(schema)) {
    const problem = 'is a JSON Schema, so alcove validates nothing with it'
    refuse(problem, 'Write it under the name of its part, such as { body: { … } } or { response: { 200: { … } } }')
    return
  }
  for (const key of Object.keys(schema)) {
    if (knownParts.has(key) || key.startsWith('x-')) continue
    const near = nearMisses(key, knownParts)
    const advice = `Did you mean ${quoted(near)}? Correct the key, or write "x-${key}" for a key of your own`
    if (near.length > 0) refuse(`has the part "${key}", which has no effect`, advice)
  }
  const parts = schema as Record<string, unknown> // any values
  if (view.isDefaultValidator && options.validatorCompiler === undefined) {
    for (const part of requestParts) refuseFlag(part, parts[part], refuse)
  }
  const isOfController = options[contract] !== undefined
  for (const part of isOfController ? writtenParts : []) {
    if (part === 'response' || parts[part] !== undefined || !Object.hasOwn(parts, part)) continue
    refuse(`has an undefined ${part} schema, so nothing would validate it`, circularImport)
  }
  const { body, response } = parts
  if (view.isDefaultValidator && options.validatorCompiler === undefined) refuseWrapper('body', body, refuse)
  if (!isRecord(response)) return
  const isSerialized = view.isDefaultSerializer && options.serializerCompiler === undefined
  for (const [status, given] of Object.entries(response)) {
    const part = `response ${status}`
    if (given === undefined && isOfController)
      refuse(`has an undefined ${part}, so nothing would filter the answer`, circularImport)
    if (isSerialized) refuseWrapper(part, given, refuse)
  }
}

const circularImport = 'Check for a circular import, or remove the key'

/** Whether the schema of a route is itself a JSON Schema, or one of another library. */
function isWholeSchema(schema: object): boolean {
  if (isStandardSchema(schema)) return true
  const { type, properties, $ref } = schema as Record<string, unknown> // any values
  return typeof $ref === 'string' || (typeof type === 'string' && isRecord(properties))
}

/** Refuses `required: true` beside the parameters of a short form. It would declare a parameter of this name. */
function refuseFlag(part: string, given: unknown, refuse: (problem: string, advice: string) => void): void {
  const entry = asWritten(given)
  if (entry === given || !isRecord(entry) || typeof entry.required !== 'boolean') return
  const names = Object.keys(entry).filter((key) => isRecord(entry[key]))
  const problem = `has "required: ${entry.required}" in its ${part}, which is not a list of names`
  refuse(problem, entry.required ? `Write required: [${names.map((name) => `'${name}'`).join(', ')}]` : 'Remove it')
}

/**
 * Refuses objects of OpenAPI around the schema of a part. In a short form their keys would be properties, so bodies and
 * answers would lose their own.
 */
function refuseWrapper(part: string, given: unknown, refuse: (problem: string, advice: string) => void): void {
  const entry = asWritten(given)
  if (!isRecord(entry) || hasContentMap(entry)) return
  const mediaType = Object.keys(entry).find((key) => mediaTypeOf(key) !== '' && isRecord(Object(entry[key]).schema))
  if (mediaType !== undefined) {
    const problem = `has the media type "${mediaType}" directly in its ${part}`
    refuse(problem, `Write { content: { '${mediaType}': { schema: … } } }`)
  } else if (isSwagger(entry, part)) {
    const problem = `has its ${part} under the key "schema", as in Swagger 2. alcove would read "schema" as a property`
    const advice = `Write the schema itself, or { description, content: { 'application/json': { schema } } }`
    refuse(problem, `${advice}. For a property of this name, write { type: 'object', properties: { schema: … } }`)
  }
}

const swaggerKeys: readonly string[] = ['description', 'schema', 'headers', 'examples']

/** Whether it is `{ description: 'text', schema }`. `{ schema }` is one for a response whose schema is not of a text. */
function isSwagger(entry: Record<string, unknown>, part: string): boolean {
  const { schema, description } = entry
  const keys = Object.keys(entry).filter((key) => !key.startsWith('x-'))
  if (!isRecord(schema) || !keys.every((key) => swaggerKeys.includes(key))) return false
  if (typeof description === 'string') return true
  return part !== 'body' && keys.length === 1 && isOfSeveralValues(schema)
}

const several = ['$ref', 'properties', 'items', 'anyOf', 'oneOf', 'allOf'] as const

function isOfSeveralValues(schema: Record<string, unknown>): boolean {
  const isContainer = typesOf(schema).some((type) => type === 'object' || type === 'array')
  return isContainer || isStandardSchema(schema) || several.some((keyword) => keyword in schema)
}
