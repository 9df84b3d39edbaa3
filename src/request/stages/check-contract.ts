import type { ContextView } from '../../context/context.js'
import { type ContractOptions, contract, listType, type TypedParameter, titleOf } from '../../context/route-contract.js'
import type { RouteShorthandOptions } from '../../contracts/route.js'
import type { RouteName, RouteSchema, VisibleSchemas } from '../../contracts/schema.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { policies } from '../../support/as-fastify.js'
import { pathParameters } from '../../support/paths.js'
import type { Report } from '../../support/report.js'
import { describeValue, isRecord } from '../../support/values.js'
import { checkParts } from './check-parts.js'
import { namesIn, sharedBy } from './error-schemas.js'

interface ContractPlace {
  readonly context: { readonly view: ContextView }
  readonly settings: Record<'hasBody' | 'validatesBody', (method: string) => boolean>
  readonly report: Report
}

/**
 * Reports mistakes in a route schema: misspelt keys and parameters that the path does not have. It also reports handler
 * parameters whose types the schema does not guarantee.
 */
export function checkContract(
  options: RouteShorthandOptions & ContractOptions,
  route: RouteName,
  { context, settings, report }: ContractPlace,
): void {
  const { schemas, isDefaultValidator, parsers } = context.view
  const { schema = {}, validatorCompiler } = options
  const title = titleOf(options, route)
  if (!policies.refusesWhatHasNoEffect && !isRefusedByFastify(schema)) return
  if (!isRecord(schema)) {
    if (schema !== null)
      report(new contractCodes.ALC_ERR_SCHEMA_PART(title, `is ${describeValue(schema)}`, partsAdvice))
    return
  }
  const { method, url } = route
  const unvalidated = settings.validatesBody(method) ? null : { method, isParsed: settings.hasBody(method) }
  const checked = { title, url, schemas, unvalidated, report }
  if (isDefaultValidator && validatorCompiler === undefined) {
    const parameters = (options[contract]?.parameters ?? []).filter((each) => !(parsers.hasOthers && mayBeParsed(each)))
    checkParameterTypes(parameters, schema, checked)
  }
  checkParts(options, schema, { title, view: context.view, report })
  checkParams(schema.params, checked)
}

const partsAdvice = 'Pass an object with body, querystring, params, headers or response'

/** Whether Fastify refuses a value as the schema of a route. It ignores falsy values and takes any object. */
function isRefusedByFastify(schema: unknown): boolean {
  return Boolean(schema) && typeof schema !== 'object' && typeof schema !== 'function'
}

interface Unvalidated {
  readonly method: string
  readonly isParsed: boolean
}

/** A route for the checks of its parts. */
interface CheckedRoute {
  readonly title: string
  readonly url: string
  readonly schemas: VisibleSchemas
  /** The method of the route if its bodies are not validated; null if they are. */
  readonly unvalidated: Unvalidated | null
  readonly report: Report
}

/** Whether a parser of the application may create the value: a number or boolean as the whole body. */
function mayBeParsed({ part, property, declared }: TypedParameter): boolean {
  return part === 'body' && property === null && (declared === 'number' || declared === 'boolean')
}

function checkParams(params: unknown, { title, url, schemas, report }: CheckedRoute): void {
  if (params === undefined || params === null) return
  const names = pathParameters(url)
  const declared = namesIn(params, schemas, ({ properties }) => (isRecord(properties) ? Object.keys(properties) : []))
  const strays = declared.filter((name) => !names.includes(name))
  for (const name of strays) report(new treeCodes.ALC_ERR_PATH_PARAMETER(title, name, names))
  if (names.length === 0 && strays.length === 0) report(new treeCodes.ALC_ERR_PATH_PARAMETER(title, null, names))
}

/** Reports parameters with a declared type that their schema does not guarantee. */
function checkParameterTypes(
  parameters: readonly TypedParameter[],
  schema: RouteSchema,
  { title, schemas, unvalidated, report }: CheckedRoute,
): void {
  for (const { position, declared, part, property } of parameters) {
    const whole = resolved(schema[part], schemas)
    const own = property === null ? whole : propertyOf(whole, property, schemas)
    if (makes(declared, own, part)) continue
    const source = property === null ? `the ${names[part].whole}` : `the ${names[part].value} "${property}"`
    const advice =
      part === 'body' && unvalidated !== null
        ? adviceOnMethod(unvalidated, adviceOn(declared, part, property))
        : adviceOn(declared, part, property)
    report(new contractCodes.ALC_ERR_PARAMETER_TYPE(title, position, declared, source, advice))
  }
}

const names = {
  body: { whole: 'body', value: 'property', decorator: 'Body' },
  querystring: { whole: 'query', value: 'query value', decorator: 'Query' },
  params: { whole: 'path parameters', value: 'path parameter', decorator: 'Param' },
  headers: { whole: 'headers', value: 'header', decorator: 'Headers' },
} as const

function adviceOn(declared: string, part: TypedParameter['part'], property: string | null): string {
  const { decorator, whole, value } = names[part]
  if (notInJson.has(declared)) {
    const other = `give the ${whole} a schema that converts it, such as one of zod`
    return `Declare the ${property === null ? 'parameter' : value} as it is sent, or ${other}`
  }
  const isPlain = declared === 'number' || declared === 'boolean'
  if (property === null) {
    const name = part === 'params' ? 'Params' : decorator
    return isPlain
      ? `Declare the parameter as the ${whole} is`
      : `Give a schema: @${name}({ type: 'object', properties: { … } })`
  }
  if (declared === listType)
    return `Write @Query('${property}', { type: 'array', items: { type: 'string' } }), or declare it as string. A single value becomes a list only with coerceTypes: 'array'`
  const type = isPlain ? declared : 'object'
  return `Write @${decorator}('${property}', { type: '${type}' }), or declare it as string`
}

/** The advice for a method whose bodies are not validated, where a schema alone would be rejected. */
function adviceOnMethod({ method, isParsed }: Unvalidated, advice: string): string {
  if (!isParsed) return `Bodies of ${method} are not read: take the values from the query, with @Query, or use POST`
  const without = `Bodies of ${method} are not validated: declare the parameter as unknown and check the value in the handler`
  return `${without}. Or call addHttpMethod('${method}', { hasBody: true }) in a plugin of the root module, and do this: ${advice}`
}

/** Types of values that a JSON Schema never produces. */
const notInJson: ReadonlySet<string> = new Set(['Date', 'Map', 'Set', 'RegExp', 'URL', 'URLSearchParams'])

/** The schema of a value; undefined: there is no schema. */
type Found = Record<string, unknown> | 'anything' | undefined

/** The schema itself, or the shared schema that it points to. A schema that cannot be read here may allow anything. */
function resolved(schema: unknown, schemas: VisibleSchemas): Found {
  if (schema === undefined || schema === null) return undefined
  if (!isRecord(schema) || hasContentMap(schema)) return 'anything'
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  return sharedBy($ref, schemas) ?? 'anything'
}

const combining = ['anyOf', 'oneOf', 'allOf', 'not', 'if', '$ref', '$merge', '$patch', '~standard'] as const

function isCombined(schema: Record<string, unknown>): boolean {
  return combining.some((keyword) => keyword in schema)
}

function propertyOf(whole: Found, name: string, schemas: VisibleSchemas): Found {
  if (whole === undefined || whole === 'anything') return whole
  const properties = isRecord(whole.properties) ? whole.properties : {}
  const key = Object.keys(properties).find((each) => each === name || each.toLowerCase() === name)
  if (key !== undefined) return resolved(properties[key], schemas)
  return isCombined(whole) || 'patternProperties' in whole ? 'anything' : undefined
}

function makes(declared: string, schema: Found, part: TypedParameter['part']): boolean {
  if (schema === undefined) return false
  if (schema === 'anything' || isCombined(schema)) return true
  if (notInJson.has(declared)) return false
  const types = [schema.type ?? []].flat()
  if (declared === listType) return types.includes('array') || 'items' in schema
  const values = [...(Array.isArray(schema.enum) ? schema.enum : []), ...('const' in schema ? [schema.const] : [])]
  if (declared === 'number' || declared === 'boolean') {
    if (types.includes(declared) || (declared === 'number' && types.includes('integer'))) return true
    return values.some((value) => typeof value === declared)
  }
  return types.length === 0
    ? part === 'body' || 'properties' in schema
    : types.includes('object') || types.includes('array')
}
