import { nearMisses } from '../../support/near-miss.js'
import { isRecord } from '../../support/values.js'
import type { Check } from '../emit/check.js'
import { isPlainObject } from '../model/plain-data.js'
import { checking, verbs } from './keyword.js'
import { isNames } from './valid-values.js'

export const required = checking('required', 'object', isNames, {
  emit: (names, check) => {
    if (!Array.isArray(names)) return ''
    return names
      .map(String)
      .filter((name) => isAskedFirst(name, check))
      .map((name) => emitMissing(name, check))
      .join('\n')
  },
  error: (missingProperty: string, version) => ({
    params: { missingProperty },
    message: `${verbs[version]} have required property '${missingProperty}'`,
  }),
  expected: (params) => `a property "${params.missingProperty}"`,
  near: ({ missingProperty }, value) => {
    return isRecord(value) ? nearMisses(String(missingProperty), Object.keys(value)) : []
  },
})

/** Version 6 asks for a property when it comes to it, unless nothing is checked about it. */
function isAskedFirst(name: string, check: Check): boolean {
  const { properties } = check.schema
  if (check.version === 8 || !isPlainObject(properties)) return true
  return !Object.hasOwn(properties, name) || check.isEmpty(properties[name])
}

/** The statement for a property that must be there. */
export function emitMissing(name: string, check: Check): string {
  return `if (${check.isMissing(name)}) ${check.fail('required', name)}`
}
