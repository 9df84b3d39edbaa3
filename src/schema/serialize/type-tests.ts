import type { PlainObject } from '../model/plain-data.js'

/** Whether `value` is of a type that is one of several. */
export function isOf(type: string): string {
  switch (type) {
    case 'null':
      return 'value === null'
    case 'string':
      return 'isTextual(value)'
    case 'array':
      return 'Array.isArray(value)'
    case 'integer':
      return 'Number.isInteger(value) || value === null'
    case 'object':
      return 'isObjectOrNull(value)'
    default:
      return `typeof value === '${type}' || value === null`
  }
}

/** Whether `value` is of the type that its place in a tuple demands: nothing is converted there. */
export function isItemOf(type: string): string {
  switch (type) {
    case 'string':
      return 'isTextual(value)'
    case 'integer':
      return 'Number.isInteger(value)'
    case 'number':
      return 'Number.isFinite(value)'
    case 'object':
      return '(isObjectOrNull(value) && value !== null)'
    case 'array':
      return 'Array.isArray(value)'
    case 'null':
      return 'value === null'
    default:
      return `typeof value === '${type}'`
  }
}

/** Whether a value has a type that a schema of a branch gives: what becomes a string is one. */
export function testType({ type, nullable }: PlainObject, value: string): string {
  const types = [type].flat().map(String)
  if (nullable === true) types.push('null')
  const isLoose = types.includes('string') && !types.includes('object')
  return types.map((each) => testOne(each, isLoose, value)).join(' || ')
}

function testOne(type: string, isLoose: boolean, value: string): string {
  switch (type) {
    case 'string':
      return isLoose ? `isText(${value})` : `typeof ${value} === 'string'`
    case 'number':
      return `Number.isFinite(${value})`
    case 'integer':
      return `Number.isInteger(${value})`
    case 'array':
      return `Array.isArray(${value})`
    case 'object':
      return `isObject(${value})`
    case 'null':
      return `${value} === null`
    default:
      return `typeof ${value} === '${type}'`
  }
}
