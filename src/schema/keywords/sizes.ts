import { checking, type Keyword, verbs } from './keyword.js'
import { numberOf } from './literals.js'
import { isSize } from './valid-values.js'

interface SizeParts {
  name: 'maxItems' | 'minItems' | 'maxProperties' | 'minProperties'
  group: 'array' | 'object'
  unit: 'items' | 'properties'
}

function size({ name, group, unit }: SizeParts): Keyword {
  const isMost = name.startsWith('max')
  const [wrong, right] = isMost ? (['more', 'at most'] as const) : (['fewer', 'at least'] as const)
  return checking(name, group, isSize, {
    emit: (_, check) => {
      const limit = numberOf(check.schema, name)
      const count = group === 'array' ? `${check.value}.length` : `Object.keys(${check.value}).length`
      return `if (${count} ${isMost ? '>' : '<'} ${limit}) ${check.fail(name, limit)}`
    },
    error: (limit: number, version) => ({
      params: { limit },
      message: `${verbs[version]} NOT have ${wrong} than ${limit} ${unit}`,
    }),
    expected: (params) => `${right} ${params.limit} ${unit}`,
  })
}

export const sizesOfArrays: readonly Keyword[] = [
  size({ name: 'maxItems', group: 'array', unit: 'items' }),
  size({ name: 'minItems', group: 'array', unit: 'items' }),
]

export const sizesOfObjects: readonly Keyword[] = [
  size({ name: 'maxProperties', group: 'object', unit: 'properties' }),
  size({ name: 'minProperties', group: 'object', unit: 'properties' }),
]
