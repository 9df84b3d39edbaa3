import type { Plugin, PluginMeta } from '../contracts/plugin.js'
import { displayName, pluginMeta, skipOverride } from './plugin-meta.js'

/**
 * Makes the registrations of a plugin visible in the containing context (docs/guide/wrapping.md).
 *
 * It sets the well-known symbols of `fastify-plugin`, so alcove and Fastify accept plugins of both.
 *
 * @param meta a name, a semver range of Fastify's API (`'5.x'`), or all declarations of the plugin
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
