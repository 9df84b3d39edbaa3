import { nearMisses } from '../../support/near-miss.js'
import { cut, showJson } from '../../support/values.js'
import type { Check } from '../emit/check.js'
import { Unsupported } from '../emit/unsupported.js'
import {
  all,
  checking,
  each,
  isFilled,
  isFlag,
  isJson,
  isNames,
  isVariedValues,
  type Keyword,
  type Rule,
  worded,
} from './keyword.js'
import { jsonOf } from './literals.js'

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
export const nullable: Keyword = { name: 'nullable', groups: [], isOfDraft7: true, isRule: true, rule: isFlag }

export const falseSchema: Keyword = {
  name: 'false schema',
  groups: [],
  error: () => ({ params: {}, message: 'boolean schema is false' }),
}

/** Above this number values are looked up in a set. */
const mostCompared = 8

export const constant = checking('const', 'any', isJson, {
  isData: true,
  emit: (allowed, check) => {
    const { value } = check
    const test = isScalar(allowed)
      ? `${value} === ${jsonOf(allowed)}`
      : `isEqual(${check.constant(jsonOf(allowed))}, ${value})`
    // Ajv 8 writes a number as code, in which a zero has no sign.
    return `if (!(${test})) ${check.fail('const', check.version === 8 && allowed === 0 ? 0 : allowed)}`
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
