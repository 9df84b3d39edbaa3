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
import type { OwnedHook, StartedHook } from '../../lifecycle/run-application-hooks.js'
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
import type { OpenExchanges } from '../network/open-exchanges.js'
import type { Probes } from '../network/probes.js'
import type { Ending } from '../network/process-signals.js'
import type { Refusals } from '../network/refusals.js'
import type { ShutdownSettings } from '../network/shutdown-settings.js'
import type { RequestDisposals } from './request-disposals.js'
import type { ServerSettings } from './server-settings.js'

/** Methods by whether their body is parsed. */
export interface HttpMethods {
  bodyless: Set<string>
  bodied: Set<string>
  /** Those whose body a schema speaks of (docs/guide/validation.md). */
  validated: Set<string>
}

/** The life of a server. Registration is possible while `loading` only; `onReady` hooks run while it is `sealed`. */
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
  /** Every place taken in `routes`. */
  readonly slots: RouteSlot[]
  readonly notFounds: NotFoundTable<CompiledRoute>
  readonly requestIds: GenerateRequestId
  readonly rootBuilder: ContextBuilder
  /** The plugin or module that is registering now; for inspection. */
  readonly registrants: Registrants
  /** Where problems of the boot go: the first ends it, unless a tool collects them. */
  findings: Findings
  /** Where shared schemas are declared, as a context keeps them; empty where nobody asks for warnings. */
  schemaPlaces: Map<object, Place>
  /** The same as the findings, for problems with what routes declare: they are reported together. */
  declarations: GatheringFindings
  /** Added by a tool to the option `override` of `bootstrap`. */
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
  /** The route that answers in the root context what no other route does. Only after boot. */
  rootNotFound: () => CompiledRoute
  /** All that answer what no route does, by context. Only after boot. */
  notFoundRoutes: ReadonlyMap<Context, CompiledRoute>
  /** Logs what a listener of the application on a connection threw. */
  readonly listenerFailed: (error: unknown) => void
  /** Counts requests that were refused before a route was looked for. */
  readonly refused: Refusals
  status: ServerStatus
  /** How many calls have registered something: the boot waits while it grows. */
  registrations: number
  /** Ends all that belongs to the server: the application above it, where there is one. */
  readonly close: () => Promise<unknown>
  /** Null when signals are left to the application. */
  readonly shutdown: ShutdownSettings | null
  /** The shutdown that signals start, while the process listens to them. */
  ending: Ending | null
  /** Whether the server is about to close, and should be sent no more requests. */
  draining: boolean
  /** Hooks that have been called while closing and have not ended, as a person would name them. */
  readonly closingHooks: Set<string>
  readonly requestDisposals: RequestDisposals
  /** Hooks of what containers have built, in the order of building. */
  readonly providerHooks: Readonly<Record<Exclude<ProviderHookName, 'onClose'>, OwnedHook[]>>
  /** `onRoute` and `onRegister` hooks that gave a promise: the boot waits for them. */
  readonly startedHooks: StartedHook[]
  /** Called once, when all that loads has loaded: what its author should know can be found then. */
  readonly whenLoaded: (() => void)[]
  /** Answers orchestrators; null without the option. */
  readonly probes: Probes | null
  listening: boolean
  /** The addresses that `listen` opens, or has opened. Null before. */
  opening: Promise<void> | null
  /** The boot, once begun. */
  boot: Promise<void> | null
  /** Resolves when the boot begins to load plugins. Null before its call, and afterwards. */
  loadingBegan: Promise<void> | null
  readonly readyCallbacks: ReadyCallbacks
  /** Those of instances below the root. Fastify calls them before the `onReady` hooks; the core keeps one order for all. */
  readonly pluginCallbacks: Pick<ReadyCallbacks, 'add' | 'run'>
  /** Whether somebody awaits the whole boot: to listen, or for an answer. */
  isAwaited: boolean
}

/** A server may close between a call and the end of the boot that the call awaits. */
export function checkOpen({ status }: ServerCore): void {
  if (status === 'closing' || status === 'closed') throw new serverCodes.FST_ERR_REOPENED_CLOSE_SERVER()
}

export function isClosed({ status }: ServerCore): boolean {
  return status === 'closed'
}

/** Throws when the server has booted: contexts are sealed then. */
export function checkLoading(core: ServerCore, call: string, builder: ContextBuilder): void {
  core.registrations++
  if (core.status === 'loading') return
  throw new serverCodes.FST_ERR_INSTANCE_ALREADY_LISTENING(call, builder.name)
}
