import type { ContextView } from '../../context/context.js'
import { type ContractOptions, contract, type TypedParameter, titleOf } from '../../context/route-contract.js'
import type { RouteShorthandOptions } from '../../contracts/route.js'
import type { RouteName, VisibleSchemas } from '../../contracts/schema.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { policies } from '../../support/as-fastify.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { pathParameters } from '../../support/path-parameters.js'
import type { Report } from '../../support/report.js'
import { writtenParts } from '../../support/request-parts.js'
import { describeValue, isRecord } from '../../support/values.js'
import { checkParameterTypes } from './check-parameter-types.js'
import { includedSchemas } from './included-schemas.js'

/** The keys of a route schema that alcove reads, and those of OpenAPI. */
export const knownParts: ReadonlySet<string> = new Set([
  ...writtenParts,
  ...[
    'summary',
    'description',
    'tags',
    'operationId',
    'security',
    'deprecated',
    'externalDocs',
    'consumes',
    'produces',
  ],
  ...['hide', 'examples', 'servers', 'callbacks'],
])

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
  if (!policies.refusesWhatHasNoEffect) return
  const title = titleOf(options, route)
  if (!isRecord(schema)) {
    if (schema !== null) report(new contractCodes.ALC_ERR_SCHEMA_PART(title, null, describeValue(schema)))
    return
  }
  if (isDefaultValidator && validatorCompiler === undefined) {
    const parameters = (options[contract]?.parameters ?? []).filter((each) => !(parsers.hasOthers && mayBeParsed(each)))
    const { method } = route
    const isParsed = settings.hasBody(method)
    const unvalidated = settings.validatesBody(method) ? null : { method, isParsed }
    checkParameterTypes(parameters, schema, title, { schemas, unvalidated, report })
  }
  checkParts(schema, title, report)
  if (options[contract] !== undefined) checkResponses(schema.response, title, report)
  checkParams(schema.params, { title, url: route.url, schemas, report })
}

function checkParts(schema: object, title: string, report: Report): void {
  for (const key of Object.keys(schema)) {
    if (knownParts.has(key) || key.startsWith('x-')) continue
    const near = nearMisses(key, knownParts)
    if (near.length > 0) report(new contractCodes.ALC_ERR_SCHEMA_PART(title, key, didYouMean(near)))
  }
}

function checkResponses(response: unknown, title: string, report: Report): void {
  if (!isRecord(response)) return
  for (const status of Object.keys(response)) {
    if (response[status] !== undefined) continue
    report(new contractCodes.ALC_ERR_SCHEMA_PART(title, `response ${status}`, null))
  }
}

/** Whether a parser of the application may create the value: a number or boolean as the whole body. */
function mayBeParsed({ part, property, declared }: TypedParameter): boolean {
  return part === 'body' && property === null && (declared === 'number' || declared === 'boolean')
}

interface ParamsPlace {
  readonly title: string
  readonly url: string
  readonly schemas: VisibleSchemas
  readonly report: Report
}

function checkParams(params: unknown, { title, url, schemas, report }: ParamsPlace): void {
  if (params === undefined || params === null) return
  const names = pathParameters(url)
  const strays = propertiesOf(params, schemas).filter((name) => !names.includes(name))
  for (const name of strays) report(new treeCodes.ALC_ERR_PATH_PARAMETER(title, name, names))
  if (names.length === 0 && strays.length === 0) report(new treeCodes.ALC_ERR_PATH_PARAMETER(title, null, names))
}

/** The names under `properties` of a schema, of its `allOf`, and of the shared schema that it points to. */
function propertiesOf(schema: unknown, schemas: VisibleSchemas): string[] {
  const names = includedSchemas(schema, schemas).flatMap(({ properties }) =>
    isRecord(properties) ? Object.keys(properties) : [],
  )
  return [...new Set(names)]
}
