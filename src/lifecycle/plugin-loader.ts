import type { Instance } from '../contracts/instance.js'
import type { Plugin } from '../contracts/plugin.js'
import { causedBy } from '../errors/coded-error.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { avvio as loadAvvio } from '../packages/libraries.cjs'
import { attempt } from '../support/report.js'
import { describeValue, isThenable, readProperty } from '../support/values.js'
import { AfterCallbacks } from './after-callbacks.js'
import { type FailureOptions, PluginFailures } from './plugin-failures.js'
import { isWrapped, pluginMeta, readPluginName } from './plugin-meta.js'
import type { RegistrantLink, Registrants } from './provenance.js'
import { type Loading, runPlugin, runStep, type StepCall } from './run-plugin.js'

/** Loaded with this module: no start can do without it. */
const createAvvio = loadAvvio()

/** Names under which the loader puts its own methods onto the root instance; children inherit them. */
export const loaderMethods = {
  use: Symbol('alcove.use'),
  after: Symbol('alcove.after'),
  ready: Symbol('alcove.ready'),
  onClose: Symbol('alcove.onClose'),
  close: Symbol('alcove.close'),
} as const

/** What the loader needs of the server that it boots. */
export interface PluginLoaderOptions extends FailureOptions {
  root: Instance
  /** Milliseconds for each plugin; 0 for no limit. */
  timeout: number
  /** The instance that a plugin gets: a child, or the same one for a wrapped plugin. */
  open: (instance: Instance, plugin: Plugin, options: Record<string, unknown>, registrant: RegistrantLink) => Instance
  contextName: (instance: Instance) => string
  registrants: Registrants
  /** All plugins have loaded; a throw fails the boot. */
  loaded: () => void
  /** A plugin fails when everything has loaded. */
  failedAfterBoot: (error: Error) => void
  /** A plugin has called `done` twice. */
  doneTwice: (error: Error) => void
}

/** What a layer above does in its turn. */
export interface Step {
  name: string
  /** The one that registers while it runs. */
  by: RegistrantLink
  run: Plugin
  /** Gives the instance that it runs with. */
  open: (options: Record<string, unknown>) => Instance
  isOwnContext: boolean
}

type LoaderDone = (error?: Error) => void
type LoaderFunction = (instance: Instance, options: Record<string, unknown>, done: LoaderDone) => void
type LoaderUse = (this: Instance, fn: unknown, options: unknown) => void
type LoaderAfter = (this: Instance, fn: ReturnType<AfterCallbacks['wrap']> | (() => void)) => void

/** Loads plugins in order of registration, depth first, one at a time. Avvio does the queueing. */
export class PluginLoader {
  private readonly avvio: { prettyPrint(): string }
  private readonly loadings = new WeakMap<object, Loading>()
  private booted = false
  /** Plugins that have been registered and not been called yet. */
  private waiting = 0
  private lateFailure: Error | null = null
  /** Instances of plugins that have run out of time: nothing waits for what they register. */
  private readonly abandoned = new WeakSet<object>()
  /** Those that have not been called yet. */
  private readonly left = new Set<Loading>()
  private readonly failures: PluginFailures
  private readonly afters: AfterCallbacks

  constructor(private readonly options: PluginLoaderOptions) {
    this.failures = new PluginFailures(options)
    this.afters = new AfterCallbacks({
      see: (given) => this.translate(given ?? this.failures.take() ?? given),
      failedLate: (context, error) =>
        this.failLate(new pluginCodes.ALC_ERR_PLUGIN_FAILED_LATE('after', context), error),
    })
    const avvio = createAvvio(options.root, {
      autostart: false,
      timeout: options.timeout,
      expose: loaderMethods as never, // its types know strings only; the names are used as keys
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
      orNothing.catch(() => {}) // its turn may be far off, or never come
      this.use(instance, orNothing, options, 'a promised plugin')
      return
    }
    const plugin = unwrapModule(given)
    this.use(instance, this.track(plugin, instance), options, readPluginName(plugin))
  }

  /** Queues something that is no plugin of the application's, as if it was one: with a turn and a time limit of its own. */
  step(instance: Instance, { name, by, run, open, isOwnContext }: Step, options: unknown): void {
    const context = this.options.contextName(instance)
    const place = { plugin: run, target: instance, name, context, registrant: by }
    this.use(instance, this.follow({ ...place, open, isWrapped: !isOwnContext }, runStep), options, name)
  }

  /** Calls back when what has been registered so far has loaded. */
  after(instance: Instance, fn: (...args: unknown[]) => unknown): void {
    const after = Reflect.get(instance, loaderMethods.after) as LoaderAfter // put there by the loader
    const callback = this.afters.wrap(fn, this.options.contextName(instance))
    this.enter(instance, 'a callback of after()', () => after.call(instance, callback))
  }

  /** Registers something in its turn: behind what the plugins registered before it will register. */
  inTurn(instance: Instance, enter: () => void): void {
    if (this.waiting === 0) {
      enter()
      return
    }
    const after = Reflect.get(instance, loaderMethods.after) as LoaderAfter // put there by the loader
    try {
      after.call(instance, () => enter()) // without parameters: an earlier plugin's failure is not for it
    } catch (error) {
      if (readProperty(error, 'code') !== 'AVV_ERR_PARENT_PLG_LOADED') throw error
      enter() // nothing of this plugin is to come that it could stand behind
    }
  }

  print(): string {
    return this.avvio.prettyPrint()
  }

  /** The boot error as users should read it. */
  translate(error: unknown): unknown {
    const code = readProperty(error, 'code')
    if (code === 'AVV_ERR_PLUGIN_EXEC_TIMEOUT') return this.describeTimeout(readProperty(error, 'fn'), error)
    if (code === 'AVV_ERR_READY_TIMEOUT')
      return causedBy(
        new pluginCodes.FST_ERR_PLUGIN_TIMEOUT(
          'ready',
          'root',
          this.options.timeout,
          'a callback of after() or ready() never called its `done`',
        ),
        error,
      )
    return error
  }

  private use(instance: Instance, loadable: unknown, options: unknown, name: string): void {
    const use = Reflect.get(instance, loaderMethods.use) as LoaderUse // put there by the loader
    this.enter(instance, name, () => use.call(instance, loadable, options))
    this.waiting += 1
  }

  /** Puts something into the queue, where the instance still has one. */
  private enter(instance: Instance, name: string, add: () => void): void {
    const context = this.options.contextName(instance)
    if (this.isAbandoned(instance)) throw new pluginCodes.FST_ERR_PARENT_PLUGIN_BOOTED(name, context)
    if (this.booted) throw new pluginCodes.FST_ERR_ROOT_PLG_BOOTED(name, context)
    try {
      add()
    } catch (error) {
      if (readProperty(error, 'code') !== 'AVV_ERR_PARENT_PLG_LOADED') throw error
      throw causedBy(new pluginCodes.FST_ERR_PARENT_PLUGIN_BOOTED(name, context), error)
    }
  }

  /** Whether the plugin that an instance was made for, or one above it, has run out of time. */
  private isAbandoned(instance: Instance): boolean {
    for (let each: object | null = instance; each !== null; each = Object.getPrototypeOf(each)) {
      if (this.abandoned.has(each)) return true
    }
    return false
  }

  private end(end: { error?: Error | undefined; instance: Instance; loading: Loading }, done: LoaderDone): void {
    const { error } = end
    if (!error) {
      done()
      return
    }
    try {
      this.failures.add({ ...end, error })
    } catch (failure) {
      done(failure as Error) // the one that was handed over
      return
    }
    done()
  }

  /** Fails the boot that goes on without the plugin; after boot there is only the log. */
  private failLate(failure: Error, cause: unknown): void {
    const error = causedBy(failure, cause)
    if (this.booted) this.options.failedAfterBoot(error)
    else this.lateFailure ??= error
  }

  private describeTimeout(fn: unknown, cause: unknown): unknown {
    const loading = typeof fn === 'function' ? this.loadings.get(fn) : undefined
    if (loading === undefined) return this.describeLateAfter(cause)
    const how = {
      waiting: 'it was never started',
      running: 'it did not return',
      promise: 'the promise that it returned is still pending',
      callback: 'it takes a third parameter `done` and never called it',
      hidden:
        'it hides its parameters behind `...` or `arguments`, returned no promise and never called `done`. Declare (instance, options)',
      done: 'a plugin that it registered did not finish',
    }[loading.state]
    const { name, context, opened, target } = loading
    if (opened !== null && opened !== target) this.abandoned.add(opened)
    return causedBy(new pluginCodes.FST_ERR_PLUGIN_TIMEOUT(name, context, this.options.timeout, how), cause)
  }

  /** What is loaded and is no plugin waits for a callback of `after`. */
  private describeLateAfter(cause: unknown): unknown {
    const { pending } = this.afters
    if (pending === null) return cause
    const { context, waitsFor } = pending
    const how =
      waitsFor === 'done' ? 'it takes `done` and never called it' : 'the promise that it returned is still pending'
    return causedBy(new pluginCodes.FST_ERR_PLUGIN_TIMEOUT('after', context, this.options.timeout, how), cause)
  }

  private open(instance: Instance, fn: object, options: Record<string, unknown>): Instance {
    const loading = this.loadings.get(fn)
    // The loader works on one plugin at a time; the context is the one that `register` was called on, whichever that is.
    if (loading === undefined) return instance
    const { target } = loading
    const isPrevented = this.failures.prevents(loading)
    const failed = (error: unknown) => this.failures.add({ error, instance: target, loading })
    const opened = isPrevented ? undefined : attempt(failed, () => loading.open(options))
    if (opened === undefined)
      loading.state = 'done' // it is not called
    else loading.opened = opened
    return opened ?? target
  }

  /** The function that avvio gets in place of the plugin: it keeps track, and turns a throw into a boot error. */
  private track(plugin: unknown, target: Instance): LoaderFunction {
    const context = this.options.contextName(target)
    if (typeof plugin !== 'function') throw new pluginCodes.FST_ERR_PLUGIN_NOT_VALID(context, describeValue(plugin))
    const checked = plugin as Plugin // just seen
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

  /** The function that avvio gets: it keeps track of what is on its way. */
  private follow(
    start: Omit<Loading, 'opened' | 'state'>,
    run: (loading: Loading, call: StepCall) => void,
  ): LoaderFunction {
    const loading: Loading = { ...start, opened: null, state: 'waiting' }
    const load: LoaderFunction = (instance, options, done) => {
      this.waiting -= 1
      this.left.delete(loading)
      if (loading.state === 'done') {
        done()
        return
      }
      const { registrants } = this.options
      const end = (error?: Error) => this.end({ error, instance, loading }, done)
      run(loading, { instance, options, done: end, registrants })
    }
    Object.assign(load, { [pluginMeta]: { name: loading.name } })
    this.loadings.set(load, loading)
    this.left.add(loading)
    return load
  }
}

/** A function, or what stands under `default` of a module or bundle. */
function unwrapModule(given: unknown): unknown {
  if (typeof given === 'function' || given === null || typeof given !== 'object') return given
  const inner = readProperty(given, 'default')
  return inner === undefined ? given : unwrapModule(inner)
}
