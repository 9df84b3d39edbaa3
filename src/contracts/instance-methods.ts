import type { HookName, Hooks } from './hooks.js'
import type { Instance } from './instance.js'
import type { BufferParser, ParserOptions, PoisoningAction, StreamParser, TextParser } from './parsers.js'
import type { ErrorHandler, Handler, NotFoundOptions, RouteOptions, RouteShorthand } from './route.js'
import type {
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  SharedSchema,
  ValidatorCompiler,
} from './schema.js'
import type { Token } from './token.js'
import type { WrittenRouteSchema } from './written-schema.js'

/** A decoration computed at each access. */
export interface Accessor<This, T> {
  /** Computes the value. `this` is the decorated object. */
  getter: (this: This) => T
  /** Takes an assigned value. Without it, an assignment throws in strict code. */
  setter?: (this: This, value: T) => void
}

/** Identifies a route. */
export interface RouteQuery {
  /** The method, such as `GET`. */
  method: string
  /** The pattern with its prefix, such as `/users/:id`. */
  url: string
  /** The constraints of the route. */
  constraints?: Record<string, unknown>
}

/** The methods of an instance that declare routes and look for them. */
export interface RouteMethods {
  /** Declares a GET route, and a HEAD route beside it if `exposeHeadRoutes` is on. */
  get: RouteShorthand
  /** Declares a HEAD route. */
  head: RouteShorthand
  /** Declares a POST route. */
  post: RouteShorthand
  /** Declares a PUT route. */
  put: RouteShorthand
  /** Declares a PATCH route. */
  patch: RouteShorthand
  /** Declares a DELETE route. */
  delete: RouteShorthand
  /** Declares an OPTIONS route. */
  options: RouteShorthand
  /** Declares a TRACE route. */
  trace: RouteShorthand
  /** Declares a QUERY route. */
  query: RouteShorthand
  /** Declares a route of every method in `supportedMethods`. */
  all: RouteShorthand
  /** The methods that the server knows. `addHttpMethod` adds to them. */
  readonly supportedMethods: string[]

  /**
   * Declares a route (docs/reference/options.md). Throws FST_ERR_DUPLICATED_ROUTE if method, path and constraints are
   * already taken.
   */
  route<const S>(options: RouteOptions<WrittenRouteSchema<S>>): Instance
  /** Whether exactly this pattern is declared. */
  hasRoute(route: RouteQuery): boolean
  /** The route of a pattern or of a path, with its path parameters; `null` if there is none. */
  findRoute(route: RouteQuery): { handler: unknown; params: Record<string, string>; searchParams: unknown } | null
  /** The routes as a text tree, with the options of find-my-way's `prettyPrint`. */
  printRoutes(options?: Record<string, unknown>): string
  /** Adds a method that node's parser accepts. With `hasBody`, the server reads and validates bodies. */
  addHttpMethod(method: string, options?: { hasBody?: boolean; overrideExisting?: boolean }): Instance
  /** Adds a strategy for the route option `constraints`. */
  addConstraintStrategy(strategy: unknown): void
  /** Whether a strategy of this name exists. */
  hasConstraintStrategy(name: string): boolean
}

/** The methods of an instance that add properties to it, to its requests and to its replies (docs/guide/contexts.md). */
export interface DecorationMethods {
  /**
   * Adds a property to this instance and to those below. Throws FST_ERR_DEC_ALREADY_PRESENT if this context declares
   * the name twice, and FST_ERR_DEC_MISSING_DEPENDENCY if one of the dependencies is not visible.
   */
  decorate<T>(
    name: string | symbol,
    value: T | Accessor<Instance, T>,
    dependencies?: readonly (string | symbol)[],
  ): Instance
  /**
   * Adds a property to every request, here and below. Throws as `decorate` does. Throws FST_ERR_DEC_REFERENCE_TYPE for
   * an object, because all requests would share it.
   */
  decorateRequest<T>(
    name: string | symbol,
    value?: T | Accessor<never, T>,
    dependencies?: readonly (string | symbol)[],
  ): Instance
  /** Adds a property to every reply, here and below. Throws as `decorateRequest` does. */
  decorateReply<T>(
    name: string | symbol,
    value?: T | Accessor<never, T>,
    dependencies?: readonly (string | symbol)[],
  ): Instance
  /** Whether instances have this decoration, from this context or from one above. */
  hasDecorator(name: string | symbol): boolean
  /** Whether requests have this decoration, from this context or from one above. */
  hasRequestDecorator(name: string | symbol): boolean
  /** Whether replies have this decoration, from this context or from one above. */
  hasReplyDecorator(name: string | symbol): boolean
  /** A decoration by its token or name. Throws FST_ERR_DEC_UNDECLARED if it is not visible. */
  getDecorator<T>(token: Token<T, 'context'>): T
  getDecorator<T = unknown>(name: string | symbol): T
}

/** The methods of an instance that add schemas, and replace what validates and serializes. */
export interface SchemaMethods {
  /**
   * Adds a shared schema to this context (docs/guide/shared-schemas.md). Throws FST_ERR_SCH_MISSING_ID without an
   * `$id`, and FST_ERR_SCH_ALREADY_PRESENT if a visible schema has the same `$id`.
   */
  addSchema(schema: object): Instance
  /** The shared schemas of this context and its ancestors, by `$id`. */
  getSchemas(): Record<string, SharedSchema>
  /** A visible shared schema by its `$id`. */
  getSchema(id: string): SharedSchema | undefined
  /** Replaces the validator of requests, here and below (docs/guide/validators.md). */
  setValidatorCompiler(compiler: ValidatorCompiler): Instance
  /** Replaces the serializer of routes with a response schema, here and below (docs/guide/serialization.md). */
  setSerializerCompiler(compiler: SerializerCompiler): Instance
  /** Replaces the error of a failed validation, here and below (docs/guide/errors.md). */
  setSchemaErrorFormatter(formatter: SchemaErrorFormatter): Instance
  /** Replaces the store of shared schemas, or the factories of compilers, here and below. */
  setSchemaController(options: SchemaControllerOptions): Instance
  /**
   * Replaces the serializer of all answers that become JSON, here and below. Default error answers do not use it. The
   * function returns the text of the body.
   */
  setReplySerializer(serializer: (payload: unknown, statusCode: number) => string): Instance
  /** The compiler set here or above, or the default one, which is `undefined` before the boot. */
  readonly validatorCompiler: ValidatorCompiler | undefined
  /** The compiler set here or above, or the default one, which is `undefined` before the boot. */
  readonly serializerCompiler: SerializerCompiler | undefined
}

/** The methods of an instance that add functions which run in requests. */
export interface RequestMethods {
  /**
   * Adds a hook to this context (docs/reference/hooks.md). Lifecycle hooks run for routes here and below, in order of
   * registration. Throws FST_ERR_HOOK_INVALID_HANDLER if the second argument is not a function.
   */
  addHook<N extends HookName>(name: N, fn: Hooks[N]): Instance
  /**
   * Sets the error handler of routes here and below (docs/guide/errors.md). Throws FST_ERR_ERROR_HANDLER_ALREADY_SET
   * for a second one, if `allowErrorHandlerOverride` is off.
   */
  setErrorHandler(handler: ErrorHandler): Instance
  /** The error handler of this context: its own, that of a context above, or the default one. */
  readonly errorHandler: ErrorHandler
  /**
   * Sets the handler of paths without a route, below the prefix of this context. Throws
   * ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET for a second one with the same prefix.
   */
  setNotFoundHandler(handler?: Handler): Instance
  setNotFoundHandler(options: NotFoundOptions, handler: Handler): Instance
  /**
   * Adds a parser of bodies, here and below. `type` is a media type, a pattern, a list of these, or `'*'` for all
   * others. Exact types precede patterns, and later patterns precede earlier ones. Throws FST_ERR_CTP_ALREADY_PRESENT
   * if this context has a parser of the type.
   */
  addContentTypeParser(type: string | RegExp | (string | RegExp)[], parser: StreamParser): Instance
  addContentTypeParser(
    type: string | RegExp | (string | RegExp)[],
    options: ParserOptions & { parseAs: 'string' },
    parser: TextParser,
  ): Instance
  addContentTypeParser(
    type: string | RegExp | (string | RegExp)[],
    options: ParserOptions & { parseAs: 'buffer' },
    parser: BufferParser,
  ): Instance
  addContentTypeParser(
    type: string | RegExp | (string | RegExp)[],
    options: ParserOptions,
    parser: StreamParser,
  ): Instance
  /** Whether exactly this type has a parser, here or above. */
  hasContentTypeParser(type: string | RegExp): boolean
  /** Removes parsers here and below. Bodies of these types then get a 415. */
  removeContentTypeParser(type: string | RegExp | (string | RegExp)[]): void
  /** Removes all parsers here and below, with those of JSON and plain text. */
  removeAllContentTypeParsers(): void
  /** Creates the server's parser of JSON, for other media types. */
  getDefaultJsonParser(onProto: PoisoningAction, onConstructor: PoisoningAction): TextParser
  /** The server's parser of plain text. */
  readonly defaultTextParser: TextParser
}
