import type { Instance } from './instance.js'
import type { ValidatorEngineOptions } from './validator-options.js'

/** A shared schema: any JSON Schema with an `$id` (docs/guide/shared-schemas.md). */
export interface SharedSchema {
  /** The name by which `$ref` finds the schema. */
  $id: string
  [keyword: string]: unknown
}

/** The part of a request that a schema describes, as compilers and formatters get it (docs/guide/validators.md). */
export type HttpPart = 'body' | 'querystring' | 'params' | 'headers'

/** The name of a part in `validationContext` of an error (docs/guide/errors.md). */
export type ValidationContext = 'body' | 'query' | 'params' | 'headers'

/** A schema per media type: `body: { content: { 'text/plain': { schema } } }`. */
export interface ContentSchemas {
  /** Schemas by media type. */
  content: Record<string, { schema: unknown; [keyword: string]: unknown }>
}

/**
 * Route option `schema` (docs/guide/validation.md). Keys that are not listed (`tags`, `summary`, …) are kept for
 * plugins.
 */
export interface RouteSchema {
  /** The schema of the body, or a map of schemas by media type. */
  body?: unknown
  /** The schema of the query. */
  querystring?: unknown
  /** Alias of `querystring`. */
  query?: unknown
  /** The schema of the path parameters. */
  params?: unknown
  /** The schema of the headers, with names in lower case. */
  headers?: unknown
  /** Schemas of answers by status: `200`, `2xx` or `default`. */
  response?: unknown
  [key: string]: unknown
}

/** The keys of a route schema: its parts, and the keys of OpenAPI for an operation. */
export type RouteSchemaPart =
  | 'body'
  | 'querystring'
  | 'query'
  | 'params'
  | 'headers'
  | 'response'
  | 'summary'
  | 'description'
  | 'tags'
  | 'operationId'
  | 'security'
  | 'deprecated'
  | 'externalDocs'
  | 'consumes'
  | 'produces'
  | 'hide'
  | 'examples'
  | 'servers'
  | 'callbacks'

/** One failure, as a validator reports it (ajv's error object). */
export interface ReportedFailure {
  /** The keyword that failed, such as `required`. */
  keyword: string
  /** The place of the keyword in the schema, as a JSON pointer (RFC 6901). */
  schemaPath: string
  /** Details of the keyword, such as `{ missingProperty }`. */
  params: Record<string, unknown>
  /** The text for people. */
  message?: string
  /** Path of the failing value (validator version 8). */
  instancePath?: string
  /** Path of the failing value (validator version 6). */
  dataPath?: string
}

/** One failure with the further keys of its validator. */
export interface SchemaFailure extends ReportedFailure {
  [key: string]: unknown
}

/**
 * A compiled validator. The default validator returns `true`/`false` and sets `errors`. A custom library returns `{
 * value }` or `{ error }` (docs/guide/validators.md). The server awaits a promise of either result.
 */
export interface ValidateFunction {
  (data: unknown): unknown
  /** The failures of the last call; `null` after a valid value. */
  errors?: ReportedFailure[] | null
}

/** The argument of a validator compiler (docs/guide/validators.md). */
export interface ValidatorCompilerInput {
  /** The schema as written. */
  // biome-ignore lint/suspicious/noExplicitAny: a compiler of a library names the type of its own schemas
  schema: any
  /** The method of the route. */
  method: string
  /** The path of the route, with its prefix. */
  url: string
  /** The part that the schema describes. */
  httpPart?: HttpPart
}

/** Makes the validating function of a schema. Called once for each part of each route (docs/guide/validators.md). */
export type ValidatorCompiler = (input: ValidatorCompilerInput) => ValidateFunction

/** The argument of a serializer compiler (docs/guide/serialization.md). */
export interface SerializerCompilerInput {
  /** The schema as written. */
  // biome-ignore lint/suspicious/noExplicitAny: a compiler of a library names the type of its own schemas
  schema: any
  /** The method of the route. */
  method: string
  /** The path of the route, with its prefix. */
  url: string
  /** `'200'`, `'2xx'`, `'default'`. */
  httpStatus: string
  /** Media type, if the response schema has a `content` map. */
  contentType?: string
}

/** Serializes a value as the text of an answer. */
export type SerializeFunction = (data: unknown) => string
/**
 * Makes the serializing function of a response schema. Called once for each schema of each route
 * (docs/guide/serialization.md).
 */
export type SerializerCompiler = (input: SerializerCompilerInput) => SerializeFunction

/** Makes the Error of a validation failure (docs/guide/validation.md). Synchronous; `this` is the instance. */
export type SchemaErrorFormatter = (this: Instance, errors: SchemaFailure[], dataVar: HttpPart) => Error

/** The method and the path of a route, which name it in errors: `POST /users`. */
export interface RouteName {
  /** The method, such as `POST`. */
  method: string
  /** The path with its prefix. */
  url: string
}

/** Shared schemas that one context sees, by `$id`. */
export type VisibleSchemas = Readonly<Record<string, SharedSchema>>

/** `schemaController.compilersFactory.buildValidator`: called once for each set of visible schemas. */
export type BuildValidator = (externalSchemas: VisibleSchemas, options: ValidatorEngineOptions) => ValidatorCompiler

/** `schemaController.compilersFactory.buildSerializer`. */
export type BuildSerializer = (externalSchemas: VisibleSchemas, options: unknown) => SerializerCompiler

/** Factory option `schemaController`. */
export interface SchemaControllerOptions {
  /** Replaces the store of shared schemas. */
  bucket?: (parentSchemas?: VisibleSchemas) => SchemaBucket
  /** Replaces the factories of the compilers, for contexts without their own compilers. */
  compilersFactory?: { buildValidator?: BuildValidator; buildSerializer?: BuildSerializer }
}

/** The values of a request that its validation reads. Coercion and defaults write to them. */
export interface ValidatedRequest {
  /** The method. */
  method: string
  /** The headers, with names in lower case. */
  headers: Record<string, unknown>
  /** The path parameters. */
  params: unknown
  /** The parsed query. */
  query: unknown
  /** The parsed body. */
  body: unknown
}

/** The validation of a route's requests. */
export interface RequestValidation {
  /**
   * Returns `null` for a valid request, otherwise the error of the answer. Returns a promise only if a validator does.
   */
  validate(request: ValidatedRequest): null | Error | Promise<null | Error>
  /** The parts that are validated, in order. */
  readonly parts: readonly HttpPart[]
  /** The validator of one part; `null` if the part has no validator, or one per media type. */
  getValidator(part: HttpPart): ValidateFunction | null
}

/** The serializers of a route's responses. */
export interface ResponseSerializers {
  /** The serializer of a response: exact status before class (`2xx`) before `default`; `null`: none is declared. */
  select(statusCode: number, contentType: string | undefined): SerializeFunction | null
  /** The serializer of a key, such as `404` or `4xx`, by the same order. */
  named(key: string, contentType: string | undefined): SerializeFunction | null
  /** Whether a response is declared for the status, for any media type. */
  has(statusCode: number): boolean
  /** The key of the declared response for the status: `404`, `4xx` or `default`; `null` if no response is declared. */
  keyOf(statusCode: number): string | null
}

/**
 * The bodies that a plain body schema covers (docs/guide/media-types.md). `'json'`: JSON only, and any other media type
 * gets a 415. `'parsed'`: every parsed body.
 */
export type BodyValidation = 'json' | 'parsed'

/**
 * Selects the answers without a response schema that get 500 ALC_ERR_RESPONSE_UNDECLARED. `true`: answers with a 2xx
 * status, on routes that declare a 2xx schema. `'all'`: the handler's answers with any undeclared status. `false`:
 * none.
 */
export type StrictResponses = boolean | 'all'

/**
 * The time at which schemas of routes are compiled: all at boot, or each at its first use. Boot finds every mistake in
 * both modes.
 */
export type CompileMode = 'boot' | 'lazy'

/** A store of shared schemas. */
export interface SchemaBucket {
  /** Adds a shared schema. */
  add(schema: SharedSchema): unknown
  /** A schema by its `$id`. */
  getSchema(id: string): SharedSchema | undefined
  /** All schemas, by `$id`. */
  getSchemas(): Record<string, SharedSchema>
}
