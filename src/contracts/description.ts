import type { RefusalFigures } from './figures.js'

/** A route as `describe()` lists it. */
export interface RouteDescription {
  method: string
  url: string
  /** `Class.method`, or the function's name. */
  handler: string
  /** Parts of a request or answer that have a schema. */
  schema: string[]
}

/** A context as `describe()` lists it, without inherited entries. Plain JSON. */
export interface ContextDescription {
  name: string
  prefix: string
  decorations: { instance: string[]; request: string[]; reply: string[] }
  hooks: { name: string; function: string }[]
  /** The `$id`s of the shared schemas. */
  schemas: string[]
  /** Plugins that registered into this context instead of one of their own. */
  plugins: string[]
  /** Providers that the context lists (modules only). */
  providers: string[]
  /** Modules with `@PluginWrapped` that registered into this context. */
  wrapped: string[]
  errorHandler: boolean
  notFoundHandler: boolean
  routes: RouteDescription[]
  children: ContextDescription[]
}

/**
 * The root context as `describe()` of an application returns it, with the requests that the server refused until now.
 */
export interface ApplicationDescription extends ContextDescription {
  refused: RefusalFigures
}
