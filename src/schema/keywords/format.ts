import { Unsupported } from '../emit/unsupported.js'
import { checking, verbs } from './keyword.js'
import { isText } from './valid-values.js'

export const format = checking('format', ['number', 'string'], isText, {
  emit: (name, check) => {
    if (typeof name !== 'string') return ''
    const known = check.options.formats().get(name)
    if (known === undefined) throw new Unsupported()
    if (known.isRight === null || known.type !== check.group) return ''
    const isRight = check.constant(`formats().get(${JSON.stringify(name)}).isRight`)
    return `if (!${isRight}(${check.value})) ${check.fail('format', name)}`
  },
  error: (name: string, version) => ({
    params: { format: name },
    message: `${verbs[version]} match format "${name}"`,
  }),
  expected: (params) => `a text in the format "${params.format}"`,
})
