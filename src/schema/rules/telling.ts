import { annotations, isExtension } from '../keywords.js'
import { isPlainObject, type PlainObject } from '../plain-data.js'
import type { Group } from './value-types.js'

export const groups = ['number', 'string', 'array', 'object'] as const

export const keywordsOf: Readonly<Record<Group, readonly string[]>> = {
  number: ['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'multipleOf', 'format'],
  string: ['maxLength', 'minLength', 'pattern', 'format'],
  array: ['maxItems', 'minItems', 'items', 'uniqueItems'],
  object: ['maxProperties', 'minProperties', 'required', 'properties', 'additionalProperties'],
}

const telling: ReadonlySet<string> = new Set(['$ref', 'type', 'const', 'enum', ...Object.values(keywordsOf).flat()])
const silent: ReadonlySet<string> = new Set(['$id', 'default', 'nullable', 'definitions', '$defs'])

function isSilent(keyword: string): boolean {
  return silent.has(keyword) || annotations.has(keyword) || isExtension(keyword)
}

/** Whether a schema has any rule. */
export function tellsSomething(schema: unknown): boolean {
  if (!isPlainObject(schema)) return schema !== true
  return Object.keys(schema).some((keyword) => telling.has(keyword) || !isSilent(keyword))
}

/** Whether there are rules for all that a schema says at its own level. */
export function isUnderstood(schema: PlainObject): boolean {
  return Object.keys(schema).every((keyword) => telling.has(keyword) || isSilent(keyword))
}

export function hasKeyword(schema: PlainObject, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => schema[keyword] !== undefined)
}

/** Whether a value has parts that there may be rules for. */
export function hasParts(schema: PlainObject): boolean {
  return hasKeyword(schema, keywordsOf.object) || schema.items !== undefined
}

/** What may stand beside a `$ref` and says nothing. */
const refKeywords: ReadonlySet<string> = new Set(['$ref', '$id', 'definitions', '$defs'])

export function isOnlyRef(schema: PlainObject): boolean {
  return Object.keys(schema).every((keyword) => refKeywords.has(keyword))
}
