import type { SchemaFailure } from '../../contracts/schema.js'
import { nearMisses } from '../../support/near-miss.js'
import { cut, describeValue, isRecord } from '../../support/values.js'

/** One value that a schema refused, for the author of a client to read. */
export interface RefusedValue {
  /** `body/items/9/price`. */
  readonly path: string
  /** The value as it came, as JSON; `nothing` where there was none. */
  readonly sent: string
  readonly expected: string
  /** Names or values that were sent, or would have been accepted, and differ by little. */
  readonly near: readonly string[]
}

/** Characters of a value that are shown. */
const longest = 100
/** Failures that are explained. */
const most = 20

type Params = Record<string, unknown>
type Expectation = (params: Params) => string

const count =
  (unit: string, more: 'at least' | 'at most'): Expectation =>
  ({ limit }) =>
    `${more} ${limit} ${unit}`
const bound: Expectation = ({ comparison, limit }) => `a number ${comparison} ${limit}`

const expectations: Readonly<Record<string, Expectation>> = {
  type: ({ type }) => `of type ${[type].flat().join(' or ')}`,
  required: ({ missingProperty }) => `a property "${missingProperty}"`,
  additionalProperties: ({ additionalProperty }) => `no property "${additionalProperty}"`,
  unevaluatedProperties: ({ unevaluatedProperty }) => `no property "${unevaluatedProperty}"`,
  enum: ({ allowedValues }) => `one of ${listOf(allowedValues)}`,
  const: ({ allowedValue }) => show(allowedValue),
  format: ({ format }) => `a text in the format "${format}"`,
  pattern: ({ pattern }) => `a text that matches ${pattern}`,
  minLength: count('characters', 'at least'),
  maxLength: count('characters', 'at most'),
  minItems: count('items', 'at least'),
  maxItems: count('items', 'at most'),
  minProperties: count('properties', 'at least'),
  maxProperties: count('properties', 'at most'),
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: ({ multipleOf }) => `a multiple of ${multipleOf}`,
  uniqueItems: ({ i, j }) => `items that differ (${j} and ${i} are equal)`,
}

/**
 * What the default validator refused, beside what was sent: path, value, expectation, near misses. Null for failures of
 * another library, which have a form of their own.
 *
 * @param sent the part of the request before it was coerced, filled and cleared of what is undeclared
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
  return {
    path: `${part}${path}`,
    sent: show(value),
    expected: expectations[keyword]?.(params) ?? message.replace(/^should |^must /, ''),
    near: nearTo(failure, value),
  }
}

function nearTo({ keyword, params }: SchemaFailure, value: unknown): string[] {
  if (keyword === 'required' && isRecord(value)) return nearMisses(String(params.missingProperty), Object.keys(value))
  if (keyword !== 'enum' || typeof value !== 'string' || !Array.isArray(params.allowedValues)) return []
  return nearMisses(
    value,
    params.allowedValues.filter((each) => typeof each === 'string'),
  )
}

/** By JSON pointer (RFC 6901), as both versions write paths by default. */
function valueAt(sent: unknown, pointer: string): unknown {
  let value = sent
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, step.replace(/~1/g, '/').replace(/~0/g, '~'))
  }
  return value
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? cut(values.map(show).join(', '), longest) : 'the listed values'
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  try {
    return cut(JSON.stringify(value) ?? String(value), longest)
  } catch {
    return describeValue(value) // JSON has no form for circles and big integers, and parsers may make them
  }
}

function isFailure(failure: unknown): failure is SchemaFailure {
  return isRecord(failure) && typeof failure.keyword === 'string' && isRecord(failure.params)
}
