import { emitNeeded, textsOfNeeded } from './dependencies.js'
import type { Keyword } from './keyword.js'

/** The lists of names of `dependencies`, as later dialects write them. */
export const dependentRequired: Keyword = {
  name: 'dependentRequired',
  groups: ['object'],
  dialects: ['2019-09', '2020-12'],
  removesAhead: () => true,
  emit: (value, check) => {
    return Object.entries(Object(value))
      .map(([name, needed]) => (Array.isArray(needed) ? emitNeeded('dependentRequired', name, needed, check) : ''))
      .join('\n')
  },
  ...textsOfNeeded,
}
