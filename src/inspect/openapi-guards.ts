import type { InspectedRoute } from '../contracts/inspection.js'
import { isRecord } from '../support/values.js'

type Requirement = Record<string, unknown>

/** The security of an operation. Each guard requires one of its alternatives, and a request must pass all guards. */
export function securityOf({ guards }: Pick<InspectedRoute, 'guards'>): { security?: Requirement[] } {
  const asked = guards.flatMap(({ openapi }) => {
    const { security } = openapi ?? {}
    return Array.isArray(security) && security.length > 0 ? [security.filter(isRecord)] : []
  })
  if (asked.length === 0) return {}
  const security = asked.reduce<Requirement[]>(
    (before, each) => before.flatMap((one) => each.map((other) => ({ ...one, ...other }))),
    [{}],
  )
  return { security: [...new Map(security.map((each) => [JSON.stringify(each), each])).values()] }
}

export function guardAnswers({ guards }: Pick<InspectedRoute, 'guards'>): [status: string, answer: unknown][] {
  return guards.flatMap(({ openapi }) => (isRecord(openapi?.responses) ? Object.entries(openapi.responses) : []))
}

const keywords = ['type', '$ref', 'properties', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'content']

/** Whether an answer is a schema, or schemas by media type. */
export function isSchemaOrContent(answer: Record<string, unknown>): boolean {
  return keywords.some((keyword) => keyword in answer)
}
