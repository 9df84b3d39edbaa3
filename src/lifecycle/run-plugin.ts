import type { Instance } from '../contracts/instance.js'
import type { Plugin } from '../contracts/plugin.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue, pendingOf } from '../support/values.js'
import { compileCall } from './call.js'
import { formOf } from './function-form.js'
import type { RegistrantLink, Registrants } from './provenance.js'

/** A plugin on its way: what it did so far tells why it timed out. */
export interface Loading {
  plugin: Plugin
  /** The instance that `register` was called on. */
  target: Instance
  /** The one that the plugin gets; null until it is called. */
  opened: Instance | null
  name: string
  context: string
  /** Gives the instance that it runs with. */
  open: (options: Record<string, unknown>) => Instance
  /** Whether it runs in the context that it was registered in. */
  isWrapped: boolean
  /** The one that registers while it runs. */
  registrant: RegistrantLink
  state: 'waiting' | 'running' | 'promise' | 'callback' | 'hidden' | 'done'
}

export interface StepCall {
  instance: Instance
  options: Record<string, unknown>
  done: (error?: Error) => void
  registrants: Registrants
}

interface PluginCall extends StepCall {
  /** What it throws, or hands to `done`, when it has been taken for loaded: nobody else would hear of it. */
  failedLate: (error: unknown) => void
  /** It called `done` again: what it did in between came too late for who waited for it. */
  doneAgain: () => void
}

/** Runs a function of ours in its turn: it returns, or gives a promise. Most are modules that return at once. */
export function runStep(loading: Loading, { instance, options, done, registrants }: StepCall): void {
  const { plugin, registrant } = loading
  const finish = (error?: Error) => {
    loading.state = 'done'
    registrants.leave(registrant)
    done(error)
  }
  loading.state = 'running'
  registrants.enter(registrant)
  let pending: PromiseLike<unknown> | null
  try {
    pending = pendingOf(plugin(instance, options, finish))
  } catch (error) {
    finish(failureOf(loading, error))
    return
  }
  if (pending === null) {
    finish()
    return
  }
  loading.state = 'promise'
  pending.then(
    () => process.nextTick(finish),
    (reason) => process.nextTick(finish, failureOf(loading, reason)),
  )
}

/** Whatever it threw is the failure. A falsy value would count as none, and the server would start without the plugin. */
function failureOf({ name, context }: Loading, reason: unknown): Error {
  if (!reason) return new pluginCodes.ALC_ERR_PLUGIN_REJECTED(name, context, describeValue(reason))
  return reason as Error // its type says so; anything can be thrown
}

/** Calls a plugin in whichever form it is written, and `done` once. */
export function runPlugin(loading: Loading, call: PluginCall): void {
  const { instance, options, done, failedLate, doneAgain, registrants } = call
  const { plugin, registrant } = loading
  const form = formOf(plugin, 3)
  let isReported = false
  const finish = (error?: Error) => {
    loading.state = 'done'
    registrants.leave(registrant)
    done(error)
  }
  /** A promise ends in a turn of its own. */
  const end = (error?: Error) => (loading.state === 'promise' ? process.nextTick(finish, error) : finish(error))
  const run = compileCall<Loading, PluginCall>(form, {
    call: (_loading, _call, _c, callback) => plugin(instance, options, callback),
    ended: () => end(),
    failed: (_loading, _call, _c, reason) => end(failureOf(loading, reason)),
    endedAgain: (_loading, _call, by) => {
      if (by === 'done' && !isReported) doneAgain()
      isReported ||= by === 'done'
    },
    failedLate: (_loading, _call, reason) => failedLate(reason),
    undeclaredDone: (reason) => {
      if (reason) failedLate(reason)
    },
    waits: (_loading, _call, what) => {
      if (what === 'promise') loading.state = 'promise'
      else loading.state = form === 'hidden' ? 'hidden' : 'callback'
    },
  })
  loading.state = 'running'
  registrants.enter(registrant)
  run(loading, call)
}
