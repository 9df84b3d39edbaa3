import type { IncomingMessage } from 'node:http'
import type { Instance } from './instance.js'
import type { Reply } from './reply.js'
import type { Request } from './request.js'
import type { RouteOptions } from './route.js'

/** Ends a hook of callback form. An argument makes the hook fail. */
export type Done = (error?: Error | null) => void
/** Ends a hook that may replace the payload. */
export type DoneWith = (error?: Error | null, payload?: unknown) => void

/** The return value of a hook: nothing, the reply by which it answered, or a promise, which the server awaits. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function declared to return nothing is a hook too
export type HookResult = undefined | Reply | Promise<unknown> | void

/** Signature of `onRequest`, `preValidation`, `preHandler`, `onResponse` and `onTimeout`. */
export type RequestHook = (this: Instance, request: Request, reply: Reply, done: Done) => HookResult
/** Signature of `preParsing`. The hook may return another stream, from which the server reads the body. */
export type PreParsingHook = (
  this: Instance,
  request: Request,
  reply: Reply,
  payload: IncomingMessage & { receivedEncodedLength?: number },
  done: DoneWith,
) => unknown
/** Signature of `preSerialization` and `onSend`. The hook may return a new payload. */
export type PayloadHook = (this: Instance, request: Request, reply: Reply, payload: unknown, done: DoneWith) => unknown
/** Signature of `onError`. It runs before the error handler answers, and may not call `reply.send`. */
export type OnErrorHook = (this: Instance, request: Request, reply: Reply, error: Error, done: Done) => HookResult
/** Signature of `onRequestAbort`. It runs if the client closes the connection before the answer is complete. */
export type OnRequestAbortHook = (this: Instance, request: Request, done: Done) => HookResult
/** Signature of `onReady`, `onListen` and `preClose`. `this` is the instance. */
export type ApplicationHook = (this: Instance, done: Done) => HookResult
/** Signature of `onClose`. The hook gets the instance. */
export type OnCloseHook = (this: Instance, instance: Instance, done: Done) => HookResult
/**
 * Signature of `onRoute`. It is called for every route registered in the context or below, and may change the options.
 * The boot waits for a promise that the hook returns.
 */
export type OnRouteHook = (this: Instance, options: RegisteredRouteOptions) => void
/**
 * Signature of `onRegister`. It is called for every new context below, before the plugin of that context runs. The boot
 * waits for a promise that the hook returns.
 */
export type OnRegisterHook = (this: Instance, instance: Instance, options: Record<string, unknown>) => void

/** Hooks by the point of a request at which they run. A route can have a list of hooks too. */
export interface LifecycleHooks {
  /** Runs first. The body is not read yet. */
  onRequest: RequestHook
  /** Runs before the body is parsed, with its stream, which the hook may replace. */
  preParsing: PreParsingHook
  /** Runs when the body is parsed and nothing is validated yet. */
  preValidation: RequestHook
  /** Runs when everything is validated. */
  preHandler: RequestHook
  /** Runs before a payload is serialized as JSON. It may return another payload. */
  preSerialization: PayloadHook
  /** Runs before an answer is written, with its text, bytes or stream. It may set headers or return another payload. */
  onSend: PayloadHook
  /** Runs when the system has taken the answer. A failure is logged. */
  onResponse: RequestHook
  /** Runs before the error handlers, once for each request. A failure is logged. */
  onError: OnErrorHook
  /** Runs when the socket has been idle for `connectionTimeout`. */
  onTimeout: RequestHook
  /** Runs when the client has closed the connection before the answer was complete. */
  onRequestAbort: OnRequestAbortHook
}

/** Hooks that can be methods of providers. */
export type ProviderHookName = 'onReady' | 'onListen' | 'preClose' | 'onClose'

/** Hooks by the point of the application's life at which they run. */
export interface ApplicationHooks {
  /** Runs for each route of the context and below, which it may change. A failure fails the boot. */
  onRoute: OnRouteHook
  /** Runs for each new context below, before its plugin. A failure fails the boot. */
  onRegister: OnRegisterHook
  /** Runs when all plugins have loaded; parents first. A failure fails the boot. */
  onReady: ApplicationHook
  /** Runs when the server listens; parents first. A failure is logged. */
  onListen: ApplicationHook
  /** Runs when the server begins to close; parents first. Connections are still open. A failure is logged. */
  preClose: ApplicationHook
  /** Runs when all connections have ended; children first, and the last added hook first. */
  onClose: OnCloseHook
}

/** The signature of each hook by its name. */
export type Hooks = LifecycleHooks & ApplicationHooks
/** Hooks that run in requests. */
export type LifecycleHookName = keyof LifecycleHooks
/** Hooks that run while the application is built, starts and ends. */
export type ApplicationHookName = keyof ApplicationHooks
/** All names that `addHook` and `@Hook` take. */
export type HookName = keyof Hooks

/** Route options as `onRoute` hooks see them: complete, and still mutable. */
export interface RegisteredRouteOptions extends RouteOptions {
  /** Full path with the prefix. */
  url: string
  /** Alias of `url`. */
  path: string
  /** Path without the prefix. */
  routePath: string
  /** The prefix of the context. */
  prefix: string
}
