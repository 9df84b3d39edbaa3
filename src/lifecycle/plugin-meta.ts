import type { Instance } from '../contracts/instance.js'
import type { Plugin, PluginMeta } from '../contracts/plugin.js'
import { moduleCodes } from '../errors/module-codes.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { satisfies } from '../packages/libraries.cjs'
import { asFastify } from '../support/as-fastify.js'
import { describeValue, isAsyncFunction, isRecord, readProperty } from '../support/values.js'

/** The well-known symbols that `fastify-plugin` and `pluginWrapper` set on a plugin function. */
export const skipOverride = Symbol.for('skip-override')
const displayName = Symbol.for('fastify.display-name')
export const pluginMeta = Symbol.for('plugin-meta')
/** Under this symbol, an instance lists the names of the plugins that its context sees. */
export const registeredPlugins = Symbol.for('registered-plugin')

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
export function checkDemands(plugin: unknown, instance: Instance, context: string): void {
  const meta = readMeta(plugin)
  const name = readPluginName(plugin)
  const { version } = instance
  if (isAsyncFunction(plugin) && Number(readProperty(plugin, 'length')) >= 3) {
    throw new pluginCodes.FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER(name)
  }
  if (meta.fastify !== undefined && !isTakenBy(version, meta.fastify)) {
    throw new pluginCodes.FST_ERR_PLUGIN_VERSION_MISMATCH(name, meta.fastify, version, context)
  }
  for (const dependency of meta.dependencies ?? []) {
    if (instance.hasPlugin(dependency)) continue
    throw new pluginCodes.FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED(dependency, name, context)
  }
  checkDecorators(meta, instance, { plugin: asFastify ? (meta.name ?? '') : name, context })
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

function checkDecorators(
  { decorators }: PluginMeta,
  instance: Instance,
  { plugin, context }: { readonly plugin: string; readonly context: string },
): void {
  if (decorators === undefined) return
  const demands = [
    ['Fastify (the instance)', decorators.fastify, 'hasDecorator'],
    ['Request', decorators.request, 'hasRequestDecorator'],
    ['Reply', decorators.reply, 'hasReplyDecorator'],
  ] as const
  for (const [where, names = [], has] of demands) {
    const missing = names.find((name) => !instance[has](name))
    if (missing === undefined) continue
    throw new pluginCodes.FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE(String(missing), plugin, where, context)
  }
}

/** Refuses declarations of a wrong type. They would be ignored, or fail without the name of the plugin. */
function checkMeta(meta: unknown): void {
  if (!isRecord(meta)) throw wrongMeta(meta, "an object, such as { name: 'database', fastify: '5.x' }")
  for (const key of ['name', 'fastify']) {
    const value = meta[key] ?? ''
    if (typeof value !== 'string') throw wrongMeta(value, `a string as ${key}`)
  }
  const { dependencies } = meta
  if (!isListOfNames(dependencies)) throw wrongMeta(dependencies, 'a list of names as dependencies')
  const decorators = meta.decorators ?? {}
  if (!isRecord(decorators)) throw wrongMeta(decorators, "an object as decorators, such as { request: ['user'] }")
  for (const key of ['fastify', 'request', 'reply']) {
    const names = decorators[key]
    if (!isListOfNames(names)) throw wrongMeta(names, `a list of names as decorators.${key}`)
  }
}

function isListOfNames(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return Array.isArray(value) && value.every((name) => ['string', 'symbol'].includes(typeof name))
}

function wrongMeta(given: unknown, wanted: string): Error {
  return new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT('pluginWrapper(plugin, …)', describeValue(given), wanted)
}

function previewSource(plugin: unknown): string {
  const lines = String(plugin).split('\n', 2)
  return lines.map((line) => line.trim()).join(' -- ')
}

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
  checkMeta(facts)
  const name = facts.name ?? (fn.name === '' ? undefined : fn.name)
  // It is the given function, or the default export of the given module.
  return Object.assign(fn as P, {
    [skipOverride]: facts.encapsulate !== true,
    [pluginMeta]: facts,
    ...(name === undefined ? {} : { [displayName]: name }),
    default: fn,
  })
}
