import { isPlainObject, type PlainObject, typesOfValue } from '../../support/values.js'
import { typesOf } from '../model/json-schema.js'
import type { ErrorText, Keyword } from './keyword.js'
import { type } from './values.js'

/** The types by which a branch refuses values before it is tried. */
export interface BranchTypes {
  own: readonly string[]
  others: readonly string[]
  /** The keyword `type` of the branch. */
  type: unknown
}

const branching = ['anyOf', 'oneOf'] as const

/**
 * Prevents a coercion in bodies. A value with the type of one branch of `oneOf` or `anyOf` is not coerced to the type
 * of another. In JSON a number has its own type. Without this, 12 would become a text in `oneOf: [{ type: 'string' }, {
 * type: 'number' }]`, then a number again, and fit both. Values that fit no branch by themselves are coerced as
 * everywhere.
 *
 * The branches stay as they are: `$ref`s lead into them, and errors name places in them.
 *
 * @param sourceOf the branch as it was written, or the schema that it refers to
 */
export function keepNativeBranches(schema: PlainObject, sourceOf: SourceOf): PlainObject {
  const found = branching.flatMap((keyword) => {
    const branches = schema[keyword]
    if (!Array.isArray(branches)) return []
    const sources = branches.map((_, index) => sourceOf(keyword, index))
    const types = sources.map(typesOf)
    const all = types.map((own, index) => {
      const others = types.flatMap((each, other) => (other === index ? [] : each))
      // No value is ever coerced to an object.
      const isAlone = own.every((type) => type === 'object') || others.every((type) => own.includes(type))
      return isAlone ? null : { own, others, type: Object(sources[index]).type }
    })
    return all.some((each) => each !== null) ? [[keyword, all] as const] : []
  })
  return found.length === 0 ? schema : { ...schema, [branchTypes.name]: Object.fromEntries(found) }
}

type SourceOf = (keyword: string, index: number) => unknown

/** The keyword that holds the types of branches. Only our validators know it. A plugin that merges schemas keeps it. */
export const branchTypes: Keyword = { name: '$natively', groups: [], isData: true }

/** The types of each branch of a keyword; `null` for a branch that is tried on every value. Null without types. */
export function branchTypesOf(schema: PlainObject, keyword: string): readonly (BranchTypes | null)[] | null {
  const types = schema[branchTypes.name]
  const found = isPlainObject(types) ? types[keyword] : null
  return Array.isArray(found) ? found : null
}

/** The type of a branch, as errors about it name it. */
export function typeOf({ own, type: asked }: BranchTypes, version: 6 | 8): unknown {
  if (version === 6) return own.join(',')
  return Array.isArray(asked) ? own : asked
}

/** The error for a value that a branch refuses: that of its keyword `type`. */
export function errorOf(types: BranchTypes, version: 6 | 8): ErrorText {
  return type.error!(typeOf(types, version) as never, version, {}) // the type, as the boot has checked it
}

/** Whether a value has the type of another branch, and none of this one. */
export function isForeign(data: unknown, own: readonly string[], others: readonly string[]): boolean {
  const found = typesOfValue(data)
  return found.some((type) => others.includes(type)) && !found.some((type) => own.includes(type))
}

/** The place of a branch in errors about its type. Where the target of a `$ref` has the type, they name the target. */
export function placeOf(branch: unknown, path: string): string {
  const { $ref, type: own }: PlainObject = Object(branch)
  return typeof $ref === 'string' && own === undefined ? $ref : path
}
