import { isPlainObject } from '../model/plain-data.js'

/** Whether the value of a keyword is valid for certain. */
export type Rule = (value: unknown) => boolean

export const isText: Rule = (value) => typeof value === 'string'
export const isFlag: Rule = (value) => typeof value === 'boolean'
export const isNumber: Rule = (value) => Number.isFinite(value)
export const isSize: Rule = (value) => Number.isSafeInteger(value) && Number(value) >= 0
export const isMap: Rule = isPlainObject
export const isList: Rule = (value) => Array.isArray(value) && value.length > 0
export const isNames: Rule = (value) => Array.isArray(value) && value.every(isText) && isVaried(value)

/** Whether no two are the same; of objects only the meta-schema can tell. */
export function isVaried(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length && values.every((value) => value === null || typeof value !== 'object')
}

/** `\Z` is no part of the expressions of JavaScript, and means something elsewhere. */
export const isPattern: Rule = (value) => {
  if (typeof value !== 'string' || value.includes('\\Z')) return false
  try {
    return new RegExp(value) instanceof RegExp
  } catch {
    return false
  }
}
