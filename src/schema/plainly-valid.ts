import { schemaPlaces, schemasIn } from './keywords.js'
import { isJsonSchema, isPlainObject, type PlainObject } from './plain-data.js'

/**
 * Whether a schema is right for certain by the rules of draft 7, and of `nullable`. Of one that is not plainly so the meta-schema must be
 * asked: to compile that takes as long as to compile a hundred schemas of an application, and few need it.
 */
export function isPlainlyValid(schema: PlainObject): boolean {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    const isRight = rules.get(keyword)
    if (value !== undefined && isRight !== undefined && !isRight(value)) return false
  }
  for (const { schema: inner } of schemasIn(schema)) {
    if (isPlainObject(inner) ? !isPlainlyValid(inner) : typeof inner !== 'boolean') return false
  }
  return true
}

/** Deeper down a schema may contain itself. */
const deepest = 30

/**
 * Whether a schema is plainly valid and nothing in it has to be looked up anywhere: no `$ref`, no format, no keyword of
 * others. Most are so, and need no closer look.
 */
export function isSelfContained(schema: PlainObject, depth = 0): boolean {
  if (depth > deepest) return false
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    const isRight = rules.get(keyword)
    if (isRight === undefined || lookedUp.has(keyword)) return false
    if (value === undefined) continue
    if (!isRight(value) || !isOfSelfContained(keyword, value, depth)) return false
  }
  return true
}

function isOfSelfContained(keyword: string, value: unknown, depth: number): boolean {
  const place = schemaPlaces.get(keyword)
  if (place === undefined || typeof value !== 'object' || value === null) return true
  const isOne = place === 'schema' || (place === 'schema or list' && !Array.isArray(value))
  const inner: readonly unknown[] = isOne ? [value] : Object.values(value)
  for (const each of inner) {
    const isRight = isPlainObject(each) ? isSelfContained(each, depth + 1) : typeof each === 'boolean'
    if (!isRight) return false
  }
  return true
}

const lookedUp: ReadonlySet<string> = new Set(['$ref', 'format', 'dependencies'])

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
  ['default', () => true],
  ['examples', (value) => Array.isArray(value)],
  ['required', isNames],
  ['pattern', isPattern],
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
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
