import type { RequestValidation } from '../../contracts/schema.js'
import { describeRefused, explainFailures } from '../../schema/validation/explain-failures.js'
import { partNamed } from '../../support/request-parts.js'
import { isThenable, readProperty } from '../../support/values.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'

/** The parts of a request as they arrived. Validation coerces them, fills in defaults and removes properties. */
type Sent = Record<'body' | 'params' | 'query' | 'headers', unknown>

/** A validation that also logs the refused values beside the parts as sent (`explainValidation`). */
export function explaining({ validate }: RequestValidation): RequestValidation['validate'] {
  return (validated) => {
    const request = validated as ServerRequest // routes validate only such requests
    const sent = copyOf(request)
    const outcome = validate(request)
    if (!isThenable(outcome)) return explain(request, sent, outcome)
    return Promise.resolve(outcome).then((error) => explain(request, sent, error))
  }
}

function explain<E extends Error | null>(request: ServerRequest, sent: Sent, error: E): E {
  const part = readProperty(error, 'validationContext')
  if (typeof part !== 'string' || !(part in sent)) return error
  const refused = explainFailures(readProperty(error, 'validation'), partNamed(part), readProperty(sent, part))
  if (refused === null) return error
  const message = `${request.method} ${request.url} was refused:${describeRefused(refused)}`
  request[slots.route].logs.write(request.log, 'info', { refused }, message)
  return error
}

function copyOf({ body, params, query, headers }: Sent): Sent {
  return { body: copy(body), params: copy(params), query: copy(query), headers: { ...Object(headers) } }
}

/** Bodies may contain values that cannot be copied, such as streams. The body as validation left it is logged then. */
function copy(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}
