import type { Server } from 'node:http'
import type { ApplicationDescription } from '../contracts/description.js'
import type { InjectChain, InjectOptions, InjectResponse } from '../contracts/inject.js'
import type { Instance } from '../contracts/instance.js'
import type { ListenCallback, ListenOptions } from '../contracts/server-options.js'
import type { Class, ClassToken, ContextToken, DelayedToken, Token } from '../contracts/token.js'

/** The tokens that `get` accepts: a provider's class, token or symbol, a context value, or a bare name of either. */
export type RootToken<T> = ClassToken<T> | Token<T, 'provider'> | ContextToken<T> | DelayedToken<T> | string | symbol

/** The context in which `get` looks a token up. */
export interface GetOptions {
  /** A module, in whose context the token must be visible. Default: the root. */
  in?: Class
}

/** Called with the answer of a simulated request. */
export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void

/** The application that `bootstrap` returns (docs/reference/exports.md). */
export interface Application {
  /** The root instance of the core. */
  readonly instance: Instance
  /** Node's server. */
  readonly server: Server

  /**
   * The method of the root instance, before the boot. Adapters for applications of Fastify call it and `inject`, as
   * `@fastify/aws-lambda` does (docs/recipes/serverless.md).
   */
  readonly decorateRequest: Instance['decorateRequest']

  /**
   * Boots and listens. The promise resolves to the address. Without a host it uses loopback addresses only: containers
   * pass `host`. If the boot fails, closes the application and then rejects with the boot error. If the port is taken,
   * the application stays booted, so you can try another port.
   */
  listen(options?: ListenOptions): Promise<string>
  listen(port: number, host?: string): Promise<string>
  listen(port: number, callback: ListenCallback): void
  listen(port: number, host: string, callback: ListenCallback): void
  listen(options: ListenOptions, callback: ListenCallback): void

  /**
   * Boots: loads all modules, builds all providers, compiles all routes. If the boot fails, closes the application and
   * then rejects with the boot error.
   */
  ready(): Promise<Application>

  /** Answers a request without a socket. Boots first if necessary. */
  inject(options: InjectOptions | string): Promise<InjectResponse>
  inject(options: InjectOptions | string, callback: InjectCallback): void
  inject(): InjectChain

  /**
   * Answers a WHATWG `Request` without a socket. Boots first if necessary. Bodies stream both ways. The function does
   * not need `this`: `Deno.serve(app.handle)` (docs/recipes/serverless.md).
   *
   * Rejects with the boot error, with FST_ERR_REOPENED_CLOSE_SERVER after `close`, and with ALC_ERR_ANSWER_CUT when the
   * application destroys the response. If the signal of the request aborts before the answer, rejects with the signal's
   * reason. Any other failure resolves to an answer.
   */
  readonly handle: (request: Request) => Promise<Response>

  /**
   * Closes the server, runs `onClose` hooks, and disposes built objects: children before parents, last built first.
   * Rejects with ALC_ERR_DISPOSAL when a disposal failed. It disposes all other objects even then.
   */
  close(): Promise<void>
  /** Closes the application as `close` does: `await using app = bootstrap(AppModule)`. */
  [Symbol.asyncDispose](): Promise<void>

  /**
   * A provider or context value that is visible at the root, or in the context of the module `in`. Throws
   * ALC_ERR_NOT_BOOTED before `ready`, and ALC_ERR_TOKEN_UNKNOWN for a token that is not visible there. Throws
   * ALC_ERR_MODULE_UNKNOWN for a module that is not in exactly one context.
   */
  get<T>(token: RootToken<T>, options?: GetOptions): T

  /**
   * The tree of contexts as plain JSON, and the requests that the server refused until now. Throws ALC_ERR_NOT_BOOTED
   * before `ready`.
   */
  describe(): ApplicationDescription

  /** The tree of contexts as a text to read. Throws ALC_ERR_NOT_BOOTED before `ready`. */
  printTree(): string
}
