import type { PluginMeta } from '../contracts/plugin.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { satisfies } from '../packages/libraries.cjs'
import { asFastify } from '../support/as-fastify.js'
import { isAsyncFunction, readProperty } from '../support/values.js'

/** The well-known symbols that `fastify-plugin` and `pluginWrapper` set on a plugin function. */
export const skipOverride = Symbol.for('skip-override')
export const displayName = Symbol.for('fastify.display-name')
export const pluginMeta = Symbol.for('plugin-meta')
/** Under this symbol, an instance lists the names of the plugins that its context sees. */
export const registeredPlugins = Symbol.for('registered-plugin')

/** The decorations and plugins of a context, against which the requirements of a plugin are checked. */
export interface PluginSurroundings {
  name: string
  hasPlugin(name: string): boolean
  hasDecorator(name: string | symbol): boolean
  hasRequestDecorator(name: string | symbol): boolean
  hasReplyDecorator(name: string | symbol): boolean
}

export function readMeta(plugin: unknown): PluginMeta {
  return (readProperty(plugin, pluginMeta) ?? {}) as PluginMeta // plugins set an object of this type
}

/** Whether the plugin registers into the context that registers it (docs/guide/wrapping.md). */
export function isWrapped(plugin: unknown): boolean {
  return readProperty(plugin, skipOverride) === true
}

/** Whether `fastify-plugin` or `pluginWrapper` has marked a function as a plugin. */
export function isMarkedAsPlugin(value: unknown): boolean {
  return [skipOverride, displayName, pluginMeta].some((mark) => readProperty(value, mark) !== undefined)
}

/** The name of a plugin in messages, in the tree and for `hasPlugin`. */
export function readPluginName(plugin: unknown): string {
  const name = readMeta(plugin).name ?? readProperty(plugin, displayName) ?? readProperty(plugin, 'name')
  return typeof name === 'string' && name !== '' ? name : previewSource(plugin)
}

/** Checks the version, dependencies and decorations that a plugin requires. */
export function checkDemands(plugin: unknown, context: PluginSurroundings, version: string): void {
  const meta = readMeta(plugin)
  const name = readPluginName(plugin)
  if (isAsyncFunction(plugin) && Number(readProperty(plugin, 'length')) >= 3) {
    throw new pluginCodes.FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER(name)
  }
  if (meta.fastify !== undefined && !isTakenBy(version, meta.fastify)) {
    throw new pluginCodes.FST_ERR_PLUGIN_VERSION_MISMATCH(name, meta.fastify, version, context.name)
  }
  for (const dependency of meta.dependencies ?? []) {
    if (context.hasPlugin(dependency)) continue
    throw new pluginCodes.FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED(dependency, name, context.name)
  }
  checkDecorators(meta, asFastify ? (meta.name ?? '') : name, context)
}

/**
 * Whether a version is in a range. A prerelease accepts the plugins of its release, so that users can try the
 * prerelease with these plugins.
 */
function isTakenBy(version: string, range: string): boolean {
  const fits = satisfies()
  const least = /\d+(?:\.\d+){0,2}/.exec(range)?.[0]
  const isPrerelease = /-(?:rc|pre|alpha)/.test(version)
  if (isPrerelease && least !== undefined && fits(version, `>${least}`, { includePrerelease: true })) return true
  return fits(version, range, { includePrerelease: true })
}

function checkDecorators({ decorators }: PluginMeta, plugin: string, context: PluginSurroundings): void {
  if (decorators === undefined) return
  const demands = [
    {
      where: 'Fastify (the instance)',
      names: decorators.fastify,
      has: (name: string | symbol) => context.hasDecorator(name),
    },
    { where: 'Request', names: decorators.request, has: (name: string | symbol) => context.hasRequestDecorator(name) },
    { where: 'Reply', names: decorators.reply, has: (name: string | symbol) => context.hasReplyDecorator(name) },
  ]
  for (const { where, names = [], has } of demands) {
    const missing = names.find((name) => !has(name))
    if (missing === undefined) continue
    throw new pluginCodes.FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE(String(missing), plugin, where, context.name)
  }
}

function previewSource(plugin: unknown): string {
  const lines = String(plugin).split('\n', 2)
  return lines.map((line) => line.trim()).join(' -- ')
}
