import type { Server } from 'node:http'
import type { ApplicationDescription } from '../contracts/description.js'
import type { InjectChain, InjectOptions, InjectResponse } from '../contracts/inject.js'
import type { Instance } from '../contracts/instance.js'
import type { ListenCallback, ListenOptions } from '../contracts/server-options.js'
import type { Class, ClassToken, ContextToken, DelayedToken, Token } from '../contracts/token.js'

/** What `get` accepts: a provider's class, token or symbol, a context value, or a bare name, which stands for either. */
export type RootToken<T> = ClassToken<T> | Token<T, 'provider'> | ContextToken<T> | DelayedToken<T> | string | symbol

/** Where `get` looks. */
export interface GetOptions {
  /** A module: what is visible in its context. Default: the root. */
  in?: Class
}

/** Called with what a simulated request was answered. */
export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void

/** What `bootstrap` returns (docs/reference/exports.md). */
export interface Application {
  /** The root instance of the core. */
  readonly instance: Instance
  /** Node's server. */
  readonly server: Server

  /**
   * As of the root instance, before the boot: adapters that take an application of Fastify call it and `inject`, as
   * `@fastify/aws-lambda` does (docs/recipes/serverless.md).
   */
  readonly decorateRequest: Instance['decorateRequest']

  /**
   * Boots and listens. The promise gives the address. Without a host, loopback addresses only: containers pass `host`.
   * Rejects with the boot error, after all that had been started was closed; a port that is taken leaves the
   * application booted, so another one can be tried.
   */
  listen(options?: ListenOptions): Promise<string>
  listen(port: number, host?: string): Promise<string>
  listen(port: number, callback: ListenCallback): void
  listen(port: number, host: string, callback: ListenCallback): void
  listen(options: ListenOptions, callback: ListenCallback): void

  /** Boots: loads all modules, builds all providers, compiles all routes. Rejects with the boot error, all closed. */
  ready(): Promise<Application>

  /** Answers a request without a socket; boots first if need be. */
  inject(options: InjectOptions | string): Promise<InjectResponse>
  inject(options: InjectOptions | string, callback: InjectCallback): void
  inject(): InjectChain

  /**
   * Answers a WHATWG `Request`, without a socket; boots first if need be. Bodies stream both ways. A function without
   * `this`: `Deno.serve(app.handle)` (docs/recipes/serverless.md).
   *
   * Rejects with the boot error; with the reason of a request's signal that is aborted before the answer; with
   * ALC_ERR_ANSWER_CUT when the application destroys the response; with FST_ERR_REOPENED_CLOSE_SERVER
   * after `close`. Any other failure is an answer.
   */
  readonly handle: (request: Request) => Promise<Response>

  /**
   * Closes the server, runs `onClose` hooks, and disposes what was built: children before parents, last built first.
   * Rejects with ALC_ERR_DISPOSAL when a disposal failed; everything else has been disposed all the same.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>

  /**
   * A provider or context value that is visible at the root, or in the context of the module `in`.
   * Throws ALC_ERR_NOT_BOOTED before `ready`, ALC_ERR_TOKEN_UNKNOWN for what is not visible there, and
   * ALC_ERR_MODULE_UNKNOWN for a module that does not stand in exactly one context.
   */
  get<T>(token: RootToken<T>, options?: GetOptions): T

  /** The tree of contexts as plain JSON, and what the server has refused until now. Throws ALC_ERR_NOT_BOOTED before `ready`. */
  describe(): ApplicationDescription

  /** The same as text for people. Throws ALC_ERR_NOT_BOOTED before `ready`. */
  printTree(): string
}
