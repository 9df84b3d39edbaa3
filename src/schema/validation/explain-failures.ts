import type { SchemaFailure } from '../../contracts/schema.js'
import { isRecord, showJson } from '../../support/values.js'
import { keywordOf } from '../keywords/table.js'
import { valueAt } from '../model/plain-data.js'

/** One value that a schema refused, for the author of a client to read. */
export interface RefusedValue {
  /** `body/items/9/price`. */
  readonly path: string
  /** The value as it arrived, as JSON; `nothing` if there was none. */
  readonly sent: string
  readonly expected: string
  /** Names or values that were sent, or would be accepted, and that differ by little. */
  readonly near: readonly string[]
}

const most = 20

/**
 * The refused values of the default validator, beside the parts as sent: path, value, expectation, near misses. Null
 * for failures of another library, which have another form.
 *
 * @param sent the part of the request before coercion, defaults and the removal of undeclared properties
 */
export function explainFailures(failures: unknown, part: string, sent: unknown): RefusedValue[] | null {
  if (!Array.isArray(failures) || !failures.every(isFailure)) return null
  return failures.slice(0, most).map((failure) => explain(failure, part, sent))
}

/** The same as lines of a text. */
export function describeRefused(values: readonly RefusedValue[]): string {
  return values
    .map(({ path, sent, expected, near }) => {
      const hint = near.length === 0 ? '' : ` (near: ${near.map((each) => `"${each}"`).join(', ')})`
      return `\n  ${path}: expected ${expected}, got ${sent}${hint}`
    })
    .join('')
}

function explain(failure: SchemaFailure, part: string, sent: unknown): RefusedValue {
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
