import type { Instance } from '../../contracts/instance.js'
import type { PluginOptions } from '../../contracts/plugin.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { compileCall } from '../../lifecycle/call.js'
import { formOf } from '../../lifecycle/function-form.js'
import { settledOptions } from '../../lifecycle/late-options.js'
import type { RegistrantLink } from '../../lifecycle/provenance.js'
import { type ChildContext, ContextWriter } from '../../server/instance/context-writer.js'
import { attempt, type Report } from '../../support/report.js'
import type { Builder } from '../container/builder.js'
import { isUse } from '../decorators/use.js'
import { isPlugin } from '../plan/check-entries.js'
import type { BuildPlan, ContextPlan, ModulePlan, ProviderPlan } from '../plan/context-plan.js'
import { type ModuleNode, noOptions } from '../plan/module-node.js'
import { explainConfigure } from '../plan/nest-calls.js'
import { contributionsOf } from '../plan/offers.js'
import { reportAtClass } from '../plan/report-at.js'
import { routeValuesIn } from '../plan/route-values.js'
import { warnOfModuleOptions, watchedOptions } from '../plan/use-options.js'
import { bareNameOf } from '../plan/visibility.js'
import { applyController, applyModuleMembers } from './apply-class.js'
import { applyDecorations, applySchemas } from './apply-declarations.js'
import { methodOf, named } from './compile-handler.js'

/** The name of the step that disposes the providers of a context, for errors about closing. */
const disposal = 'dispose providers'

/**
 * Writes the declarations of a context's modules into its builder, in the order of docs/internals/boot.md. Declarations
 * that wait for plugins are a separate step. Its own time limit does not include the contexts below.
 */
export class ModuleApplier {
  /** Contexts with offers or contributions. They are opened early, and completed when the context above is complete. */
  readonly #opened = new Map<ContextPlan, Instance>()

  constructor(readonly builder: Builder) {}

  /** The root module registers into the root context itself. */
  applyRoot(context: ContextPlan, instance: Instance): void {
    writerOf(instance, context.node).step(context.name, (it) => this.#openContext(context, it))
  }

  #openContext(context: ContextPlan, instance: Instance): Promise<void> | undefined {
    this.#prepareContext(context, instance)
    return this.#buildContext(context, instance)
  }

  /**
   * All steps before the providers. Modules below with offers or contributions are prepared before any provider here is
   * built.
   */
  #prepareContext(context: ContextPlan, instance: Instance): void {
    this.builder.sites.enter(context, instance)
    holdModules(context, instance)
    const { report } = this.builder.findings
    applySchemas(instance, context, report)
    applyDecorations(instance, context, this.builder)
    const writer = writerOf(instance, context.node)
    writer.setStrictResponses(context.node.fact.strictResponses)
    writer.setRouteValues(routeValuesIn(context))

    const [own] = context.members
    if (context.members.some(loadsSomething) && own !== undefined) this.#loadModule(own, context, instance)
    for (const child of context.children) {
      if (!child.opensEarly) continue
      writer.openChild(childContext(child.node), (it) => {
        this.#opened.set(child, it)
        this.#prepareContext(child, it)
      })
    }
  }

  #buildContext(context: ContextPlan, instance: Instance): Promise<void> | undefined {
    const waits = context.members.some(loadsSomething) || context.children.some(({ opensEarly }) => opensEarly)
    const awaited = awaitedIn(context)
    if (!waits && awaited.length === 0) return this.#completeContext(context, instance)

    const writer = writerOf(instance, context.node)
    for (const plan of awaited) writer.step(`${context.name} (${plan.name})`, () => this.#buildUntil(plan, context))
    writer.step(`${context.name} (providers)`, (it) => this.#completeContext(context, it))
    return undefined
  }

  /** Registers plugins first, then calls `configure`, then loads the wrapped imports in the same order. */
  #loadModule(module: ModulePlan, context: ContextPlan, instance: Instance): void {
    const { node } = module
    const writer = writerOf(instance, node)
    for (const entry of node.fact.plugins.filter(isPlugin)) {
      if (isUse(entry)) writer.register(entry.target, watchedOptions(entry, node, this.builder.findings.warn))
      else writer.register(entry)
    }
    if (module.configures) {
      const options = node.options === noOptions ? {} : node.options // `configure` may change them
      writer.step(`${node.name}.configure`, (it, given) => this.#configure(module, it, given), options)
    }
    for (const inner of context.members) {
      if (inner.node.parent !== node) continue
      writerOf(instance, inner.node).step(inner.node.name, (it) => this.#loadModule(inner, context, it))
    }
  }

  async #configure({ build, node }: ModulePlan, instance: Instance, options: PluginOptions): Promise<void> {
    await this.builder.build(build)
    if (build.isBroken) {
      this.builder.findings.unseen(`the registrations of ${node.name}.configure`, `${node.name} could not be built`)
      return
    }
    const { warn } = this.builder.findings
    if (warn !== null && typeof node.options === 'function') warnOfModuleOptions(node, options, warn)
    await callConfigure(this.builder.objectOf(build), instance, options).catch((cause: unknown) => {
      throw explainConfigure(node.Class, cause)
    })
  }

  /** Builds providers in the order of their list, so that awaited ones do not change the order of disposal. */
  async #buildUntil(last: ProviderPlan, { providers }: ContextPlan): Promise<void> {
    for (const plan of providers.values()) {
      await this.builder.build(plan)
      if (plan === last) return
    }
  }

  #completeContext(context: ContextPlan, instance: Instance): Promise<void> | undefined {
    let waiting: readonly BuildPlan[] = []
    try {
      waiting = this.builder.buildUntilWaiting(plansSeenIn(context))
    } catch (problem) {
      this.#disposeWith(context, instance)
      throw problem
    }
    if (waiting.length > 0) return this.#completeLater(waiting, context, instance)
    this.#disposeWith(context, instance)
    return this.#applyContext(context, instance)
  }

  async #completeLater(waiting: readonly BuildPlan[], context: ContextPlan, instance: Instance): Promise<void> {
    try {
      for (const plan of waiting) await this.builder.build(plan)
    } finally {
      this.#disposeWith(context, instance)
    }
    await this.#applyContext(context, instance)
  }

  #disposeWith(context: ContextPlan, instance: Instance): void {
    if (!this.builder.closing.hasDisposals(context)) return
    const dispose = named(disposal, () => this.builder.closing.disposeOf(context))
    writerOf(instance, context.node).onClose(dispose)
  }

  #applyContext(context: ContextPlan, instance: Instance): Promise<void> | undefined {
    const writer = writerOf(instance, context.node)
    if (context.plans.some(({ isBroken }) => isBroken)) writer.markIncomplete()
    for (const module of context.members) {
      if (module.build.isBroken) continue
      refuseConfigureField(module, this.builder.objectOf(module.build), this.builder.findings.report)
    }
    applyModuleMembers(instance, context, this.builder)
    if (context.children.length === 0) {
      this.#applyControllers(context, instance)
      return undefined
    }
    const { children, name } = context
    const addRoutes = () => writer.stepNow(`${name} (routes)`, (it) => this.#applyControllers(context, it))
    const pending = inOrder(turnsOf(children), (turn) => this.#openTurn(turn, name, writer))
    return pending === undefined ? addRoutes() : pending.then(addRoutes)
  }

  /** Opens the contexts of one turn, at once if no step waits before them. */
  #openTurn(turn: readonly ContextPlan[], above: string, writer: ContextWriter): Promise<void> | undefined {
    const [child] = turn
    if (turn.length > 1) {
      const names = turn.map(({ name }) => name).join(', ')
      return writer.stepNow(`${above} (${names})`, () => inOrder(turn, (each) => this.#openTurn([each], above, writer)))
    }
    if (child === undefined) return undefined
    const { node } = child
    const opened = this.#opened.get(child)
    if (opened !== undefined) writer.resumeChild(opened, childContext(node), (it) => this.#buildContext(child, it))
    else if (waitsInTurn(child)) writer.openChild(childContext(node), (it) => this.#openContext(child, it))
    else return writer.openChildNow(childContext(node), (it) => this.#openContext(child, it))
    return undefined
  }

  #applyControllers(context: ContextPlan, instance: Instance): void {
    const { findings } = this.builder
    for (const controller of context.controllers) {
      attempt(findings.report, () => applyController(instance, controller, this.builder))
    }
  }
}

function writerOf(instance: Instance, { registrant }: ModuleNode): ContextWriter {
  return new ContextWriter(instance, registrant)
}

/** Stores entries of the context that the core does not use: the modules wrapped into it, and providers. */
function holdModules(context: ContextPlan, instance: Instance): void {
  const { members, providers, offered, collectors, node: top } = context
  for (const { node } of members) {
    if (node !== top) writerOf(instance, node.parent ?? node).hold('wrapped module', node.name, node)
  }
  for (const { key, module } of providers.values()) {
    writerOf(instance, module).hold(collectors.has(key) ? 'collection' : 'provider', bareNameOf(key), key)
  }
  for (const { title, module, subject } of contributionsOf(context)) {
    writerOf(instance, module).hold('contribution', title, subject)
  }
  for (const [key, { by }] of offered) {
    const registrant = { kind: 'module', name: by.name, parent: top.registrant } as const
    new ContextWriter(instance, registrant).hold('offered provider', bareNameOf(key), key)
  }
}

/**
 * The plans that are built before any declaration of the context is applied. These are its own and those that modules
 * below offer.
 */
function plansSeenIn({ plans, offered }: ContextPlan): readonly BuildPlan[] {
  return offered.size === 0 ? plans : [...plans, ...[...offered.values()].map(({ plan }) => plan)]
}

function awaitedIn({ providers }: ContextPlan): ProviderPlan[] {
  if (providers.size === 0) return [] // most contexts have none
  return [...providers.values()].filter(({ recipe, scope }) => recipe.how === 'async' && scope === 'context')
}

function loadsSomething({ node, configures }: ModulePlan): boolean {
  return configures || node.fact.plugins.length > 0
}

/** Whether a context has a turn of its own, because it waits for something or has been opened early. */
function waitsInTurn(context: ContextPlan): boolean {
  return context.opensEarly || context.members.some(loadsSomething) || awaitedIn(context).length > 0
}

/** The contexts below, in order. Contexts that do not wait share one turn with their neighbours. */
function turnsOf(children: readonly ContextPlan[]): readonly (readonly ContextPlan[])[] {
  const turns: ContextPlan[][] = []
  let shared: ContextPlan[] | null = null
  for (const child of children) {
    const waits = waitsInTurn(child)
    if (shared !== null && !waits) shared.push(child)
    else {
      const turn = [child]
      turns.push(turn)
      shared = waits ? null : turn
    }
  }
  return turns
}

/** Calls `run` for each item. Returns a promise only if a call does. */
function inOrder<T>(items: readonly T[], run: (item: T) => Promise<void> | undefined): Promise<void> | undefined {
  for (const [index, item] of items.entries()) {
    const pending = run(item)
    if (pending !== undefined) return pending.then(() => inOrder(items.slice(index + 1), run))
  }
  return undefined
}

/** A prefix of `use` replaces the module's own. */
function childContext({ name, registrant: by, options, prefix }: ModuleNode): ChildContext {
  if (typeof options !== 'function') return { name, by, options: { prefix, ...options } }
  return { name, by, options: (it: never) => ({ prefix, ...settledOptions(options(it)) }) }
}

/** Calls `configure` as a plugin function, in any of its forms. */
function callConfigure(module: object, instance: Instance, options: PluginOptions): Promise<void> {
  const configure = methodOf(module, 'configure')
  return new Promise<void>((resolve, reject) => {
    const call = compileCall<Instance, PluginOptions>(formOf(configure, 3), {
      call: (_instance, _options, _c, done) => configure.call(module, instance, options, done),
      ended: () => resolve(),
      failed: (_instance, _options, reason) => reject(reason),
    })
    call(instance, options)
  })
}

/**
 * Refuses `configure` as a field. A field exists only after the object is made, which is too late for a step of the
 * boot.
 */
function refuseConfigureField({ node, configures }: ModulePlan, module: object, report: Report): void {
  if (configures || typeof Reflect.get(module, 'configure') !== 'function') return
  const place = 'on the class as a method: configure(instance, options) { … }'
  const problem = new treeCodes.ALC_ERR_MEMBER_MISPLACED(`${node.name}.configure`, 'a function in a field', place)
  reportAtClass(report, node.Class)(problem)
}

/** Fails the boot with an error that was found before the boot began. */
export function failBoot(instance: Instance, registrant: RegistrantLink, error: unknown): void {
  new ContextWriter(instance, registrant).step('bootstrap', () => Promise.reject(error))
}
