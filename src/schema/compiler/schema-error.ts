import type { HttpPart, RouteName } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { CodeNeeded } from '../emit/unsupported.js'
import { MisreadName } from '../engines/misread-names.js'
import type { Located } from '../model/schema-documents.js'
import { SchemaProblem } from '../serialize/parts.js'

/** `POST /users`, as every message names a route. */
export function routeText(route: RouteName): string {
  return `${route.method} ${route.url}`
}

/** `body schema`. */
export function requestPart(httpPart: HttpPart | undefined): string {
  return `${httpPart ?? 'request'} schema`
}

/** The location of a problem: the part, and the shared schema that it reaches. */
export function partOf({ resource }: Located, part: string): string {
  const { sharedId } = resource.document
  return sharedId === null ? part : `${part} (by way of the shared schema "${sharedId}")`
}

/** `response 200 schema`, or `response 200 (text/plain) schema`. */
export function responsePart(response: { httpStatus: string; contentType?: string }): string {
  const { httpStatus, contentType } = response
  return contentType === undefined ? `response ${httpStatus} schema` : `response ${httpStatus} (${contentType}) schema`
}

export type BuildCode = 'FST_ERR_SCH_VALIDATION_BUILD' | 'FST_ERR_SCH_SERIALIZATION_BUILD'

/** A coded error for the error of a compiler, with the route and the part. A coded error stays as it is. */
export function buildError(code: BuildCode, error: unknown, route: RouteName, part: string): unknown {
  if (error instanceof Error && 'code' in error && Object.hasOwn(schemaCodes, String(error.code))) return error
  if (error instanceof CodeNeeded) {
    return causedBy(new schemaCodes.ALC_ERR_CODE_GENERATION(routeText(route), part, error.message), error.cause)
  }
  if (error instanceof EvalError) {
    return causedBy(new schemaCodes.ALC_ERR_CODE_GENERATION(routeText(route), part, null), error)
  }
  // It names the shared schema with the problem.
  if (error instanceof SchemaProblem) {
    return new schemaCodes[code](routeText(route), partOf(error.at, part), error.at.pointer, error.message)
  }
  const at = error instanceof MisreadName ? error.pointer : ''
  // The functions that read the schemas, in our code or in a library, have called each other too often.
  const problem = error instanceof RangeError ? tooDeep : problemOf(error)
  return causedBy(new schemaCodes[code](routeText(route), part, at, problem), error)
}

const tooDeep =
  'its schemas and the targets of its "$ref"s nest too deeply for the stack of the process. Native code takes longer chains of "$ref"s than ajv'

/** The message of a foreign error without the full stop: it becomes part of a sentence. */
export function problemOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
