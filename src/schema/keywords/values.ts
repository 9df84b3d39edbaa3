import { nearMisses } from '../../support/near-miss.js'
import { cut, showJson } from '../../support/values.js'
import type { Check } from '../emit/check.js'
import { Unsupported } from '../emit/unsupported.js'
import { checking, worded } from './keyword.js'
import { jsonOf } from './literals.js'
import { isJson, isVariedValues } from './valid-values.js'

/** Above this number values are looked up in a set. */
const mostCompared = 8

export const constant = checking('const', 'any', isJson, {
  isData: true,
  emit: (allowed, check) => {
    const { value } = check
    const test = isScalar(allowed)
      ? `${value} === ${jsonOf(allowed)}`
      : `isEqual(${check.constant(jsonOf(allowed))}, ${value})`
    return `if (!(${test})) ${check.fail('const', allowed)}`
  },
  error: worded('allowedValue', () => 'be equal to constant'),
  expected: ({ allowedValue }) => showJson(allowedValue),
})

export const enumeration = checking('enum', 'any', isVariedValues, {
  isData: true,
  emit: (allowed, check) => {
    if (!Array.isArray(allowed) || allowed.length === 0) throw new Unsupported()
    return `if (!(${testValues(allowed, check)})) ${check.fail('enum', allowed)}`
  },
  error: worded('allowedValues', () => 'be equal to one of the allowed values'),
  expected: ({ allowedValues }) => {
    const values = Array.isArray(allowedValues) ? cut(allowedValues.map(showJson).join(', '), 100) : 'the listed values'
    return `one of ${values}`
  },
  near: ({ allowedValues }, value) => {
    if (typeof value !== 'string' || !Array.isArray(allowedValues)) return []
    const texts = allowedValues.filter((each) => typeof each === 'string')
    return nearMisses(value, texts)
  },
})

function testValues(allowed: readonly unknown[], check: Check): string {
  const { value } = check
  const list = jsonOf(allowed)
  if (!allowed.every(isScalar)) return `isAmong(${value}, ${check.constant(list)})`
  if (allowed.length > mostCompared) return `${check.constant(`new Set(${list})`)}.has(${value})`
  return allowed.map((each) => `${value} === ${jsonOf(each)}`).join(' || ')
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
