import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HookName, Hooks } from './hooks.js'
import type { InjectChain, InjectOptions, InjectResponse } from './inject.js'
import type { Logger } from './logger.js'
import type { BufferParser, ParserOptions, PoisoningAction, StreamParser, TextParser } from './parsers.js'
import type { PluginSource } from './plugin.js'
import type {
  ChildLoggerFactory,
  ErrorHandler,
  Handler,
  NotFoundOptions,
  RouteOptions,
  RouteShorthand,
} from './route.js'
import type {
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  SharedSchema,
  ValidatorCompiler,
} from './schema.js'
import type { ListenCallback, ListenOptions, RequestListener, ServerOptions } from './server-options.js'
import type { Token } from './token.js'
import type { WrittenRouteSchema } from './written-schema.js'

/** A decoration computed at each access. */
export interface Accessor<This, T> {
  getter: (this: This) => T
  setter?: (this: This, value: T) => void
}

/** The result of `register` and `after`: the instance, which can be awaited. */
export type Chainable = Instance & PromiseLike<undefined>

// biome-ignore lint/suspicious/noExplicitAny: each plugin names the type of its own options
type OwnOptions = any

/** Identifies a route. */
export interface RouteQuery {
  method: string
  url: string
  constraints?: Record<string, unknown>
}

/**
 * The object that a plugin receives: one encapsulation context while it is being built (docs/reference/instance.md).
 * Its members are those that Fastify 5 documents. `Object.create` makes the children, so a plugin can set properties on
 * its own instance. It is an interface, so an application can type its own decorations by merging.
 */
export interface Instance {
  /** Path prefix of the context, with those of its ancestors. */
  readonly prefix: string
  /** Names of the plugins that make up this context. */
  readonly pluginName: string
  /** The version of Fastify's API that plugins can rely on. */
  readonly version: string
  readonly alcoveVersion: string
  readonly initialConfig: Readonly<ServerOptions>
  readonly server: Server
  readonly log: Logger
  readonly routing: RequestListener
  readonly supportedMethods: string[]
  readonly listeningOrigin: string
  readonly errorHandler: ErrorHandler
  readonly validatorCompiler: ValidatorCompiler | undefined
  readonly serializerCompiler: SerializerCompiler | undefined
  readonly childLoggerFactory: ChildLoggerFactory
  readonly genReqId: (req: unknown) => string

  /** Loads a plugin in its own context, unless it is wrapped (docs/guide/wrapping.md). */
  register(
    plugin: (instance: Instance, options: OwnOptions, done: (error?: Error) => void) => unknown,
    options?: OwnOptions,
  ): Chainable
  /** Loads a plugin that is written for Fastify, and so declares Fastify's instance type. */
  register(plugin: PluginSource, options?: OwnOptions): Chainable
  after(): Chainable
  after(fn: (error: Error | null, done: (error?: Error) => void) => unknown): Chainable
  ready(): Promise<Instance>
  /**
   * Calls back at the end of the boot, in order of registration. An error of the callback is logged and fails the boot
   * for later callbacks, `listen` and `inject`. The boot does not wait for a promise of the callback.
   */
  ready(fn: (error: Error | null, instance: Instance) => unknown): Instance
  close(): Promise<undefined>
  close(fn: (error?: Error) => void): undefined
  onClose(fn: (instance: Instance, done: (error?: Error) => void) => unknown): Instance
  /** Returns the instance itself. Plugins written in TypeScript call it to choose types. */
  withTypeProvider(): Instance
  hasPlugin(name: string): boolean
  printPlugins(): string

  get: RouteShorthand
  head: RouteShorthand
  post: RouteShorthand
  put: RouteShorthand
  patch: RouteShorthand
  delete: RouteShorthand
  options: RouteShorthand
  trace: RouteShorthand
  query: RouteShorthand
  all: RouteShorthand
  route<const S>(options: RouteOptions<WrittenRouteSchema<S>>): Instance
  hasRoute(route: RouteQuery): boolean
  findRoute(route: RouteQuery): { handler: unknown; params: Record<string, string>; searchParams: unknown } | null
  printRoutes(options?: Record<string, unknown>): string
  addHttpMethod(method: string, options?: { hasBody?: boolean; overrideExisting?: boolean }): Instance
  addConstraintStrategy(strategy: unknown): void
  hasConstraintStrategy(name: string): boolean

  addHook<N extends HookName>(name: N, fn: Hooks[N]): Instance

  decorate<T>(
    name: string | symbol,
    value: T | Accessor<Instance, T>,
    dependencies?: readonly (string | symbol)[],
  ): Instance
  decorateRequest<T>(
    name: string | symbol,
    value?: T | Accessor<never, T>,
    dependencies?: readonly (string | symbol)[],
  ): Instance
  decorateReply<T>(
    name: string | symbol,
    value?: T | Accessor<never, T>,
    dependencies?: readonly (string | symbol)[],
  ): Instance
  hasDecorator(name: string | symbol): boolean
  hasRequestDecorator(name: string | symbol): boolean
  hasReplyDecorator(name: string | symbol): boolean
  /** A decoration by its token or name. Throws FST_ERR_DEC_UNDECLARED if it is not visible. */
  getDecorator<T>(token: Token<T, 'context'>): T
  getDecorator<T = unknown>(name: string | symbol): T

  /** Adds a shared schema to this context (docs/guide/shared-schemas.md). */
  addSchema(schema: object): Instance
  /** The shared schemas of this context and its ancestors, by `$id`. */
  getSchemas(): Record<string, SharedSchema>
  getSchema(id: string): SharedSchema | undefined
  setValidatorCompiler(compiler: ValidatorCompiler): Instance
  setSerializerCompiler(compiler: SerializerCompiler): Instance
  setSchemaErrorFormatter(formatter: SchemaErrorFormatter): Instance
  setSchemaController(options: SchemaControllerOptions): Instance
  setReplySerializer(serializer: (payload: unknown, statusCode: number) => string): Instance

  setErrorHandler(handler: ErrorHandler): Instance
  setNotFoundHandler(handler?: Handler): Instance
  setNotFoundHandler(options: NotFoundOptions, handler: Handler): Instance
  setChildLoggerFactory(factory: ChildLoggerFactory): Instance
  setGenReqId(fn: (req: never) => string): Instance

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
  hasContentTypeParser(type: string | RegExp): boolean
  removeContentTypeParser(type: string | RegExp | (string | RegExp)[]): void
  removeAllContentTypeParsers(): void
  getDefaultJsonParser(onProto: PoisoningAction, onConstructor: PoisoningAction): TextParser
  readonly defaultTextParser: TextParser

  /** Boots and listens (docs/reference/instance.md). The promise resolves to the address. */
  listen(options?: ListenOptions): Promise<string>
  listen(options: ListenOptions, callback: ListenCallback): void
  listen(port: number, callback: ListenCallback): void
  listen(port: number): Promise<string>
  listen(port: number, host: string, callback?: ListenCallback): Promise<string> | undefined
  addresses(): (AddressInfo | string)[]
  /** Runs a request through the server without a socket. Boots first if necessary. */
  inject(options: InjectOptions | string): Promise<InjectResponse>
  inject(
    options: InjectOptions | string,
    callback: (error: Error | undefined, response: InjectResponse | undefined) => void,
  ): void
  inject(): InjectChain
  /**
   * Answers a WHATWG `Request` without a socket. Boots first if necessary. Bodies stream both ways. The function does
   * not need `this`: `Deno.serve(app.handle)` (docs/recipes/serverless.md).
   *
   * Rejects with the boot error, with FST_ERR_REOPENED_CLOSE_SERVER after `close`, and with ALC_ERR_ANSWER_CUT when the
   * application destroys the response. If the signal of the request aborts before the answer, rejects with the signal's
   * reason. Any other failure resolves to an answer.
   */
  readonly handle: (request: globalThis.Request) => Promise<Response>

  [Symbol.asyncDispose](): Promise<undefined>
}
