import type { Instance } from '../contracts/instance.js'
import type { Plugin, PluginOptions, PluginSource } from '../contracts/plugin.js'
import type { Handler } from '../contracts/route.js'
import type { UseOf } from '../decorators/facts.js'
import { treeCodes } from '../errors/tree-codes.js'
import { compileCall } from '../lifecycle/call.js'
import { formOf } from '../lifecycle/function-form.js'
import { displayName, skipOverride } from '../lifecycle/plugin-meta.js'
import { registerAs, setOpener } from '../server/register-as.js'
import { attempt } from '../support/report.js'
import { aboutClass } from './about.js'
import { applyController, applyModuleMembers } from './apply-class.js'
import { applyDecorations } from './apply-decorations.js'
import { applySchemas } from './apply-schemas.js'
import type { Builder } from './builder.js'
import { isPlugin, isUseOfPlugin } from './check-entries.js'
import { methodOf, named } from './compile-handler.js'
import { type BuildPlan, type ContextPlan, type ModulePlan, type ProviderPlan, plansOf } from './context-plan.js'
import type { ModuleNode } from './module-node.js'
import { type AppliedHandler, moduleRegistrant } from './module-registrant.js'

type PluginBody = (instance: Instance, options: PluginOptions) => unknown

/** Name of the hook that disposes what was built for a context. */
export const disposeHook = 'dispose providers'

/**
 * Makes a context of modules the plugin function that a user of the core would have written. Steps that wait for others
 * are plugins too, registered and not awaited: each has a time limit of its own, whatever the tree below it takes.
 */
export class ModuleApplier {
  /** Contexts by the instance that the core made for them. */
  readonly contexts = new Map<Instance, ContextPlan>()
  /** Methods by the functions that stand for them. */
  readonly handlers = new Map<Handler, AppliedHandler>()
  /** Names of plugins that are only steps of ours. */
  readonly steps = new Set<string>()

  constructor(readonly builder: Builder) {}

  /** The root module registers into the root context itself. */
  rootPlugin(context: ContextPlan): Plugin {
    return this.#step(context.name, (instance) => this.#openContext(context, instance))
  }

  #contextPlugin(context: ContextPlan): Plugin {
    return titled(context.name, (instance) => this.#openContext(context, instance))
  }

  #openContext(context: ContextPlan, instance: Instance): Promise<void> | undefined {
    this.contexts.set(instance, context)
    setOpener(instance, moduleRegistrant(context.node))
    this.builder.enter(context, instance)
    const { report } = this.builder.findings
    applySchemas(instance, context, report)
    applyDecorations(instance, context, report)

    const loads = context.members.some(loadsSomething)
    const awaited = [...context.providers.values()].filter(({ recipe }) => recipe.how === 'async')
    if (!loads && awaited.length === 0) return this.#completeContext(context, instance)

    const [own] = context.members
    if (loads && own !== undefined) this.#loadModule(own, context, instance)
    for (const plan of awaited) {
      instance.register(this.#step(`${context.name} (${plan.name})`, () => this.#buildUntil(plan, context)))
    }
    instance.register(this.#step(`${context.name} (providers)`, (it) => this.#completeContext(context, it)))
    return undefined
  }

  /** Plugins, then `configure`, then the wrapped imports with theirs. */
  #loadModule(module: ModulePlan, context: ContextPlan, instance: Instance): void {
    registerAs(instance, moduleRegistrant(module.node), () => this.#registerLoads(module, context, instance))
  }

  #registerLoads(module: ModulePlan, context: ContextPlan, instance: Instance): void {
    const { node } = module
    for (const entry of node.fact.plugins.filter(isPlugin)) registerPlugin(instance, entry)
    if (module.configures) {
      const configure = this.#step(`${node.name}.configure`, (it, options) => this.#configure(module, it, options))
      instance.register(configure, node.options)
    }
    for (const inner of context.members) {
      if (inner.node.parent !== node) continue
      instance.register(this.#step(inner.node.name, (it) => this.#loadModule(inner, context, it)))
    }
  }

  async #configure({ build, node }: ModulePlan, instance: Instance, options: PluginOptions): Promise<void> {
    await this.builder.build(build)
    if (build.isBroken) {
      this.builder.findings.unseen(`what ${node.name}.configure registers`, `${node.name} could not be built`)
      return
    }
    await callConfigure(this.builder.objectOf(build), instance, options)
  }

  /** Providers in the order of their list, so that what is awaited does not change the order of disposal. */
  async #buildUntil(last: ProviderPlan, { providers }: ContextPlan): Promise<void> {
    for (const plan of providers.values()) {
      await this.builder.build(plan)
      if (plan === last) return
    }
  }

  #completeContext(context: ContextPlan, instance: Instance): Promise<void> | undefined {
    let waiting: readonly BuildPlan[] = []
    try {
      waiting = this.builder.buildUntilWaiting(plansOf(context))
    } catch (problem) {
      this.#disposeWith(context, instance)
      throw problem
    }
    if (waiting.length > 0) return this.#completeLater(waiting, context, instance)
    this.#disposeWith(context, instance)
    this.#applyContext(context, instance)
    return undefined
  }

  async #completeLater(waiting: readonly BuildPlan[], context: ContextPlan, instance: Instance): Promise<void> {
    try {
      for (const plan of waiting) await this.builder.build(plan)
    } finally {
      this.#disposeWith(context, instance)
    }
    this.#applyContext(context, instance)
  }

  #disposeWith(context: ContextPlan, instance: Instance): void {
    if (!this.builder.hasDisposable(context)) return
    instance.addHook(
      'onClose',
      named(disposeHook, () => this.builder.disposeOf(context)),
    )
  }

  #applyContext(context: ContextPlan, instance: Instance): void {
    for (const module of context.members) {
      if (module.build.isBroken) continue
      const refuse = () => refuseConfigureField(module, this.builder.objectOf(module.build))
      attempt(aboutClass(this.builder.findings.report, module.node.Class), refuse)
    }
    applyModuleMembers(instance, context, this.builder)
    for (const child of context.children) {
      const importer = moduleRegistrant(child.node.parent ?? context.node)
      registerAs(instance, importer, () => registerChild(instance, child.node, this.#contextPlugin(child)))
    }
    if (context.children.length === 0) this.#applyControllers(context, instance)
    else instance.register(this.#step(`${context.name} (routes)`, (it) => this.#applyControllers(context, it)))
  }

  #applyControllers(context: ContextPlan, instance: Instance): void {
    for (const controller of context.controllers) {
      const { build } = controller
      const registrant = { kind: 'controller', name: build.name, parent: moduleRegistrant(build.module) } as const
      const apply = () => applyController(instance, controller, this)
      registerAs(instance, registrant, () => attempt(this.builder.findings.report, apply))
    }
  }

  #step(name: string, body: PluginBody): Plugin {
    this.steps.add(name)
    return wrapped(name, body)
  }
}

function loadsSomething({ node, configures }: ModulePlan): boolean {
  return configures || node.fact.plugins.length > 0
}

function registerPlugin(instance: Instance, entry: PluginSource | UseOf<PluginSource>): void {
  if (isUseOfPlugin(entry)) instance.register(entry.target, entry.options)
  else instance.register(entry)
}

/** The prefix that `use` gives stands in place of the module's own. */
function registerChild(instance: Instance, { options, prefix }: ModuleNode, plugin: Plugin): void {
  if (typeof options === 'function') instance.register(plugin, (it: never) => ({ prefix, ...options(it) }))
  else instance.register(plugin, { prefix, ...options })
}

/** `configure` is a plugin function, in any of the forms of one. */
function callConfigure(module: object, instance: Instance, options: PluginOptions): Promise<void> {
  const configure = methodOf(module, 'configure')
  return new Promise<void>((resolve, reject) => {
    const call = compileCall<Instance, PluginOptions>(formOf(configure, 3), {
      call: (_instance, _options, _c, done) => configure.call(module, instance, options, done),
      ended: () => resolve(),
      failed: (_instance, _options, _c, reason) => reject(reason),
    })
    call(instance, options)
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
