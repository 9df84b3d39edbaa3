import type { ApplicationDescription } from '../contracts/description.js'
import type { InjectChain, InjectOptions, InjectResponse } from '../contracts/inject.js'
import type { Instance } from '../contracts/instance.js'
import type { Provider } from '../contracts/provider.js'
import type { ListenCallback, ListenOptions, ServerOptions } from '../contracts/server-options.js'
import type { Class } from '../contracts/token.js'
import { causedBy } from '../errors/coded-error.js'
import { injectionCodes } from '../errors/injection-codes.js'
import { treeCodes } from '../errors/tree-codes.js'
import { describe } from '../inspect/describe.js'
import { drawTree, plainInk } from '../inspect/draw-tree.js'
import { locate } from '../lifecycle/locate.js'
import { inspect, readRefusals } from '../server/inspect/inspect-server.js'
import { builderOf, coreOf } from '../server/instance/open-context.js'
import { closeOnSignals } from '../server/network/graceful-shutdown.js'
import { checkRequest } from '../server/network/handle.js'
import { createRoot, type RootPlace } from '../server/start/create-server.js'
import type { OptionsEntry } from '../server/start/misplaced-options.js'
import { wrongOption } from '../server/start/option-types.js'
import { readOptions } from '../server/start/server-settings.js'
import { capturePlace } from '../support/place.js'
import type { Warning } from '../support/report.js'
import type { Application, GetOptions, InjectCallback, RootToken } from './application.js'
import { failBoot, ModuleApplier } from './apply/apply-module.js'
import { ProviderLife } from './apply/class-hooks.js'
import { Builder } from './container/builder.js'
import { refuseFurther } from './decorators/check-arguments.js'
import { wrongDeclaration } from './decorators/decorator.js'
import type { InjectSource } from './decorators/facts.js'
import { injectSourceOf, isInjectToken } from './decorators/inject-source.js'
import { ownFacts } from './decorators/metadata.js'
import type { Replacement } from './decorators/provide.js'
import { className, isClass } from './decorators/read-facts.js'
import { checkModuleTree } from './plan/check-module-tree.js'
import type { ContextPlan } from './plan/context-plan.js'
import { warnOfIdleDeclarations } from './plan/idle-declarations.js'
import { isReplacement } from './plan/plan-provider.js'
import { uncalledMethods } from './plan/provider-hooks.js'
import { warnOfUseOptions } from './plan/use-options.js'
import { contextOf, isGiven, keyOf, visibleProvider } from './plan/visibility.js'

/** Options of `bootstrap`: the options of the core, and replacements of providers (docs/reference/options.md). */
export interface BootstrapOptions extends ServerOptions {
  /**
   * Replaces providers in every context that lists them. With `replace`, it replaces modules and controllers. For
   * tests.
   */
  override?: readonly (Provider | Replacement)[]
}

/**
 * Makes an application from a module class, whose context is the root (docs/reference/options.md). It does not boot the
 * application. `ready`, `listen` and `inject` do, and reject if it is misconfigured.
 */
export function bootstrap(RootModule: Class, options?: BootstrapOptions): Application
export function bootstrap(...given: [RootModule: Class, options?: BootstrapOptions]): Application {
  refuseFurther('bootstrap(…)', given, 2, 'Options are one object, and modules belong in imports')
  const [RootModule, options = {}] = given
  return createApplication(RootModule, options, { name: 'bootstrap', optionNames: ['override'] })
}

/**
 * Makes an application for every entry that has one, such as `bootstrap` and `createTestApp`.
 *
 * @param entry the entry, and the options that it adds to those of the core
 */
export function createApplication(RootModule: Class, options: BootstrapOptions, entry: OptionsEntry): Application {
  try {
    return applicationOf(RootModule, options, entry)
  } catch (error) {
    locate(error, capturePlace(), 'bootstrap(…)')
    throw error
  }
}

function applicationOf(RootModule: Class, options: BootstrapOptions, entry: OptionsEntry): Application {
  const given: BootstrapOptions = readOptions(options)
  const { override = [], ...serverOptions } = given
  if (!Array.isArray(override)) {
    const expected = 'a list of provide(token, …) and replace(A, B)'
    throw wrongOption('override', expected, override)
  }
  const place = { ...placeOf(replacementOf(RootModule, override)), entry, close: () => application.close() }
  const gracefulShutdown = given.gracefulShutdown ?? true
  const exposeServerErrors = given.exposeServerErrors ?? 'with-status'
  const instance = createRoot({ ...serverOptions, gracefulShutdown, exposeServerErrors }, place)
  const application: Application = new ModuleApplication(instance, RootModule, override)
  return application
}

class ModuleApplication implements Application {
  readonly #builder: Builder
  readonly #root: ContextPlan | null
  #boot: Promise<Application> | null = null
  #end: Promise<void> | null = null
  #isBooted = false

  constructor(
    readonly instance: Instance,
    RootModule: Class,
    override: readonly (Provider | Replacement)[],
  ) {
    this.#builder = new Builder(coreOf(instance).declarations, new ProviderLife())
    // A tool may pass any value. `checkModuleTree` checks the entries.
    const added = coreOf(instance).override as readonly (Provider | Replacement)[]
    this.#root = this.#plan(RootModule, [...override, ...added])
  }

  get server(): Application['server'] {
    return this.instance.server
  }

  get decorateRequest(): Instance['decorateRequest'] {
    return this.instance.decorateRequest.bind(this.instance)
  }

  ready(): Promise<Application> {
    this.#boot ??= this.#start()
    return this.#boot
  }

  listen(options?: ListenOptions): Promise<string>
  listen(port: number, host?: string): Promise<string>
  listen(port: number, callback: ListenCallback): void
  listen(port: number, host: string, callback: ListenCallback): void
  listen(options: ListenOptions, callback: ListenCallback): void
  listen(where: ListenOptions | number = {}, ...rest: readonly unknown[]): unknown {
    const [host] = rest
    const callback = rest.find(isCallback)
    const named = typeof host === 'string' ? { host } : {}
    const options = typeof where === 'number' ? { port: where, ...named } : where
    const isOpen = this.#end === null // a closed server rejects `listen` itself
    if (isOpen) closeOnSignals(coreOf(this.instance)) // before `listen`, a signal has nothing to close
    const address = (isOpen ? this.ready() : Promise.resolve()).then(() => this.instance.listen(options))
    if (callback === undefined) return address
    address.then(
      (found) => callback(null, found),
      (error: Error) => callback(error, ''),
    )
    return undefined
  }

  inject(options: InjectOptions | string): Promise<InjectResponse>
  inject(options: InjectOptions | string, callback: InjectCallback): void
  inject(): InjectChain
  inject(options?: InjectOptions | string, callback?: InjectCallback): unknown {
    if (options === undefined) return this.instance.inject()
    const response = this.ready().then(() => this.instance.inject(options))
    if (callback === undefined) return response
    response.then(
      (found) => callback(undefined, found),
      (error: Error) => callback(error, undefined),
    )
    return undefined
  }

  readonly handle = async (request: Request): Promise<Response> => {
    checkRequest(request)
    request.signal.throwIfAborted()
    await this.ready()
    return this.instance.handle(request)
  }

  close(): Promise<void> {
    this.#end ??= this.#stop()
    return this.#end
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  get<T>(token: RootToken<T>, options?: GetOptions): T {
    const Where = options?.in // programs in JavaScript pass null, too
    if (!isInjectToken(token)) throw wrongDeclaration('get(…)', token, 'a class, a token<T>(name), a name or a symbol')
    const { token: asked } = injectSourceOf(token)
    const key = keyOf(asked)
    const name = nameOf(asked)
    const root = this.#booted(`get(${name})`)
    if (Where !== undefined && !isClass(Where))
      throw wrongDeclaration('get(…, { in: … })', Where, 'a class with @Module')
    const context = Where === undefined ? root : contextOf(Where, root)
    const { instance } = this.#builder.sites.siteOf(context)
    const isValue = key === null || typeof asked === 'string'
    if (isValue && (isGiven('context', name) || instance.hasDecorator(name))) return Reflect.get(instance, name)
    const plan = key === null ? undefined : visibleProvider(key, context)
    if (plan === undefined) throw new injectionCodes.ALC_ERR_TOKEN_UNKNOWN(name, context.name)
    if (this.#builder.needsRequest(plan)) throw new injectionCodes.ALC_ERR_TOKEN_OF_REQUEST('get()', plan.name)
    return this.#builder.resolve(plan) as T // the token has the type of its provider
  }

  describe(): ApplicationDescription {
    this.#booted('describe()')
    return { ...describe(inspect(this.instance)), refused: readRefusals(this.instance) }
  }

  printTree(): string {
    this.#booted('printTree()')
    return drawTree(plainInk, inspect(this.instance))
  }

  /** Plans the tree. Every mistake fails the boot, whichever method starts it. */
  #plan(RootModule: Class, override: readonly (Provider | Replacement)[]): ContextPlan | null {
    const { opener: registrant } = builderOf(this.instance)
    try {
      const { report, warn } = this.#builder.findings
      const root = checkModuleTree(RootModule, { override, registrant, report })
      if (warn !== null) {
        warnOfUseOptions(root, warn)
        warnOfIdleDeclarations(root, warn)
      }
      new ModuleApplier(this.#builder).applyRoot(root, this.instance)
      const log = ({ subject, message }: Warning) => this.instance.log.warn(`${subject}: ${message}`)
      coreOf(this.instance).whenLoaded.push(() => {
        const uncalled = uncalledMethods(root, (plan) => this.#builder.builtOf(plan))
        if (uncalled !== null) (warn ?? log)(uncalled)
      })
      return root
    } catch (error) {
      locate(error, capturePlace(), 'bootstrap(…)') // keeps the place of a declaration, which is nearer
      failBoot(this.instance, registrant, error)
      return null
    }
  }

  async #start(): Promise<Application> {
    try {
      await this.instance.ready()
    } catch (error) {
      await this.close().catch(() => undefined) // the boot error is more useful
      throw error
    }
    this.#isBooted = true
    return this
  }

  async #stop(): Promise<void> {
    try {
      await this.instance.close()
    } finally {
      await this.#builder.closing.disposeAll()
    }
    const { failures } = this.#builder.closing
    const [first] = failures
    if (first === undefined) return
    const names = failures.map(({ name }) => name)
    throw causedBy(new injectionCodes.ALC_ERR_DISPOSAL(names), first.cause)
  }

  #booted(what: string): ContextPlan {
    if (this.#isBooted && this.#root !== null) return this.#root
    throw new treeCodes.ALC_ERR_NOT_BOOTED(what)
  }
}

/** The class in place of the root module, if the option `override` replaces it. */
function replacementOf(RootModule: Class, override: readonly (Provider | Replacement)[]): Class {
  const found = override.findLast((each) => isReplacement(each) && each.target === RootModule)
  return isReplacement(found) ? found.by : RootModule
}

/** The settings of the module for the root context, if the class is a module. Boot reports its mistakes. */
function placeOf(RootModule: Class): RootPlace {
  if (!isClass(RootModule)) return {}
  const name = className(RootModule)
  const opener = { kind: 'module', name, parent: null } as const
  return { name, opener, prefix: ownFacts(RootModule).module?.prefix ?? '' }
}

/** A token as it is written in `get(…)`. */
function nameOf(token: InjectSource['token']): string {
  if (typeof token === 'string') return token
  if (typeof token === 'symbol') return String(token)
  return 'kind' in token && token.kind === 'lazy' ? nameOf(token.read()) : token.name
}

function isCallback(value: unknown): value is ListenCallback {
  return typeof value === 'function'
}
