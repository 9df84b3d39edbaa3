import { itemPosition } from '../emit/code-position.js'
import { isJsonSchema } from '../model/plain-data.js'
import type { Keyword } from './keyword.js'

export const contains: Keyword = {
  name: 'contains',
  groups: ['array'],
  subschemas: 'schema',
  validates: 'parts',
  isOfDraft7: true,
  isValid: isJsonSchema,
  removesAhead: () => true,
  emit: (schema, check) => {
    const { value } = check
    if (check.isEmpty(schema)) return `if (${value}.length === 0) ${check.fail('contains', null)}`
    const [found, item, missed] = [check.newName('found'), check.newName('item'), check.newName('missed')]
    const tried = check.tryPart(schema, itemPosition(check.scope, 'contains'), `break ${item}`)
    return [
      `${found}: {\nlet ${missed} = null`,
      `for (let index = 0; index < ${value}.length; index++) {`,
      `${item}: {\n${tried}\nbreak ${found}\n}`,
      `${missed} = setAside(${missed})\n}`,
      // Where no other schema decides, ajv reports this failure alone.
      check.mode.isComposite ? `restore(${missed})` : '',
      `${check.fail('contains', null)}\n}`,
    ].join('\n')
  },
  error: (_, version) =>
    version === 6
      ? { params: {}, message: 'should contain a valid item' }
      : { params: { minContains: 1 }, message: 'must contain at least 1 valid item(s)' },
}
