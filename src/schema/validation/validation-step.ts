// Hot path: closures linked per part that is validated; nothing is allocated for a valid request.

import type { HttpPart, SchemaErrorFormatter, ValidatedRequest, ValidateFunction } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, isError, pendingOf } from '../../support/values.js'
import { Deferred, type Prepared } from '../compiler/deferred.js'
import { isStandardValidate } from '../engines/standard.js'
import { type RootHolder, rootOf } from './own-validate.js'
import { validationErrorOf } from './validation-error.js'

/** `null`: valid, as far as this step and those after it can tell. */
export type Outcome = null | Error | Promise<null | Error>
export type Step = (request: ValidatedRequest) => Outcome

/** What all steps of a route share. */
export interface StepLink {
  /** The route's name, for errors. */
  route: string
  formatErrors: SchemaErrorFormatter
}

/** A validator of the default library that the application compiled: told the parent, it can coerce the part itself. */
type ParentedValidate = (data: unknown, context: { parentData: object; parentDataProperty: string }) => unknown

interface PartAccess {
  property: 'params' | 'body' | 'query' | 'headers'
  read(request: ValidatedRequest): unknown
  write(request: ValidatedRequest, value: unknown): void
}

/** Where a part of the request is. */
export const access: Record<HttpPart, PartAccess> = {
  params: {
    property: 'params',
    read: (request) => request.params,
    write: (request, value) => {
      request.params = value
    },
  },
  body: {
    property: 'body',
    read: (request) => request.body,
    write: (request, value) => {
      request.body = value
    },
  },
  querystring: {
    property: 'query',
    read: (request) => request.query,
    write: (request, value) => {
      request.query = value
    },
  },
  headers: {
    property: 'headers',
    read: (request) => request.headers,
    write: (request, value) => {
      request.headers = value as Record<string, unknown> // a custom validator's own value
    },
  },
}

/** The step that validates one part, then runs the next. A part that is missing is validated as `null`. */
export function partStep(
  validator: Prepared<ValidateFunction>,
  part: HttpPart,
  next: Step | null,
  link: StepLink,
): Step {
  if (validator instanceof Deferred) return deferredStep(validator, part, next, link)
  return rootOf(validator) === undefined
    ? customStep(validator, part, next, link)
    : defaultStep(validator, part, next, link)
}

/** Becomes the step of its validator when the first request comes. */
function deferredStep(deferred: Deferred<ValidateFunction>, part: HttpPart, next: Step | null, link: StepLink): Step {
  let step: Step | null = null
  return (request) => {
    try {
      step ??= partStep(deferred.get(), part, next, link)
    } catch (error) {
      return asError(error, part, link)
    }
    return step(request)
  }
}

function defaultStep(validator: ValidateFunction, part: HttpPart, next: Step | null, link: StepLink): Step {
  const { read, write } = access[part]
  const root: RootHolder | null = rootOf(validator) ?? null
  return (request) => {
    const given = read(request)
    const data = given === undefined ? null : given
    try {
      if (validator(data) !== true) return failed(validator.errors, part, link)
    } catch (error) {
      return overflowed(error, part, link) ?? asError(error, part, link)
    }
    if (root !== null) {
      if (given !== undefined || root.value !== null) write(request, root.value) // what is missing stays so
      root.value = null // what a client sent is not kept
    }
    return next === null ? null : next(request)
  }
}

function customStep(validator: ValidateFunction, part: HttpPart, next: Step | null, link: StepLink): Step {
  const { read, write, property } = access[part]
  const isStandard = isStandardValidate(validator)
  const pass: Step = (request) => (next === null ? null : next(request))

  /** The protocol of docs/guide/validation.md; a result that is the data itself says nothing but "valid". */
  function settle(result: unknown, data: unknown, request: ValidatedRequest): Outcome {
    if (result === false) return failed(validator.errors, part, link) // first: the body may be `false` as well
    if (result === true || result === data) return pass(request)
    if (typeof result !== 'object' || result === null) return pass(request)
    if ('error' in result && isFailure(result.error)) return failed(result.error, part, link)
    if ('value' in result)
      write(request, isStandard && part === 'headers' ? withUndeclared(request, result.value) : result.value)
    return pass(request)
  }

  const knowsParent = 'schemaEnv' in validator
  const validateIn = (run: ParentedValidate, data: unknown, request: ValidatedRequest) => {
    return run(data, { parentData: request, parentDataProperty: property })
  }

  return (request) => {
    const given = read(request)
    const data = given === undefined && !isStandard ? null : given
    let result: unknown
    try {
      result = knowsParent ? validateIn(validator, data, request) : validator(data)
    } catch (error) {
      if (asFastify && error instanceof Error) return refusal(Object.assign(error, { statusCode: 500 }), part)
      return asError(error, part, link)
    }
    const pending = pendingOf(result)
    if (pending === null) return settle(result, data, request)
    return Promise.resolve(pending).then(
      (value) => (asFastify && value !== false ? pass(request) : settle(value, data, request)),
      // A Standard Schema reports issues by its result: a rejection is a fault of the server, as a throw is.
      (reason) => (isStandard ? asError(reason, part, link) : failed(reason, part, link)),
    )
  }
}

/** Libraries drop the headers that a schema does not name. Hooks and handlers read those, too. */
function withUndeclared({ headers }: ValidatedRequest, value: unknown): unknown {
  return { ...headers, ...Object(value) }
}

function isFailure(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false
}

export function failed(failure: unknown, part: HttpPart, link: StepLink): Error {
  containRejection(failure)
  if (asFastify && failure instanceof Error) return refusal(failure, part)
  try {
    return validationErrorOf(failure ?? [], part, link.formatErrors)
  } catch (error) {
    return asError(error, part, link)
  }
}

// A recursive schema follows the data as deep as a client likes to nest it: the end of the stack is the client's fault.
function overflowed(error: unknown, part: HttpPart, link: StepLink): Error | null {
  if (!(error instanceof RangeError)) return null
  return causedBy(new schemaCodes.ALC_ERR_NESTED_TOO_DEEP(link.route, part), error)
}

// An Error keeps the status it carries: 500 is what an error without one is answered with.
export function asError(error: unknown, part: HttpPart, link: StepLink): Error {
  if (isError(error)) return error
  containRejection(error) // a promise can be thrown
  return causedBy(new schemaCodes.ALC_ERR_VALIDATOR_THREW(link.route, part), error)
}

/** As Fastify does, it keeps what a validator's own error says. */
function refusal(
  error: Error & { statusCode?: number; code?: string; validationContext?: string },
  part: HttpPart,
): Error {
  error.statusCode ||= 400
  error.code ||= 'FST_ERR_VALIDATION'
  error.validationContext ||= part
  return error
}
