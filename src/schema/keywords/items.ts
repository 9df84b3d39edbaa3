import type { Check } from '../emit/check.js'
import { itemPosition } from '../emit/code-position.js'
import { isJsonSchema, isPlainObject } from '../model/plain-data.js'
import { type Keyword, verbs } from './keyword.js'
import { isList } from './valid-values.js'

/** One schema for all items, or a list of schemas for the first ones. */
const items: Keyword = {
  name: 'items',
  groups: ['array'],
  subschemas: 'schema or list',
  validates: 'parts',
  isOfDraft7: true,
  isValid: (value) => isList(value) || isJsonSchema(value),
  removesAhead: Array.isArray,
  emit: (schemas, check) => {
    if (!Array.isArray(schemas)) return emitFrom(0, schemas, check, 'items')
    const first = schemas.map((schema, index) => emitItem(schema, index, check)).join('\n')
    if (check.version === 8) return first
    const { additionalItems } = check.schema
    const further = additionalItems === undefined ? '' : emitFurther(additionalItems, check)
    return additionalItems === false ? `${further}\n${first}` : `${first}\n${further}`
  },
}

/** What comes after the listed items. Version 6 checks it as a part of `items`. */
const additionalItems: Keyword = {
  name: 'additionalItems',
  groups: ['array'],
  subschemas: 'schema',
  validates: 'parts',
  isOfDraft7: true,
  isEmptyIn6: true,
  isValid: isJsonSchema,
  removesAhead: () => true,
  emit: (schema, check) => {
    return check.version === 8 && Array.isArray(check.schema.items) ? emitFurther(schema, check) : ''
  },
  error: (limit: number, version) => ({
    params: { limit },
    message: `${verbs[version]} NOT have more than ${limit} items`,
  }),
}

/** The order is that of version 8. */
export const itemKeywords: readonly Keyword[] = [additionalItems, items]

function emitItem(schema: unknown, index: number, check: Check): string {
  if (check.isEmpty(schema)) return ''
  const position = itemPosition(check.scope, `items/${index}`, index)
  return `if (${check.value}.length > ${index}) {\n${check.part(schema, position)}\n}`
}

function emitFurther(schema: unknown, check: Check): string {
  const count = [check.schema.items].flat().length
  if (schema === false) return `if (${check.value}.length > ${count}) ${check.fail('additionalItems', count)}`
  return isPlainObject(schema) ? emitFrom(count, schema, check, 'additionalItems') : ''
}

function emitFrom(start: number, schema: unknown, check: Check, path: string): string {
  if (check.isEmpty(schema)) return ''
  const part = check.part(schema, itemPosition(check.scope, path))
  return `for (let index = ${start}; index < ${check.value}.length; index++) {\n${part}\n}`
}
