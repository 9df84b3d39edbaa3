import type { Check } from '../emit/check.js'
import { itemPosition } from '../emit/code-position.js'
import type { PlainObject } from '../model/plain-data.js'
import { applying, type Keyword } from './keyword.js'
import { numberOf } from './literals.js'

/** How many items must be valid. */
interface ItemLimits {
  readonly min: number
  readonly max: number | null
}

const contains = applying('contains', 'array', 'schema', {
  removesAhead: () => true,
  emit: (schema, check) => emitContains(schema, limitsOf(check.schema), check),
  error: ({ min, max }: ItemLimits, version) =>
    version === 6
      ? { params: {}, message: 'should contain a valid item' }
      : {
          params: max === null ? { minContains: min } : { minContains: min, maxContains: max },
          message: `must contain at least ${min}${max === null ? '' : ` and no more than ${max}`} valid item(s)`,
        },
})

/** How many items must be valid by `contains`, which checks it; alone they check nothing. */
function limit(name: 'minContains' | 'maxContains'): Keyword {
  return { name, groups: ['array'], dialects: ['2019-09', '2020-12'] }
}

export const containsKeywords: readonly Keyword[] = [contains, limit('minContains'), limit('maxContains')]

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
  const [counted, count, item, missed] = ['counted', 'count', 'item', 'missed'].map((word) => check.newName(word))
  const tried = check.tryPart(schema, itemPosition(check.scope, 'contains'), `break ${item}`)
  return [
    `let ${count} = 0, ${missed} = null`,
    `${counted}: for (let index = 0; index < ${check.value}.length; index++) {`,
    `${item}: {\n${tried}\n${count}++`,
    `if (${max === null ? `${count} >= ${min}` : `${count} > ${max}`}) break ${counted}`,
    `continue ${counted}\n}\n${missed} = setAside(${missed})\n}`,
    `if (${isWrong(String(count))}) {`,
    // Where no other schema decides, ajv reports this failure alone.
    check.mode.isComposite ? `restore(${missed})` : '',
    `${fail}\n}`,
  ].join('\n')
}
