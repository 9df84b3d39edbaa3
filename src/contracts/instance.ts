import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InjectChain, InjectOptions, InjectResponse } from './inject.js'
import type { DecorationMethods, RequestMethods, RouteMethods, SchemaMethods } from './instance-methods.js'
import type { Logger } from './logger.js'
import type { PluginSource } from './plugin.js'
import type { ChildLoggerFactory } from './route.js'
import type { ListenCallback, ListenOptions, RequestListener, ServerOptions } from './server-options.js'

/** The result of `register` and `after`: the instance, which can be awaited. */
export type Chainable = Instance & PromiseLike<undefined>

// biome-ignore lint/suspicious/noExplicitAny: each plugin names the type of its own options
type OwnOptions = any

/**
 * The object that a plugin receives: one encapsulation context while it is being built (docs/reference/instance.md).
 * Its members are those that Fastify 5 documents. `Object.create` makes the children, so a plugin can set properties on
 * its own instance. It is an interface, so an application can type its own decorations by merging.
 *
 * Methods that register return the instance. After the boot they throw FST_ERR_INSTANCE_ALREADY_LISTENING, or a code of
 * their own for decorations, parsers and plugins.
 */
export interface Instance extends RouteMethods, DecorationMethods, SchemaMethods, RequestMethods {
  /** Path prefix of the context, with those of its ancestors. */
  readonly prefix: string
  /** Names of the plugins that make up this context. */
  readonly pluginName: string
  /** The version of Fastify's API that plugins can rely on. */
  readonly version: string
  /** The version of this package. */
  readonly alcoveVersion: string
  /** The options of the server with their defaults, frozen. */
  readonly initialConfig: Readonly<ServerOptions>
  /** Node's server. */
  readonly server: Server
  /** The logger of this context. */
  readonly log: Logger
  /** Node's request listener, for a server of your own. Await `ready()` first. */
  readonly routing: RequestListener
  /** The last address of the server as a URL, such as `http://127.0.0.1:3000`. */
  readonly listeningOrigin: string

  /** Loads a plugin in its own context, unless it is wrapped (docs/guide/wrapping.md). */
  register(
    plugin: (instance: Instance, options: OwnOptions, done: (error?: Error) => void) => unknown,
    options?: OwnOptions,
  ): Chainable
  /** Loads a plugin that is written for Fastify, and so declares Fastify's instance type. */
  register(plugin: PluginSource, options?: OwnOptions): Chainable
  /** Calls back, or resolves, when all earlier registrations have loaded. An error of the callback fails the boot. */
  after(): Chainable
  after(fn: (error: Error | null, done: (error?: Error) => void) => unknown): Chainable
  /** Boots: loads all plugins, compiles all schemas, and runs the `onReady` hooks. Rejects with the boot error. */
  ready(): Promise<Instance>
  /**
   * Calls back at the end of the boot, in order of registration. An error of the callback is logged and fails the boot
   * for later callbacks, `listen` and `inject`. The boot does not wait for a promise of the callback.
   */
  ready(fn: (error: Error | null, instance: Instance) => unknown): Instance
  /**
   * Closes the server: `preClose` hooks, the requests in flight, the connections, then `onClose` hooks
   * (docs/guide/production.md). A second call waits for the first.
   */
  close(): Promise<undefined>
  close(fn: (error?: Error) => void): undefined
  /** Adds an `onClose` hook. */
  onClose(fn: (instance: Instance, done: (error?: Error) => void) => unknown): Instance
  /** Returns the instance itself. Plugins written in TypeScript call it to choose types. */
  withTypeProvider(): Instance
  /** Whether a plugin of this name is registered, here or above. */
  hasPlugin(name: string): boolean
  /** The plugins and modules as a text tree, with the loading time of each in milliseconds. */
  printPlugins(): string

  /** Sets the function that creates the logger of each request, here and below. */
  setChildLoggerFactory(factory: ChildLoggerFactory): Instance
  /** The function that creates the logger of each request. */
  readonly childLoggerFactory: ChildLoggerFactory
  /** Sets the function that creates the ids of requests, here and below. */
  setGenReqId(fn: (req: never) => string): Instance
  /** The function that creates the ids of requests. */
  readonly genReqId: (req: unknown) => string

  /** Boots and listens (docs/reference/instance.md). The promise resolves to the address. */
  listen(options?: ListenOptions): Promise<string>
  listen(options: ListenOptions, callback: ListenCallback): void
  listen(port: number, callback: ListenCallback): void
  listen(port: number): Promise<string>
  listen(port: number, host: string, callback?: ListenCallback): Promise<string> | undefined
  /** The addresses on which the server listens; a string is the path of a Unix socket. */
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

  /** Closes the server as `close` does: `await using server = createServer()`. */
  [Symbol.asyncDispose](): Promise<undefined>
}
