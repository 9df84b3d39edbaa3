import { typesOfValue } from '../../support/plain-data.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { typesOf } from '../model/json-schema.js'
import type { Keyword } from './keyword.js'
import { type } from './type.js'

/** The keyword that the rewritten branches carry. Only our validators know it. */
export const nativelyKeyword = '$natively'

interface Natively {
  own: readonly string[]
  others: readonly string[]
  /** The keyword `type` of the branch. */
  type: unknown
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
    const sources = branches.map((_, index) => sourceOf(keyword, index))
    const types = sources.map(typesOf)
    result[keyword] = branches.map((branch, index) => {
      const others = types.flatMap((each, other) => (other === index ? [] : each))
      return fenced(branch, { own: types[index] ?? [], others, type: Object(sources[index]).type }, reports)
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

/** A rewritten branch: its check of the type, and the branch as it was written. */
interface Fenced {
  fence: unknown
  branch: unknown
  /** The steps of a pointer from the rewritten branch to the branch, and to the failure of the check. */
  toBranch: readonly string[]
  toFence: readonly string[]
}

/** `null`: the schema is not a rewritten branch. */
export function readFenced(schema: PlainObject): Fenced | null {
  const { allOf, if: condition, then: branch } = schema
  if (Array.isArray(allOf) && isFence(allOf[0])) {
    return { fence: allOf[0], branch: allOf[1], toBranch: ['allOf', '1'], toFence: ['allOf', '0', nativelyKeyword] }
  }
  if (!isFence(condition)) return null
  return { fence: condition, branch, toBranch: ['then'], toFence: ['else', nativelyKeyword] }
}

function isFence(schema: unknown): boolean {
  return isPlainObject(schema) && schema[nativelyKeyword] !== undefined
}

/** Types of the values that a rewritten branch can hold, for readers of the rewritten schema. */
export function nativeTypes(schema: PlainObject): readonly string[] | null {
  const natively = schema[nativelyKeyword]
  return isPlainObject(natively) && Array.isArray(natively.own) ? natively.own : null
}

interface NativeCheck {
  (natively: Natively, data: unknown): boolean
  errors?: readonly object[]
}

export function createNativeCheck(version: 6 | 8): NativeCheck {
  const check: NativeCheck = (natively, data) => {
    if (!isForeign(data, natively.own, natively.others)) return true
    const asked = typeOf(natively, version) as never // the value of the keyword, as the boot has checked it
    check.errors = [{ keyword: type.name, ...type.error?.(asked, version, {}) }]
    return false
  }
  return check
}

export const natively: Keyword = {
  name: nativelyKeyword,
  groups: ['any'],
  isData: true,
  emit: (value, check) => {
    const given = value as Natively // our code wrote it
    const test = `isForeign(${check.value}, ${JSON.stringify(given.own)}, ${JSON.stringify(given.others)})`
    return `if (${test}) ${check.fail(type.name, typeOf(given, check.version))}`
  },
}

/** The type of a branch, as errors about it name it. */
function typeOf({ own, type: asked }: Natively, version: 6 | 8): unknown {
  if (version === 6) return own.join(',')
  return Array.isArray(asked) ? own : asked
}

/** Whether a value has the type of another branch, and none of this one. */
export function isForeign(data: unknown, own: readonly string[], others: readonly string[]): boolean {
  const types = typesOfValue(data)
  return types.some((type) => others.includes(type)) && !types.some((type) => own.includes(type))
}
