import type { RequestValidation } from '../../contracts/schema.js'
import { describeRefused, explainFailures } from '../../schema/validation/explain-failures.js'
import { partNamed } from '../../support/request-parts.js'
import { isThenable, readProperty } from '../../support/values.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'

/** The parts of a request as they came: validation coerces them, fills them and takes from them. */
type Sent = Record<'body' | 'params' | 'query' | 'headers', unknown>

/** A validation that also writes to the log what was refused, beside what was sent (`explainValidation`). */
export function explaining({ validate }: RequestValidation): RequestValidation['validate'] {
  return (validated) => {
    const request = validated as ServerRequest // the only requests that routes validate
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

/** Bodies may hold what cannot be copied, such as streams: then what is left after validation is shown. */
function copy(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}
