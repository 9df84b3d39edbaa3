import type { RequestValidation, SchemaFailure } from '../../contracts/schema.js'
import { keywordOf } from '../../schema/keywords/table.js'
import { valueAt } from '../../support/json-pointer.js'
import { partNamed } from '../../support/request-parts.js'
import { isRecord, isThenable, readProperty, showJson } from '../../support/values.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'

/** The parts of a request as they arrived. Validation coerces them, fills in defaults and removes properties. */
type Sent = Record<'body' | 'params' | 'query' | 'headers', unknown>

/** A validation that also logs each refused value as the client sent it (`explainValidation`). */
export function explaining({ validate }: RequestValidation): RequestValidation['validate'] {
  return (validated) => {
    const request = validated as ServerRequest // routes validate only requests of the server
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

/**
 * Bodies may contain values that cannot be copied, such as streams. The log then contains the body as validation left
 * it.
 */
function copy(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}

/** One value that a schema refused, for the author of a client to read. */
interface RefusedValue {
  /** `body/items/9/price`. */
  readonly path: string
  /** The value as it arrived, as JSON; `nothing` if the request had no value. */
  readonly sent: string
  readonly expected: string
  /** Names or values that were sent, or would be accepted, and that differ by little. */
  readonly near: readonly string[]
}

const most = 20

/**
 * The values that the default validator refused: path, value as sent, expectation, near misses. Null for failures of
 * another library, which have another form.
 *
 * @param sent the part of the request before coercion, defaults and the removal of undeclared properties
 */
function explainFailures(failures: unknown, part: string, sent: unknown): RefusedValue[] | null {
  if (!Array.isArray(failures) || !failures.every(isFailure)) return null
  return failures.slice(0, most).map((failure) => refusedValue(failure, part, sent))
}

/** Describes refused values, one on each line. */
function describeRefused(values: readonly RefusedValue[]): string {
  return values
    .map(({ path, sent, expected, near }) => {
      const hint = near.length === 0 ? '' : ` (near: ${near.map((each) => `"${each}"`).join(', ')})`
      return `\n  ${path}: expected ${expected}, got ${sent}${hint}`
    })
    .join('')
}

function refusedValue(failure: SchemaFailure, part: string, sent: unknown): RefusedValue {
  const { keyword, params, message = 'something else' } = failure
  const path = failure.instancePath ?? failure.dataPath ?? ''
  const value = valueAt(sent, path)
  const { expected, near } = keywordOf(keyword) ?? {}
  return {
    path: `${part}${path}`,
    sent: showJson(value),
    expected: expected?.(params) ?? message.replace(/^should |^must /, ''),
    near: near?.(params, value) ?? [],
  }
}

function isFailure(failure: unknown): failure is SchemaFailure {
  return isRecord(failure) && typeof failure.keyword === 'string' && isRecord(failure.params)
}
