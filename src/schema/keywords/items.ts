import type { Check } from '../emit/check.js'
import { itemPosition } from '../emit/code-position.js'
import { isPlainObject } from '../model/plain-data.js'
import { applying, type ErrorText, type Keyword, verbs } from './keyword.js'
import { isFilled, isSchema } from './valid-values.js'

/** One schema for all items, or a list of schemas for the first ones. */
const items: Keyword = {
  name: 'items',
  groups: ['array'],
  subschemas: 'schema or list',
  validates: 'parts',
  isOfDraft7: true,
  rule: (value, flags) => (Array.isArray(value) ? isFilled(value, flags) : isSchema(value, flags)),
  removesAhead: Array.isArray,
  emit: (schemas, check) => {
    const { prefixItems } = check.schema
    if (Array.isArray(prefixItems)) return emitFurther('items', schemas, prefixItems.length, check)
    if (!Array.isArray(schemas)) return emitFrom(0, schemas, check, 'items')
    const first = emitListed('items', schemas, check)
    if (check.version === 8) return first
    const { additionalItems } = check.schema
    const further =
      additionalItems === undefined ? '' : emitFurther('additionalItems', additionalItems, schemas.length, check)
    return additionalItems === false ? `${further}\n${first}` : `${first}\n${further}`
  },
  error: tooManyItems,
}

/** What comes after the listed items. Version 6 checks it as a part of `items`. */
const additionalItems = applying('additionalItems', 'array', 'schema', {
  isEmptyIn6: true,
  removesAhead: () => true,
  emit: (schema, check) => {
    const name = 'additionalItems'
    const { items } = check.schema
    return check.version === 8 && Array.isArray(items) ? emitFurther(name, schema, items.length, check) : ''
  },
  error: tooManyItems,
})

/** The schemas of the first items, in the dialect in which `items` is about those after them. */
const prefixItems: Keyword = {
  name: 'prefixItems',
  groups: ['array'],
  subschemas: 'list',
  validates: 'parts',
  dialects: ['2020-12'],
  removesAhead: () => true,
  emit: (schemas, check) => (Array.isArray(schemas) ? emitListed('prefixItems', schemas, check) : ''),
}

/** The order is that of version 8. */
export const itemKeywords: readonly Keyword[] = [prefixItems, additionalItems, items]

function emitListed(name: 'items' | 'prefixItems', schemas: readonly unknown[], check: Check): string {
  return schemas.map((schema, index) => emitItem(schema, `${name}/${index}`, index, check)).join('\n')
}

function emitItem(schema: unknown, path: string, index: number, check: Check): string {
  if (check.isEmpty(schema)) return ''
  const position = itemPosition(check.scope, path, index)
  return `if (${check.value}.length > ${index}) {\n${check.part(schema, position)}\n}`
}

function emitFurther(name: 'items' | 'additionalItems', schema: unknown, count: number, check: Check): string {
  if (schema === false) return `if (${check.value}.length > ${count}) ${check.fail(name, count)}`
  return isPlainObject(schema) ? emitFrom(count, schema, check, name) : ''
}

function emitFrom(start: number, schema: unknown, check: Check, path: string): string {
  if (check.isEmpty(schema)) return ''
  const part = check.part(schema, itemPosition(check.scope, path))
  return `for (let index = ${start}; index < ${check.value}.length; index++) {\n${part}\n}`
}

function tooManyItems(limit: number, version: 6 | 8): ErrorText {
  return { params: { limit }, message: `${verbs[version]} NOT have more than ${limit} items` }
}
