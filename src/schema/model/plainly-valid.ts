import { keywordOf } from '../keywords/table.js'
import type { PlainObject } from './plain-data.js'
import { everyKeyword } from './walk.js'

/**
 * Whether a schema is right for certain by the rules of draft 7, and of `nullable`. Of one that is not plainly so the meta-schema must be
 * asked: to compile that takes as long as to compile a hundred schemas of an application, and few need it.
 */
export function isPlainlyValid(schema: PlainObject): boolean {
  return everyKeyword(schema, (keyword, value) => value === undefined || (keywordOf(keyword)?.isValid?.(value) ?? true))
}

/**
 * Whether a schema is plainly valid, nothing in it has to be looked up anywhere (no `$ref`, no format, no keyword of
 * others), and nothing but all of it has a name. Most are so, and need no closer look.
 */
export function isSelfContained(schema: PlainObject): boolean {
  return everyKeyword(schema, (keyword, value, of) => {
    if (keyword === '$id') return of === schema && typeof value === 'string' && !value.startsWith('#')
    const isRight = keywordOf(keyword)?.isValid
    return isRight !== undefined && !lookedUp.has(keyword) && (value === undefined || isRight(value))
  })
}

const lookedUp: ReadonlySet<string> = new Set(['$ref', 'format'])
