import { asFastify } from '../../support/as-fastify.js'
import { isPlainObject, type PlainObject } from './plain-data.js'
import { mapSchemasAt } from './walk.js'

/** Rewrites a schema so that both versions of the validator read it the same. */
export function rewriteForValidator(schema: PlainObject): PlainObject {
  if (schema.nullable === undefined || schema.type !== undefined) return schema
  const { nullable, ...rest } = schema
  // Without a type `nullable` has no effect, and version 8 throws.
  if (nullable !== true || typeof rest.$ref !== 'string') return rest
  const { default: value, ...target } = rest
  // `const` and not `type`: an empty string or a zero must not be coerced to null.
  const either: PlainObject = { anyOf: [target, { const: null }] }
  return 'default' in rest ? { ...either, default: value } : either
}

/**
 * A schema with all header names in lower case, as node gives them. They are in `properties`, `required`,
 * `dependencies`, and in a `propertyNames` that lists names.
 */
export function lowerCaseHeaders(schema: PlainObject): PlainObject {
  return loweredObject(schema, 'values')
}

/** The same for a pointer into such a schema. */
export function lowerCasePointer(pointer: string): string {
  return pointer.replaceAll(stepsOfMaps, (step, map: string, name: string) => {
    return /^(?:properties|depend)/.test(map) ? `/${map}/${name.toLowerCase()}` : step
  })
}

const stepsOfMaps = /\/(properties|patternProperties|definitions|\$defs|dependencies|dependentSchemas)\/([^/]+)/g

type Inside = 'values' | 'names'

function lowered(schema: unknown, inside: Inside): unknown {
  return isPlainObject(schema) ? loweredObject(schema, inside) : schema
}

function loweredObject(schema: PlainObject, inside: Inside): PlainObject {
  const result: PlainObject = {}
  for (const keyword of Object.keys(schema)) {
    // Every request has headers that no schema names. A closed schema would refuse each request of the route.
    if (keyword === 'additionalProperties' && schema[keyword] === false && !asFastify) continue
    result[keyword] = loweredKeyword(keyword, schema[keyword], inside)
  }
  return result
}

function loweredKeyword(keyword: string, value: unknown, inside: Inside): unknown {
  switch (keyword) {
    case 'properties':
    case 'dependencies':
    case 'dependentSchemas':
    case 'dependentRequired':
      return mapped(value, lowerCase, (entry) => (isNames(entry) ? entry.map(lowerCase) : lowered(entry, 'values')))
    case 'required':
      return isNames(value) ? value.map(lowerCase) : value
    case 'propertyNames':
      return lowered(value, 'names')
    case 'enum':
      return inside === 'names' && Array.isArray(value) ? value.map(lowerCaseAny) : value
    case 'const':
      return inside === 'names' ? lowerCaseAny(value) : value
    case 'errorMessage':
      return mapped(value, asIs, (entry) => mapped(entry, lowerCase, asIs))
    default:
      return mapSchemasAt(keyword, value, (inner) => lowered(inner, inside))
  }
}

function mapped(value: unknown, name: (name: string) => string, entry: (entry: unknown) => unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), entry(inner)]))
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function lowerCase(name: string): string {
  return name.toLowerCase()
}

function lowerCaseAny(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function asIs<T>(value: T): T {
  return value
}
