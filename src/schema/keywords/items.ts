import { isPlainObject, type PlainObject } from '../../support/values.js'
import type { Check } from '../emit/check.js'
import { itemPosition } from '../emit/code-position.js'
import { Unsupported } from '../emit/unsupported.js'
import { typesOf } from '../model/json-schema.js'
import { applying, checking, isFilled, isFlag, isSchema, type Keyword, worded, wordedBy } from './keyword.js'
import { numberOf } from './literals.js'

const tooManyItems = worded('limit', (limit: number) => `NOT have more than ${limit} items`)

/** One schema for all items, or a list of schemas for the first ones. */
const items: Keyword = {
  name: 'items',
  groups: ['array'],
  subschemas: 'schema or list',
  validates: 'parts',
  isOfDraft7: true,
  rule: (value, flags) => (Array.isArray(value) ? isFilled(value, flags) : isSchema(value, flags)),
  removesAhead: Array.isArray,
  isFor: (key, name, { prefixItems }) => (name === null ? isBehind(key, prefixItems) : key === name),
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

/** The items after the listed ones. Version 6 checks the keyword as a part of `items`. */
const additionalItems = applying('additionalItems', 'array', 'schema', {
  isPartIn6: true,
  removesAhead: () => true,
  isFor: (key, _, { items }) => Array.isArray(items) && isBehind(key, items),
  emit: (schema, check) => {
    const name = 'additionalItems'
    const { items } = check.schema
    return check.version === 8 && Array.isArray(items) ? emitFurther(name, schema, items.length, check) : ''
  },
  error: tooManyItems,
})

/** The schemas of the first items, in the dialect in which `items` applies to the items after them. */
const prefixItems: Keyword = {
  name: 'prefixItems',
  groups: ['array'],
  subschemas: 'list',
  validates: 'parts',
  dialects: ['2020-12'],
  removesAhead: () => true,
  isFor: (key, name) => key === name,
  emit: (schemas, check) => (Array.isArray(schemas) ? emitListed('prefixItems', schemas, check) : ''),
}

/** Whether an item comes after the listed ones. */
function isBehind(key: string, listed: unknown): boolean {
  return !Array.isArray(listed) || Number(key) >= listed.length
}

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

interface ItemLimits {
  readonly min: number
  readonly max: number | null
}

const contains = applying('contains', 'array', 'schema', {
  removesAhead: () => true,
  isFor: () => true,
  emit: (schema, check) => emitContains(schema, limitsOf(check.schema), check),
  error: ({ min, max }: ItemLimits, version) =>
    version === 6
      ? { params: {}, message: 'should contain a valid item' }
      : {
          params: max === null ? { minContains: min } : { minContains: min, maxContains: max },
          message: `must contain at least ${min}${max === null ? '' : ` and no more than ${max}`} valid item(s)`,
        },
})

/** A limit for the number of valid items. `contains` checks it; alone it checks nothing. */
function limit(name: 'minContains' | 'maxContains'): Keyword {
  return { name, groups: ['array'], dialects: ['2019-09', '2020-12'] }
}

const limits = [limit('minContains'), limit('maxContains')]

function limitsOf(schema: PlainObject): ItemLimits {
  return {
    min: schema.minContains === undefined ? 1 : numberOf(schema, 'minContains'),
    max: schema.maxContains === undefined ? null : numberOf(schema, 'maxContains'),
  }
}

function emitContains(schema: unknown, limits: ItemLimits, check: Check): string {
  const { min, max } = limits
  const fail = check.fail('contains', limits)
  if (max === null && min === 0) return ''
  if (max !== null && min > max) return fail
  const isWrong = (count: string) => `${count} < ${min}${max === null ? '' : ` || ${count} > ${max}`}`
  if (check.isEmpty(schema)) return `if (${isWrong(`${check.value}.length`)}) ${fail}`
  const [counted, count, missed] = [check.newName('counted'), check.newName('count'), check.newName('missed')]
  const isEnough = max === null ? `${count} >= ${min}` : `${count} > ${max}`
  const tried = (abort: string) => check.tryPart(schema, itemPosition(check.scope, 'contains'), abort)
  return [
    `let ${count} = 0, ${missed} = null`,
    `${counted}: for (let index = 0; index < ${check.value}.length; index++) {`,
    check.orElse(
      (abort) => `${tried(abort)}\n${count}++\nif (${isEnough}) break ${counted}`,
      `${missed} = setAside(${missed})`,
    ),
    `}\nif (${isWrong(count)}) {`,
    // If no other schema decides, ajv reports only this failure.
    check.mode.isComposite ? `restore(${missed})` : '',
    `${fail}\n}`,
  ].join('\n')
}

const uniqueItems = checking('uniqueItems', 'array', isFlag, {
  emit: (value, check) => {
    if (value !== true) return ''
    const { items } = check.schema
    // Version 6 ignores null here.
    if (check.version === 6 && isPlainObject(items) && items.nullable === true && items.type) throw new Unsupported()
    const find = scalarTypesOf(items) === null ? 'findEqual' : 'findSame'
    const found = check.newName('found')
    const fail = check.fail('uniqueItems', null, found)
    return `{ const ${found} = ${find}(${check.value})\nif (${found} !== null) ${fail} }`
  },
  error: wordedBy((_, { i, j }) => `NOT have duplicate items (items ## ${j} and ${i} are identical)`),
  expected: ({ i, j }) => `items that differ (${j} and ${i} are equal)`,
})

/** The types of the items of an array that are compared as scalars; `null`: they may be lists or objects. */
export function scalarTypesOf(items: unknown): readonly string[] | null {
  const types = typesOf(items)
  return types.length === 0 || types.includes('object') || types.includes('array') ? null : types
}

/** The order is that of version 8. */
export const itemKeywords: readonly Keyword[] = [
  ...[prefixItems, additionalItems, items, contains, ...limits, uniqueItems],
]
