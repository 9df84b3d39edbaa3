import { isPlainObject, type PlainObject, typesOf, typesOfValue } from '../model/plain-data.js'
import { type Keyword, worded } from './keyword.js'

/** The keyword that the rewritten branches carry. Only our validators know it. */
export const nativelyKeyword = '$natively'

interface Natively {
  own: readonly string[]
  others: readonly string[]
}

/**
 * Keeps a value of a body that has the type of one branch of `oneOf` or `anyOf` from coercion to the type of another.
 * In JSON a number has its own type. Without this, 12 would become a text in `oneOf: [{ type: 'string' }, { type:
 * 'number' }]`, then a number again, and fit both. Values that fit no branch by themselves are coerced as everywhere.
 *
 * @param sourceOf the branch as it was written, or the schema that it refers to
 * @param reports whether the validator continues after a failure; then a condition must enclose each branch
 */
export function keepNativeBranches(schema: PlainObject, sourceOf: SourceOf, reports: Reports): PlainObject {
  if (schema.anyOf === undefined && schema.oneOf === undefined) return schema
  const result = { ...schema }
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword]
    if (!Array.isArray(branches)) continue
    const types = branches.map((_, index) => typesOf(sourceOf(keyword, index)))
    result[keyword] = branches.map((branch, index) => {
      const others = types.flatMap((each, other) => (other === index ? [] : each))
      return fenced(branch, { own: types[index] ?? [], others }, reports)
    })
  }
  return result
}

type SourceOf = (keyword: string, index: number) => unknown
type Reports = 'first failure' | 'all failures'

function fenced(branch: unknown, natively: Natively, reports: Reports): unknown {
  const { own, others } = natively
  // No value is ever coerced to an object.
  if (own.every((type) => type === 'object') || others.every((type) => own.includes(type))) return branch
  const fence = { [nativelyKeyword]: natively }
  return reports === 'first failure' ? { allOf: [fence, branch] } : { if: fence, then: branch, else: fence }
}

/** Types of the values that a rewritten branch can hold, for readers of the rewritten schema. */
export function nativeTypes(schema: PlainObject): readonly string[] | null {
  const natively = schema[nativelyKeyword]
  return isPlainObject(natively) && Array.isArray(natively.own) ? natively.own : null
}

const ofType = worded('type', (type: string) => `be ${type}`)

interface NativeCheck {
  (natively: Natively, data: unknown): boolean
  errors?: readonly object[]
}

export function createNativeCheck(version: 6 | 8): NativeCheck {
  const check: NativeCheck = ({ own, others }, data) => {
    if (!isForeign(data, own, others)) return true
    check.errors = [{ keyword: 'type', ...ofType(own.join(','), version) }]
    return false
  }
  return check
}

export const natively: Keyword = {
  name: nativelyKeyword,
  groups: ['any'],
  isData: true,
  removesAhead: () => true,
  emit: (value, check) => {
    const { own, others } = value as Natively // our code wrote it
    const test = `isForeign(${check.value}, ${JSON.stringify(own)}, ${JSON.stringify(others)})`
    return `if (${test}) ${check.fail(nativelyKeyword, own.join(','))}`
  },
  error: (type: string, version) => ({ ...ofType(type, version), keyword: 'type' }),
}

/** Whether a value has the type of another branch, and none of this one. */
export function isForeign(data: unknown, own: readonly string[], others: readonly string[]): boolean {
  const types = typesOfValue(data)
  return types.some((type) => others.includes(type)) && !types.some((type) => own.includes(type))
}
