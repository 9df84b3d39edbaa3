/** A shared schema: any JSON Schema with an `$id` (docs/guide/shared-schemas.md). */
export interface SharedSchema {
  $id: string
  [keyword: string]: unknown
}

/** The part of a request that a schema speaks of, as compilers and formatters are told (docs/guide/validation.md). */
export type HttpPart = 'body' | 'querystring' | 'params' | 'headers'

/** The same part as an error names it in `validationContext` (docs/guide/errors.md). */
export type ValidationContext = 'body' | 'query' | 'params' | 'headers'

/** A schema per media type: `body: { content: { 'text/plain': { schema } } }`. */
export interface ContentSchemas {
  content: Record<string, { schema: unknown; [keyword: string]: unknown }>
}

/** Route option `schema` (docs/guide/validation.md). Keys that are not listed (`tags`, `summary`, …) are kept for plugins. */
export interface RouteSchema {
  body?: unknown
  querystring?: unknown
  /** Alias of `querystring`. */
  query?: unknown
  params?: unknown
  headers?: unknown
  response?: unknown
  [key: string]: unknown
}

/** The keys of a route schema: its parts, and what OpenAPI says of an operation. */
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

/** One failure, as the default validator reports it (ajv's error object). */
export interface SchemaFailure {
  keyword: string
  schemaPath: string
  params: Record<string, unknown>
  message?: string
  /** Path of the failing value (validator version 8). */
  instancePath?: string
  /** Path of the failing value (validator version 6). */
  dataPath?: string
  [key: string]: unknown
}

/**
 * A compiled validator. The default one answers `true`/`false` and keeps `errors`; a custom library answers
 * `{ value }` or `{ error }` (docs/guide/validation.md). A promise of either is awaited.
 */
export interface ValidateFunction {
  (data: unknown): unknown
  errors?: SchemaFailure[] | null
}

/** What a validator compiler is told (docs/guide/validation.md). */
export interface ValidatorCompilerInput {
  schema: unknown
  method: string
  url: string
  httpPart?: HttpPart
}

/** Makes of a schema the function that validates; called once for each part of each route (docs/guide/validation.md). */
export type ValidatorCompiler = (input: ValidatorCompilerInput) => ValidateFunction

/** What a serializer compiler is told (docs/guide/serialization.md). */
export interface SerializerCompilerInput {
  schema: unknown
  method: string
  url: string
  /** `'200'`, `'2xx'`, `'default'`. */
  httpStatus: string
  /** Media type, when the response schema has a `content` map. */
  contentType?: string
}

/** Writes a value as the text of an answer. */
export type SerializeFunction = (data: unknown) => string
/** Makes of a response schema the function that writes; called once for each schema of each route (docs/guide/serialization.md). */
export type SerializerCompiler = (input: SerializerCompilerInput) => SerializeFunction

/** Makes the Error of a validation failure (docs/guide/validation.md). Synchronous; `this` is the instance. */
export type SchemaErrorFormatter = (errors: SchemaFailure[], dataVar: HttpPart) => Error

/** How errors name a route: `POST /users`. */
export interface RouteName {
  method: string
  url: string
}

/** Shared schemas by `$id`, as one context sees them. */
export type VisibleSchemas = Readonly<Record<string, SharedSchema>>

/** Factory option `validatorengine` (docs/guide/validation.md). */
export interface ValidatorEngineOptions {
  /** Major version of the default validator: 6 (default) or 8. */
  version?: 6 | 8
  /** The dialect of JSON Schema that all schemas of the server are written in; later ones than draft 7 with version 8. */
  dialect?: SchemaDialect
  /**
   * `native` (default): code that alcove writes validates, and answers as this version of ajv; ajv validates by schemas
   * that need it, such as those with keywords of a plugin. `ajv`: ajv validates by all schemas.
   */
  engine?: 'native' | 'ajv'
  /** Changes to the baseline of docs/guide/validation.md. */
  customOptions?: Record<string, unknown>
  /** Validator plugins: `plugin` or `[plugin, options]`. */
  plugins?: readonly (ValidatorPlugin | readonly [ValidatorPlugin, unknown])[]
  /** Called with the validator before its first use. */
  onCreate?: (validator: unknown) => void
}

/** Drafts 6 and 7 (default), which differ in keywords that are added only; 2019-09; or 2020-12. */
export type SchemaDialect = 'draft-07' | '2019-09' | '2020-12'

/** A validator plugin gets the validator, whose type depends on the version. */
// biome-ignore lint/suspicious/noExplicitAny: plugins are typed for one major version of ajv, this list holds both
export type ValidatorPlugin = (validator: any, options?: any) => unknown

/** `schemaController.compilersFactory.buildValidator`: called once per set of visible schemas. */
export type BuildValidator = (externalSchemas: VisibleSchemas, options: ValidatorEngineOptions) => ValidatorCompiler

/** `schemaController.compilersFactory.buildSerializer`. */
export type BuildSerializer = (externalSchemas: VisibleSchemas, options: unknown) => SerializerCompiler

/** Factory option `schemaController`. */
export interface SchemaControllerOptions {
  /** Replaces the store of shared schemas. */
  bucket?: (parentSchemas?: VisibleSchemas) => SchemaBucket
  compilersFactory?: { buildValidator?: BuildValidator; buildSerializer?: BuildSerializer }
}

/** What the request validation of a route reads and, where a value was coerced, writes. */
export interface ValidatedRequest {
  method: string
  headers: Record<string, unknown>
  params: unknown
  query: unknown
  body: unknown
}

/** The validation of a route's requests. */
export interface RequestValidation {
  /** `null`: valid. Otherwise the error to answer with. A promise only when a validator returned one. */
  validate(request: ValidatedRequest): null | Error | Promise<null | Error>
  /** The parts that are validated, in order. */
  readonly parts: readonly HttpPart[]
  /** The validator of one part; `null` where there is none, or one per media type. */
  getValidator(part: HttpPart): ValidateFunction | null
}

/** The serializers of a route's responses. */
export interface ResponseSerializers {
  /** The serializer of a response: exact status before class (`2xx`) before `default`; `null`: none declared. */
  select(statusCode: number, contentType: string | undefined): SerializeFunction | null
  /** Whether a response is declared for the status, for whatever media type. */
  has(statusCode: number): boolean
  /** The key under which a response is declared for the status: `404`, `4xx` or `default`; `null`: none is. */
  keyOf(statusCode: number): string | null
}

/**
 * Which bodies a plain body schema speaks of: JSON only (any other media type is refused with 415), or every
 * parsed body (docs/security.md and docs/guide/validation.md).
 */
export type BodyValidation = 'json' | 'parsed'

/**
 * Which answers without a response schema are refused with 500 ALC_ERR_RESPONSE_UNDECLARED. `true`: those with a 2xx
 * status, on routes that declare a 2xx schema. `'all'`: the handler's answers with any undeclared status. `false`: none.
 */
export type StrictResponses = boolean | 'all'

/** When the schemas of routes are compiled: all at boot, or each at its first use. Either way boot finds every mistake. */
export type CompileMode = 'boot' | 'lazy'

/** A store of shared schemas. */
export interface SchemaBucket {
  add(schema: SharedSchema): unknown
  getSchema(id: string): SharedSchema | undefined
  getSchemas(): Record<string, SharedSchema>
}
