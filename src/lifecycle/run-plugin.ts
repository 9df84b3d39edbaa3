import type { Instance } from '../contracts/instance.js'
import type { Plugin } from '../contracts/plugin.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue, isThenable } from '../support/values.js'
import { formOf } from './function-form.js'
import type { RegistrantLink, Registrants } from './registrants.js'

/** A plugin on its way: what it did so far tells why it timed out. */
export interface Loading {
  plugin: Plugin
  /** The instance that `register` was called on. */
  target: Instance
  /** The one that the plugin gets; null until it is called. */
  opened: Instance | null
  name: string
  context: string
  /** The plugin as one that registers. */
  registrant: RegistrantLink
  state: 'waiting' | 'running' | 'promise' | 'callback' | 'hidden' | 'done'
}

interface PluginCall {
  instance: Instance
  options: Record<string, unknown>
  done: (error?: Error) => void
  registrants: Registrants
  /** What it throws, or hands to `done`, when it has been taken for loaded: nobody else would hear of it. */
  failedLate: (error: unknown) => void
  /** It called `done` again: what it did in between came too late for who waited for it. */
  doneAgain: () => void
}

/** Calls a plugin in whichever form it is written, and `done` once. */
export function runPlugin(
  loading: Loading,
  { instance, options, done, failedLate, doneAgain, registrants }: PluginCall,
): void {
  const finish = (error?: Error) => {
    if (loading.state === 'done') {
      if (error) failedLate(error)
      return
    }
    loading.state = 'done'
    registrants.leave(loading.registrant)
    done(error)
  }
  let calls = 0
  const callback = (error?: Error) => {
    calls += 1
    if (calls === 2 && !error) doneAgain()
    finish(error)
  }
  loading.state = 'running'
  registrants.enter(loading.registrant)
  let result: unknown
  try {
    result = loading.plugin(instance, options, callback)
  } catch (error) {
    finish(error as Error) // whatever it threw is the failure
    return
  }
  if ((loading.state as Loading['state']) === 'done') return // `finish` ran meanwhile
  if (isThenable(result)) {
    loading.state = 'promise'
    result.then(
      () => process.nextTick(finish),
      (error) =>
        process.nextTick(
          finish,
          error ?? new pluginCodes.ALC_ERR_PLUGIN_REJECTED(loading.name, loading.context, describeValue(error)),
        ),
    )
    return
  }
  const form = formOf(loading.plugin, 3)
  if (form === 'returns') finish()
  else loading.state = form
}
