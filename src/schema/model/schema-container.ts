import { nearMisses } from '../../support/near-miss.js'
import { annotations, draft7Keywords, isExtension } from '../keywords/table.js'
import { isPlainObject, type PlainObject } from './plain-data.js'

const notes: ReadonlySet<string> = new Set(['$id', '$schema', '$defs', 'definitions', ...annotations])

/**
 * Whether a shared schema constrains nothing and only holds others under names of its own, for `$ref`s such as
 * `models#/user`. An object with nothing but a misspelt keyword is none.
 */
export function isContainer(schema: PlainObject, hasKeyword: (keyword: string) => boolean): boolean {
  const names = Object.keys(schema).filter((key) => !notes.has(key) && !isExtension(key))
  if (names.some((name) => draft7Keywords.has(name) || hasKeyword(name) || !isPlainObject(schema[name]))) return false
  return names.some((name) => nearMisses(name, draft7Keywords).length === 0)
}
