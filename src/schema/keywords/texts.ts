import { Unsupported } from '../emit/unsupported.js'
import { checking, type Keyword, worded } from './keyword.js'
import { clientPattern, numberOf } from './literals.js'
import { isPattern, isSize, isText } from './valid-values.js'

function length(name: 'maxLength' | 'minLength'): Keyword {
  const isMost = name === 'maxLength'
  const [in6, in8, right] = isMost ? ['longer', 'more', 'at most'] : ['shorter', 'fewer', 'at least']
  return checking(name, 'string', isSize, {
    emit: (_, check) => {
      const limit = numberOf(check.schema, name)
      return `if (${isMost ? 'isLong' : 'isShort'}(${check.value}, ${limit})) ${check.fail(name, limit)}`
    },
    error: worded('limit', (limit: number, version) => {
      return `NOT ${version === 6 ? `be ${in6}` : `have ${in8}`} than ${limit} characters`
    }),
    expected: (params) => `${right} ${params.limit} characters`,
  })
}

const pattern = checking('pattern', 'string', isPattern, {
  emit: (value, check) => {
    if (typeof value !== 'string') return ''
    const expression = check.constant(clientPattern(value, check.options))
    return `if (!${expression}.test(${check.value})) ${check.fail('pattern', value)}`
  },
  error: worded('pattern', (text: string) => `match pattern "${text}"`),
  expected: (params) => `a text that matches ${params.pattern}`,
})

const format = checking('format', ['number', 'string'], isText, {
  emit: (name, check) => {
    if (typeof name !== 'string') return ''
    const known = check.options.formats().get(name)
    if (known === undefined) throw new Unsupported()
    if (known.isRight === null || known.type !== check.group) return ''
    const isRight = check.constant(`formats().get(${JSON.stringify(name)}).isRight`)
    return `if (!${isRight}(${check.value})) ${check.fail('format', name)}`
  },
  error: worded('format', (name: string) => `match format "${name}"`),
  expected: (params) => `a text in the format "${params.format}"`,
})

export const texts: readonly Keyword[] = [length('maxLength'), length('minLength'), pattern, format]
