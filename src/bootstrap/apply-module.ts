import { displayName, skipOverride } from '../boot/plugin-meta.js'
import type { Instance } from '../contracts/instance.js'
import type { Plugin, PluginOptions } from '../contracts/plugin.js'
import type { ModuleFact, UseOf } from '../decorators/facts.js'
import { treeCodes } from '../errors/tree-codes.js'
import { applyController, applyModuleMembers } from './apply-class.js'
import { applyDecorations } from './apply-decorations.js'
import type { Builder } from './builder.js'
import { isUseOfPlugin } from './check-plugins.js'
import { methodOf, named } from './compile-handler.js'
import { type ContextPlan, type ModulePlan, plansOf } from './context-plan.js'
import type { ModuleNode } from './module-node.js'

type PluginBody = (instance: Instance, options: PluginOptions) => unknown

/** What is told of each context as its plugin starts. */
export type Entered = (context: ContextPlan, instance: Instance) => void

/**
 * Makes a context of modules the plugin function that a user of the core would have written. Steps that wait for others
 * are plugins too, registered and not awaited: each has a time limit of its own, whatever the tree below it takes.
 */
export class ModuleApplier {
  constructor(
    private readonly builder: Builder,
    private readonly entered: Entered,
  ) {}

  /** The root module registers into the root context itself. */
  rootPlugin(context: ContextPlan): Plugin {
    return wrapped(context.name, (instance) => this.#openContext(context, instance))
  }

  #contextPlugin(context: ContextPlan): Plugin {
    return titled(context.name, (instance) => this.#openContext(context, instance))
  }

  #openContext(context: ContextPlan, instance: Instance): Promise<void> | undefined {
    this.entered(context, instance)
    this.builder.enter(context, instance)
    declareSchemas(instance, context)
    for (const { node } of context.members) applyDecorations(instance, node.fact)

    if (!context.members.some(loadsSomething)) return this.#completeContext(context, instance)
    const [own] = context.members
    if (own !== undefined) this.#loadModule(own, context, instance)
    instance.register(wrapped(stepName(context.name, 'providers'), (it) => this.#completeContext(context, it)))
    return undefined
  }

  /** Plugins, then `configure`, then the wrapped imports with theirs. */
  #loadModule(module: ModulePlan, context: ContextPlan, instance: Instance): void {
    const { node } = module
    for (const entry of node.fact.plugins) registerPlugin(instance, entry)
    if (module.configures) {
      const configure = wrapped(stepName(node.name, 'configure'), (it, options) => this.#configure(module, it, options))
      instance.register(configure, node.options)
    }
    for (const inner of context.members) {
      if (inner.node.parent !== node) continue
      instance.register(wrapped(inner.node.name, (it) => this.#loadModule(inner, context, it)))
    }
  }

  async #configure({ build }: ModulePlan, instance: Instance, options: PluginOptions): Promise<void> {
    await this.builder.build(build)
    await callConfigure(this.builder.objectOf(build), instance, options)
  }

  async #completeContext(context: ContextPlan, instance: Instance): Promise<void> {
    try {
      for (const plan of plansOf(context)) await this.builder.build(plan)
    } finally {
      if (this.builder.hasDisposable(context)) {
        instance.addHook(
          'onClose',
          named(disposeHook, () => this.builder.disposeOf(context)),
        )
      }
    }
    for (const module of context.members) refuseConfigureField(module, this.builder.objectOf(module.build))
    applyModuleMembers(instance, context, this.builder)
    for (const child of context.children) registerChild(instance, child.node, this.#contextPlugin(child))
    if (context.children.length === 0) this.#applyControllers(context, instance)
    else instance.register(wrapped(stepName(context.name, 'routes'), (it) => this.#applyControllers(context, it)))
  }

  #applyControllers(context: ContextPlan, instance: Instance): void {
    for (const controller of context.controllers) applyController(instance, controller, this.builder)
  }
}

/** Name of the hook that disposes what was built for a context. */
export const disposeHook = 'dispose providers'

const steps = ['providers', 'configure', 'routes'] as const

/** Whether a plugin of that name is only a step of ours. */
export function isStep(name: string): boolean {
  return steps.some((step) => name.endsWith(` (${step})`))
}

function stepName(name: string, step: (typeof steps)[number]): string {
  return `${name} (${step})`
}

function loadsSomething({ node, configures }: ModulePlan): boolean {
  return configures || node.fact.plugins.length > 0
}

/** Schemas and compilers of all modules of the context: one of each, the same schema object as often as it is listed. */
function declareSchemas(instance: Instance, context: ContextPlan): void {
  const schemas = new Set(context.members.flatMap(({ node }) => node.fact.schemas))
  for (const schema of schemas) instance.addSchema(schema)
  const validator = theOne(context, 'validatorCompiler')
  if (validator !== null) instance.setValidatorCompiler(validator)
  const serializer = theOne(context, 'serializerCompiler')
  if (serializer !== null) instance.setSerializerCompiler(serializer)
  const formatter = theOne(context, 'schemaErrorFormatter')
  if (formatter !== null) instance.setSchemaErrorFormatter(formatter)
}

type Single = 'validatorCompiler' | 'serializerCompiler' | 'schemaErrorFormatter'

function theOne<K extends Single>(context: ContextPlan, option: K): ModuleFact[K] | null {
  return context.members.find(({ node }) => node.fact[option] !== null)?.node.fact[option] ?? null
}

function registerPlugin(instance: Instance, entry: Plugin | UseOf<Plugin>): void {
  if (isUseOfPlugin(entry)) instance.register(entry.target, entry.options)
  else instance.register(entry)
}

/** The prefix that `use` gives stands in place of the module's own. */
function registerChild(instance: Instance, { options, prefix }: ModuleNode, plugin: Plugin): void {
  if (typeof options === 'function') instance.register(plugin, (it: never) => ({ prefix, ...options(it) }))
  else instance.register(plugin, { prefix, ...options })
}

/** `configure` is a plugin function: async, or with a third parameter `done`. */
function callConfigure(module: object, instance: Instance, options: PluginOptions): unknown {
  const configure = methodOf(module, 'configure')
  if (configure.length < 3) return configure.call(module, instance, options)
  return new Promise<void>((resolve, reject) => {
    configure.call(module, instance, options, (error?: Error) => (error ? reject(error) : resolve()))
  })
}

/** A function in a field appears with the object, too late for a step of the boot. */
function refuseConfigureField({ node, configures }: ModulePlan, module: object): void {
  if (configures || typeof Reflect.get(module, 'configure') !== 'function') return
  const place = 'on the class as a method: configure(instance, options) { … }'
  throw new treeCodes.ALC_ERR_MEMBER_MISPLACED(`${node.name}.configure`, 'a function in a field', place)
}

/** Fails the boot with an error that was found before it began. */
export function failingPlugin(error: unknown): Plugin {
  return wrapped('bootstrap', () => Promise.reject(error))
}

function titled(name: string, body: PluginBody): Plugin {
  const plugin: Plugin = (instance, options) => body(instance, options)
  return Object.assign(plugin, { [displayName]: name })
}

function wrapped(name: string, body: PluginBody): Plugin {
  return Object.assign(titled(name, body), { [skipOverride]: true })
}
