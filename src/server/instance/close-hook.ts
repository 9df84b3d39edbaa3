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
export function addCloseHook({ core, builder }: HookPlace, hook: HookFunction): void {
  const { closingHooks } = core
  const title = `${hook.title} of context "${builder.path}"`
  const run = toCloseCallback(hook)
  const runNamed = (closing: Instance, done: (error?: Error) => void) => {
    closingHooks.add(title)
    run(closing, (error) => {
      closingHooks.delete(title)
      done(error)
    })
  }
  callLoader(builder.instance, loaderMethods.onClose, runNamed)
}
