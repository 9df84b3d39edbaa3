import type { RefusalFigures } from './figures.js'

/** A route as `describe()` lists it. */
export interface RouteDescription {
  /** The method. */
  method: string
  /** The path with its prefix. */
  url: string
  /** `Class.method`, or the function's name. */
  handler: string
  /** Parts of a request or answer that have a schema. */
  schema: string[]
}

/** A context as `describe()` lists it, without inherited entries. Plain JSON. */
export interface ContextDescription {
  /** The name of the module or plugin. */
  name: string
  /** Path prefix, with those of the ancestors. */
  prefix: string
  /** Names of the values that the context declares. */
  decorations: { instance: string[]; request: string[]; reply: string[] }
  /** Names of the hooks and of their functions, in order. */
  hooks: { name: string; function: string }[]
  /** The `$id`s of the shared schemas. */
  schemas: string[]
  /** Plugins that registered into this context instead of one of their own. */
  plugins: string[]
  /** Providers that the context lists (modules only). */
  providers: string[]
  /** Modules with `@PluginWrapped` that registered into this context. */
  wrapped: string[]
  /** Whether the context has its own error handler. */
  errorHandler: boolean
  /** Whether the context has its own not-found handler. */
  notFoundHandler: boolean
  /** Routes in order of registration. */
  routes: RouteDescription[]
  /** Child contexts in order of registration. */
  children: ContextDescription[]
}

/**
 * The root context as `describe()` of an application returns it, with the requests that the server refused until now.
 */
export interface ApplicationDescription extends ContextDescription {
  /** Numbers of refused requests, by the reason. */
  refused: RefusalFigures
}
