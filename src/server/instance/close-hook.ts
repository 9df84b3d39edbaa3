import type { ContextBuilder } from '../../context/context-builder.js'
import type { Instance } from '../../contracts/instance.js'
import type { HookFunction } from '../../lifecycle/hook-functions.js'
import { loaderMethods } from '../../lifecycle/plugin-loader.js'
import { toCloseCallback } from '../../lifecycle/run-application-hooks.js'
import { callLoader } from '../start/boot-server.js'
import type { ServerCore } from '../start/server-core.js'

/** Where a hook is registered. */
export interface HookPlace {
  readonly core: ServerCore
  readonly builder: ContextBuilder
}

/** Runs a hook when the server closes. While it runs it is among what the server waits for. */
export function addCloseHook(place: HookPlace, hook: HookFunction): void {
  callLoader(place.builder.instance, loaderMethods.onClose, announced(place, hook))
}

/** Runs a hook now. While it runs it is among what the server waits for, too. */
export function runCloseHook(place: HookPlace, hook: HookFunction): Promise<void> {
  const run = announced(place, hook)
  return new Promise((resolve, reject) => {
    run(place.builder.instance, (error) => (error ? reject(error) : resolve()))
  })
}

function announced({ core, builder }: HookPlace, hook: HookFunction) {
  const { closingHooks } = core
  const title = `${hook.title} of context "${builder.path}"`
  const run = toCloseCallback(hook)
  return (closing: Instance, done: (error?: Error) => void) => {
    closingHooks.add(title)
    run(closing, (error) => {
      closingHooks.delete(title)
      done(error)
    })
  }
}
