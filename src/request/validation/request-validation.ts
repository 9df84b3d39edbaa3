import type {
  BodyValidation,
  HttpPart,
  RequestValidation,
  RouteName,
  RouteSchema,
  SchemaErrorFormatter,
  ValidatedRequest,
  ValidateFunction,
  ValidatorCompilerInput,
} from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { Deferred, type Prepared } from '../../schema/compiler/default-compiler.js'
import { buildError, requestPart, routeText } from '../../schema/compiler/schema-error.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { asFastify } from '../../support/as-fastify.js'
import { declaredFor, mediaTypeOf } from '../../support/media-type.js'
import { attempt, failFast, type Report } from '../../support/report.js'
import { containRejection, describeValue, shownName } from '../../support/values.js'
import { type NamedSchema, namedStep } from './named-values.js'
import { partStep, type Step, type StepLink } from './validation-step.js'

const order = ['params', 'body', 'querystring', 'headers'] as const

/** The parts from which the validation of a route's requests is compiled. */
export interface RequestValidationParts {
  /** The schema in full form: see `normalizeRouteSchema`. */
  schema: RouteSchema
  route: RouteName
  /** Whether the route's method has a body; otherwise `schema.body` is not applied (docs/guide/validation.md). */
  hasBody: boolean
  /** Compiles a validator now, or prepares one that is compiled at its first use. */
  compileValidator: (input: ValidatorCompilerInput) => Prepared<ValidateFunction>
  /** The formatter is already bound to the instance. */
  formatErrors: SchemaErrorFormatter
  bodyValidation: BodyValidation
  /** Values that each have a schema of another library, in addition to the schemas of the parts. */
  named?: readonly NamedSchema[]
  /** Warns the application at boot of an error that its requests will get. */
  warn: (error: Error) => void
  /** Reports the problem of a part. It throws, or returns so that the other parts are compiled. */
  report?: Report
  /** On measured servers, called before a part of a request is validated. */
  entered?: (request: ValidatedRequest, part: HttpPart) => void
}

/**
 * Compiles the validation of a route's requests: params, body, querystring, headers. `null` when the route
 * declares no schema for a request.
 *
 * @throws FST_ERR_SCH_VALIDATION_BUILD and the coded errors of the default validator's compiler
 */
export function compileRequestValidation(parts: RequestValidationParts): RequestValidation | null {
  const { schema } = parts
  const params = compilePart(parts, 'params', schema.params)
  const body = parts.hasBody ? compileBody(parts) : null
  const querystring = compilePart(parts, 'querystring', schema.querystring)
  const headers = compilePart(parts, 'headers', schema.headers)

  const validators = { params, body, querystring, headers }
  const validated = order.filter((part) => validators[part] !== null || namedOf(parts, part).length > 0)
  const validate = linkSteps(parts, validators, validated)
  if (validate === null) return null
  return { validate, parts: validated, getValidator: (part) => functionOf(validators[part]) }
}

interface Validators extends Record<Exclude<HttpPart, 'body'>, Prepared<ValidateFunction> | null> {
  body: BodyValidators | null
}

function linkSteps(parts: RequestValidationParts, validators: Validators, validated: readonly HttpPart[]): Step | null {
  const route = routeText(parts.route)
  const { formatErrors } = parts
  const { body } = validators
  let step: Step | null = null
  for (const part of validated.toReversed()) {
    const link = { route, part, formatErrors }
    const named = namedOf(parts, part)
    if (named.length > 0) step = namedStep(named, step, link)
    if (part === 'body') step = body === null ? step : bodyStep(body, parts.bodyValidation, step, link)
    else if (validators[part] !== null) step = partStep(validators[part], step, link)
    if (step !== null) step = entering(parts, part, step)
  }
  return step
}

function namedOf({ named = [] }: RequestValidationParts, part: HttpPart): readonly NamedSchema[] {
  return named.length === 0 ? named : named.filter((each) => each.part === part)
}

function entering({ entered }: RequestValidationParts, part: HttpPart, step: Step): Step {
  if (entered === undefined) return step
  return (request) => {
    entered(request, part)
    return step(request)
  }
}

function functionOf(validator: BodyValidators | null): ValidateFunction | null {
  const only = validator instanceof Deferred ? validator.get() : validator
  return typeof only === 'function' ? only : null
}

function compileBody(parts: RequestValidationParts): BodyValidators | null {
  const { body } = parts.schema
  if (!hasContentMap(body)) return compilePart(parts, 'body', body)
  const validators = new Map<string, Prepared<ValidateFunction>>()
  for (const [mediaType, entry] of Object.entries(body.content)) {
    const { schema } = entry as { schema: unknown } // checked when the route schema was normalized
    const validator = compilePart(parts, 'body', schema)
    if (validator !== null) validators.set(mediaTypeOf(mediaType), validator)
  }
  return validators
}

function compilePart(
  parts: RequestValidationParts,
  httpPart: HttpPart,
  schema: unknown,
): Prepared<ValidateFunction> | null {
  if (schema === undefined) return null
  const { report = failFast } = parts
  const compiled = attempt(report, () => ({ validator: compileOrExplain(parts, httpPart, schema) }))
  if (compiled === undefined) return null // reported: the boot fails
  const { validator } = compiled
  if (typeof validator === 'function' || validator instanceof Deferred) return validator
  return refuseAll(parts, httpPart, validator)
}

/**
 * The validator of a part whose compiler returned no function: it throws for each request. The boot only warns, because
 * some applications use such a compiler to describe their routes, and get no requests.
 */
function refuseAll({ route, warn }: RequestValidationParts, httpPart: HttpPart, validator: unknown): ValidateFunction {
  containRejection(validator) // of an async compiler
  const createError = () => {
    return new schemaCodes.ALC_ERR_VALIDATOR_COMPILER_RESULT(routeText(route), httpPart, describeValue(validator))
  }
  warn(createError())
  return () => {
    throw createError()
  }
}

function compileOrExplain(
  parts: RequestValidationParts,
  httpPart: HttpPart,
  schema: unknown,
): Prepared<ValidateFunction> {
  const { method, url } = parts.route
  try {
    return parts.compileValidator({ schema, method, url, httpPart })
  } catch (error) {
    throw buildError('FST_ERR_SCH_VALIDATION_BUILD', error, parts.route, requestPart(httpPart))
  }
}

// Hot path: decides, for a request with a body, which validator applies to it.

export type BodyValidators = Prepared<ValidateFunction> | ReadonlyMap<string, Prepared<ValidateFunction>>

/** The step that validates the body. It accepts no body of an undeclared media type (docs/security.md). */
function bodyStep(body: BodyValidators, bodyValidation: BodyValidation, next: Step | null, link: StepLink): Step {
  if (!(typeof body === 'function' || body instanceof Deferred)) return contentStep(body, next, link)
  const validate = partStep(body, next, link)
  return bodyValidation === 'parsed' ? validate : jsonStep(validate, link.route)
}

function jsonStep(validate: Step, route: string): Step {
  return (request) => {
    const contentType = contentTypeOf(request)
    if (contentType === 'application/json' || isMissing(request.body)) return validate(request)
    if (mediaTypeOf(contentType) === 'application/json') return validate(request)
    return new schemaCodes.ALC_ERR_BODY_NOT_VALIDATED(route, shownName(contentType ?? ''))
  }
}

function contentStep(
  validators: ReadonlyMap<string, Prepared<ValidateFunction>>,
  next: Step | null,
  link: StepLink,
): Step {
  const steps = new Map<string, Step>()
  for (const [mediaType, validator] of validators) steps.set(mediaType, partStep(validator, next, link))
  const accepted = Array.from(steps.keys()).join(', ')
  // A request without a body has no media type. The schema for JSON, or else the first one, validates the missing body.
  const missing = steps.get('application/json') ?? steps.values().next().value
  return (request) => {
    const contentType = contentTypeOf(request)
    const mediaType = mediaTypeOf(contentType)
    const step = declaredFor(steps, mediaType)
    if (step !== undefined) return step(request)
    if (asFastify) return next === null ? null : next(request)
    if (missing !== undefined && contentType === undefined && isMissing(request.body)) return missing(request)
    return new schemaCodes.ALC_ERR_BODY_MEDIA_TYPE(link.route, shownName(contentType ?? ''), accepted)
  }
}

function isMissing(body: unknown): boolean {
  return body === undefined || body === null
}

function contentTypeOf(request: ValidatedRequest): string | undefined {
  const contentType = request.headers['content-type']
  return typeof contentType === 'string' ? contentType : undefined
}
