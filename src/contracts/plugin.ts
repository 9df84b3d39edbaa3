import type { Instance } from './instance.js'

/** Options of a plugin; the core reads `prefix`, `logLevel` and `logSerializers`. */
export type PluginOptions = Record<string, unknown>

/** A plugin in async form. */
export type AsyncPlugin<O = PluginOptions> = (instance: Instance, options: O) => Promise<unknown>
/** A plugin in callback form: it must call `done` once. */
export type CallbackPlugin<O = PluginOptions> = (instance: Instance, options: O, done: (error?: Error) => void) => void
/**
 * A function that receives the instance of a context. Plugins written for Fastify have the type of its instance. Ours
 * has the same methods, so the parameter has a loose type.
 */
// biome-ignore lint/suspicious/noExplicitAny: a plugin of the ecosystem names its own instance and option types
export type Plugin = (instance: any, options: any, done?: any) => unknown

/** A plugin, a module with the plugin as its default export, or an import of such a module. */
export type PluginSource = Plugin | { default: Plugin } | Promise<{ default: Plugin }>

/** The declarations of a plugin about itself, under `Symbol.for('plugin-meta')`. */
export interface PluginMeta {
  /** The name by which other plugins depend on this one. */
  name?: string
  /** Semver range of the Fastify API for which it was written, such as `5.x`. */
  fastify?: string
  /** Names of plugins that must be registered earlier. */
  dependencies?: readonly string[]
  /** Decorations that must exist where it is registered. */
  decorators?: {
    fastify?: readonly (string | symbol)[]
    request?: readonly (string | symbol)[]
    reply?: readonly (string | symbol)[]
  }
  /** `true` gives the plugin a context of its own, even when wrapped. */
  encapsulate?: boolean
}
