import type { GracefulShutdownOptions, ServerOptions } from '../../contracts/server-options.js'
import { osConstants as constants } from '../../packages/node.cjs'
import { isRecord } from '../../support/values.js'
import { wrongOption } from '../start/option-types.js'

/** How signals end the process. Times are in milliseconds. */
export type ShutdownSettings = Required<GracefulShutdownOptions>

export const defaultShutdown: ShutdownSettings = {
  signals: ['SIGTERM', 'SIGINT'],
  delay: 0,
  drainTimeout: 10_000,
  timeout: 25_000, // below the 30 s after which Kubernetes kills
}

/** The least milliseconds for hooks and disposals, if `timeout` is not set. */
const timeOfHooks = 15_000

/** A process cannot listen to these signals. */
const deaf = ['SIGKILL', 'SIGSTOP']

/** Checks the option and adds the defaults. Returns null if the application handles signals itself. */
export function readShutdownSettings({ gracefulShutdown = false }: ServerOptions): ShutdownSettings | null {
  if (gracefulShutdown === false) return null
  if (gracefulShutdown === true) return defaultShutdown
  if (!isRecord(gracefulShutdown)) throw wrongOption('gracefulShutdown', 'true, false or options', gracefulShutdown)
  for (const name of ['delay', 'drainTimeout', 'timeout'] as const) checkTime(name, gracefulShutdown[name])
  checkSignals(gracefulShutdown.signals)
  const given = Object.entries(gracefulShutdown).filter(([, value]) => value !== undefined)
  const asked: ShutdownSettings = { ...defaultShutdown, ...Object.fromEntries(given) }
  const { delay, drainTimeout } = asked
  const whole = Math.max(defaultShutdown.timeout, delay + drainTimeout + timeOfHooks)
  const settings = gracefulShutdown.timeout === undefined ? { ...asked, timeout: whole } : asked
  const { timeout } = settings
  if (delay + drainTimeout < timeout) return settings
  const sum = `delay (${delay}) and drainTimeout (${drainTimeout}) together, so that hooks have time to run`
  throw wrongOption('gracefulShutdown.timeout', `more than ${sum}`, timeout)
}

function checkTime(name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value >= 0 && value < 2 ** 31)) return
  throw wrongOption(`gracefulShutdown.${name}`, 'a number of milliseconds', value)
}

function checkSignals(signals: unknown): void {
  if (signals === undefined) return
  const known = (name: unknown) => Object.hasOwn(constants.signals, String(name)) && !deaf.includes(String(name))
  if (Array.isArray(signals) && signals.every(known)) return
  const wrong = Array.isArray(signals) ? signals.find((name) => !known(name)) : signals
  throw wrongOption(
    'gracefulShutdown.signals',
    "a list of signals that a process can receive, such as ['SIGTERM']",
    wrong,
  )
}
