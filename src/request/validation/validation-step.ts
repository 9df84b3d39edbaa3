// Hot path: one closure for each validated part, linked to the next one. A valid request allocates nothing.

import type { HttpPart, SchemaErrorFormatter, ValidatedRequest, ValidateFunction } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { Deferred, type Prepared } from '../../schema/compiler/default-compiler.js'
import { type RootHolder, rootOf } from '../../schema/emit/own-validate.js'
import { isStandardValidate } from '../../standard/standard-schema.js'
import { asFastify } from '../../support/as-fastify.js'
import { containRejection, isError, pendingOf } from '../../support/values.js'
import { validationErrorOf } from './validation-error.js'

/** `null`: this step and the steps after it found no failure. */
export type Outcome = null | Error | Promise<null | Error>
export type Step = (request: ValidatedRequest) => Outcome

/** The values that the steps of one part of a route share. */
export interface StepLink {
  route: string
  part: HttpPart
  formatErrors: SchemaErrorFormatter
}

/** A validator that the application compiled by ajv. It needs the parent to replace the part itself. */
type ParentedValidate = (data: unknown, context: { parentData: object; parentDataProperty: string }) => unknown

interface PartAccess {
  property: 'params' | 'body' | 'query' | 'headers'
  read(request: ValidatedRequest): unknown
  write(request: ValidatedRequest, value: unknown): void
}

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
      request.headers = value as Record<string, unknown> // the value of a custom validator
    },
  },
}

/**
 * The step that validates one part, then runs the next step. A missing part is validated as `null`, or as `undefined`
 * by a schema of another library.
 */
export function partStep(validator: Prepared<ValidateFunction>, next: Step | null, link: StepLink): Step {
  if (validator instanceof Deferred) return deferredStep(validator, next, link)
  return rootOf(validator) === undefined ? customStep(validator, next, link) : defaultStep(validator, next, link)
}

/** Compiles the validator at the first request, then runs the step of this validator. */
function deferredStep(deferred: Deferred<ValidateFunction>, next: Step | null, link: StepLink): Step {
  let step: Step | null = null
  return (request) => {
    try {
      step ??= partStep(deferred.get(), next, link)
    } catch (error) {
      return asError(error, link)
    }
    return step(request)
  }
}

function defaultStep(validator: ValidateFunction, next: Step | null, link: StepLink): Step {
  const { read, write } = access[link.part]
  const root: RootHolder | null = rootOf(validator) ?? null
  return (request) => {
    const given = read(request)
    const data = given === undefined ? null : given
    try {
      if (validator(data) !== true) return failed(validator.errors, link)
    } catch (error) {
      return overflowed(error, link) ?? asError(error, link)
    }
    if (root !== null) {
      if (given !== undefined || root.value !== null) write(request, root.value) // a missing part stays missing
      root.value = null // data of a client is not kept
    }
    return next === null ? null : next(request)
  }
}

function customStep(validator: ValidateFunction, next: Step | null, link: StepLink): Step {
  const { part } = link
  const { read, write, property } = access[part]
  const isStandard = isStandardValidate(validator)
  const pass: Step = (request) => (next === null ? null : next(request))

  /**
   * Reads a result by the protocol of docs/guide/validation.md. A result that is the data itself means only "valid".
   */
  function settle(result: unknown, data: unknown, request: ValidatedRequest): Outcome {
    if (result === false) return failed(validator.errors, link) // first, because the body may be `false` as well
    if (result === true || result === data) return pass(request)
    if (typeof result !== 'object' || result === null) return pass(request)
    if ('error' in result && isFailure(result.error)) return failed(result.error, link)
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
      if (!asFastify || !(error instanceof Error) || isOfCompiler(error)) return asError(error, link)
      return refusal(Object.assign(error, { statusCode: 500 }), part)
    }
    const pending = pendingOf(result)
    if (pending === null) return settle(result, data, request)
    return Promise.resolve(pending).then(
      (value) => (asFastify && value !== false ? pass(request) : settle(value, data, request)),
      // A Standard Schema reports issues in its result. A rejection is a fault of the server, as a throw is.
      (reason) => (isStandard ? asError(reason, link) : failed(reason, link)),
    )
  }
}

/** The part has no validator. `attachValidation` must not pass it to the handler. */
function isOfCompiler(error: Error): boolean {
  return error instanceof schemaCodes.ALC_ERR_VALIDATOR_COMPILER_RESULT
}

/** Adds the headers that a schema does not declare. Libraries drop them, but hooks and handlers still read them. */
function withUndeclared({ headers }: ValidatedRequest, value: unknown): unknown {
  return { ...headers, ...Object(value) }
}

function isFailure(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false
}

export function failed(failure: unknown, link: StepLink): Error {
  containRejection(failure)
  if (asFastify && failure instanceof Error) return refusal(failure, link.part)
  try {
    return validationErrorOf(failure ?? [], link.part, link.formatErrors)
  } catch (error) {
    return asError(error, link)
  }
}

// A recursive schema follows the data as deep as a client nests them. So an overflow of the stack is a fault of the
// client.
function overflowed(error: unknown, { route, part }: StepLink): Error | null {
  if (!(error instanceof RangeError)) return null
  return causedBy(new schemaCodes.ALC_ERR_NESTED_TOO_DEEP(route, part), error)
}

// An Error keeps its status. An error without a status is answered with 500.
export function asError(error: unknown, { route, part }: StepLink): Error {
  if (isError(error)) return error
  containRejection(error) // a promise can be thrown
  return causedBy(new schemaCodes.ALC_ERR_VALIDATOR_THREW(route, part), error)
}

/** As in Fastify, the fields of a validator's own error stay. */
function refusal(
  error: Error & { statusCode?: number; code?: string; validationContext?: string },
  part: HttpPart,
): Error {
  error.statusCode ||= 400
  error.code ||= 'FST_ERR_VALIDATION'
  error.validationContext ||= part
  return error
}
