import type { AroundFunction } from '../../contracts/around.js'
import type { HookName, ProviderHookName } from '../../contracts/hooks.js'
import type { EntryKind } from '../../contracts/inspection.js'
import type { Instance } from '../../contracts/instance.js'
import type { PluginOptions, PluginSource } from '../../contracts/plugin.js'
import type { ErrorHandler, Handler, RouteOptions } from '../../contracts/route.js'
import type {
  SchemaErrorFormatter,
  SerializerCompiler,
  SharedSchema,
  StrictResponses,
  ValidatorCompiler,
} from '../../contracts/schema.js'
import type { TokenKind } from '../../contracts/token.js'
import type {
  Declared,
  DeclaredGuard,
  DeclaredRoute,
  DeclaredValue,
  RegistrantLink,
} from '../../lifecycle/provenance.js'
import type { Place } from '../../support/place.js'
import { addCloseHook, runCloseHook } from './add-hook.js'
import { builderOf, coreOf, openChild } from './open-context.js'
import { placeSchema } from './schema-place.js'

/** Any function that the core accepts as a hook. The name of the hook determines its type. */
// biome-ignore lint/suspicious/noExplicitAny: one method adds the hooks of all names
export type AnyHook = (...args: any[]) => any

type StepBody = (instance: Instance, options: PluginOptions) => unknown

/** A child context to open in its turn. */
export interface ChildContext {
  readonly name: string
  readonly by: RegistrantLink
  /** The loader calls a function of options when the context opens, and again later. Plugins of Fastify accept one. */
  readonly options: PluginOptions | ((instance: never) => PluginOptions)
}

/**
 * Writes the declarations of a module into the builder of its context, each with the module as its registrant. It calls
 * the methods of the instance, because plugins may have wrapped these methods to see all registrations.
 */
export class ContextWriter {
  constructor(
    readonly instance: Instance,
    readonly by: RegistrantLink,
  ) {}

  addSchema(schema: SharedSchema, place: Place | null): void {
    this.#as(() => this.instance.addSchema(schema))
    if (place === null) return
    placeSchema(coreOf(this.instance), builderOf(this.instance), schema.$id, () => place)
  }

  setCompilers(validator: ValidatorCompiler | null, serializer: SerializerCompiler | null): void {
    this.#as(() => {
      if (validator !== null) this.instance.setValidatorCompiler(validator)
      if (serializer !== null) this.instance.setSerializerCompiler(serializer)
    })
  }

  /** Applies to all routes of the context and below that do not set the option, including routes of plugins. */
  setStrictResponses(strict: StrictResponses | null): void {
    builderOf(this.instance).strictResponses = strict
  }

  /** Applies to routes of plugins. The routes of controllers have their own values. */
  setRouteValues(values: readonly DeclaredValue[]): void {
    if (values.length > 0) builderOf(this.instance).routeValues = values
  }

  setSchemaErrorFormatter(formatter: SchemaErrorFormatter): void {
    this.#as(() => this.instance.setSchemaErrorFormatter(formatter))
  }

  decorate(kind: Exclude<TokenKind, 'provider'>, name: string, value: unknown): void {
    this.#as(() => {
      if (kind === 'context') this.instance.decorate(name, value)
      else if (kind === 'request') this.instance.decorateRequest(name, value)
      else this.instance.decorateReply(name, value)
    })
  }

  addHook(name: HookName, hook: AnyHook): void {
    this.#as(() => this.instance.addHook(name, hook))
  }

  addGuard(name: HookName, hook: AnyHook, guard: Omit<DeclaredGuard, 'what'>): void {
    this.#as(() => this.instance.addHook(name, hook), { what: 'guard', ...guard })
  }

  /**
   * Adds a hook of an object that the container of the context has built. These hooks of all contexts run in the order
   * in which they were added, and `onClose` hooks run in reverse. For `onClose` it returns a function, which the
   * builder of the object calls.
   */
  addProviderHook(name: ProviderHookName, hook: AnyHook): (() => Promise<void>) | null {
    const { instance, by } = this
    const core = coreOf(instance)
    const prepared = core.functions.prepare(name, hook)
    const builder = builderOf(instance)
    builder.record({ kind: 'hook', name: hook.name, point: name, subject: hook, by })
    if (name === 'onClose') return () => runCloseHook({ core, builder }, prepared)
    core.providerHooks[name].push({ instance, context: builder.path, hook: prepared })
    return null
  }

  addAround(around: AroundFunction): void {
    const builder = builderOf(this.instance)
    builder.addAround(around)
    builder.record({ kind: 'around', name: around.name, point: null, subject: around, by: this.by })
  }

  setErrorHandler(handler: ErrorHandler): void {
    this.#as(() => this.instance.setErrorHandler(handler))
  }

  setNotFoundHandler(handler: Handler): void {
    this.#as(() => this.instance.setNotFoundHandler(handler))
  }

  addRoute(options: RouteOptions, declared: Omit<DeclaredRoute, 'what' | 'handler'>): void {
    this.#as(() => this.instance.route(options), { what: 'route', handler: options.handler, ...declared })
  }

  /** Registers a plugin of the application, which loads in its turn like any other plugin. */
  register(plugin: PluginSource, options?: unknown): void {
    this.#as(() => this.instance.register(plugin, options as PluginOptions)) // `use` has checked their form
  }

  /** Records an entry for inspection only. */
  hold(
    kind: Extract<EntryKind, 'provider' | 'offered provider' | 'collection' | 'contribution' | 'wrapped module'>,
    name: string,
    subject: unknown,
  ): void {
    builderOf(this.instance).record({ kind, name, point: null, subject, by: this.by })
  }

  /** Records that a part of the context could not be built. The boot continues, to find more problems. */
  markIncomplete(): void {
    builderOf(this.instance).isIncomplete = true
  }

  /** Runs a function when the server closes. The function is not a hook of the application. */
  onClose(run: () => Promise<void>): void {
    const core = coreOf(this.instance)
    addCloseHook({ core, builder: builderOf(this.instance) }, core.functions.prepare('onClose', run))
  }

  /** Runs a function after all earlier registrations, with its own time limit. */
  step(name: string, run: StepBody, options: ChildContext['options'] = {}): void {
    const { instance, by } = this
    coreOf(instance).loader.step(instance, { name, by, run, open: () => instance, isOwnContext: false }, options)
  }

  /** Runs a function at once, if no earlier registration of this turn waits. Otherwise it becomes a step. */
  stepNow(name: string, run: StepBody): Promise<void> | undefined {
    const { instance, by } = this
    return coreOf(instance).loader.stepNow(instance, { name, by, run, open: () => instance, isOwnContext: false }, {})
  }

  /** Opens a child context in its turn, with its own time limit, and runs `fill` with its instance. */
  openChild(child: ChildContext, fill: StepBody): void {
    coreOf(this.instance).loader.step(this.instance, this.#opening(child, fill), child.options)
  }

  /** Opens a child context at once, if no earlier registration of this turn waits. Otherwise it opens in its turn. */
  openChildNow(child: ChildContext, fill: StepBody): Promise<void> | undefined {
    return coreOf(this.instance).loader.stepNow(this.instance, this.#opening(child, fill), child.options)
  }

  #opening({ name, by }: ChildContext, fill: StepBody) {
    const open = (options: PluginOptions) => openChild(this.instance, { name, options, registrant: by })
    return { name, by, run: fill, open, isOwnContext: true }
  }

  /** Runs `fill` with the instance of an open child context, in its turn and with its own time limit. */
  resumeChild(child: Instance, { name, by }: Pick<ChildContext, 'name' | 'by'>, fill: StepBody): void {
    coreOf(this.instance).loader.step(this.instance, { name, by, run: fill, open: () => child, isOwnContext: true }, {})
  }

  #as(run: () => void, declared: Declared | null = null): void {
    coreOf(this.instance).registrants.within(this.by, declared, run)
  }
}
