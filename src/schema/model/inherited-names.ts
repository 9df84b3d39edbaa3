import { schemaPlaces } from '../keywords/table.js'
import type { Bundle } from './bundle.js'
import { isInherited, isPlainObject, type PlainObject, setOwn } from './plain-data.js'

/** Whether a schema names a property that every object inherits: `required: ['constructor']` would hold for `{}`. */
export function namesInherited(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => isInherited(entry) || namesInherited(entry))
  if (!isPlainObject(value)) return false
  return Object.keys(value).some((key) => isInherited(key) || namesInherited(value[key]))
}

/**
 * A bundle as the library for JSON takes it: properties that every object inherits become patterns, for which it looks
 * at own ones only, and which it keeps where it merges schemas. Patterns have no default, and cannot be required.
 */
export function inheritedAsPatterns(bundle: Bundle): Bundle {
  return isPlainObject(bundle) && namesInherited(bundle) ? ofSchema(bundle) : bundle
}

function ofSchema(schema: PlainObject): PlainObject {
  const copy: PlainObject = {}
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    const place = schemaPlaces.get(keyword)
    if (place === undefined) copy[keyword] = value
    else copy[keyword] = place === 'map' || place === 'dependencies' ? ofMap(value) : ofEach(value)
  }
  return withPatterns(copy)
}

function ofMap(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, ofEach(schema)]))
}

function ofEach(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofEach)
  return isPlainObject(value) ? ofSchema(value) : value
}

function withPatterns(schema: PlainObject): PlainObject {
  const { properties, patternProperties } = schema
  if (!isPlainObject(properties)) return schema
  const inherited = Object.keys(properties).filter(isInherited)
  if (inherited.length === 0) return schema
  const named: PlainObject = {}
  for (const name of Object.keys(properties)) {
    if (!isInherited(name)) setOwn(named, name, properties[name])
  }
  const patterns = Object.fromEntries(inherited.map((name) => [`^${name}$`, properties[name]]))
  return { ...schema, properties: named, patternProperties: { ...patterns, ...Object(patternProperties) } }
}
