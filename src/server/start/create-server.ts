import { ContextBuilder } from '../../context/context-builder.js'
import type { Instance } from '../../contracts/instance.js'
import type { ServerOptions } from '../../contracts/server-options.js'
import { declarationCodes } from '../../errors/contract-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { HookFunctions } from '../../lifecycle/hook-functions.js'
import { locate } from '../../lifecycle/locate.js'
import { PluginLoader } from '../../lifecycle/plugin-loader.js'
import { type RegistrantLink, Registrants } from '../../lifecycle/provenance.js'
import { AwaitedReadyCallbacks, ReadyCallbacks, type ReadyOptions } from '../../lifecycle/ready-callbacks.js'
import { createLogController, createLogger } from '../../logging/create-logger.js'
import { createRequestIds, preferHeader, readRequestIdHeader } from '../../logging/request-id.js'
import { RequestLogs } from '../../logging/request-logs.js'
import { channel } from '../../packages/node.cjs'
import { compileDefaultParser } from '../../parsers/body-parser.js'
import { ContentTypes } from '../../parsers/content-types.js'
import { createJsonParser, type PoisonSettings, parseText } from '../../parsers/default-parsers.js'
import { exposureOf } from '../../request/errors/error-answer.js'
import { checkValidatorEngine } from '../../schema/engines/engine-options.js'
import { asFastify, policies } from '../../support/as-fastify.js'
import { GatheringFindings } from '../../support/gathering.js'
import { joinPaths } from '../../support/paths.js'
import { capturePlace } from '../../support/place.js'
import { publish } from '../../support/publish.js'
import { type Findings, firstOnly } from '../../support/report.js'
import { readProperty } from '../../support/values.js'
import { createNotFounds, createRoutes } from '../instance/create-routes.js'
import * as slots from '../instance/instance-slots.js'
import { builderOf, openContext } from '../instance/open-context.js'
import { ServerInstance } from '../instance/server-instance.js'
import { takeClientErrors } from '../network/client-errors.js'
import { handle } from '../network/handle.js'
import { createHttpEntry } from '../network/http-entry.js'
import { createNodeServer } from '../network/node-server.js'
import { OpenExchanges, RequestDisposals } from '../network/open-work.js'
import { createProbes } from '../network/probes.js'
import { countRefusals, createRefusals } from '../network/refusals.js'
import { readShutdownSettings } from '../network/shutdown-settings.js'
import { closeServer, finishLoading, reportReadyFailure } from './boot-server.js'
import type { OptionsEntry } from './misplaced-options.js'
import type { HttpMethods, ServerCore } from './server-core.js'
import { createInitialConfig, readEngine, readOptions, readSettings, type ServerSettings } from './server-settings.js'
import { announceServer } from './tool-channels.js'

/** Instrumentations of the ecosystem subscribe to this channel to find new servers. */
const initialization = channel('fastify.initialization')

/**
 * Creates a server and returns the instance of its root context (docs/reference/instance.md).
 *
 * @throws a coded error if an option is invalid
 */
export function createServer(options: ServerOptions | null = {}): Instance {
  try {
    return createRoot(options)
  } catch (error) {
    locate(error, capturePlace(), 'createServer(…)')
    throw error
  }
}

/**
 * Creates a server for a layer above, such as `bootstrap`, which adds the place to errors.
 *
 * @param above name of the root context, for messages and descriptions, and the path prefix of all its routes
 */
export function createRoot(given: ServerOptions | null, above: RootPlace = {}): Instance {
  const options = readOptions(given)
  const { name = 'root', prefix = '', close = () => closeServer(core) } = above
  const { opener = { kind: 'application', name, parent: null } } = above
  const settings = readSettings(options, above.entry ?? { name: 'createServer', optionNames: [] })
  const root = new ServerInstance() as unknown as Instance // the plugin loader adds the members that the class lacks
  const place = { name, prefix: joinPaths('', prefix), close, opener }
  const core: ServerCore = createCore(root, { options: { ...options }, settings, place })
  core.loader = new PluginLoader({
    root,
    timeout: settings.pluginTimeout,
    open: openContext,
    registrants: core.registrants,
    contextName: (instance) => builderOf(instance).path,
    findings: () => core.findings,
    failedIn: (instance) => builderOf(instance).failed,
    failedAbove: (instance) => builderOf(instance).failedAbove(),
    loaded: () => finishLoading(core),
    failedAfterBoot: (error) => core.logs.write(core.logger.log, 'error', { err: error }, error.message),
    doneTwice: (error) => core.logs.write(core.logger.log, 'warn', { err: error }, error.message),
  })
  checkValidatorEngine(readEngine(options), (message) => core.logger.log.warn(message))
  publish(initialization, { fastify: root }, (error, channel) =>
    core.logs.write(core.logger.log, 'error', { err: error }, `a subscriber of ${String(channel)} failed`),
  )
  const { findings, precompiled, override } = announceServer(root)
  core.findings = findings
  core.declarations = gathering(findings)
  core.override = override
  if (precompiled !== null) core.options.precompiled = precompiled
  takeClientErrors(core)
  return root
}

/** Reports problems of declarations together. Fastify ends the boot with the first problem. */
function gathering(findings: Findings): GatheringFindings {
  const isOfDeclarations = (problem: unknown) => declarationCodes.has(String(readProperty(problem, 'code')))
  return new GatheringFindings(findings, (problem) => policies.listsProblems && isOfDeclarations(problem))
}

/** Settings of the root context that a layer above may give. */
export interface RootPlace {
  name?: string
  prefix?: string
  /** The function of that layer that got the options. Its own options are not those of the server. */
  entry?: OptionsEntry
  /** Closes that layer, and the server with it. */
  close?: () => Promise<unknown>
  /** The module that opens the root context. By default the application itself opens it. */
  opener?: RegistrantLink
}

interface CoreStart {
  options: ServerOptions
  settings: ServerSettings
  place: Required<Omit<RootPlace, 'entry'>>
}

function createCore(root: Instance, { options, settings, place }: CoreStart): ServerCore {
  const logger = createLogger(options)
  const unlogged = options.logger === false ? 'nowhere' : 'stderr'
  const logs = new RequestLogs(createLogController(options), logger.enabled ? 'log' : unlogged)
  const methods = createMethods()
  const functions = new HookFunctions((level, fields, message) => logs.write(logger.log, level, fields, message))
  const header = readRequestIdHeader(options.requestIdHeader)
  const refused = createRefusals()
  const rootBuilder = createRootBuilder(root, { options, settings, place })
  const readyOptions: ReadyOptions = {
    isAwaited: () => core.isAwaited,
    failed: (error, by) => reportReadyFailure(core, error, by),
  }
  const readyCallbacks = new ReadyCallbacks(readyOptions)
  const core: ServerCore = {
    root,
    options,
    settings,
    functions,
    initialConfig: createInitialConfig(options, settings),
    logger,
    logs,
    methods,
    rootBuilder,
    registrants: new Registrants(),
    findings: firstOnly,
    declarations: gathering(firstOnly),
    schemaPlaces: new Map(),
    override: [],
    requestIds: preferHeader(header, options.genReqId ?? createRequestIds()),
    pipeline: {
      log: logger.log,
      logged: logger.enabled,
      logs,
      functions,
      development: process.env.NODE_ENV !== 'production' && !asFastify,
      bodyLimit: settings.bodyLimit,
      handlerTimeout: settings.handlerTimeout,
      bodyValidation: options.bodyValidation ?? 'json',
      strictResponses: options.strictResponses,
      exposure: exposureOf(settings.exposeServerErrors),
      explainValidation: settings.explainValidation,
      exposeHeadRoutes: settings.exposeHeadRoutes,
      poisonedQuery: poisonSettings(options),
      contentTypes: new ContentTypes(),
      hasBody: (method) => methods.bodied.has(method),
      validatesBody: (method) => methods.validated.has(method),
      hasVersions: () => core.routes.hasConstraintStrategy('version'),
      warnedSchemas: new WeakSet(),
      measured: false,
    },
    routes: createRoutes(options, settings, () => core),
    slots: [],
    notFounds: createNotFounds(options, settings, () => core),
    listener: createHttpEntry(() => core, refused),
    refused,
    listenerFailed: (error) => logs.write(logger.log, 'error', { err: error }, 'a listener of a connection failed'),
    get server() {
      return node.server
    },
    bindings: [],
    exchanges: new OpenExchanges(),
    handle: (request) => handle(core, request),
    loader: undefined as unknown as PluginLoader, // created later, because it needs the core
    rootContext: null,
    rootNotFound: () => {
      throw new serverCodes.FST_ERR_NOT_FOUND() // the server answers no requests before the boot
    },
    notFoundRoutes: new Map(),
    status: 'loading',
    hasFailed: false,
    registrations: 0,
    close: place.close,
    shutdown: readShutdownSettings(options),
    ending: null,
    draining: false,
    runningHooks: new Set(),
    requestDisposals: new RequestDisposals(),
    providerHooks: { onReady: [], onListen: [], preClose: [] },
    startedHooks: [],
    whenLoaded: [],
    probes: createProbes(options, () => core),
    listening: false,
    opening: null,
    boot: null,
    loadingBegan: null,
    readyHooks: null,
    readyCallbacks,
    pluginCallbacks: asFastify ? new AwaitedReadyCallbacks(settings.pluginTimeout) : readyCallbacks,
    isAwaited: false,
  }
  const node = { server: createNodeServer(options, settings, core) }
  countRefusals(node.server, refused) // further servers of `localhost` pass their events to this one
  Object.defineProperty(root, slots.core, { value: core })
  Object.defineProperty(root, slots.builder, { value: rootBuilder })
  return core
}

function createRootBuilder(root: Instance, { options, settings, place }: CoreStart): ContextBuilder {
  const {
    schemaController = null,
    schemaErrorFormatter = null,
    childLoggerFactory = null,
    logSerializers = null,
  } = options
  const builder = new ContextBuilder(null, root, { ...place, schemaController })
  const parseJson = createJsonParser({ ...poisonSettings(options), maxDepth: settings.maxJsonDepth })
  builder.parsers.preset({ type: 'application/json', parser: compileDefaultParser(parseJson) })
  builder.parsers.preset({ type: 'text/plain', parser: compileDefaultParser(parseText) })
  return Object.assign(builder, { schemaErrorFormatter, childLoggerFactory, logSerializers })
}

/** The handling of names of prototypes, in bodies and in queries. */
function poisonSettings({ onProtoPoisoning, onConstructorPoisoning }: ServerOptions): PoisonSettings {
  return { onProto: onProtoPoisoning ?? 'error', onConstructor: onConstructorPoisoning ?? 'error' }
}

function createMethods(): HttpMethods {
  return {
    bodyless: new Set(['GET', 'HEAD', 'TRACE']),
    bodied: new Set(['DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'QUERY']),
    validated: new Set(['POST', 'PUT', 'PATCH', 'QUERY', ...(asFastify ? ['DELETE', 'OPTIONS'] : [])]),
  }
}
