import type { Plugin, PluginMeta } from '../contracts/plugin.js'
import { displayName, pluginMeta, skipOverride } from './plugin-meta.js'

/**
 * The plugin-wrapper utility (docs/guide/wrapping.md): what the plugin registers becomes visible in the containing context.
 *
 * Sets the same well-known symbols as `fastify-plugin`, so either works here and there.
 *
 * @param meta a name, a semver range of Fastify's API (`'5.x'`), or all that a plugin says of itself
 */
export function pluginWrapper<P extends Plugin>(plugin: P | { default: P }, meta: PluginMeta | string = {}): P {
  const fn = typeof plugin === 'function' ? plugin : plugin.default
  const facts: PluginMeta = typeof meta === 'string' ? { fastify: meta } : meta
  const name = facts.name ?? (fn.name === '' ? undefined : fn.name)
  return Object.assign(fn, {
    [skipOverride]: facts.encapsulate !== true,
    [pluginMeta]: facts,
    ...(name === undefined ? {} : { [displayName]: name }),
    default: fn,
  })
}
