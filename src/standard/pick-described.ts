// Hot path: runs for each answer of a route whose response schema is of another library.
import { valueAt } from '../support/json-pointer.js'
import { isRecord, readProperty } from '../support/values.js'

type Schema = Record<string, unknown>

/**
 * A value without the keys that a JSON Schema does not describe. Other keys stay only if the schema has
 * `additionalProperties`. Nothing is checked: the library has validated the value.
 */
export function pickDescribed(value: unknown, schema: unknown): unknown {
  return pick(value, schema, schema)
}

function pick(given: unknown, schema: unknown, root: unknown): unknown {
  const value = jsonOf(given)
  if (typeof value !== 'object' || value === null) return value
  const parts = partsFor(value, schema, root)
  if (Array.isArray(value)) return pickItems(value, parts, root)
  const known = parts.filter(appliesToKeys)
  if (known.length === 0) return value
  const picked: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const found = known.map((part) => propertyOf(part, key)).find((each) => each !== undefined)
    if (found === undefined) continue
    const inner = pick(readProperty(value, key), found, root)
    Object.defineProperty(picked, key, { value: inner, enumerable: true, configurable: true, writable: true })
  }
  return picked
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value
  return typeof value.toJSON === 'function' ? value.toJSON() : value
}

function pickItems(list: readonly unknown[], parts: readonly Schema[], root: unknown): unknown[] {
  const { items, prefixItems, additionalItems }: Schema = Object.assign({}, ...parts)
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  const rest = Array.isArray(items) ? additionalItems : items
  return list.map((item, index) => pick(item, tuple[index] ?? rest, root))
}

/** The schema, and the schemas in it that apply to a value: `$ref`, `allOf`, and the branches that fit. */
function partsFor(value: object, given: unknown, root: unknown): Schema[] {
  if (!isRecord(given)) return []
  const referred = typeof given.$ref === 'string' ? partsFor(value, resolve(given.$ref, root), root) : []
  const all = Array.isArray(given.allOf) ? given.allOf.flatMap((part) => partsFor(value, part, root)) : []
  const branches = [given.anyOf, given.oneOf].filter(Array.isArray).flatMap((list) => {
    const fitting = list.filter((branch) => fits(value, branch, root))
    return (fitting.length === 0 ? list : fitting).flatMap((branch) => partsFor(value, branch, root))
  })
  return [given, ...referred, ...all, ...branches]
}

/** Whether a branch may apply to a value. Its type, its required keys and the fixed values of its keys decide. */
function fits(value: object, branch: unknown, root: unknown): boolean {
  return partsFor(value, branch, root).every((schema) => {
    const types = schema.type === undefined ? [] : [schema.type].flat()
    if (types.length > 0 && !types.includes(Array.isArray(value) ? 'array' : 'object')) return false
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
    if (required.some((key) => !Object.hasOwn(value, String(key)))) return false
    const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : []
    return properties.every(([key, property]) => !isRecord(property) || allows(property, readProperty(value, key)))
  })
}

function allows({ const: only, enum: values }: Schema, value: unknown): boolean {
  if (value === undefined || typeof value === 'object') return true
  if (only !== undefined) return only === value
  return !Array.isArray(values) || values.includes(value)
}

function appliesToKeys(schema: Schema): boolean {
  return (
    schema.properties !== undefined ||
    schema.additionalProperties !== undefined ||
    schema.patternProperties !== undefined
  )
}

/** The schema of a key; undefined if the key is not described. */
function propertyOf({ properties, patternProperties, additionalProperties }: Schema, key: string): unknown {
  if (isRecord(properties) && Object.hasOwn(properties, key)) return properties[key]
  const patterns = isRecord(patternProperties) ? Object.entries(patternProperties) : []
  const pattern = patterns.find(([source]) => new RegExp(source, 'u').test(key))
  if (pattern !== undefined) return pattern[1]
  return additionalProperties === false ? undefined : additionalProperties
}

function resolve(ref: string, root: unknown): unknown {
  return valueAt(root, decodeURIComponent(ref.slice(1)))
}
