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
  onRequest: RequestHook
  preParsing: PreParsingHook
  preValidation: RequestHook
  preHandler: RequestHook
  preSerialization: PayloadHook
  onSend: PayloadHook
  onResponse: RequestHook
  onError: OnErrorHook
  onTimeout: RequestHook
  onRequestAbort: OnRequestAbortHook
}

/** Hooks that can be methods of providers. */
export type ProviderHookName = 'onReady' | 'onListen' | 'preClose' | 'onClose'

/** Hooks by the point of the application's life at which they run. */
export interface ApplicationHooks {
  onRoute: OnRouteHook
  onRegister: OnRegisterHook
  onReady: ApplicationHook
  onListen: ApplicationHook
  preClose: ApplicationHook
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
  url: string
  path: string
  /** Full path with the prefix. */
  routePath: string
  prefix: string
}
