import type { Server } from 'node:http'
import type { Context } from '../../context/context.js'
import type { ContextBuilder } from '../../context/context-builder.js'
import type { ProviderHookName } from '../../contracts/hooks.js'
import type { Instance } from '../../contracts/instance.js'
import type { RequestListener, ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import type { HookFunctions } from '../../lifecycle/hook-functions.js'
import type { PluginLoader } from '../../lifecycle/plugin-loader.js'
import type { Registrants } from '../../lifecycle/provenance.js'
import type { ReadyCallbacks } from '../../lifecycle/ready-callbacks.js'
import type { HookRun, OwnedHook, StartedHook } from '../../lifecycle/run-application-hooks.js'
import type { ServerLogger } from '../../logging/create-logger.js'
import type { GenerateRequestId } from '../../logging/request-id.js'
import type { RequestLogs } from '../../logging/request-logs.js'
import type { CompiledRoute } from '../../request/stages/compiled-route.js'
import type { PipelineSettings } from '../../request/stages/route-parts.js'
import type { NotFoundTable } from '../../router/not-found-table.js'
import type { RouteTable } from '../../router/route-table.js'
import type { GatheringFindings } from '../../support/gathering.js'
import type { Place } from '../../support/place.js'
import type { Findings } from '../../support/report.js'
import type { RouteSlot } from '../instance/route-slot.js'
import type { OpenExchanges, RequestDisposals } from '../network/open-work.js'
import type { Probes } from '../network/probes.js'
import type { Ending } from '../network/process-signals.js'
import type { Refusals } from '../network/refusals.js'
import type { ShutdownSettings } from '../network/shutdown-settings.js'
import type { ServerSettings } from './server-settings.js'

/** HTTP methods, grouped by whether the server parses their body. */
export interface HttpMethods {
  bodyless: Set<string>
  bodied: Set<string>
  /** Methods whose body is validated by its schema (docs/guide/validation.md). */
  validated: Set<string>
}

/** The state of a server. Only `loading` allows registrations. `onReady` hooks run while it is `sealed`. */
export type ServerStatus = 'loading' | 'sealed' | 'started' | 'closing' | 'closed'

/** State that all instances of one server share. */
export interface ServerCore {
  readonly root: Instance
  readonly options: ServerOptions
  readonly settings: ServerSettings
  /** How hooks are called. */
  readonly functions: HookFunctions
  readonly initialConfig: Readonly<ServerOptions>
  readonly logger: ServerLogger
  readonly logs: RequestLogs
  readonly pipeline: PipelineSettings
  readonly methods: HttpMethods
  readonly routes: RouteTable<RouteSlot>
  /** The slots of all routes in `routes`. */
  readonly slots: RouteSlot[]
  readonly notFounds: NotFoundTable<CompiledRoute>
  readonly requestIds: GenerateRequestId
  readonly rootBuilder: ContextBuilder
  /** The plugin or module that registers now, for inspection. */
  readonly registrants: Registrants
  /** Receives problems of the boot. The first problem ends the boot, unless a tool collects them. */
  findings: Findings
  /** Where shared schemas are declared, by the schema objects in their contexts. Empty if no tool asks for warnings. */
  schemaPlaces: Map<object, Place>
  /** Receives problems with declarations of routes, and reports them together. */
  declarations: GatheringFindings
  /** Entries that a tool adds to the option `override` of `bootstrap`. */
  override: readonly unknown[]
  readonly listener: RequestListener
  readonly server: Server
  /** Servers on further addresses of `localhost`. */
  readonly bindings: Server[]
  /** The requests that `handle` is answering. */
  readonly exchanges: OpenExchanges
  /** The fetch handler: one function, which needs no `this`. */
  readonly handle: Instance['handle']
  loader: PluginLoader
  rootContext: Context | null
  /** The route of the root context that answers requests without a route. Throws before the boot. */
  rootNotFound: () => CompiledRoute
  /** The not-found routes by context. Empty before the boot. */
  notFoundRoutes: ReadonlyMap<Context, CompiledRoute>
  /** Logs the error of an application's listener on a connection. */
  readonly listenerFailed: (error: unknown) => void
  /** Counts requests that were refused before the search for a route. */
  readonly refused: Refusals
  status: ServerStatus
  /** Whether the boot has failed. Hooks of the plugin that failed may be missing, so no request may run. */
  hasFailed: boolean
  /** The number of calls that have registered something. The boot waits while it grows. */
  registrations: number
  /** Closes the server, and the application above it if it has one. */
  readonly close: () => Promise<unknown>
  /** Settings of the shutdown by signals. Null if the application handles signals itself. */
  readonly shutdown: ShutdownSettings | null
  /** The shutdown that signals start, while the process listens to them. */
  ending: Ending | null
  /** Whether the server will close soon, so that load balancers should not send more requests. */
  draining: boolean
  /** Names of the application's hooks that run now, for messages. */
  readonly runningHooks: Set<string>
  readonly requestDisposals: RequestDisposals
  /** Hooks of objects that containers have built, in the order of building. */
  readonly providerHooks: Readonly<Record<Exclude<ProviderHookName, 'onClose'>, OwnedHook[]>>
  /** `onRoute` and `onRegister` hooks that returned a promise, which the boot awaits. */
  readonly startedHooks: StartedHook[]
  /** Functions to call once after all plugins and modules have loaded. They find mistakes in the whole application. */
  readonly whenLoaded: (() => void)[]
  /** Answers orchestrators. Null without the option `health`. */
  readonly probes: Probes | null
  listening: boolean
  /** The addresses that `listen` opens, or has opened. Null before. */
  opening: Promise<void> | null
  /** The promise of the boot. Null before the boot begins. */
  boot: Promise<void> | null
  /** Resolves when the boot begins to load plugins. Null before its call, and afterwards. */
  loadingBegan: Promise<void> | null
  /** The `onReady` hooks while they run. Null before and afterwards. */
  readyHooks: HookRun | null
  readonly readyCallbacks: ReadyCallbacks
  /** Callbacks of `ready` on child instances. Only Fastify calls these before the `onReady` hooks. */
  readonly pluginCallbacks: Pick<ReadyCallbacks, 'add' | 'run'>
  /** Whether a caller awaits the whole boot, to listen or for an answer. */
  isAwaited: boolean
}

/** A server may close between a call and the end of the boot that the call awaits. */
export function checkOpen(core: ServerCore): void {
  if (isEnding(core)) throw new serverCodes.FST_ERR_REOPENED_CLOSE_SERVER()
}

/** Whether the server closes, or has closed. */
export function isEnding({ status }: ServerCore): boolean {
  return status === 'closing' || status === 'closed'
}

export function isClosed({ status }: ServerCore): boolean {
  return status === 'closed'
}

/** Throws if the server has booted, because its contexts are sealed. Counts the registration. */
export function checkLoading(core: ServerCore, call: string, builder: ContextBuilder): void {
  core.registrations++
  if (core.status === 'loading') return
  throw new serverCodes.FST_ERR_INSTANCE_ALREADY_LISTENING(call, builder.name)
}
