import { ContextBuilder } from '../../context/context-builder.js'
import type { Instance } from '../../contracts/instance.js'
import type { Plugin } from '../../contracts/plugin.js'
import { checkDemands, isWrapped, readMeta, readPluginName } from '../../lifecycle/plugin-meta.js'
import type { RegistrantLink } from '../../lifecycle/provenance.js'
import { added, lineTo } from '../../support/lists.js'
import { joinPaths } from '../../support/paths.js'
import { checkText } from '../start/option-types.js'
import type { ServerCore } from '../start/server-core.js'
import * as slots from './instance-slots.js'
import { keepStarted } from './notify-route.js'
import { type ContextOptions, misspeltOptionsOf } from './register-options.js'
import type { ServerInstance } from './server-instance.js'

/** The boot of modules warns of the options of `use`, because it knows their place. */
function warnOfMisspelt(
  options: object,
  { plugin, core, by }: { readonly plugin: Plugin; readonly core: ServerCore; readonly by: RegistrantLink },
): void {
  const { warn } = core.findings
  if (warn === null || by.parent?.kind === 'module') return
  for (const { message } of misspeltOptionsOf(options, plugin)) {
    warn({ subject: `register(${plugin.name || 'a plugin'}, …)`, message, place: null })
  }
}

/** Returns the instance for a plugin: of a new context, or of the parent if it is wrapped (docs/guide/wrapping.md). */
export function openContext(
  instance: Instance,
  plugin: Plugin,
  options: ContextOptions,
  registrant: RegistrantLink,
): Instance {
  const parent = builderOf(instance)
  const name = readPluginName(plugin)
  warnOfMisspelt(options ?? {}, { plugin, core: coreOf(instance), by: registrant })
  checkDemands(plugin, instance, parent.path)
  const registeredName = readMeta(plugin).name
  if (registeredName !== undefined) parent.registered = added(parent.registered, registeredName)
  if (isWrapped(plugin)) {
    parent.wrappedPlugins = added(parent.wrappedPlugins, name)
    parent.record({ kind: 'plugin', name, point: null, subject: plugin, by: registrant.parent })
    return instance
  }
  return openChild(instance, { name, options: options ?? {}, registrant })
}

function readPrefix(name: string, given: string | null | undefined): string | undefined {
  const prefix = given ?? undefined // plain JavaScript may have no value
  checkText(`prefix of ${name}`, prefix)
  return prefix
}

/** Opens a context below the context of an instance, and returns the new instance. */
export function openChild(
  instance: Instance,
  { name, options, registrant }: { name: string; options: ContextOptions; registrant: RegistrantLink },
): Instance {
  const parent = builderOf(instance)
  const child: Instance = Object.create(instance)
  const builder = new ContextBuilder(parent, child, {
    name,
    prefix: joinPaths(parent.prefix, readPrefix(name, options.prefix)),
    schemaController: null,
    opener: registrant,
  })
  if (options.logLevel !== undefined) builder.logLevel = options.logLevel
  if (options.logSerializers !== undefined)
    builder.logSerializers = { ...parent.nearest((each) => each.logSerializers), ...options.logSerializers }
  Object.defineProperty(child, slots.builder, { value: builder })
  for (const hook of lineTo(parent).flatMap(({ hooks }) => hooks.onRegister)) {
    // A plugin may have options of any form.
    const result: unknown = hook.call(instance, child, options as Record<string, unknown>)
    keepStarted(coreOf(instance), { name: 'onRegister', hook, result })
  }
  return child
}

export function builderOf(instance: Instance): ContextBuilder {
  return (instance as unknown as ServerInstance)[slots.builder] // every instance is a ServerInstance
}

export function coreOf(instance: Instance): ServerCore {
  return (instance as unknown as ServerInstance)[slots.core] // every instance is a ServerInstance
}
