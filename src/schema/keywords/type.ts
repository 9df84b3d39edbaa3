import { checking, type Keyword, verbs } from './keyword.js'
import { isFlag, isNames, type Rule } from './valid-values.js'

const names: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

const isType: Rule = (value) => {
  if (!Array.isArray(value)) return names.has(value)
  return isNames(value) && value.length > 0 && value.every((name) => names.has(name))
}

/** It comes before all others and coerces the value: see `native-schema.ts`. */
export const type = checking('type', 'any', isType, {
  error: (asked: string | readonly string[], version) => ({
    params: { type: asked },
    message: `${verbs[version]} be ${asked}`,
  }),
  expected: (params) => `of type ${[params.type].flat().join(' or ')}`,
})

/** Part of the type. */
export const nullable: Keyword = { name: 'nullable', groups: [], isOfDraft7: true, isValid: isFlag }

/** Stands for a schema that is `false`. */
export const falseSchema: Keyword = {
  name: 'false schema',
  groups: [],
  error: () => ({ params: {}, message: 'boolean schema is false' }),
}
