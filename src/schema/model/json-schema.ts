import { isPlainObject, type PlainObject } from '../../support/values.js'

/** A JSON Schema as data: a plain object, or one of the two boolean schemas. */
export function isJsonSchema(value: unknown): value is PlainObject | boolean {
  return typeof value === 'boolean' || isPlainObject(value)
}

const fluentSchema = Symbol.for('fluent-schema-object')

/** The plain schema of a fluent builder, as its `valueOf` gives it. Other schemas are returned unchanged. */
export function plainSchemaOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const fluent =
    Reflect.get(schema, 'isFluentSchema') === true ||
    Reflect.get(schema, 'isFluentJSONSchema') === true ||
    Reflect.get(schema, fluentSchema) === true
  return fluent ? schema.valueOf() : schema
}

/** The types that a schema names, with `null` where it is nullable. */
export function typesOf(schema: unknown): readonly string[] {
  if (!isPlainObject(schema)) return []
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  const isNullable = schema.nullable === true && types.length > 0 && !types.includes('null')
  return isNullable ? [...types, 'null'] : types
}

/** Whether a value removes the entry of the first schema of `$merge` (RFC 7396). */
export function isRemoval(value: unknown, pointer: string): boolean {
  return value === null && pointer.includes('/$merge/with/')
}
