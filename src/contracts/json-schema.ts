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
  /** Minimum number of characters (Unicode code points). */
  readonly minLength?: Size
  /** Maximum number of characters (Unicode code points). */
  readonly maxLength?: Size

  // Numbers

  /** The number is not less than this one. */
  readonly minimum?: Limit
  /** The number is not greater than this one. */
  readonly maximum?: Limit
  /** The number is greater than this one. */
  readonly exclusiveMinimum?: Limit
  /** The number is less than this one. */
  readonly exclusiveMaximum?: Limit
  /** The number is a multiple of this one. */
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
  /** Minimum number of items that fit `contains` (draft 2019-09). */
  readonly minContains?: number
  /** Maximum number of items that fit `contains` (draft 2019-09). */
  readonly maxContains?: number
  /** Minimum number of items. */
  readonly minItems?: Size
  /** Maximum number of items. */
  readonly maxItems?: Size
  /** Whether all items must differ. */
  readonly uniqueItems?: boolean
  /** The schema of items that no other keyword covers (draft 2019-09). */
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
  /** Minimum number of properties. */
  readonly minProperties?: Size
  /** Maximum number of properties. */
  readonly maxProperties?: Size
  /** The requirements of a property: names of others, or a schema of the whole object. */
  readonly dependencies?: { readonly [name: string]: JsonSchema | readonly string[] }
  /** The names that a property requires (draft 2019-09). */
  readonly dependentRequired?: { readonly [name: string]: readonly string[] }
  /** The schema of the whole object that a property requires (draft 2019-09). */
  readonly dependentSchemas?: SchemasByName
  /** The schema of properties that no other keyword covers (draft 2019-09). */
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
  /** The condition: values that fit it must fit `then`, others `else`. */
  readonly if?: JsonSchema
  /** The schema of values that fit `if`. */
  readonly then?: JsonSchema
  /** The schema of values that do not fit `if`. */
  readonly else?: JsonSchema

  // Identity and references

  /** The name by which `$ref` finds the schema. */
  readonly $id?: string
  /** The dialect of the schema, as a URI. */
  readonly $schema?: string
  /** A name for this place, for `$ref` (draft 2019-09). */
  readonly $anchor?: string
  /** The vocabularies of a meta-schema (draft 2019-09). */
  readonly $vocabulary?: { readonly [uri: string]: boolean }
  /** A reference to another schema: `user#`, `#/definitions/name`. */
  readonly $ref?: string
  /** A reference to the outermost `$recursiveAnchor` (draft 2019-09). */
  readonly $recursiveRef?: string
  /** Whether `$recursiveRef` finds this schema (draft 2019-09). */
  readonly $recursiveAnchor?: boolean
  /** A reference to the outermost `$dynamicAnchor` of a name (draft 2020-12). */
  readonly $dynamicRef?: string
  /** The name by which `$dynamicRef` finds this place (draft 2020-12). */
  readonly $dynamicAnchor?: string
  /** Schemas that `$ref` points to, by name. */
  readonly definitions?: SchemasByName
  /** Schemas that `$ref` points to, by name (draft 2019-09). */
  readonly $defs?: SchemasByName

  // Notes

  /** A short name for people. */
  readonly title?: string
  /** A text for people. */
  readonly description?: string
  /** A note for maintainers of the schema. */
  readonly $comment?: string
  /** Examples of valid values. */
  readonly examples?: readonly unknown[]
  /** Whether only answers have the value. Validators ignore it. */
  readonly readOnly?: boolean
  /** Whether only requests have the value. Validators ignore it. */
  readonly writeOnly?: boolean
  /** Whether clients should stop using the value (draft 2019-09). */
  readonly deprecated?: boolean
  /** The media type of the text. Validators ignore it. */
  readonly contentMediaType?: string
  /** The encoding of the text, such as `base64`. Validators ignore it. */
  readonly contentEncoding?: string
  /** The schema of the decoded text (draft 2019-09). Validators ignore it. */
  readonly contentSchema?: JsonSchema

  // OpenAPI

  /** An example of a valid value (OpenAPI 3.0). */
  readonly example?: unknown
  /** A short text for people. */
  readonly summary?: string
  /** A page with more information. */
  readonly externalDocs?: { readonly url: string; readonly description?: string }
  /** The form of the value in XML. */
  readonly xml?: object
  /** The property whose value selects a schema of `oneOf`. */
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: { readonly [value: string]: string } }
  /** The form of a list in a parameter (OpenAPI 2). */
  readonly collectionFormat?: string
  /** The form of a parameter (OpenAPI 3). */
  readonly style?: string
  /** Whether each item of a list is a parameter (OpenAPI 3). */
  readonly explode?: boolean
  /** Whether the parameter may be empty. */
  readonly allowEmptyValue?: boolean
  /** Whether reserved characters stay as they are (OpenAPI 3). */
  readonly allowReserved?: boolean

  // The validator and its plugins

  /** Whether ajv validates asynchronously. */
  readonly $async?: boolean
  /** The text is not before this one, by its format (plugin ajv-keywords or ajv-formats). */
  readonly formatMinimum?: string | DataReference
  /** The text is not after this one, by its format. */
  readonly formatMaximum?: string | DataReference
  /** The text is after this one, by its format. */
  readonly formatExclusiveMinimum?: string | boolean | DataReference
  /** The text is before this one, by its format. */
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
  /** A JSON pointer to the value, absolute (RFC 6901) or relative. */
  readonly $data: string
}
type Size = number | DataReference
type Limit = number | DataReference
