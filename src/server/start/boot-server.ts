import type { ApplicationHookName } from '../../contracts/hooks.js'
import type { Instance } from '../../contracts/instance.js'
import { serverCodes } from '../../errors/server-codes.js'
import type { UserFunction } from '../../lifecycle/function-form.js'
import { loaderMethods } from '../../lifecycle/plugin-loader.js'
import type { BootFailure } from '../../lifecycle/ready-callbacks.js'
import { awaitStarted, HookRun, type OwnedHook, runEveryHook } from '../../lifecycle/run-application-hooks.js'
import { asFastify } from '../../support/as-fastify.js'
import { downwards } from '../../support/lists.js'
import { nextTick, nextTurn } from '../../support/timers.js'
import { messageOf } from '../../support/values.js'
import { leaveClientErrors } from '../network/client-errors.js'
import { limitClosing } from '../network/graceful-shutdown.js'
import { closeNodeServer, hasEnded } from '../network/node-server.js'
import { announceClosing } from '../network/open-connections.js'
import { forgetSignals } from '../network/process-signals.js'
import { report } from '../network/report.js'
import { sealServer } from './seal-server.js'
import { isClosed, isEnding, type ServerCore } from './server-core.js'

type LoaderCall<T> = (this: Instance, fn?: unknown) => T

/** Boots a server once: loads plugins, seals the contexts, runs the `onReady` hooks, calls the callbacks of `ready`. */
export function bootServer(core: ServerCore): Promise<void> {
  core.isAwaited = true
  return beginBoot(core)
}

/** Calls a callback of `ready`: as a part of the boot, or after it. */
export function callWhenReady(core: ServerCore, instance: Instance, fn: UserFunction): void {
  const booted = beginBoot(core)
  const callbacks = instance === core.root ? core.readyCallbacks : core.pluginCallbacks
  if (booted === core.boot && callbacks.add(fn, instance)) return
  const call = core.readyCallbacks.bind(fn, instance)
  booted.then(
    () => call(null),
    (error: unknown) => call({ error }),
  )
}

/** Returns the promise of `ready`, which settles in its turn among the callbacks of `ready`. */
export function promiseReady(core: ServerCore, instance: Instance): Promise<Instance> {
  const booted = beginBoot(core)
  const inTurn = booted === core.boot ? core.readyCallbacks.promise(instance) : null
  return inTurn ?? booted.then(() => instance)
}

/** Reports the failure of a callback of `ready`. Without a log and without a receiver, node reports a rejection. */
export function reportReadyFailure(core: ServerCore, error: unknown, receiver: 'promise' | 'nobody'): void {
  const { enabled, log } = core.logger
  if (enabled) core.logs.write(log, 'error', { err: error }, `A callback of ready() failed: ${messageOf(error)}`)
  else if (receiver === 'nobody') void Promise.reject(error)
}

function beginBoot(core: ServerCore): Promise<void> {
  if (isEnding(core)) return Promise.reject(new serverCodes.FST_ERR_REOPENED_CLOSE_SERVER())
  core.boot ??= boot(core)
  core.boot.catch(() => {}) // not unhandled: each caller gets the error from its own promise
  return core.boot
}

async function boot(core: ServerCore): Promise<void> {
  const before = await load(core).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  const failure = await core.readyCallbacks.run(before)
  if (failure === null) return
  if (core.status === 'started') core.status = 'sealed'
  core.hasFailed = true
  throw failure.error
}

async function load(core: ServerCore): Promise<void> {
  core.loadingBegan = untilQuiet(core)
  await core.loadingBegan
  core.loadingBegan = null
  if (core.loader.booted) throw new serverCodes.FST_ERR_REOPENED_CLOSE_SERVER() // `close` has booted the loader
  let failure: BootFailure | null = null
  try {
    await callLoader<Promise<unknown>>(core.root, loaderMethods.ready)
  } catch (error) {
    failure = { error: core.declarations.join(core.loader.timeouts.translate(error)) }
  }
  if (asFastify) failure = await core.pluginCallbacks.run(failure)
  const started = core.startedHooks.splice(0)
  if (failure !== null) {
    for (const { hook, ended } of started) ended.catch((reason) => hook.reportLate(reason))
    throw failure.error
  }
  await awaitStarted(started, { milliseconds: core.settings.pluginTimeout, failed: core.findings.report })
  await runOnReady(core)
  if (core.status === 'sealed') core.status = 'started'
}

/**
 * Waits for registrations of the same turn as the call, and for those that follow tick by tick. It waits for ticks, not
 * for a turn of the event loop. With a turn, a request before the boot would wait for all timers.
 */
async function untilQuiet(core: ServerCore): Promise<void> {
  let seen = -1
  for (let quiet = 0; quiet < 2; quiet++) {
    if (core.registrations !== seen) quiet = 0
    seen = core.registrations
    await new Promise<void>((resolve) => nextTick(resolve))
  }
}

/** Runs the `onReady` hooks. A failure ends the boot, unless a tool collects the problems. */
async function runOnReady(core: ServerCore): Promise<void> {
  const { findings, rootBuilder, settings } = core
  const hooks = [...core.providerHooks.onReady, ...collectHooks(core, 'onReady')]
  const isWhole = downwards(rootBuilder).every((each) => each.isWhole)
  if (hooks.length === 0) return
  if (!isWhole) {
    findings.unseen('the onReady hooks', 'some of their dependencies may not have loaded')
    return
  }
  const options = { milliseconds: settings.pluginTimeout, failed: findings.report, running: core.runningHooks }
  core.readyHooks = new HookRun(() => runEveryHook(hooks, options))
  await core.readyHooks.ended.finally(() => {
    core.readyHooks = null
  })
}

/** The loader calls this when the last plugin has loaded, even if a plugin has failed. */
export function finishLoading(core: ServerCore): void {
  // The last registered hook runs first when the server closes. So no request arrives while plugins free resources.
  callLoader(core.root, loaderMethods.onClose, (_instance: unknown, done: (error?: Error) => void) => {
    stopServer(core).then(() => done(), done)
  })
  sealServer(core)
  for (const call of core.whenLoaded) call()
}

async function stopServer(core: ServerCore): Promise<void> {
  const { forceCloseConnections } = core.options
  core.status = 'closing'
  await core.opening?.catch(() => {}) // `listen` rejects with this error
  // The application itself closes a server of `serverFactory` that does not listen by `listen` of the instance.
  const own = core.options.serverFactory === undefined || core.listening
  const servers = [...(own ? [core.server] : []), ...core.bindings]
  // With `forceCloseConnections: false` Fastify keeps connections, and answers 503 on them.
  const keeps = asFastify && forceCloseConnections === false && core.settings.return503OnClosing
  if (!keeps) for (const server of servers) announceClosing(server)
  const closed = limitClosing(core)
  const preClose = [...collectHooks(core, 'preClose'), ...core.providerHooks.preClose.toReversed()]
  const failures: unknown[] = []
  await runEveryHook(preClose, {
    milliseconds: core.settings.pluginTimeout,
    failed: (error) => {
      failures.push(error)
      report(core, 'error', 'a preClose hook failed', { error })
    },
    running: core.runningHooks,
  })
  if (forceCloseConnections === true) core.exchanges.cut()
  await Promise.all(servers.map((server) => closeNodeServer(server, forceCloseConnections)))
  const isOver = core.exchanges.isEmpty && servers.length > 0 && servers.every(hasEnded)
  await core.exchanges.untilOver()
  closed()
  core.listening = false
  if (!isOver) {
    // Sockets emit `close` in the last phase of a turn. The event ends streams and generators of cut responses, which
    // may use objects that onClose hooks end.
    await nextTurn()
    await nextTurn()
  }
  if (!core.requestDisposals.isEmpty) {
    core.runningHooks.add(disposals)
    await core.requestDisposals.untilOver(core.settings.pluginTimeout)
    core.runningHooks.delete(disposals)
  }
  if (asFastify && failures.length > 0) throw failures[0] // in Fastify `close` rejects with it
}

/** The name of the disposals in messages. */
const disposals = 'the disposal of objects of requests'

export async function closeServer(core: ServerCore): Promise<undefined> {
  if (isClosed(core)) return undefined
  if (core.loadingBegan !== null) await core.loadingBegan // the plugin loader cannot boot after its end
  const { readyHooks } = core
  // `onReady` hooks open objects that `onClose` hooks close. The boot reports their failures.
  if (readyHooks?.isCaller === false) await readyHooks.ended.catch(() => {})
  try {
    await callLoader<Promise<unknown>>(core.root, loaderMethods.close)
  } finally {
    const isFirst = !isClosed(core) // `close` may be called twice
    core.status = 'closed'
    leaveClientErrors(core)
    if (isFirst && core.opening !== null && !asFastify) core.logs.write(core.logger.log, 'info', null, 'Server closed')
    if (core.ending !== null) forgetSignals(core.ending)
  }
}

/** Runs the `onListen` hooks. A failure is only logged, because the server already listens. */
export function runOnListen(core: ServerCore): Promise<void> {
  const hooks = [...core.providerHooks.onListen, ...collectHooks(core, 'onListen')]
  return runEveryHook(hooks, {
    milliseconds: core.settings.pluginTimeout,
    failed: (error) =>
      core.logs.write(core.logger.log, 'error', { err: error }, `an onListen hook failed: ${messageOf(error)}`),
    running: core.runningHooks,
  })
}

/** Calls a method that the plugin loader has added to the root instance. */
export function callLoader<T>(instance: Instance, name: symbol, fn?: unknown): T {
  const method = Reflect.get(instance, name) as LoaderCall<T> // the loader has added it
  return method.call(instance, fn)
}

type PlainHookName = Extract<ApplicationHookName, 'onReady' | 'onListen' | 'preClose'>

/** Hooks of all contexts: parents before children, and in order of registration. */
function collectHooks({ rootBuilder, functions }: ServerCore, name: PlainHookName): OwnedHook[] {
  return downwards(rootBuilder).flatMap(({ hooks, instance, path }) =>
    hooks[name].map((fn) => ({ instance, context: path, hook: functions.prepare(name, fn) })),
  )
}
