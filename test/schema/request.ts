import type { RequestValidation, RouteSchema, ValidatedRequest } from '#dist/contracts/schema.js'
import { compileRequestValidation, type RequestValidationParts } from '#dist/request/validation/request-validation.js'
import { formatSchemaErrors, type ValidationError } from '#dist/request/validation/validation-error.js'
import { normalizeRouteSchema } from '#dist/schema/model/route-schema.js'
import { compilersOf } from './compile.js'

export const route = { method: 'POST', url: '/users' }

export function request(given: Partial<ValidatedRequest> = {}): ValidatedRequest {
  const headers = given.body === undefined ? {} : { 'content-type': 'application/json' }
  return { method: 'POST', headers, params: {}, query: {}, body: undefined, ...given }
}

export function compile(schema: RouteSchema, more: Partial<RequestValidationParts> = {}): RequestValidation {
  const validation = compileRequestValidation({
    schema: normalizeRouteSchema(schema, route),
    route,
    hasBody: true,
    compileValidator: compilersOf().compileValidator,
    formatErrors: formatSchemaErrors,
    bodyValidation: 'json',
    warn: () => {},
    ...more,
  })
  if (validation === null) throw new Error('the route validates nothing')
  return validation
}

/** The failure of a request: an Error with what SPEC.md 2.5 puts on it. */
export async function failure(validation: RequestValidation, given: ValidatedRequest): Promise<ValidationError> {
  const error = await validation.validate(given)
  if (error === null) throw new Error('the request is valid')
  return error as ValidationError
}
