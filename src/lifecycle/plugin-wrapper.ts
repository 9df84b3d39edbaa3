import type { Plugin, PluginMeta } from '../contracts/plugin.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue, readProperty } from '../support/values.js'
import { displayName, pluginMeta, skipOverride } from './plugin-meta.js'

/**
 * Makes the registrations of a plugin visible in the containing context (docs/guide/wrapping.md).
 *
 * It sets the well-known symbols of `fastify-plugin`, so alcove and Fastify accept plugins of both.
 *
 * @param meta a name, a semver range of Fastify's API (`'5.x'`), or all declarations of the plugin
 */
export function pluginWrapper<P extends Plugin>(plugin: P | { default: P }, meta: PluginMeta | string = {}): P {
  const fn: unknown = typeof plugin === 'function' ? plugin : readProperty(plugin, 'default')
  if (typeof fn !== 'function') throw new pluginCodes.FST_ERR_PLUGIN_NOT_VALID(null, describeValue(plugin))
  const facts: PluginMeta = typeof meta === 'string' ? { fastify: meta } : meta
  const name = facts.name ?? (fn.name === '' ? undefined : fn.name)
  // It is the given function, or the default export of the given module.
  return Object.assign(fn as P, {
    [skipOverride]: facts.encapsulate !== true,
    [pluginMeta]: facts,
    ...(name === undefined ? {} : { [displayName]: name }),
    default: fn,
  })
}
