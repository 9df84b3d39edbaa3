import type { Instance } from '../contracts/instance.js'
import type { Plugin } from '../contracts/plugin.js'
import { causedBy } from '../errors/coded-error.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { avvio as loadAvvio } from '../packages/libraries.cjs'
import { policies } from '../support/as-fastify.js'
import { attempt } from '../support/report.js'
import { describeValue, isCallable, isGeneratorFunction, isThenable, readProperty } from '../support/values.js'
import { AfterCallbacks } from './after-callbacks.js'
import { type LateOptions, lateOptions, readOptions } from './late-options.js'
import { type FailureOptions, PluginFailures } from './plugin-failures.js'
import { isWrapped, pluginMeta, readPluginName } from './plugin-meta.js'
import { PluginTimeouts } from './plugin-timeouts.js'
import type { RegistrantLink, Registrants } from './provenance.js'
import { type LoadedPlugin, type Loading, runPlugin, runStep, type StepCall } from './run-plugin.js'

/** Loaded together with this module, because every start needs it. */
const createAvvio = loadAvvio()

/** Names of the methods that the loader adds to the root instance. Children inherit them. */
export const loaderMethods = {
  use: Symbol('alcove.use'),
  after: Symbol('alcove.after'),
  ready: Symbol('alcove.ready'),
  onClose: Symbol('alcove.onClose'),
  close: Symbol('alcove.close'),
} as const

/** The functions and values of the server that the loader needs. */
export interface PluginLoaderOptions extends FailureOptions {
  root: Instance
  /** The time limit of each plugin in milliseconds; 0 for no limit. */
  timeout: number
  /** Returns the instance for a plugin: a child, or `instance` itself for a wrapped plugin. */
  open: (instance: Instance, plugin: Plugin, options: Record<string, unknown>, registrant: RegistrantLink) => Instance
  contextName: (instance: Instance) => string
  registrants: Registrants
  /** Called when all plugins have loaded; a throw fails the boot. */
  loaded: () => void
  /** Called when a plugin fails after all plugins have loaded. */
  failedAfterBoot: (error: Error) => void
  /** Called when a plugin calls `done` twice. */
  doneTwice: (error: Error) => void
}

/** A function of `src/modules` that runs in its turn. */
export interface Step {
  name: string
  /** The registrant while it runs. */
  by: RegistrantLink
  run: Plugin
  /** Returns the instance with which the step runs. */
  open: (options: Record<string, unknown>) => Instance
  isOwnContext: boolean
}

type LoaderDone = (error?: Error) => void
type LoaderFunction = (instance: Instance, options: Record<string, unknown>, done: LoaderDone) => void
type LoaderUse = (this: Instance, fn: unknown, options: unknown) => void
type LoaderAfter = (this: Instance, fn: ReturnType<AfterCallbacks['wrap']> | (() => void)) => void

/** Loads plugins in order of registration, depth first, one at a time. Avvio has the queue. */
export class PluginLoader {
  private readonly avvio: { toJSON(): object }
  booted = false
  /** Number of plugins that are registered, but not called yet. */
  private waiting = 0
  private lateFailure: Error | null = null
  /** Plugins that have not been called yet. */
  private readonly left = new Set<Loading>()
  /** Number of entries that the queue ever got. */
  private queued = 0
  /** The value of `queued` when the running function began; null while no function runs. */
  private queuedBefore: number | null = null
  readonly timeouts: PluginTimeouts
  private readonly failures: PluginFailures
  private readonly afters: AfterCallbacks

  constructor(private readonly options: PluginLoaderOptions) {
    this.failures = new PluginFailures(options)
    this.afters = new AfterCallbacks({
      see: (given) => this.timeouts.translate(given ?? this.failures.take() ?? given),
      failedLate: (context, error) =>
        this.failLate(new pluginCodes.ALC_ERR_PLUGIN_FAILED_LATE('after', context), error),
    })
    this.timeouts = new PluginTimeouts(options.timeout, this.afters)
    const avvio = createAvvio(options.root, {
      autostart: false,
      timeout: options.timeout,
      expose: loaderMethods as never, // avvio's type has string properties only; avvio uses the names as keys
    })
    avvio.override = ((instance: Instance, fn: object, pluginOptions: Record<string, unknown>) =>
      this.open(instance, fn, pluginOptions)) as never // avvio types its server loosely
    avvio.once('preReady', () => {
      this.booted = true
      this.failures.end(this.left)
      options.loaded()
      if (this.lateFailure !== null) throw this.lateFailure
    })
    this.avvio = avvio
  }

  register(instance: Instance, given: unknown, options: unknown): void {
    if (isThenable(given)) {
      const loading = given.then((module) => this.track(unwrapModule(module), instance))
      const orNothing = Promise.resolve(loading).catch((error: unknown) => {
        this.options.findings().report(error)
        return () => {}
      })
      orNothing.catch(() => {}) // its turn can come much later, or never
      this.use(instance, orNothing, options, 'a promised plugin')
      return
    }
    const plugin = unwrapModule(given)
    this.use(instance, this.track(plugin, instance), options, readPluginName(plugin))
  }

  /** Queues a function of alcove as a plugin, with its own turn and time limit. */
  step(instance: Instance, step: Step, options: unknown): void {
    this.use(instance, this.followStep(instance, step), options, step.name)
  }

  /**
   * Runs a step at once, unless the running function has registered an entry: the step then waits in the queue. Avvio
   * takes as much time for an entry as alcove for an empty module (300 modules: 40 of 105 ms).
   */
  stepNow(instance: Instance, step: Step, options: unknown): Promise<void> | undefined {
    if (!this.isFirst || typeof options === 'function') {
      this.step(instance, step, options)
      return undefined
    }
    const { queuedBefore } = this
    this.waiting += 1
    try {
      const load = this.followStep(instance, step)
      const given = options as Record<string, unknown> // the queue, too, gives the options as they are
      const opened = this.open(instance, load, given)
      return endOf((done) => load(opened, given, done))
    } finally {
      this.queuedBefore = queuedBefore
    }
  }

  /** Calls back when all registrations so far have loaded. */
  after(instance: Instance, fn: (...args: unknown[]) => unknown): void {
    const after = Reflect.get(instance, loaderMethods.after) as LoaderAfter // set by the loader
    const callback = this.afters.wrap(fn, this.options.contextName(instance))
    this.enter(instance, 'a callback of after()', () => after.call(instance, callback))
  }

  /** Calls `enter` in its turn: after the registrations of the plugins that were registered before. */
  inTurn(instance: Instance, enter: () => void): void {
    if (this.waiting === 0 || this.isFirst) {
      enter()
      return
    }
    const after = Reflect.get(instance, loaderMethods.after) as LoaderAfter // set by the loader
    try {
      after.call(instance, () => enter()) // without parameters, so it takes no failure of an earlier plugin
      this.queued += 1
    } catch (error) {
      if (readProperty(error, 'code') !== 'AVV_ERR_PARENT_PLG_LOADED') throw error
      enter() // this plugin has no later registrations to wait for
    }
  }

  /** Whether a function runs that has registered nothing so far. Its next entry need not wait for its turn. */
  private get isFirst(): boolean {
    return this.queuedBefore === this.queued
  }

  get loaded(): LoadedPlugin {
    return this.avvio.toJSON() as LoadedPlugin // avvio types it as an object
  }

  private use(instance: Instance, loadable: unknown, options: unknown, name: string): void {
    const use = Reflect.get(instance, loaderMethods.use) as LoaderUse // set by the loader
    this.enter(instance, name, () => use.call(instance, loadable, lateOptions(options)))
    this.waiting += 1
  }

  /** Adds to the queue. Throws if the instance no longer accepts registrations. */
  private enter(instance: Instance, name: string, add: () => void): void {
    const context = this.options.contextName(instance)
    if (this.timeouts.isAbandoned(instance)) throw new pluginCodes.FST_ERR_PARENT_PLUGIN_BOOTED(name, context)
    if (this.booted) throw new pluginCodes.FST_ERR_ROOT_PLG_BOOTED(name, context)
    try {
      add()
      this.queued += 1
    } catch (error) {
      if (readProperty(error, 'code') !== 'AVV_ERR_PARENT_PLG_LOADED') throw error
      throw causedBy(new pluginCodes.FST_ERR_PARENT_PLUGIN_BOOTED(name, context), error)
    }
  }

  private end(end: { error?: Error | undefined; instance: Instance; loading: Loading }, done: LoaderDone): void {
    const { error } = end
    try {
      if (error) this.failures.add({ ...end, error })
    } catch (failure) {
      done(failure as Error) // add throws the error that it got
      return
    }
    done()
  }

  /** Fails a boot that continued without the plugin. After the boot it only logs. */
  private failLate(failure: Error, cause: unknown): void {
    const error = causedBy(failure, cause)
    if (this.booted) this.options.failedAfterBoot(error)
    else this.lateFailure ??= error
  }

  private open(instance: Instance, fn: object, options: Record<string, unknown> | LateOptions): Instance {
    const loading = this.timeouts.loadingOf(fn)
    // A promised plugin that failed has no record. `target` is the instance whose `register` was called.
    if (loading === undefined) return instance
    const { target } = loading
    const isPrevented = this.failures.prevents(loading)
    const failed = (error: unknown) => {
      this.queuedBefore = null
      this.failures.add({ error, instance: target, loading })
    }
    this.queuedBefore = this.queued // the hooks of onRegister run now, and then the plugin
    const opened = isPrevented ? undefined : attempt(failed, () => loading.open(readOptions(options, target)))
    if (opened === undefined)
      loading.state = 'done' // a prevented plugin is not called
    else loading.opened = opened
    return opened ?? target
  }

  /** The function for avvio in place of the plugin. It tracks the plugin and turns a throw into a boot error. */
  private track(plugin: unknown, target: Instance): LoaderFunction {
    const context = this.options.contextName(target)
    if (!isCallable(plugin) || (policies.refusesWhatHasNoEffect && isGeneratorFunction(plugin)))
      throw new pluginCodes.FST_ERR_PLUGIN_NOT_VALID(context, describeValue(plugin))
    const checked = plugin as Plugin // checked above
    const name = readPluginName(checked)
    const registrant: RegistrantLink = { kind: 'plugin', name, parent: this.options.registrants.current }
    const open = (options: Record<string, unknown>) => this.options.open(target, checked, options, registrant)
    const start = { plugin: checked, target, name, context, registrant, open, isWrapped: isWrapped(checked) }
    return this.follow(start, (loading, call) => {
      const failedLate = (error: unknown) =>
        this.failLate(new pluginCodes.ALC_ERR_PLUGIN_FAILED_LATE(name, context), error)
      const doneAgain = () => this.options.doneTwice(new pluginCodes.ALC_ERR_PLUGIN_DONE_TWICE(name, context))
      runPlugin(loading, { ...call, failedLate, doneAgain })
    })
  }

  private followStep(target: Instance, { name, by, run, open, isOwnContext }: Step): LoaderFunction {
    const context = this.options.contextName(target)
    const place = { plugin: run, target, name, context, registrant: by }
    return this.follow({ ...place, open, isWrapped: !isOwnContext }, runStep)
  }

  /** The function for avvio. It tracks the state of a plugin or step. */
  private follow(
    start: Omit<Loading, 'opened' | 'state'>,
    run: (loading: Loading, call: StepCall) => void,
  ): LoaderFunction {
    const loading: Loading = { ...start, opened: null, state: 'waiting' }
    const load: LoaderFunction = (instance, options, done) => {
      this.waiting -= 1
      this.left.delete(loading)
      const { registrants } = this.options
      const end = (error?: Error) => this.end({ error, instance, loading }, done)
      if (loading.state === 'done') done()
      else run(loading, { instance, options, done: end, registrants })
      this.queuedBefore = null // an asynchronous function goes on among other entries
    }
    Object.assign(load, { [pluginMeta]: { name: loading.name } })
    this.timeouts.follow(load, loading)
    this.left.add(loading)
    return load
  }
}

/** Waits for a callback. Returns a promise only if the callback is called later. Throws its error. */
function endOf(run: (done: LoaderDone) => void): Promise<void> | undefined {
  let isDone = false
  let failure: Error | undefined
  let settle = (error?: Error) => {
    isDone = true
    failure = error
  }
  run((error) => settle(error))
  if (failure) throw failure
  if (isDone) return undefined
  return new Promise((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve())
  })
}

/** Returns the given function, or the `default` of a module or bundle. */
function unwrapModule(given: unknown): unknown {
  if (typeof given === 'function' || given === null || typeof given !== 'object') return given
  const inner = readProperty(given, 'default')
  return inner === undefined ? given : unwrapModule(inner)
}
