import { Unsupported } from '../emit/unsupported.js'
import type { JsonType } from '../emit/value-types.js'
import { isPlainObject } from '../model/plain-data.js'
import { checking, verbs } from './keyword.js'
import { isFlag } from './valid-values.js'

export const uniqueItems = checking('uniqueItems', 'array', isFlag, {
  emit: (value, check) => {
    if (value !== true) return ''
    const find = isOfScalars(check.schema.items, check.version) ? 'findSame' : 'findEqual'
    const found = check.newName('found')
    const fail = check.fail('uniqueItems', null, found)
    return `{ const ${found} = ${find}(${check.value})\nif (${found} !== null) ${fail} }`
  },
  error: (_, version, { i, j }) => ({
    params: { i, j },
    message: `${verbs[version]} NOT have duplicate items (items ## ${j} and ${i} are identical)`,
  }),
  expected: ({ i, j }) => `items that differ (${j} and ${i} are equal)`,
})

/** Whether the items of an array are of types that can be told apart by looking at them. */
function isOfScalars(items: unknown, version: 6 | 8): boolean {
  if (!isPlainObject(items)) return false
  if (items.nullable === true && version === 6) throw new Unsupported() // it does not look at null
  const types = [items.type ?? []].flat() as JsonType[] // checked before
  return types.length > 0 && !types.includes('object') && !types.includes('array')
}
