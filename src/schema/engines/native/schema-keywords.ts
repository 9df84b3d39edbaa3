import type { PlainObject } from '../../../support/values.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { Unsupported } from '../../emit/unsupported.js'
import type { Keyword } from '../../keywords/keyword.js'
import { requiredNames } from '../../keywords/properties.js'
import { isExtension, keywordOf } from '../../keywords/table.js'

/** The keywords of a schema that check a value. @throws Unsupported if native code does not know one */
export function checksOf(schema: PlainObject): Keyword[] {
  const found: Keyword[] = []
  for (const name of Object.keys(schema)) {
    if (schema[name] === undefined) continue
    const keyword = keywordOf(name)
    if (keyword === undefined ? !isExtension(name) : keyword.isForeign === true)
      throw new Unsupported(`the keyword "${name}"`)
    if (keyword !== undefined && keyword.groups.length > 0) found.push(keyword)
  }
  return found
}

/** The keywords that a schema checks under some options. @throws Unsupported if native code does not know one there */
export function checksIn(schema: PlainObject, { dialect, version }: Pick<NativeOptions, 'dialect' | 'version'>) {
  const found = checksOf(schema)
  const unknown = found.find(({ dialects }) => dialects?.includes(dialect) === false)
  if (unknown !== undefined) throw new Unsupported(`the keyword "${unknown.name}" in the dialect ${dialect}`)
  return version === 6 ? found.filter(({ isPartIn6 }) => isPartIn6 !== true) : found
}

/** Whether a schema checks nothing: ajv writes nothing for it. */
export function isEmptySchema(schema: unknown, version: 6 | 8): boolean {
  if (typeof schema !== 'object' || schema === null) return schema !== false
  return !Object.keys(schema).some((name) => {
    const keyword = keywordOf(name)
    if (keyword === undefined) return !isExtension(name)
    const isCounted = keyword.groups.length > 0 || keyword.isRule === true
    return isCounted && !(version === 6 && keyword.isPartIn6 === true)
  })
}

/** Whether schemas apply to the parts of a value, or further schemas to the value itself. */
export function hasParts(schema: PlainObject): boolean {
  return checksOf(schema).some(({ name, groups, subschemas }) => {
    return subschemas !== undefined || name === '$ref' || groups[0] === 'object'
  })
}

/** Whether the `$ref` of a schema is all that it checks. It may also have a default, unlike one of `isOnlyRef`. */
export function checksOnlyRef(schema: PlainObject): boolean {
  if (schema.$ref === undefined) return false
  return checksOf(schema).every(({ name }) => name === '$ref')
}

/**
 * Whether undeclared properties are removed from a value before its schema validates it. Otherwise the validation
 * removes them on the way. That is right only if one schema alone applies to the value.
 */
export function needsRemovalAhead(schema: PlainObject): boolean {
  const checks = checksOf(schema)
  if (checks.some(({ name, removesAhead }) => removesAhead?.(schema[name]) === true)) return true
  if (checks.length > 1 && schema.$ref !== undefined) return true
  // Removed properties must not be compared.
  const isCompared = schema.const !== undefined || schema.enum !== undefined
  if (isCompared && checks.some(({ validates }) => validates === 'parts')) return true
  if (schema.additionalProperties === undefined) return false
  // A property may be required, and not declared.
  return requiredNames(schema).some((name) => !Object.hasOwn(Object(schema.properties), name))
}

/** Whether a keyword may coerce the value that it checks. */
export function mayReplace({ name, validates }: Keyword): boolean {
  return validates === 'value' || name === '$ref'
}

/** Runs what writes a schema. An error that does not name what only ajv validates gets the keywords of the schema. */
export function nameUnsupported(schema: PlainObject, write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof Unsupported) || error.isNamed) throw error
    throw new Unsupported(nameKeywords(schema))
  }
}

/** The error for a branch of `anyOf`, for example, that checks a type and a value while lists are coerced. */
export function unsupportedBelow(schema: PlainObject): Unsupported {
  return new Unsupported(`${nameKeywords(schema)} below another keyword, under coerceTypes: 'array'`)
}

function nameKeywords(schema: PlainObject): string {
  const names = checksOf(schema).map(({ name }) => `"${name}"`)
  if (names.length < 2) return `the value of the keyword ${names.join('')}`
  return `the keywords ${names.slice(0, -1).join(', ')} and ${names.at(-1)} together`
}
