import type { Instance } from '../contracts/instance.js'
import type { Plugin } from '../contracts/plugin.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue } from '../support/values.js'
import { compileCall } from './call.js'
import { type FunctionForm, formOf } from './function-form.js'
import type { RegistrantLink, Registrants } from './provenance.js'

/** An entry of the queue, as avvio describes it, with the entries that it registered. */
export interface LoadedPlugin {
  readonly label: string
  /** The time that the entry took, in milliseconds. */
  readonly diff: number
  readonly nodes: readonly LoadedPlugin[]
}

/** A loading plugin. Its state explains a timeout. */
export interface Loading {
  plugin: Plugin
  /** The instance that `register` was called on. */
  target: Instance
  /** The instance of the plugin; null until the plugin is called. */
  opened: Instance | null
  name: string
  context: string
  /** Returns the instance with which the plugin runs. */
  open: (options: Record<string, unknown>) => Instance
  /** Whether it runs in the context that it was registered in. */
  isWrapped: boolean
  /** The registrant while it runs. */
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
  /**
   * Called for a failure, thrown or passed to `done`, after the plugin counts as loaded. Without the call the error is
   * lost.
   */
  failedLate: (error: unknown) => void
  /**
   * Called when the plugin calls `done` again. Callers that waited for the plugin missed its work between the two
   * calls.
   */
  doneAgain: () => void
}

/** Runs a function of alcove in its turn. The function ends when it returns, or when its promise settles. */
export function runStep(loading: Loading, call: StepCall): void {
  const nothing = () => {}
  runAs('returns', loading, { ...call, failedLate: nothing, doneAgain: nothing })
}

/** Makes a failure truthy. Avvio takes a falsy value for success, and the server would start without the plugin. */
function failureOf({ name, context }: Loading, reason: unknown): Error {
  if (!reason) return new pluginCodes.ALC_ERR_PLUGIN_REJECTED(name, context, describeValue(reason))
  return reason as Error // it has this type, but any value can be thrown
}

/** Calls a plugin of any form, and `done` once. */
export function runPlugin(loading: Loading, call: PluginCall): void {
  runAs(formOf(loading.plugin, 3), loading, call)
}

function runAs(form: FunctionForm, loading: Loading, call: PluginCall): void {
  const { instance, options, done, failedLate, doneAgain, registrants } = call
  const { plugin, registrant } = loading
  let isReported = false
  const finish = (error?: Error) => {
    loading.state = 'done'
    registrants.leave(registrant)
    done(error)
  }
  /** After a promise the plugin ends in a next tick, outside of the reactions to the promise. */
  const end = (error?: Error) => (loading.state === 'promise' ? process.nextTick(finish, error) : finish(error))
  const run = compileCall<Loading, PluginCall>(form, {
    call: (_loading, _call, _c, callback) => plugin(instance, options, callback),
    ended: () => end(),
    failed: (_loading, _call, reason) => end(failureOf(loading, reason)),
    endedAgain: (_call, by) => {
      if (by === 'done' && !isReported) doneAgain()
      isReported ||= by === 'done'
    },
    failedLate: (_call, reason) => failedLate(reason),
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
