import type { LoadedPlugin } from '../../lifecycle/run-plugin.js'
import { clearTimeout, setTimeout } from '../../support/timers.js'
import type { ServerCore } from '../start/server-core.js'
import { cutNodeServer, describeNodeServer } from './node-server.js'
import { type Ending, endOnSignals, forgetSignals } from './process-signals.js'
import { report } from './report.js'
import { defaultShutdown, type ShutdownSettings } from './shutdown-settings.js'

/** Makes signals close the server and end the process, as the option `gracefulShutdown` sets. */
export function closeOnSignals(core: ServerCore): void {
  if (core.shutdown === null || core.shutdown.signals.length === 0 || core.ending !== null) return
  const { signals, timeout } = core.shutdown
  const settings = core.shutdown
  const ending: Ending = {
    signals,
    timeout,
    end: (signal) => shutDown(core, settings, signal),
    giveUp: (reason) => report(core, 'error', `${reason}: the process ends now. Still open: ${listOpen(core)}`),
  }
  core.ending = ending
  endOnSignals(ending)
}

/** Undoes `closeOnSignals` for a server that failed to listen. */
export function stopListeningToSignals(core: ServerCore): void {
  if (core.ending !== null) forgetSignals(core.ending)
  core.ending = null
}

/** Fails the readiness probe at once. After the delay, closes the server as `close()` does. */
async function shutDown(core: ServerCore, { delay }: ShutdownSettings, signal: NodeJS.Signals): Promise<void> {
  core.logs.write(core.logger.log, 'info', null, `${signal}: closing`)
  core.draining = true
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
  try {
    await core.close()
  } catch (error) {
    report(core, 'error', 'closing failed', { error })
    throw error
  }
}

/** Milliseconds between two cuts. */
const cutEvery = 500

/**
 * Cuts the open connections of a closing server when its time is over. Repeats the cut, because a server still accepts
 * connections while its preClose hooks run. Returns a function that ends the cuts.
 */
export function limitClosing(core: ServerCore): () => void {
  const { drainTimeout } = core.shutdown ?? defaultShutdown
  let passed = drainTimeout
  const cut = () => {
    cutBusy(core, passed)
    passed += cutEvery
    limit = setTimeout(cut, cutEvery)
  }
  let limit = setTimeout(cut, drainTimeout)
  return () => clearTimeout(limit)
}

function cutBusy(core: ServerCore, passed: number): void {
  const open = listConnections(core)
  if (open.length === 0) return
  report(core, 'warn', `Connections are cut ${passed} ms after closing began: ${shorten(open)}`)
  for (const server of serversOf(core)) cutNodeServer(server)
  core.exchanges.cut()
}

/** Lists the open connections, and the plugin and the hooks that have not ended. */
function listOpen(core: ServerCore): string {
  const open = [...listLoading(core.loader.loaded), ...core.runningHooks, ...listConnections(core)]
  return open.length === 0 ? 'nothing that this server knows of' : shorten(open)
}

/** Names the innermost plugin that has begun to load and has not ended. Returns an empty list if there is none. */
function listLoading({ nodes = [] }: Partial<LoadedPlugin>): string[] {
  const open = nodes.find(({ diff }) => diff < 0) // plugins load one after the other
  if (open === undefined) return []
  const [inner = `loading of "${open.label}"`] = listLoading(open)
  return [inner]
}

function listConnections(core: ServerCore): string[] {
  return [...serversOf(core).flatMap(describeNodeServer), ...core.exchanges.describe()]
}

function serversOf({ server, bindings }: ServerCore): ServerCore['bindings'] {
  return [server, ...bindings]
}

/** The most connections and hooks that one message names. */
const named = 20

function shorten(list: readonly string[]): string {
  const more = list.length - named
  return more > 0 ? `${list.slice(0, named).join(', ')} and ${more} more` : list.join(', ')
}
