import type { PlainObject } from '../../support/values.js'
import type { Check } from '../emit/check.js'
import { Unsupported } from '../emit/unsupported.js'
import {
  all,
  checking,
  isNumber,
  isPattern,
  isSize,
  isText,
  type Keyword,
  type Rule,
  verbs,
  worded,
} from './keyword.js'
import { clientPattern, numberOf } from './literals.js'

const bounds = {
  maximum: { outside: '>', comparison: '<=' },
  exclusiveMaximum: { outside: '>=', comparison: '<' },
  minimum: { outside: '<', comparison: '>=' },
  exclusiveMinimum: { outside: '<=', comparison: '>' },
} as const

type BoundName = keyof typeof bounds

function bound(name: BoundName): Keyword {
  const { comparison } = bounds[name]
  return checking(name, 'number', isNumber, {
    ...(name === 'exclusiveMaximum' && { before6: 'minimum' }),
    emit: (_, check) => {
      const decisive = check.version === 8 ? name : decisiveIn6(name, check.schema)
      return decisive === null ? '' : emitBound(decisive, check)
    },
    error: (limit: number, version) => {
      const message = `${verbs[version]} be ${comparison} ${limit}`
      if (version === 8) return { params: { comparison, limit }, message }
      return { params: { comparison, limit, exclusive: !comparison.endsWith('=') }, message }
    },
    expected: (params) => `a number ${params.comparison} ${params.limit}`,
  })
}

function emitBound(name: BoundName, check: Check): string {
  const limit = numberOf(check.schema, name)
  const { value } = check
  return `if (${value} ${bounds[name].outside} ${limit} || ${value} !== ${value}) ${check.fail(name, limit)}`
}

/** Version 6 checks the narrower one of two, as one keyword. `null`: the other of the pair checks both. */
function decisiveIn6(name: BoundName, schema: PlainObject): BoundName | null {
  const [inclusive, exclusive] = name.endsWith('aximum')
    ? (['maximum', 'exclusiveMaximum'] as const)
    : (['minimum', 'exclusiveMinimum'] as const)
  if (typeof schema[inclusive] !== 'number' || typeof schema[exclusive] !== 'number') return name
  if (name === exclusive) return null
  const [one, other] = [numberOf(schema, inclusive), numberOf(schema, exclusive)]
  const isExclusive = name === 'maximum' ? other <= one : other >= one
  return isExclusive ? exclusive : inclusive
}

/** Only zero is a multiple of so small a number: each other quotient is infinite. */
const isDivisor: Rule = (value) => {
  const divisor = Number(value)
  if (divisor <= 0) return { at: '', problem: 'should be > 0' }
  if (Number.isFinite(1 / divisor)) return null
  return { at: '', problem: `is too small for numbers of 64 bits: 1 divided by ${divisor} is infinite` }
}

const multipleOf = checking('multipleOf', 'number', all(isNumber, isDivisor), {
  emit: (_, check) => {
    const divisor = numberOf(check.schema, 'multipleOf')
    return `if (!isMultiple(${check.value}, ${divisor})) ${check.fail('multipleOf', divisor)}`
  },
  error: worded('multipleOf', (divisor: number) => `be multiple of ${divisor}`),
  expected: (params) => `a multiple of ${params.multipleOf}`,
})

export const numbers: readonly Keyword[] = [
  bound('maximum'),
  bound('minimum'),
  bound('exclusiveMaximum'),
  bound('exclusiveMinimum'),
  multipleOf,
]

function size(name: `${'max' | 'min'}${'Items' | 'Properties'}`): Keyword {
  const isMost = name.startsWith('max')
  const [group, unit] = name.endsWith('Items') ? (['array', 'items'] as const) : (['object', 'properties'] as const)
  const [wrong, right] = isMost ? ['more', 'at most'] : ['fewer', 'at least']
  return checking(name, group, isSize, {
    emit: (_, check) => {
      const limit = numberOf(check.schema, name)
      const count = group === 'array' ? `${check.value}.length` : `Object.keys(${check.value}).length`
      return `if (${count} ${isMost ? '>' : '<'} ${limit}) ${check.fail(name, limit)}`
    },
    error: worded('limit', (limit: number) => `NOT have ${wrong} than ${limit} ${unit}`),
    expected: (params) => `${right} ${params.limit} ${unit}`,
  })
}

export const sizesOfArrays: readonly Keyword[] = [size('maxItems'), size('minItems')]
export const sizesOfObjects: readonly Keyword[] = [size('maxProperties'), size('minProperties')]

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
    if (!known) throw new Unsupported()
    if (known.isRight === null || known.type !== check.group) return ''
    const isRight = check.constant(`formats().get(${JSON.stringify(name)}).isRight`)
    return `if (!${isRight}(${check.value})) ${check.fail('format', name)}`
  },
  error: worded('format', (name: string) => `match format "${name}"`),
  expected: (params) => `a text in the format "${params.format}"`,
})

export const texts: readonly Keyword[] = [length('maxLength'), length('minLength'), pattern, format]
