import { isPlainObject, type PlainObject } from '../../support/values.js'

export { isPlainObject, type PlainObject }

/** A JSON Schema as data: a plain object, or one of the two boolean schemas. */
export function isJsonSchema(value: unknown): value is PlainObject | boolean {
  return typeof value === 'boolean' || isPlainObject(value)
}

/** Sets an own property even where the key is `__proto__`. */
export function setOwn(target: object, key: string | symbol, value: unknown): void {
  if (key !== '__proto__')
    (target as Record<string | symbol, unknown>)[key] = value // an object of ours
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

/** A deep copy of plain objects and arrays; whatever else stands in them is kept as it is. */
export function copyPlain<T>(value: T): T {
  return copy(value, new Map()) as T // the copy has the shape of what was copied
}

function copy(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = copies.get(value)
  if (known !== undefined) return known
  if (Array.isArray(value)) {
    const list: unknown[] = []
    copies.set(value, list)
    for (const entry of value) list.push(copy(entry, copies))
    return list
  }
  if (!isPlainObject(value)) return value
  const result = { ...value }
  copies.set(value, result)
  for (const key of Object.keys(result)) {
    const inner = result[key]
    if (typeof inner === 'object') result[key] = copy(inner, copies)
  }
  return result
}

const fluentSchema = Symbol.for('fluent-schema-object')

/** Schemas of fluent builders stand for the plain schema that their `valueOf` gives. */
export function plainSchemaOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const fluent =
    Reflect.get(schema, 'isFluentSchema') === true ||
    Reflect.get(schema, 'isFluentJSONSchema') === true ||
    Reflect.get(schema, fluentSchema) === true
  return fluent ? schema.valueOf() : schema
}

/** Whether every object has a property of this name: `constructor`, `toString`, `__proto__`. */
export function isInherited(name: unknown): boolean {
  return typeof name === 'string' && name in Object.prototype
}
