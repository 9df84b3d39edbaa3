// Distinguishes schemas in full form from short forms by type. `schema/model/route-schema.ts` distinguishes them by
// value.

/**
 * A schema in full form has at least one keyword with a valid value. Every other object is a short form, whose keys are
 * parameters: `{ type: { type: 'string' } }` has a parameter `type`.
 */
export type FullSchema =
  | boolean
  | { readonly type: string | readonly string[] }
  | { readonly properties: Schemas }
  | { readonly patternProperties: Schemas }
  | { readonly additionalProperties: object | boolean }
  | { readonly $ref: string }
  | { readonly oneOf: readonly unknown[] }
  | { readonly anyOf: readonly unknown[] }
  | { readonly allOf: readonly unknown[] }
  | { readonly enum: readonly unknown[] }
  | { readonly const: unknown }
  | { readonly items: boolean | readonly unknown[] }
  | { readonly not: object | boolean }
  | { readonly if: object | boolean }
  | { readonly $merge: object }
  | { readonly $patch: object }
  | { readonly propertyNames: object | boolean }
  | { readonly unevaluatedProperties: object | boolean }
  | { readonly format: string }
  | { readonly pattern: string }
  | { readonly uniqueItems: boolean }
  | { readonly minLength: number }
  | { readonly maxLength: number }
  | { readonly minimum: number }
  | { readonly maximum: number }
  | { readonly exclusiveMinimum: number }
  | { readonly exclusiveMaximum: number }
  | { readonly multipleOf: number }
  | { readonly minItems: number }
  | { readonly maxItems: number }
  | ForeignSchema
type Schemas = { readonly [name: string]: object | boolean }

/** Schemas of other libraries (`~kind`, `~unsafe`: TypeBox 1) and of `shared`. They are never a short form. */
export type ForeignSchema =
  | { readonly '~standard': unknown }
  | { readonly '~kind': string }
  | { readonly '~unsafe': unknown }
  | { readonly params: unknown[]; readonly static: unknown }
  | { readonly $id: string; readonly ref: object }

/** A part of a schema as a full schema. */
export type Full<S> = S extends FullSchema ? S : [Parameter<S>] extends [never] ? S : Expanded<S>

/**
 * A short form as an object schema. A key whose value is not a schema is a keyword next to the parameters (`required`,
 * `title`, `default`).
 */
interface Expanded<S> {
  readonly type: 'object'
  readonly properties: { readonly [K in Parameter<S>]: S[K] }
  readonly required: S extends { readonly required: infer R extends readonly string[] } ? R : []
  readonly definitions: S extends { readonly definitions: infer D } ? D : unknown
  readonly $defs: S extends { readonly $defs: infer D } ? D : unknown
}
type Parameter<S> = {
  [K in keyof S]: S[K] extends readonly unknown[] ? never : S[K] extends object | boolean ? Exclude<K, Beside> : never
}[keyof S]
type Beside = 'nullable' | 'definitions' | '$defs' | 'dependencies' | '$async'
