/** A shutdown, such as of a server, that must end before the process exits. */
export interface Ending {
  signals: readonly NodeJS.Signals[]
  /** Milliseconds after which the process exits without waiting for it. */
  timeout: number
  /** Starts the shutdown. */
  end: (signal: NodeJS.Signals) => Promise<unknown>
  /** Reports why the process does not wait any longer, and which connections and hooks are still open. */
  giveUp: (reason: string) => void
}

const endings = new Set<Ending>()
const watched = new Set<NodeJS.Signals>()
/** The signal that started the shutdown, and its time. */
let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null

/**
 * Milliseconds in which a repeated signal counts once. `timeout` and terminals send a signal to a whole group of
 * processes, and `npm` then sends it again.
 */
const echo = 500

/** Makes signals start a shutdown. One listener for each signal serves all servers of the process. */
export function endOnSignals(ending: Ending): void {
  endings.add(ending)
  for (const signal of ending.signals) {
    if (watched.has(signal)) continue
    watched.add(signal)
    process.on(signal, onSignal)
  }
}

/** Removes a shutdown that has ended or was not started, and the listeners of signals that no other shutdown uses. */
export function forgetSignals(ending: Ending): void {
  endings.delete(ending)
  if (first !== null) return // a second signal must still reach the listener
  for (const signal of watched) {
    if ([...endings].some(({ signals }) => signals.includes(signal))) continue
    watched.delete(signal)
    process.off(signal, onSignal)
  }
}

/** Starts all shutdowns of this process, even those for other signals. Then the process exits. */
function onSignal(signal: NodeJS.Signals): void {
  const open = [...endings]
  if (first !== null) {
    if (signal === first.signal && performance.now() - first.at < echo) return
    giveUp(open, `a second signal, ${signal}, came before everything had ended`)
    return
  }
  first = { signal, at: performance.now() }
  const timeout = Math.max(...open.map((ending) => ending.timeout))
  setTimeout(() => giveUp([...endings], `not everything had ended ${timeout} ms after ${signal}`), timeout)
  Promise.allSettled(open.map((ending) => ending.end(signal))).then((ends) => {
    process.exit(ends.some(({ status }) => status === 'rejected') ? 1 : 0)
  })
}

function giveUp(open: readonly Ending[], reason: string): void {
  for (const ending of open) ending.giveUp(reason)
  process.exit(1)
}
