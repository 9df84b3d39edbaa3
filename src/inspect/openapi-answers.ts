import { STATUS_CODES } from 'node:http'
import type { InspectedRoute } from '../contracts/inspection.js'
import { isRecord } from '../support/values.js'
import { allGuardsAnswer } from './openapi-guards.js'

type Fields = Record<string, unknown>

/** The name of the component that describes the framework's own error body, unless a shared schema has that name. */
export const errorComponent = 'HttpError'

/** The body of every error that no handler of the application answers. */
export const errorSchema = {
  type: 'object',
  description: 'The answer to an error without an error handler.',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status.' },
    code: { type: 'string', description: 'The code of the error, if it has one.' },
    error: { type: 'string', description: 'The text of the status.' },
    message: { type: 'string', description: 'The message of the error.' },
  },
}

/** Reasons of answers of the framework itself, by status. */
const reasons = {
  400: 'The request is not valid.',
  403: 'A guard refused the request.',
  413: 'The body is larger than allowed.',
  415: 'The body has a media type that the route does not accept.',
} as const

type OwnStatus = keyof typeof reasons

/** The statuses that the framework itself may answer on a route. */
function ownStatuses({ guards, stages, schemas, method, attachValidation }: InspectedRoute): OwnStatus[] {
  const validates = stages.some(({ kind }) => kind === 'validate') && !attachValidation
  const hasBody = schemas.some(({ part }) => part === 'body')
  const parses = stages.some(({ kind }) => kind === 'parse') && (hasBody || ['POST', 'PUT', 'PATCH'].includes(method))
  const isGuarded = stages.some(({ kind }) => kind === 'guard') && !allGuardsAnswer(guards)
  const found: OwnStatus[] = validates || parses ? [400] : []
  if (isGuarded) found.push(403)
  if (parses) found.push(413, 415)
  return found
}

/**
 * The answers of the framework itself that the route does not declare. An error handler of the application decides on
 * the body, so it is left out where the route has one.
 *
 * @param errorContent gives the content of the framework's error body
 */
export function ownAnswers(route: InspectedRoute, declared: Fields, errorContent: () => Fields): Fields {
  const isHandled = route.stages.some(({ kind }) => kind === 'error handler')
  const missing = ownStatuses(route).filter((status) => !isDeclared(status, declared))
  return Object.fromEntries(
    missing.map((status) => [
      status,
      { description: reasons[status], ...(isHandled ? {} : { content: errorContent() }) },
    ]),
  )
}

function isDeclared(status: number, declared: Fields): boolean {
  return [String(status), `${String(status)[0]}XX`, 'default'].some((key) => key in declared)
}

/** The description of an answer: that of its schema, else what its status means. */
export function describeAnswer(schemas: readonly unknown[], status: string): string {
  const given = schemas.map((schema) => (isRecord(schema) ? schema.description : null))
  const description = given.find((each) => typeof each === 'string' && each !== '')
  if (description !== undefined) return String(description)
  if (status.toLowerCase() === 'default') return 'Every other status'
  return STATUS_CODES[status] ?? `Status ${status}`
}
