// What schemas written in a program are compared with. A literal with its type is compared with the keywords of JSON
// Schema. What types know too little of, and what belongs to another library, passes: boot checks it.
//
// Each alias names its parameter in a branch that gives it back, so the compiler infers the literal type from there.

import type { ForeignSchema, FullSchema } from './full-schema.js'
import type { JsonSchema, JsonSchemaKeywords, SchemasByName, TypeName } from './json-schema.js'

/** One JSON Schema: `shared('user', schema)`, `@Param('id', schema)`. */
export type WrittenSchema<S> = [S] extends [JsonSchema] ? JsonSchema : Widened<S> extends false ? JsonSchema : S

/** A part of a route schema: a JSON Schema, a short form, or the schema of another library. */
export type WrittenPart<S> = [S] extends [PlainPart] ? JsonSchema : OtherPart<S>

/** The schema of a route, its keys among the parts. Those of a schema that is not written in place are compared too. */
export type WrittenRouteSchema<S> = [S] extends [PartsOf<PlainPart>] ? PartsOf<JsonSchema> : OtherRouteSchema<S>

// Most schemas: no branch of theirs is instantiated.

interface TypedSchema extends JsonSchemaKeywords {
  readonly type: TypeName | readonly TypeName[]
}
interface Referring extends JsonSchemaKeywords {
  readonly $ref: string
}
type PlainPart = TypedSchema | Referring
/** A route schema of which each part is a P. */
interface PartsOf<P> extends OperationKeys {
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

// All others

type OtherPart<S> = [S] extends [object | boolean]
  ? [S] extends [FullSchema]
    ? [S] extends [ForeignSchema]
      ? S
      : WrittenSchema<S>
    : [S] extends [OfLibrary]
      ? S
      : [S] extends [ContentMap]
        ? Content<S> | KeywordsOfFullForm | boolean
        : 'type' extends OptionalKey<S>
          ? S
          : ShortForm<S> | KeywordsOfFullForm | boolean
  : [S] extends [undefined | null]
    ? S
    : AnyPart

/** A literal has none: a `type` that may be missing is one of an interface for schemas, of this library or another. */
type OptionalKey<S> = keyof { [K in keyof S as Record<never, never> extends Pick<S, K> ? K : never]: 1 }

type OtherRouteSchema<S> = [keyof S] extends [never] ? PartsOf<AnyPart> : string extends keyof S ? S : RouteParts<S>

/** What an editor proposes before a part has a type. */
type AnyPart = JsonSchema | SchemasByName | { readonly content: { readonly [mediaType: string]: { schema: AnyPart } } }
/** Each parameter has a schema; keywords such as `required` are beside them. */
type ShortForm<S> = {
  readonly [K in keyof S]: K extends 'default' | 'example' | 'examples' | 'definitions' | '$defs' | 'dependencies'
    ? unknown
    : S[K] extends string | number | readonly string[]
      ? K extends Beside | `x-${string}`
        ? unknown
        : JsonSchema
      : WrittenSchema<S[K]>
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

/** No literal without these keywords fits it. It lets in what a generic function calls a JSON Schema. */
type KeywordsOfFullForm = Pick<
  Exclude<JsonSchema, boolean>,
  'type' | 'properties' | '$ref' | 'oneOf' | 'anyOf' | 'allOf'
>

type ContentMap = { readonly content: { readonly [mediaType: string]: { readonly schema: unknown } } }
type Content<S> = S extends { readonly content: infer C }
  ? { readonly content: { readonly [M in keyof C]: C[M] extends { readonly schema: infer P } ? MediaType<P> : never } }
  : never
interface MediaType<P> {
  readonly schema: WrittenPart<P>
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
 * Compares each part. A key that is no part of a route schema is refused by a text that says so; `x-…` is free. A schema
 * whose keys are not known to types passes.
 */
type RouteParts<S> = {
  readonly [K in keyof S]: unknown extends S[K]
    ? unknown
    : K extends 'response'
      ? Responses<S[K]>
      : K extends InputPart
        ? WrittenPart<S[K]>
        : K extends keyof OperationKeys
          ? OperationKeys[K]
          : `${K & string} is not a part of a route schema`
}
type InputPart = 'body' | 'querystring' | 'query' | 'params' | 'headers'
type Responses<R> = { readonly [K in keyof R]: unknown extends R[K] ? unknown : WrittenPart<R[K]> }

/** What OpenAPI says of an operation. */
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
 * Whether S is no literal throughout: somewhere `type` is any string to the compiler (a variable without `as const`, an
 * imported file), or the type is that of an interface or a class.
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
