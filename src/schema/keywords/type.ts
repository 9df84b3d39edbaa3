import { nearMisses } from '../../support/near-miss.js'
import { checking, type Keyword, worded } from './keyword.js'
import { all, each, isFilled, isFlag, isNames, type Rule } from './valid-values.js'

export const typeNames: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const isName: Rule = (value) => {
  if (typeof value !== 'string') return { at: '', problem: `should be one of ${typeNames.join(', ')}` }
  if (typeNames.includes(value)) return null
  const [near] = nearMisses(value, typeNames)
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`
  return { at: '', problem: `"${value}" should be one of ${typeNames.join(', ')}${hint}` }
}

const isNamesOfTypes = all(isFilled, isNames, each(isName))
const isType: Rule = (value, flags) => (Array.isArray(value) ? isNamesOfTypes : isName)(value, flags)

/** The keyword comes before all others and coerces the value: see `schema-writer.ts`. */
export const type = checking('type', 'any', isType, {
  error: worded('type', (asked: string | readonly string[]) => `be ${asked}`),
  expected: (params) => `of type ${[params.type].flat().join(' or ')}`,
})

/** A part of the type. */
export const nullable: Keyword = { name: 'nullable', groups: [], isOfDraft7: true, rule: isFlag }

/** The keyword of a schema that is `false`. */
export const falseSchema: Keyword = {
  name: 'false schema',
  groups: [],
  error: () => ({ params: {}, message: 'boolean schema is false' }),
}
