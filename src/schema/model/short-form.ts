import { asFastify } from '../../support/as-fastify.js'
import { annotations } from '../keywords/table.js'
import { isJsonSchema, isPlainObject, type PlainObject, setOwn } from './plain-data.js'

type Test = (value: unknown) => boolean

const isString: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => typeof value === 'number'
const isBoolean: Test = (value) => typeof value === 'boolean'
const isStrings: Test = (value) => Array.isArray(value) && value.every(isString)
const isSchemaMap: Test = (value) => isPlainObject(value) && Object.values(value).every(isJsonSchema)
const isNotSchema: Test = (value) => !isPlainObject(value)

/**
 * Keywords that make a schema a full one, each with the values for which it is the keyword. Any other value is a
 * parameter of that name: `{ type: { type: 'string' } }` declares a parameter `type`. A keyword that never holds a
 * schema, a map or a flag is not listed: its value cannot be a parameter.
 */
const decisive: ReadonlyMap<string, Test> = new Map([
  ...['properties', 'patternProperties'].map((keyword): [string, Test] => [keyword, isSchemaMap]),
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'not', 'if'].map((keyword): [string, Test] => {
    return [keyword, isJsonSchema]
  }),
  ...['$merge', '$patch'].map((keyword): [string, Test] => [keyword, isPlainObject]),
  ...['$async', 'items', 'uniqueItems'].map((keyword): [string, Test] => [keyword, isBoolean]),
  ['const', () => true],
])

/** Keywords that are allowed beside the parameters of a short form. They stay at their place. */
const companions: ReadonlyMap<string, Test> = new Map([
  ...['$id', '$schema', '$anchor', 'errorMessage'].map((keyword): [string, Test] => [keyword, isString]),
  ...['$defs', 'definitions'].map((keyword): [string, Test] => [keyword, isSchemaMap]),
  ...['minProperties', 'maxProperties'].map((keyword): [string, Test] => [keyword, isNumber]),
  ['required', isStrings],
  ['nullable', isBoolean],
  ['default', isNotSchema],
  ['dependencies', (value) => isPlainObject(value) && Object.values(value).every(isStrings)],
])

function isCompanion(key: string, value: unknown): boolean {
  return companions.get(key)?.(value) ?? (annotations.has(key) && isNotSchema(value))
}

/**
 * The full schema of a short form (docs/guide/validation.md), or the schema itself if it is not a short form. A short
 * form lists its parameters at the top level, each with its own schema.
 */
export function expandShortForm(schema: PlainObject): PlainObject {
  if (asFastify) return schema
  const full: PlainObject = { type: 'object', properties: {} }
  const properties: PlainObject = {}
  let parameters = 0
  for (const key of Object.keys(schema)) {
    const value = schema[key]
    if (decisive.get(key)?.(value) === true) return schema
    if (isCompanion(key, value)) {
      setOwn(full, key, value)
      continue
    }
    if (!isJsonSchema(value)) return schema
    setOwn(properties, key, value)
    parameters++
  }
  if (parameters === 0) return schema
  full.properties = properties
  // Defined apart from the keywords: copies of the full form and its text do not contain it.
  Object.defineProperty(full, shortForm, { value: schema })
  return full
}

const shortForm = Symbol('alcove.short-form')

/** The schema as its author wrote it, if it is the full form of a short one. */
export function asWritten(schema: unknown): unknown {
  return isPlainObject(schema) ? (Reflect.get(schema, shortForm) ?? schema) : schema
}

/**
 * A compiler of the application. It gets schemas as they were written, because only alcove knows short forms
 * (docs/guide/validation.md).
 */
export function takeAsWritten<Input extends { schema: unknown }, Result>(
  compile: (input: Input) => Result,
): (input: Input) => Result {
  return (input) => {
    const schema = asWritten(input.schema)
    return compile(schema === input.schema ? input : { ...input, schema })
  }
}
