import { itemPosition } from '../emit/code-position.js'
import { applying } from './keyword.js'

export const contains = applying('contains', 'array', 'schema', {
  removesAhead: () => true,
  emit: (schema, check) => {
    const { value } = check
    if (check.isEmpty(schema)) return `if (${value}.length === 0) ${check.fail('contains', one)}`
    const [found, item, missed] = [check.newName('found'), check.newName('item'), check.newName('missed')]
    const tried = check.tryPart(schema, itemPosition(check.scope, 'contains'), `break ${item}`)
    return [
      `${found}: {\nlet ${missed} = null`,
      `for (let index = 0; index < ${value}.length; index++) {`,
      `${item}: {\n${tried}\nbreak ${found}\n}`,
      `${missed} = setAside(${missed})\n}`,
      // Where no other schema decides, ajv reports this failure alone.
      check.mode.isComposite ? `restore(${missed})` : '',
      `${check.fail('contains', one)}\n}`,
    ].join('\n')
  },
  error: ({ min, max }: ItemLimits, version) =>
    version === 6
      ? { params: {}, message: 'should contain a valid item' }
      : {
          params: max === null ? { minContains: min } : { minContains: min, maxContains: max },
          message: `must contain at least ${min}${max === null ? '' : ` and no more than ${max}`} valid item(s)`,
        },
})

/** How many items must be valid. */
export interface ItemLimits {
  readonly min: number
  readonly max: number | null
}

const one: ItemLimits = { min: 1, max: null }
