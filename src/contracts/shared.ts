// Shared schemas as `shared($id, schema)` returns them.

/** The key of the type of a schema. No value has it. */
export declare const phantom: unique symbol

/** A `$ref` to a shared schema, with that schema's type. At run time it is only `{ $ref }`. */
export interface SchemaRef<Id extends string = string, S = unknown> {
  /** The `$id` of the schema, and `#`. */
  readonly $ref: `${Id}#`
  readonly [phantom]: S
  readonly [extension: `x-${string}`]: unknown
}

/** The schema of `shared($id, schema)`: its `$id` and properties, and `ref` for others (docs/guide/shared-schemas.md). */
export interface Shared<Id extends string = string, S = unknown> {
  /** The name by which `$ref` finds the schema. */
  readonly $id: Id
  /** `{ $ref: '<$id>#' }`, typed. */
  readonly ref: SchemaRef<Id, S>
  /** The `properties` of the schema, to build other schemas from. */
  readonly properties: S extends { readonly properties: infer Properties } ? Properties : unknown
  readonly [phantom]: S
  readonly [keyword: string]: unknown
}
