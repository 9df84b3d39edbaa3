import type { Instance } from './instance.js'

/** Options of a plugin; the core reads `prefix`, `logLevel` and `logSerializers`. */
export type PluginOptions = Record<string, unknown>

/** A plugin in async form. */
export type AsyncPlugin<O = PluginOptions> = (instance: Instance, options: O) => Promise<unknown>
/** A plugin in callback form: it must call `done` once. */
export type CallbackPlugin<O = PluginOptions> = (instance: Instance, options: O, done: (error?: Error) => void) => void
/**
 * A function that receives the instance of a context. Plugins written for Fastify are typed for its instance,
 * whose methods ours has under the same names: hence the loose parameter.
 */
// biome-ignore lint/suspicious/noExplicitAny: a plugin of the ecosystem names its own instance and option types
export type Plugin = (instance: any, options: any, done?: any) => unknown

/** A plugin, the module that has it as its default, or an import of that. */
export type PluginSource = Plugin | { default: Plugin } | Promise<{ default: Plugin }>

/** What a plugin says of itself under `Symbol.for('plugin-meta')`. */
export interface PluginMeta {
  name?: string
  /** Semver range of the Fastify API that it was written for, such as `5.x`. */
  fastify?: string
  /** Names of plugins that must be registered before. */
  dependencies?: readonly string[]
  /** Decorations that must exist where it is registered. */
  decorators?: {
    fastify?: readonly (string | symbol)[]
    request?: readonly (string | symbol)[]
    reply?: readonly (string | symbol)[]
  }
  /** `true`: a context of its own, even when wrapped. */
  encapsulate?: boolean
}
