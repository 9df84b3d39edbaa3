import type { ContextBuilder } from '../../context/context-builder.js'
import type { HookName, Hooks } from '../../contracts/hooks.js'
import type { Instance } from '../../contracts/instance.js'
import { registrationCodes } from '../../errors/registration-codes.js'
import type { HookFunction } from '../../lifecycle/hook-functions.js'
import { checkHook, isLifecycleHook } from '../../lifecycle/hook-names.js'
import { loaderMethods } from '../../lifecycle/plugin-loader.js'
import { hookTimeout, nameInContext, toCloseCallback, toDisposal } from '../../lifecycle/run-application-hooks.js'
import { asFastify, policies } from '../../support/as-fastify.js'
import { downwards } from '../../support/lists.js'
import { capturePlace } from '../../support/place.js'
import { clearTimeout, setTimeout } from '../../support/timers.js'
import { defaultShutdown } from '../network/shutdown-settings.js'
import { callLoader } from '../start/boot-server.js'
import { checkLoading, type ServerCore } from '../start/server-core.js'

/** Where a hook is registered. */
export interface HookPlace {
  readonly core: ServerCore
  readonly builder: ContextBuilder
}

/**
 * Runs a hook when the server closes. While it runs, messages list it as open. A hook fails if it does not end within
 * the `timeout` of `gracefulShutdown`. So a close without a signal ends, too.
 */
export function addCloseHook(place: HookPlace, hook: HookFunction): void {
  callLoader(place.builder.instance, loaderMethods.onClose, announced(place, hook))
}

/** Runs a hook now, with the same limit and the same messages. */
export function runCloseHook(place: HookPlace, hook: HookFunction): Promise<void> {
  const run = announced(place, hook)
  return new Promise((resolve, reject) => {
    run(place.builder.instance, (error) => (error ? reject(error) : resolve()))
  })
}

function announced({ core, builder }: HookPlace, hook: HookFunction) {
  const { runningHooks, shutdown } = core
  const { timeout } = shutdown ?? defaultShutdown
  const title = nameInContext(hook, builder.path)
  const run = toCloseCallback(hook)
  return (closing: Instance, done: (error?: Error) => void) => {
    let isOver = false
    const end = (error?: Error) => {
      if (isOver) {
        if (error) hook.reportLate(error)
        return
      }
      isOver = true
      clearTimeout(timer)
      runningHooks.delete(title)
      done(error)
    }
    runningHooks.add(title)
    // Fastify has no limit.
    const timer = asFastify ? undefined : setTimeout(() => end(hookTimeout(hook)), timeout)
    run(closing, end)
  }
}

/** Adds a hook to a context. @throws a coded error for a value that is not a hook */
export function enterHook<N extends HookName>({ core, builder }: HookPlace, name: N, fn: Hooks[N]): void {
  const hook = name === 'onClose' ? ((toDisposal(fn) ?? fn) as Hooks[N]) : fn // a disposable is a hook in another form
  if (asFastify && (hook === null || hook === undefined))
    throw new registrationCodes.FST_ERR_HOOK_INVALID_HANDLER(String(name), `no hook: ${hook}`)
  checkHook(name, hook)
  const prepared = core.functions.prepare(name, hook, capturePlace)
  if (name === 'onClose') addCloseHook({ core, builder }, prepared)
  const { current: by, declared } = core.registrants // the registrant may change until the hook is added
  const guard = declared?.what === 'guard' ? declared : null
  const kind = guard === null ? 'hook' : 'guard'
  const enter = () => {
    const isCopied = policies.inheritsWhenMade && isLifecycleHook(name)
    for (const each of isCopied ? downwards(builder) : [builder]) each.addHook(name, hook)
    builder.record({ kind, name: hook.name, point: name, subject: hook, by, ...(guard !== null && { guard }) })
  }
  if (isOrdered(name)) core.loader.inTurn(builder.instance, enter)
  else enter()
}

/**
 * Whether a hook is added after the hooks of plugins that were registered before it. Other hooks are added at once, as
 * Fastify adds these hooks of the application.
 */
function isOrdered(name: HookName): boolean {
  if (asFastify && (name === 'onReady' || name === 'onListen' || name === 'preClose')) return false
  return name !== 'onRoute' && name !== 'onClose'
}

/** @throws FST_ERR_INSTANCE_ALREADY_LISTENING; in the drop-in `onReady` hooks may still add application hooks */
export function checkHookTime({ core, builder }: HookPlace, name: unknown): void {
  if (!asFastify || core.status !== 'sealed') checkLoading(core, 'addHook', builder)
  else if (isLifecycleHook(name)) callLoader(builder.instance, loaderMethods.after, () => {}) // throws: the boot is over
}
