// Hot path: decides, for a request with a body, which validator applies to it.

import type { BodyValidation, ValidatedRequest, ValidateFunction } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { Deferred, type Prepared } from '../../schema/compiler/deferred.js'
import { asFastify } from '../../support/as-fastify.js'
import { declaredFor, mediaTypeOf } from '../../support/media-type.js'
import { shownMediaType } from '../../support/values.js'
import { partStep, type Step, type StepLink } from './validation-step.js'

export type BodyValidators = Prepared<ValidateFunction> | ReadonlyMap<string, Prepared<ValidateFunction>>

/** The step that validates the body. It accepts no body of an undeclared media type (docs/security.md). */
export function bodyStep(
  body: BodyValidators,
  bodyValidation: BodyValidation,
  next: Step | null,
  link: StepLink,
): Step {
  if (!(typeof body === 'function' || body instanceof Deferred)) return contentStep(body, next, link)
  const validate = partStep(body, next, link)
  return bodyValidation === 'parsed' ? validate : jsonStep(validate, link.route)
}

function jsonStep(validate: Step, route: string): Step {
  return (request) => {
    const contentType = contentTypeOf(request)
    if (contentType === 'application/json' || isMissing(request.body)) return validate(request)
    if (mediaTypeOf(contentType) === 'application/json') return validate(request)
    return new schemaCodes.ALC_ERR_BODY_NOT_VALIDATED(route, shownMediaType(contentType ?? ''))
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
    return new schemaCodes.ALC_ERR_BODY_MEDIA_TYPE(link.route, shownMediaType(contentType ?? ''), accepted)
  }
}

function isMissing(body: unknown): boolean {
  return body === undefined || body === null
}

function contentTypeOf(request: ValidatedRequest): string | undefined {
  const contentType = request.headers['content-type']
  return typeof contentType === 'string' ? contentType : undefined
}
