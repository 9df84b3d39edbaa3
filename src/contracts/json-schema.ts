// The keywords of JSON Schema with their values, for editors and for the compiler.

/** A JSON Schema in a program. `const S = { … } as const satisfies JsonSchema` checks a single schema. */
export type JsonSchema = boolean | JsonSchemaKeywords

/**
 * Keywords of validator plugins. An application adds its own by merging:
 * `declare module 'alcove' { interface SchemaKeywords { readonly isNotEmpty?: boolean } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications fill it
export interface SchemaKeywords {}

/** The keywords of JSON Schema, drafts 6 to 2020-12, and of OpenAPI. */
export interface JsonSchemaKeywords extends SchemaKeywords {
  // Any value

  /** The type of the value, or a list of types. */
  readonly type?: TypeName | readonly TypeName[]
  /** Whether `null` is valid too. */
  readonly nullable?: boolean
  /** The value is one of the listed values. */
  readonly enum?: readonly unknown[]
  /** The value equals this value. */
  readonly const?: unknown
  /** The value that a missing property gets. */
  readonly default?: unknown

  // Strings

  /** The format of the string: one of the list, or one that was added to the validator. */
  readonly format?: KnownFormat | (string & {}) | DataReference
  /** A regular expression that matches a part of the string. */
  readonly pattern?: string
  readonly minLength?: Size
  readonly maxLength?: Size

  // Numbers

  readonly minimum?: Limit
  readonly maximum?: Limit
  /** The number is greater than this one. */
  readonly exclusiveMinimum?: Limit
  /** The number is less than this one. */
  readonly exclusiveMaximum?: Limit
  readonly multipleOf?: Limit

  // Arrays

  /** The schema of each item, or (to draft 2019-09) a list of schemas by position. */
  readonly items?: JsonSchema | readonly JsonSchema[]
  /** The schemas of the first items, by position (draft 2020-12). */
  readonly prefixItems?: readonly JsonSchema[]
  /** The schema of the items after those of the list `items`. */
  readonly additionalItems?: JsonSchema
  /** The schema that at least one item fits. */
  readonly contains?: JsonSchema
  readonly minContains?: number
  readonly maxContains?: number
  readonly minItems?: Size
  readonly maxItems?: Size
  readonly uniqueItems?: boolean
  readonly unevaluatedItems?: JsonSchema

  // Objects

  /** The schema of each property, by name. */
  readonly properties?: SchemasByName
  /** The names of the required properties. */
  readonly required?: readonly string[]
  /** `false` forbids other properties. A schema validates all other properties. */
  readonly additionalProperties?: JsonSchema
  /** The schemas of properties whose names match a regular expression. */
  readonly patternProperties?: SchemasByName
  /** The schema of each property's name. */
  readonly propertyNames?: JsonSchema
  readonly minProperties?: Size
  readonly maxProperties?: Size
  /** The requirements of a property: names of others, or a schema of the whole object. */
  readonly dependencies?: { readonly [name: string]: JsonSchema | readonly string[] }
  /** The names that a property requires (draft 2019-09). */
  readonly dependentRequired?: { readonly [name: string]: readonly string[] }
  /** The schema of the whole object that a property requires (draft 2019-09). */
  readonly dependentSchemas?: SchemasByName
  readonly unevaluatedProperties?: JsonSchema

  // Combinations

  /** The value fits all these schemas. */
  readonly allOf?: readonly JsonSchema[]
  /** The value fits at least one of these schemas. */
  readonly anyOf?: readonly JsonSchema[]
  /** The value fits exactly one of these schemas. */
  readonly oneOf?: readonly JsonSchema[]
  /** The value does not fit this schema. */
  readonly not?: JsonSchema
  readonly if?: JsonSchema
  /** The schema of values that fit `if`. */
  readonly then?: JsonSchema
  /** The schema of values that do not fit `if`. */
  readonly else?: JsonSchema

  // Identity and references

  /** The name by which `$ref` finds the schema. */
  readonly $id?: string
  readonly $schema?: string
  readonly $anchor?: string
  readonly $vocabulary?: { readonly [uri: string]: boolean }
  /** A reference to another schema: `user#`, `#/definitions/name`. */
  readonly $ref?: string
  readonly $recursiveRef?: string
  readonly $recursiveAnchor?: boolean
  readonly $dynamicRef?: string
  readonly $dynamicAnchor?: string
  /** Schemas that `$ref` points to, by name. */
  readonly definitions?: SchemasByName
  /** Schemas that `$ref` points to, by name (draft 2019-09). */
  readonly $defs?: SchemasByName

  // Notes

  readonly title?: string
  readonly description?: string
  readonly $comment?: string
  readonly examples?: readonly unknown[]
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly deprecated?: boolean
  readonly contentMediaType?: string
  readonly contentEncoding?: string
  readonly contentSchema?: JsonSchema

  // OpenAPI

  readonly example?: unknown
  readonly summary?: string
  readonly externalDocs?: { readonly url: string; readonly description?: string }
  readonly xml?: object
  /** The property whose value selects a schema of `oneOf`. */
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: { readonly [value: string]: string } }
  readonly collectionFormat?: string
  readonly style?: string
  readonly explode?: boolean
  readonly allowEmptyValue?: boolean
  readonly allowReserved?: boolean

  // The validator and its plugins

  readonly $async?: boolean
  readonly formatMinimum?: string | DataReference
  readonly formatMaximum?: string | DataReference
  readonly formatExclusiveMinimum?: string | boolean | DataReference
  readonly formatExclusiveMaximum?: string | boolean | DataReference
  /** The text of the error, or texts by keyword (plugin ajv-errors). */
  readonly errorMessage?: string | object
  /** A schema and the changes to it (plugin ajv-merge-patch). */
  readonly $merge?: object
  /** A schema and operations on it (plugin ajv-merge-patch). */
  readonly $patch?: object
  /** A note of the application. Validators do not read it. */
  readonly [extension: `x-${string}`]: unknown
}

/** Schemas by property name, pattern or definition name. */
export interface SchemasByName {
  readonly [name: string]: JsonSchema
}

/** The types of JSON Schema. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** Formats that the default validator knows. */
export type KnownFormat =
  | 'date'
  | 'time'
  | 'date-time'
  | 'duration'
  | 'email'
  | 'hostname'
  | 'ipv4'
  | 'ipv6'
  | 'uri'
  | 'uri-reference'
  | 'uri-template'
  | 'url'
  | 'uuid'
  | 'regex'
  | 'json-pointer'
  | 'relative-json-pointer'
  | 'binary'
  | 'byte'

/** A reference to a value of the data instead of a number or text, if `customOptions.$data` allows it. */
export interface DataReference {
  readonly $data: string
}
type Size = number | DataReference
type Limit = number | DataReference
