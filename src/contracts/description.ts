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

/** A context as `describe()` lists it: what it holds itself, not what it inherits. Plain JSON. */
export interface ContextDescription {
  name: string
  prefix: string
  decorations: { instance: string[]; request: string[]; reply: string[] }
  hooks: { name: string; function: string }[]
  /** `$id`s. */
  schemas: string[]
  /** Plugins that registered into this context instead of one of their own. */
  plugins: string[]
  /** Providers that the context lists (modules only). */
  providers: string[]
  /** Modules that dissolved into this context by `@PluginWrapped`. */
  wrapped: string[]
  errorHandler: boolean
  notFoundHandler: boolean
  routes: RouteDescription[]
  children: ContextDescription[]
}

/** The root context as `describe()` of an application gives it, and what the server has refused until now. */
export interface ApplicationDescription extends ContextDescription {
  refused: RefusalFigures
}
