import type { ContextBuilder } from '../../context/context-builder.js'
import type { Instance } from '../../contracts/instance.js'
import type { HookFunction } from '../../lifecycle/hook-functions.js'
import { loaderMethods } from '../../lifecycle/plugin-loader.js'
import { hookTimeout, toCloseCallback } from '../../lifecycle/run-application-hooks.js'
import { asFastify } from '../../support/as-fastify.js'
import { clearTimeout, setTimeout } from '../../support/timers.js'
import { defaultShutdown } from '../network/shutdown-settings.js'
import { callLoader } from '../start/boot-server.js'
import type { ServerCore } from '../start/server-core.js'

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
  const { closingHooks, shutdown } = core
  const { timeout } = shutdown ?? defaultShutdown
  const title = `${hook.title} of context "${builder.path}"`
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
      closingHooks.delete(title)
      done(error)
    }
    closingHooks.add(title)
    // Fastify has no limit.
    const timer = asFastify ? undefined : setTimeout(() => end(hookTimeout(hook)), timeout)
    run(closing, end)
  }
}
