import { everyKeyword } from '../keywords/table.js'
import { isJsonSchema, isPlainObject, type PlainObject } from '../model/plain-data.js'

/**
 * Whether a schema is right for certain by the rules of draft 7, and of `nullable`. Of one that is not plainly so the meta-schema must be
 * asked: to compile that takes as long as to compile a hundred schemas of an application, and few need it.
 */
export function isPlainlyValid(schema: PlainObject): boolean {
  return everyKeyword(schema, (keyword, value) => value === undefined || (rules.get(keyword)?.(value) ?? true))
}

/**
 * Whether a schema is plainly valid, nothing in it has to be looked up anywhere (no `$ref`, no format, no keyword of
 * others), and nothing but all of it has a name. Most are so, and need no closer look.
 */
export function isSelfContained(schema: PlainObject): boolean {
  return everyKeyword(schema, (keyword, value, of) => {
    if (keyword === '$id') return of === schema && typeof value === 'string' && !value.startsWith('#')
    const isRight = rules.get(keyword)
    return isRight !== undefined && !lookedUp.has(keyword) && (value === undefined || isRight(value))
  })
}

const lookedUp: ReadonlySet<string> = new Set(['$ref', 'format'])

type Rule = (value: unknown) => boolean

const isText: Rule = (value) => typeof value === 'string'
const isFlag: Rule = (value) => typeof value === 'boolean'
const isNumber: Rule = (value) => Number.isFinite(value)
const isSize: Rule = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isMap: Rule = isPlainObject
const isList: Rule = (value) => Array.isArray(value) && value.length > 0
const isNames: Rule = (value) => Array.isArray(value) && value.every(isText) && isVaried(value)

/** Whether no two are the same; of objects only the meta-schema can tell. */
function isVaried(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length && values.every((value) => value === null || typeof value !== 'object')
}

const types: ReadonlySet<unknown> = new Set([...['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']])

const isType: Rule = (value) => {
  if (!Array.isArray(value)) return types.has(value)
  return isNames(value) && value.length > 0 && value.every((name) => types.has(name))
}

/** `\Z` is no part of the expressions of JavaScript, and means something elsewhere. */
const isPattern: Rule = (value) => {
  if (typeof value !== 'string' || value.includes('\\Z')) return false
  try {
    return new RegExp(value) instanceof RegExp
  } catch {
    return false
  }
}

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...['$id', '$schema', '$ref', '$comment', 'title', 'description', 'format'].map(by(isText)),
  ...['contentMediaType', 'contentEncoding'].map(by(isText)),
  ...['readOnly', 'uniqueItems', 'nullable'].map(by(isFlag)),
  ...['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'].map(by(isNumber)),
  ...['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'].map(by(isSize)),
  ...['allOf', 'anyOf', 'oneOf'].map(by(isList)),
  ...['definitions', 'properties'].map(by(isMap)),
  ...['additionalItems', 'additionalProperties', 'contains', 'propertyNames'].map(by(isJsonSchema)),
  ...['not', 'if', 'then', 'else'].map(by(isJsonSchema)),
  ['type', isType],
  ['enum', (value) => Array.isArray(value) && value.length > 0 && isVaried(value)],
  ...['const', 'default'].map(by(() => true)),
  ['examples', (value) => Array.isArray(value)],
  ['required', isNames],
  ['pattern', isPattern],
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0 && Number.isFinite(1 / Number(value))],
  ['items', (value) => isList(value) || isJsonSchema(value)],
  ['patternProperties', (value) => isPlainObject(value) && Object.keys(value).every(isPattern)],
  [
    'dependencies',
    (value) => isPlainObject(value) && Object.values(value).every((each) => isNames(each) || isJsonSchema(each)),
  ],
])

function by(rule: Rule): (keyword: string) => [string, Rule] {
  return (keyword) => [keyword, rule]
}
