import type { IncomingMessage } from 'node:http'
import type { Instance } from './instance.js'
import type { Reply } from './reply.js'
import type { Request } from './request.js'
import type { RouteOptions } from './route.js'

/** Ends a hook of callback form. An argument makes the hook fail. */
export type Done = (error?: Error | null) => void
/** Ends a hook that may replace the payload. */
export type DoneWith = (error?: Error | null, payload?: unknown) => void

/** The return value of a hook: nothing, the reply by which it answered, or a promise, which is awaited. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function declared to return nothing is a hook too
export type HookResult = undefined | Reply | Promise<unknown> | void

/** `onRequest`, `preValidation`, `preHandler`, `onResponse`, `onTimeout`. */
export type RequestHook = (this: Instance, request: Request, reply: Reply, done: Done) => HookResult
/** `preParsing`: returns the stream to read instead, if any. */
export type PreParsingHook = (
  this: Instance,
  request: Request,
  reply: Reply,
  payload: IncomingMessage & { receivedEncodedLength?: number },
  done: DoneWith,
) => unknown
/** `preSerialization`, `onSend`: returns the new payload, if any. */
export type PayloadHook = (this: Instance, request: Request, reply: Reply, payload: unknown, done: DoneWith) => unknown
/** `onError`: sees the error before the error handler answers. It may not call `reply.send`. */
export type OnErrorHook = (this: Instance, request: Request, reply: Reply, error: Error, done: Done) => HookResult
/** `onRequestAbort`: the client closed the connection before the answer was complete. */
export type OnRequestAbortHook = (this: Instance, request: Request, done: Done) => HookResult
/** `onReady`, `onListen`, `preClose`: `this` is the instance. */
export type ApplicationHook = (this: Instance, done: Done) => HookResult
/** `onClose`: gets the instance. */
export type OnCloseHook = (this: Instance, instance: Instance, done: Done) => HookResult
/** `onRoute`: called for every route registered in the context or below; may change the options. The boot waits for a promise. */
export type OnRouteHook = (this: Instance, options: RegisteredRouteOptions) => void
/** `onRegister`: called for every new context below, before its plugin runs. The boot waits for a promise. */
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
