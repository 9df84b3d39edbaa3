import type { InspectedRoute } from '../contracts/inspection.js'
import { STATUS_CODES } from '../packages/node.cjs'
import type { AnsweredCode } from '../request/errors/handled-errors.js'
import { readProperty } from '../support/values.js'

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

/** Descriptions of the answers of the framework itself, by status. */
const reasons: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  403: 'A guard refused the request.',
  413: 'The body is larger than allowed.',
  415: 'The body has a media type that the route does not accept.',
}

/** The statuses that the framework itself may answer on a route, with the errors that lead to each. */
function ownErrors({ stages, schemas, method, attachValidation }: InspectedRoute): Map<number, AnsweredCode[]> {
  const validates = stages.some(({ kind }) => kind === 'validate') && !attachValidation
  const hasBody = schemas.some(({ part }) => part === 'body')
  const parses = stages.some(({ kind }) => kind === 'parse') && (hasBody || ['POST', 'PUT', 'PATCH'].includes(method))
  const isGuarded = stages.some(({ kind }) => kind === 'guard')
  const found = new Map<number, AnsweredCode[]>()
  if (validates) found.set(400, ['FST_ERR_VALIDATION'])
  if (parses) found.set(400, [...(found.get(400) ?? []), 'FST_ERR_CTP_INVALID_JSON_BODY'])
  if (isGuarded) found.set(403, ['ALC_ERR_FORBIDDEN'])
  if (parses) found.set(413, ['FST_ERR_CTP_BODY_TOO_LARGE']).set(415, ['FST_ERR_CTP_INVALID_MEDIA_TYPE'])
  return found
}

/**
 * The answers of the framework itself that the route does not declare. An error handler of the application determines
 * the body of its errors. So the document has no schema for a status if a handler may answer one of its errors.
 *
 * @param errorContent gives the content of the framework's error body
 */
export function ownAnswers(route: InspectedRoute, declared: Fields, errorContent: () => Fields): Fields {
  const handlers = route.stages.filter(({ kind }) => kind === 'error handler')
  const isHandled = (code: AnsweredCode) => handlers.some(({ handles }) => handles?.includes(code) ?? true)
  const missing = [...ownErrors(route)].filter(([status]) => !isDeclared(status, declared))
  return Object.fromEntries(
    missing.map(([status, codes]) => [
      status,
      { description: reasons[status], ...(codes.some(isHandled) ? {} : { content: errorContent() }) },
    ]),
  )
}

function isDeclared(status: number, declared: Fields): boolean {
  return [String(status), `${String(status)[0]}XX`, 'default'].some((key) => key in declared)
}

/** The description of an answer: from its schemas, or else the meaning of its status. */
export function describeAnswer(schemas: readonly unknown[], status: string): string {
  const given = schemas.map((schema) => readProperty(schema, 'description'))
  const description = given.find((each) => typeof each === 'string' && each !== '')
  if (description !== undefined) return String(description)
  if (status.toLowerCase() === 'default') return 'Every other status'
  return STATUS_CODES[status] ?? `Status ${status}`
}
