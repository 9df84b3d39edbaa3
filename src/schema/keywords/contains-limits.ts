import type { Check } from '../emit/check.js'
import { itemPosition } from '../emit/code-position.js'
import type { PlainObject } from '../model/plain-data.js'
import type { ItemLimits } from './contains.js'
import type { Keyword } from './keyword.js'
import { numberOf } from './literals.js'

/** How many items must be valid by `contains`: they replace its own check, which asks for one. */
function limit(name: 'minContains' | 'maxContains'): Keyword {
  return {
    name,
    groups: ['array'],
    dialects: ['2019-09', '2020-12'],
    replaces: 'contains',
    emit: (_, check) => {
      const isOfOther = name === 'maxContains' && check.schema.minContains !== undefined
      return isOfOther || check.schema.contains === undefined ? '' : emitLimits(limitsOf(check.schema), check)
    },
  }
}

export const containsLimits: readonly Keyword[] = [limit('minContains'), limit('maxContains')]

function limitsOf(schema: PlainObject): ItemLimits {
  return {
    min: schema.minContains === undefined ? 1 : numberOf(schema, 'minContains'),
    max: schema.maxContains === undefined ? null : numberOf(schema, 'maxContains'),
  }
}

function emitLimits(limits: ItemLimits, check: Check): string {
  const { min, max } = limits
  const { contains } = check.schema
  if (max === null && min === 0) return ''
  if (max !== null && min > max) return fail(limits, check)
  const isWrong = (count: string) => `${count} < ${min}${max === null ? '' : ` || ${count} > ${max}`}`
  if (check.isEmpty(contains)) return `if (${isWrong(`${check.value}.length`)}) ${fail(limits, check)}`
  const [counted, count, item, missed] = ['counted', 'count', 'item', 'missed'].map((word) => check.newName(word))
  const tried = check.tryPart(contains, itemPosition(check.scope, 'contains'), `break ${item}`)
  return [
    `let ${count} = 0, ${missed} = null`,
    `${counted}: for (let index = 0; index < ${check.value}.length; index++) {`,
    `${item}: {\n${tried}\n${count}++`,
    `if (${max === null ? `${count} >= ${min}` : `${count} > ${max}`}) break ${counted}`,
    `continue ${counted}\n}\n${missed} = setAside(${missed})\n}`,
    `if (${isWrong(String(count))}) {`,
    // Where no other schema decides, ajv reports this failure alone.
    check.mode.isComposite ? `restore(${missed})` : '',
    `${fail(limits, check)}\n}`,
  ].join('\n')
}

function fail(limits: ItemLimits, check: Check): string {
  return check.fail('contains', limits)
}
