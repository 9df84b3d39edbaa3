// The types that schemas in a program are compared with. A literal with its type is compared with the keywords of JSON
// Schema. Schemas of other libraries pass, and so do schemas whose types are too wide: boot checks those.
//
// The compiler infers the literal type of S from `Written`. It has no other candidate, because `infer T` hides S in the
// branches that compare. Before the compiler knows S, it sees `unknown` there, so it looks up no contextual types.

import type { ForeignSchema, FullSchema } from './full-schema.js'
import type { JsonSchema, SchemasByName, TypeName } from './json-schema.js'

/** One JSON Schema: `shared('user', schema)`, `@Param('id', schema)`. */
export type WrittenSchema<S> = [S] extends [PlainPart]
  ? JsonSchema
  : Written<S, [S] extends [infer T] ? OtherSchema<T> : never>

/** A part of a route schema: a JSON Schema, a short form, or the schema of another library. */
export type WrittenPart<S> = [S] extends [PlainPart]
  ? JsonSchema
  : Written<S, [S] extends [infer T] ? OtherPart<T> : never>

/**
 * The schema of a route, with its keys among the parts. The keys of a schema that is not written in place are compared
 * too.
 */
export type WrittenRouteSchema<S> = [S] extends [PlainParts]
  ? RouteSchemaOf<JsonSchema>
  : Written<S, [S] extends [infer T] ? OtherRouteSchema<T> : never>

type Written<S, Compared> = [S] extends [never] ? S : Compared

// The fast path for most schemas: it instantiates none of their branches. Only the keywords with types and schemas are
// read here. All keywords are compared once the type of the parameter is known.

interface Subschemas {
  readonly type?: TypeName | readonly TypeName[]
  readonly $ref?: string
  readonly items?: Subschema | readonly Subschema[]
  readonly prefixItems?: readonly Subschema[]
  readonly additionalItems?: Subschema
  readonly contains?: Subschema
  readonly unevaluatedItems?: Subschema
  readonly properties?: SubschemasByName
  readonly additionalProperties?: Subschema
  readonly patternProperties?: SubschemasByName
  readonly propertyNames?: Subschema
  readonly dependencies?: { readonly [name: string]: Subschema | readonly string[] }
  readonly dependentSchemas?: SubschemasByName
  readonly unevaluatedProperties?: Subschema
  readonly allOf?: readonly Subschema[]
  readonly anyOf?: readonly Subschema[]
  readonly oneOf?: readonly Subschema[]
  readonly not?: Subschema
  readonly if?: Subschema
  readonly then?: Subschema
  readonly else?: Subschema
  readonly definitions?: SubschemasByName
  readonly $defs?: SubschemasByName
  /** Schemas of other libraries have one of these. Most of them have a `type` too. */
  readonly '~standard'?: undefined
  readonly '~kind'?: undefined
  /** As in `JsonSchemaKeywords`: interfaces and the type `object` do not fit. */
  readonly [extension: `x-${string}`]: unknown
}
type Subschema = boolean | Subschemas
interface SubschemasByName {
  readonly [name: string]: Subschema
}
interface TypedSchema extends Subschemas {
  readonly type: TypeName | readonly TypeName[]
}
interface Referring {
  readonly $ref: string
  readonly '~kind'?: undefined
  readonly static?: undefined
}
type PlainPart = TypedSchema | Referring
interface PlainParts {
  readonly body?: PlainPart
  readonly querystring?: PlainPart
  readonly query?: PlainPart
  readonly params?: PlainPart
  readonly headers?: PlainPart
  readonly response?: { readonly [status: string]: PlainPart }
  /**
   * With this index signature a schema with only a misspelt part fits here. It is then compared with the names of the
   * parts.
   */
  readonly [extension: `x-${string}`]: unknown
}

/** A route schema of which each part is a P. */
interface RouteSchemaOf<P> extends OperationKeys {
  readonly body?: P
  readonly querystring?: P
  /** Alias of `querystring`. */
  readonly query?: P
  readonly params?: P
  readonly headers?: P
  /** By status, by class of status (`2xx`), or `default`. */
  readonly response?: ResponsesOf<P>
}
interface ResponsesOf<P> {
  readonly [status: number]: P
  readonly [statuses: `${number}xx` | `${number}XX`]: P | undefined
  readonly '2xx'?: P
  readonly '4xx'?: P
  readonly '5xx'?: P
  readonly default?: P
}

// Schemas that the fast path does not accept.

type OtherSchema<S> = [S] extends [JsonSchema] ? JsonSchema : Widened<S> extends false ? JsonSchema : S

/** WrittenPart inside another type. */
type PartOf<S> = [S] extends [PlainPart] ? JsonSchema : OtherPart<S>

type OtherPart<S> = [S] extends [object | boolean]
  ? [S] extends [FullSchema]
    ? [S] extends [ForeignSchema]
      ? S
      : OtherSchema<S>
    : [S] extends [OfLibrary]
      ? S
      : [S] extends [ContentMap]
        ? Content<S> | KeywordsOfFullForm | boolean
        : 'type' extends OptionalKey<S>
          ? S
          : ShortForm<S> | KeywordsOfFullForm | boolean
  : [S] extends [undefined | null]
    ? S
    : PartSchema

/**
 * The keys of S that may be missing. A literal has no such key. A `type` that may be missing belongs to an interface
 * for schemas, of this library or another.
 */
type OptionalKey<S> = keyof { [K in keyof S as Record<never, never> extends Pick<S, K> ? K : never]: 1 }

/** The declared type itself passes: `const gone = { … } satisfies Parameters<typeof Schema>[0]`. */
type OtherRouteSchema<S> = [keyof S] extends [never]
  ? RouteSchemaOf<PartSchema>
  : [RouteSchemaOf<PartSchema>] extends [S]
    ? S
    : string extends keyof S
      ? S
      : RouteParts<S>

/** The type that an editor proposes before a part has a type. */
type PartSchema =
  | JsonSchema
  | SchemasByName
  | { readonly content: { readonly [mediaType: string]: { schema: PartSchema } } }
/** Each parameter has a schema. Keywords such as `required` are next to them. */
type ShortForm<S> = {
  readonly [K in keyof S]: K extends 'default' | 'example' | 'examples' | 'definitions' | '$defs' | 'dependencies'
    ? unknown
    : S[K] extends string | number | readonly string[]
      ? K extends Beside | `x-${string}`
        ? unknown
        : JsonSchema
      : OtherSchema<S[K]>
}
type Beside =
  | 'required'
  | 'title'
  | 'description'
  | '$comment'
  | '$id'
  | '$schema'
  | '$anchor'
  | 'minProperties'
  | 'maxProperties'
  | 'errorMessage'
  | 'summary'
  | 'collectionFormat'
  | 'style'
  | 'contentMediaType'
  | 'contentEncoding'

/** A literal without these keywords does not fit this type. The type of a JSON Schema in a generic function fits it. */
type KeywordsOfFullForm = Pick<
  Exclude<JsonSchema, boolean>,
  'type' | 'properties' | '$ref' | 'oneOf' | 'anyOf' | 'allOf'
>

type ContentMap = { readonly content: { readonly [mediaType: string]: { readonly schema: unknown } } }
type Content<S> = S extends { readonly content: infer C }
  ? BesideContent & {
      readonly content: { readonly [M in keyof C]: C[M] extends { readonly schema: infer P } ? MediaType<P> : never }
    }
  : never
/** Keys for OpenAPI. */
interface BesideContent {
  readonly description?: string
  readonly [extension: `x-${string}`]: unknown
}
interface MediaType<P> {
  readonly schema: PartOf<P>
  readonly [keyword: string]: unknown
}

/** Schemas of other libraries, for a validator compiler of the application: classes, functions, builders. */
type OfLibrary =
  | ((...args: never[]) => unknown)
  | (abstract new (
      ...args: never[]
    ) => unknown)
  | { readonly validate: (...args: never[]) => unknown }
  | { readonly isFluentSchema: unknown }
  | { readonly isFluentJSONSchema: unknown }

/**
 * Compares each part. A key that is not a part of a route schema gets a text as its type. The text names the mistake.
 * Keys `x-…` may have any value. A part without a known type passes.
 */
type RouteParts<S> = {
  readonly [K in keyof S]: unknown extends S[K]
    ? unknown
    : K extends 'response'
      ? Responses<S[K]>
      : K extends InputPart
        ? PartOf<S[K]>
        : K extends keyof OperationKeys
          ? OperationKeys[K]
          : `${K & string} is not a part of a route schema`
}
type InputPart = 'body' | 'querystring' | 'query' | 'params' | 'headers'
type Responses<R> = { readonly [K in keyof R]: unknown extends R[K] ? unknown : PartOf<R[K]> }

/** The keys of OpenAPI for an operation. */
interface OperationKeys {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly operationId?: string
  readonly security?: readonly object[]
  readonly deprecated?: boolean
  readonly externalDocs?: object
  readonly consumes?: readonly string[]
  readonly produces?: readonly string[]
  /** Whether the document leaves the route out. */
  readonly hide?: boolean
  readonly examples?: unknown
  readonly servers?: readonly object[]
  readonly callbacks?: object
  readonly [extension: `x-${string}`]: unknown
}

/**
 * Whether S is not a literal at every level. Then its `type` is any string, or its type is an interface or a class. The
 * first occurs in a variable without `as const` and in an imported file.
 */
type Widened<S, Depth extends 0[] = []> = Depth['length'] extends 12
  ? false
  : S extends readonly (infer I)[]
    ? Widened<I, [...Depth, 0]>
    : S extends { readonly [key: string]: unknown }
      ? S extends { readonly type: infer T }
        ? string extends (T extends readonly (infer N)[] ? N : T)
          ? true
          : Widened<S[keyof S], [...Depth, 0]>
        : Widened<S[keyof S], [...Depth, 0]>
      : S extends object
        ? true
        : false
