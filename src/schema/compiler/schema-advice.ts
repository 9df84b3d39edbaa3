import type { StandardSchema } from '../../standard/standard-schema.js'
import { asFastify } from '../../support/as-fastify.js'
import { pointerTo, stepsOf, valueAt } from '../../support/json-pointer.js'
import { didYouMean } from '../../support/near-miss.js'
import { describeClass, isPlainObject, readProperty, typesOfValue } from '../../support/values.js'
import { draft7Keywords } from '../keywords/table.js'
import { typeNames } from '../keywords/values.js'
import { typesOf } from '../model/json-schema.js'

/** The place of a wrong value of a keyword. */
interface KeywordPlace {
  readonly pointer: string
  /** `body schema`, or `querystring schema`. */
  readonly part: string
  /** The schema that contains the keyword. */
  readonly schema: unknown
}

/** The fix for a wrong value of a keyword, as a further sentence. It is empty if the problem shows the fix. */
export function valueAdvice(keyword: string, value: unknown, { pointer, part, schema }: KeywordPlace): string {
  if (asFastify) return ''
  switch (keyword) {
    case 'required':
      return requiredAdvice(value, pointer, part)
    case 'type':
      return typeAdvice(value)
    case 'pattern':
      return value instanceof RegExp ? `. Write its source: pattern: ${JSON.stringify(value.source)}` : ''
    case 'enum':
      if (isPlainObject(value)) return '. Write the values of an enum of TypeScript: enum: Object.values(TheEnum)'
      return Object(value) === value ? '' : `. Write a list: enum: [${JSON.stringify(value)}]`
    case 'items':
    case 'additionalProperties':
      return isTypeName(value) ? `. Write { type: '${value}' }` : ''
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return booleanLimitAdvice(keyword, value, schema)
    default:
      return ''
  }
}

const otherTypes: Readonly<Record<string, string>> = {
  int: "'integer'",
  long: "'integer'",
  float: "'number'",
  double: "'number'",
  decimal: "'number'",
  bool: "'boolean'",
  str: "'string'",
  text: "'string'",
  uuid: "'string', format: 'uuid'",
  email: "'string', format: 'email'",
  date: "'string', format: 'date'",
  datetime: "'string', format: 'date-time'",
  'date-time': "'string', format: 'date-time'",
}

/** The type for a name of another language, or for a constructor of JavaScript. */
function typeAdvice(value: unknown): string {
  if (value === 'any') return '. Leave the type out to accept any value'
  if (value === 'file') return '. Files arrive by a plugin such as @fastify/multipart, and not in a JSON body'
  const name = typeof value === 'function' ? value.name.toLowerCase() : String(value).toLowerCase()
  const meant = isTypeName(name) ? `'${name}'` : Object.hasOwn(otherTypes, name) ? otherTypes[name] : undefined
  return meant === undefined || typeof value === 'object' ? '' : `. Write type: ${meant}`
}

/** In draft 4 the keyword was a flag beside the limit. */
function booleanLimitAdvice(keyword: string, value: unknown, schema: unknown): string {
  if (typeof value !== 'boolean') return ''
  const limit = keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'
  if (!value) return `. Remove it: "${limit}" alone includes the limit`
  const size: unknown = Object(schema)[limit]
  return typeof size === 'number'
    ? `. Write ${keyword}: ${size} instead of ${limit}: ${size}`
    : '. Write the limit itself'
}

function isTypeName(value: unknown): value is string {
  return typeof value === 'string' && typeNames.includes(value)
}

/** Since draft 4 an object lists its required properties. `@Query(name, schema)` has no object of its own. */
function requiredAdvice(value: unknown, pointer: string, part: string): string {
  const [, above, name] = /^(.*)\/properties\/([^/]+)\/required$/.exec(pointer) ?? []
  if (typeof value !== 'boolean' || name === undefined) return ''
  if (!value) return '. A property is optional unless the object around it lists it. Remove the keyword'
  const list = `required: ['${name}']`
  const [whole] = above === '' ? (/^(?:querystring|headers|params)(?= schema$)/.exec(part) ?? []) : []
  if (whole === undefined) return `. The object around "${name}" lists its required properties: write ${list} there`
  return `. The whole part lists its required values: write @Schema({ ${whole}: { type: 'object', ${list} } })`
}

/** The problem of a schema of another library that validates nothing in its place. */
export function ofLibrary({ '~standard': { vendor } }: StandardSchema): string {
  return `a schema of ${vendor} is inside a JSON Schema and validates nothing there. Write the whole part with ${vendor}, or this value as a JSON Schema`
}

/** The problem of a value in the place of a schema. */
export function noSchema(value: unknown): string {
  const problem = `${describeClass(value)} is not a JSON Schema`
  if (asFastify) return `${problem}. ${otherLibrary}`
  if (isTypeName(value)) return `${problem}. Write { type: '${value}' }`
  if (value instanceof Promise) return `${problem}. Await it first`
  if (typeof value !== 'function') return `${problem}. ${otherLibrary}`
  const hint = 'The types of a class do not exist at run time, so write the schema as an object. '
  return `${problem}. ${hint}${otherLibrary}`
}

const otherLibrary = 'For schemas of another library, set a validatorCompiler (and a serializerCompiler)'

/** The fix for a `$ref` into a keyword that validators do not read. */
export function annotationAdvice(keyword: string): string {
  return `Its target is inside "${keyword}", which validators do not read. Move the schema to "definitions"`
}

/** Keywords of other libraries, with those of JSON Schema. */
const otherKeywords: Readonly<Record<string, string>> = {
  min: 'Write "minimum", or "minLength" for a text',
  max: 'Write "maximum", or "maxLength" for a text',
  length: 'Write "minLength" and "maxLength", or "minItems" and "maxItems"',
  unique: 'Write "uniqueItems"',
  values: 'Write "enum"',
  regex: 'Write "pattern"',
  match: 'Write "pattern"',
  optional: 'A property is optional unless "required" of the object around it lists it. Remove the keyword',
}

/** The fix for an unknown keyword. `near`: the keywords that it resembles. */
export function keywordAdvice(keyword: string, value: unknown, near: readonly string[]): string {
  if (near.length > 0) return `: ${didYouMean(near)}`
  if (Object.hasOwn(otherKeywords, keyword)) return `. ${otherKeywords[keyword]}`
  const isProperty = isPlainObject(value) && Object.keys(value).some((key) => draft7Keywords.has(key))
  const property = isProperty ? ` If it is a property, write properties: { ${keyword}: … }.` : ''
  return `.${property} Add "${keyword}" to the validator with a plugin or customOptions.keywords. If it is only an annotation, call it "x-${keyword}"`
}

const mismatch = /^The value of '#([^']*)' does not match schema definition$/

interface Part {
  readonly path: string
  readonly value: unknown
}

/**
 * Adds the place and the type of the value to the message of a serializer. The message itself names only the place of
 * the schema. It stays as it is where the schema names no type.
 */
export function explainMismatch(message: string, schema: unknown, data: unknown): string {
  const pointer = mismatch.exec(message)?.[1]
  const types = pointer === undefined ? [] : typesOf(valueAt(schema, pointer))
  if (pointer === undefined || types.length === 0) return message
  for (const { path, value } of partsOf(stepsOf(pointer), { path: '', value: data })) {
    const own = typesOfValue(value)
    if (own.some((type) => types.includes(type))) continue
    return `${message}: ${path === '' ? 'it' : `"${path}"`} has the type ${own[0]}, not ${types.join(' or ')}`
  }
  return message
}

/** The parts of a value to which a schema applies, by the steps to it. Other keywords may apply to parts or not. */
function* partsOf([keyword, ...steps]: readonly string[], part: Part): Generator<Part> {
  const at = (name: string) => ({ path: pointerTo(part.path, name), value: readProperty(part.value, name) })
  if (keyword === undefined) yield part
  else if (keyword === 'properties') yield* partsOf(steps.slice(1), at(steps[0] ?? ''))
  else if (keyword === 'items' && Array.isArray(part.value))
    for (let index = 0; index < part.value.length; index++) yield* partsOf(steps, at(String(index)))
}
