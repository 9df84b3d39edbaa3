import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ContextBuilder } from '../../context/context-builder.js'
import type { RegisteredRouteOptions } from '../../contracts/hooks.js'
import type { InjectOptions } from '../../contracts/inject.js'
import type { Chainable, Instance } from '../../contracts/instance.js'
import type { ChildLoggerFactory, ErrorHandler } from '../../contracts/route.js'
import type { SerializerCompiler, ValidatorCompiler } from '../../contracts/schema.js'
import type { RequestListener, ServerOptions } from '../../contracts/server-options.js'
import { emitFastifyWarning } from '../../errors/fastify-warnings.js'
import { pluginCodes } from '../../errors/plugin-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { loaderMethods } from '../../lifecycle/plugin-loader.js'
import { registeredPlugins } from '../../lifecycle/plugin-meta.js'
import { inspect } from '../../packages/node.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { downwards } from '../../support/lists.js'
import { capturePlace } from '../../support/place.js'
import { requestParts } from '../../support/request-parts.js'
import { describeValue } from '../../support/values.js'
import { type InjectCallback, inject, injectByChain, injectWithCallback } from '../network/inject.js'
import { checkSignal, listen, originOf, readListenArguments } from '../network/listen.js'
import { callLoader, callWhenReady, closeServer, promiseReady } from '../start/boot-server.js'
import { isEnding } from '../start/server-core.js'
import { alcoveVersion, apiVersion } from '../start/versions.js'
import { addCloseHook } from './add-hook.js'
import * as slots from './instance-slots.js'
import { printPlugins } from './print-plugins.js'
import { checkRegisterOptions } from './register-options.js'
import { asInstance } from './registration-instance.js'
import { RoutingInstance } from './routing-instance.js'

type Callback = (...args: unknown[]) => unknown

/** The object that plugins receive. Its own properties are the decorations of its context. */
export class ServerInstance extends RoutingInstance {
  get version(): string {
    return apiVersion
  }

  get alcoveVersion(): string {
    return alcoveVersion
  }

  get prefix(): string {
    return this[slots.builder].prefix
  }

  get pluginName(): string {
    return this[slots.builder].pluginNames.join(' -> ')
  }

  get [registeredPlugins](): readonly string[] {
    return this[slots.builder].registered
  }

  get initialConfig(): Readonly<ServerOptions> {
    return this[slots.core].initialConfig
  }

  get server(): Server {
    return this[slots.core].server
  }

  get routing(): RequestListener {
    return this[slots.core].listener
  }

  get errorHandler(): ErrorHandler {
    return this[slots.builder].nearest((builder) => builder.errorHandler) ?? defaultErrorHandler
  }

  get validatorCompiler(): ValidatorCompiler | undefined {
    const own = this[slots.builder].nearest((each) => each.validatorCompiler)
    return own ?? defaultsOf(this, ownsNoValidator)?.compileValidator
  }

  get serializerCompiler(): SerializerCompiler | undefined {
    const own = this[slots.builder].nearest((each) => each.serializerCompiler)
    return own ?? defaultsOf(this, ownsNoSerializer)?.compileSerializer
  }

  get childLoggerFactory(): ChildLoggerFactory {
    return this[slots.builder].nearest((builder) => builder.childLoggerFactory) ?? defaultChildLogger
  }

  get genReqId(): (req: unknown) => string {
    const generate = this[slots.builder].nearest((builder) => builder.genReqId) ?? this[slots.core].requestIds
    return generate as (req: unknown) => string // node's server passes requests of the type that it takes
  }

  register(plugin: unknown, options?: unknown): Chainable {
    if (!asFastify) checkRegisterOptions(options)
    this[slots.core].loader.register(asInstance(this), plugin, options)
    return asInstance(this) as Chainable // the loader makes the root awaitable, and children inherit it
  }

  after(fn?: unknown): unknown {
    const { loader } = this[slots.core]
    if (fn !== undefined) {
      loader.after(asInstance(this), checkCallback(fn))
      return this
    }
    return callLoader<Promise<unknown>>(asInstance(this), loaderMethods.after).catch((error) => {
      throw loader.timeouts.translate(error)
    })
  }

  ready(fn?: unknown): unknown {
    const instance = asInstance(this)
    if (fn === undefined) return promiseReady(this[slots.core], instance)
    callWhenReady(this[slots.core], instance, checkCallback(fn))
    return this
  }

  onClose(fn: unknown): Instance {
    const { [slots.core]: core, [slots.builder]: builder } = this
    addCloseHook({ core, builder }, core.functions.prepare('onClose', checkCallback(fn), capturePlace))
    return asInstance(this)
  }

  close(fn?: (error?: unknown) => void): unknown {
    const closed = closeServer(this[slots.core])
    if (fn === undefined) return closed
    closed.then(() => fn(), fn)
    return undefined
  }

  [Symbol.asyncDispose](): Promise<undefined> {
    return closeServer(this[slots.core])
  }

  /** Returns the instance unchanged. Plugins in TypeScript call it for its types. */
  withTypeProvider(): Instance {
    return asInstance(this)
  }

  hasPlugin(name: string): boolean {
    return this[slots.builder].seesPlugin(name)
  }

  printPlugins(): string {
    const { loader, rootBuilder } = this[slots.core]
    return printPlugins(loader.loaded, rootBuilder)
  }

  listen(...given: unknown[]): unknown {
    const { options, callback } = readListenArguments(given)
    if (asFastify) checkSignal(options)
    if (asFastify && callback?.constructor.name === 'AsyncFunction') emitFastifyWarning('FSTWRN003')
    const core = this[slots.core]
    const isFirst = core.opening === null && !isEnding(core)
    const listening = listen(core, options)
    if (callback === null) return listening
    listening.then(
      (address) => {
        if (address !== undefined) callback(null, address)
      },
      (error) => {
        // Fastify does not call the callback if `close` comes before the first address.
        if (asFastify && isFirst && error instanceof serverCodes.FST_ERR_REOPENED_CLOSE_SERVER) return
        callback(error, null as unknown as string) // its type describes a call without an error
      },
    )
    return undefined
  }

  addresses(): (AddressInfo | string)[] {
    const { server, bindings } = this[slots.core]
    return [...bindings, server].flatMap((each) => each.address() ?? [])
  }

  get listeningOrigin(): string {
    const address = this.addresses().at(-1)
    if (address === undefined || typeof address === 'string') return address ?? ''
    return originOf(address, this[slots.core].options)
  }

  inject(options?: InjectOptions | string, callback?: InjectCallback): unknown {
    const core = this[slots.core]
    if (options === undefined) return injectByChain(core)
    if (callback === undefined) return inject(core, options)
    return injectWithCallback(core, options, callback)
  }

  get handle(): Instance['handle'] {
    return this[slots.core].handle
  }

  [inspect.custom](): string {
    const { path, prefix } = this[slots.builder]
    return `Instance { context: '${path}', prefix: '${prefix}' }`
  }
}

function checkCallback(fn: unknown): Callback {
  if (typeof fn !== 'function') throw new pluginCodes.FST_ERR_PLUGIN_CALLBACK_NOT_FN(describeValue(fn))
  return fn as Callback // checked above
}

/** Passes the error to the reply, which sends the default answer after the last handler. */
const defaultErrorHandler: ErrorHandler = (error, _request, reply) => {
  if (!(error instanceof Error)) throw error // `send` would treat the value as a payload
  reply.send(error)
}

/** Whether a route needs a default compiler. */
type Needs = (options: RegisteredRouteOptions) => boolean

const ownsNoValidator: Needs = ({ schema, validatorCompiler }) =>
  validatorCompiler === undefined && requestParts.some((part) => schema?.[part] !== undefined)

const ownsNoSerializer: Needs = ({ schema, serializerCompiler }) =>
  serializerCompiler === undefined && schema?.response !== undefined

/** Fastify creates default compilers of a context for the first route that needs them. Contexts below inherit them. */
function usesDefault(builder: ContextBuilder, needs: Needs): boolean {
  return builder.nearest((each) => (each.routes.some(({ options }) => needs(options)) ? true : null)) !== null
}

/** The default compilers of a context, undefined before the boot. It searches the tree, which is too slow for requests. */
function defaultsOf({ [slots.core]: core, [slots.builder]: builder }: ServerInstance, needs: Needs) {
  const { rootContext } = core
  if (rootContext === null || (asFastify && !usesDefault(builder, needs))) return undefined
  return downwards(rootContext).find((context) => context.builder === builder)?.view
}

const defaultChildLogger: ChildLoggerFactory = (logger, bindings, options) => logger.child(bindings, options)
