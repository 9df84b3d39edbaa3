import { groupBy } from '../support/lists.js'
import { isRecord } from '../support/values.js'

type Fields = Record<string, unknown>

/** The key for the ids of all routes that share an operation. A client has a method for each route. */
export const operationIds = 'x-operation-ids'

/** An operation with the constraints of its route. */
export interface ConstrainedOperation {
  readonly operation: Fields
  readonly constraints: Readonly<Record<string, string>>
}

/**
 * Merges the routes of one method and path into one operation, because OpenAPI has no other place for versions. The
 * schema of a body allows the bodies of all routes. The header `accept-version` lists the versions.
 */
export function mergeOperations(routes: readonly ConstrainedOperation[]): Fields {
  const operations = routes.map(({ operation }) => operation)
  const versions = routes.map(({ constraints }) => constraints.version).filter((version) => version !== undefined)
  const parameters = [...mergeParameters(operations), ...versionParameter(versions, routes.length)]
  if (operations.length === 1 && versions.length === 0) return operations[0]!
  const bodies = operations.map(({ requestBody }) => requestBody).filter(isRecord)
  const merged: Fields = Object.assign({}, ...[...operations].reverse())
  delete merged.parameters
  delete merged.requestBody
  delete merged.responses
  return {
    ...merged,
    ...(operations.length === 1 ? {} : { [operationIds]: operations.map(({ operationId }) => operationId) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(bodies.length === 0 ? {} : { requestBody: mergeBodies(bodies, operations.length) }),
    responses: mergeResponses(operations.map(({ responses }) => responses).filter(isRecord)),
  }
}

function versionParameter(versions: readonly string[], routes: number): Fields[] {
  if (versions.length === 0) return []
  const required = versions.length === routes
  return [{ name: 'accept-version', in: 'header', required, schema: { type: 'string', enum: [...new Set(versions)] } }]
}

function mergeParameters(operations: readonly Fields[]): Fields[] {
  const lists = operations.map(({ parameters }) => (Array.isArray(parameters) ? parameters.filter(isRecord) : []))
  const all = groupBy(lists.flat(), (parameter) => `${parameter.in} ${parameter.name}`)
  return [...all.values()].map((same) => ({
    ...same[0],
    required: same.length === operations.length && same.every(({ required }) => required === true),
    schema: oneOf(same.map(({ schema }) => schema)),
  }))
}

function mergeBodies(bodies: readonly Fields[], routes: number): Fields {
  return {
    ...bodies[0],
    required: bodies.length === routes && bodies.every(({ required }) => required === true),
    content: mergeContents(bodies.map(({ content }) => content)),
  }
}

function mergeResponses(all: readonly Fields[]): Fields {
  const statuses = [...new Set(all.flatMap((responses) => Object.keys(responses)))]
  return Object.fromEntries(
    statuses.map((status) => {
      const same = all.map((responses) => responses[status]).filter(isRecord)
      const contents = same.map(({ content }) => content).filter(isRecord)
      return [status, { ...same[0], ...(contents.length === 0 ? {} : { content: mergeContents(contents) }) }]
    }),
  )
}

function mergeContents(contents: readonly unknown[]): Fields {
  const all = contents.filter(isRecord)
  const types = [...new Set(all.flatMap((content) => Object.keys(content)))]
  return Object.fromEntries(
    types.map((type) => {
      const same = all.map((content) => content[type]).filter(isRecord)
      return [type, { ...same[0], schema: oneOf(same.map(({ schema }) => schema ?? {})) }]
    }),
  )
}

function oneOf(schemas: readonly unknown[]): unknown {
  const byText = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const all = [...byText.values()]
  return all.length === 1 ? all[0] : { anyOf: all }
}
