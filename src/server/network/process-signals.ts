/** Something that has to end before the process does. */
export interface Ending {
  signals: readonly NodeJS.Signals[]
  /** Milliseconds until it is given up. */
  timeout: number
  /** Ends it in order. */
  end: (signal: NodeJS.Signals) => Promise<unknown>
  /** Reports why it is given up, and what was still open. */
  giveUp: (reason: string) => void
}

const endings = new Set<Ending>()
const watched = new Set<NodeJS.Signals>()
/** The signal that began the end, and when it came. */
let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null

/**
 * Milliseconds in which the same signal counts once: `timeout` and terminals send it to a whole group of processes, and `npm`
 * passes on its own.
 */
const echo = 500

/** From now on signals end it. One listener for each signal serves the whole process, however many servers it has. */
export function endOnSignals(ending: Ending): void {
  endings.add(ending)
  for (const signal of ending.signals) {
    if (watched.has(signal)) continue
    watched.add(signal)
    process.on(signal, onSignal)
  }
}

/** It has ended, or was never begun: when nobody else waits for signals, nobody listens to them. */
export function forgetSignals(ending: Ending): void {
  endings.delete(ending)
  if (first !== null) return // a second signal must still reach the listener
  for (const signal of watched) {
    if ([...endings].some(({ signals }) => signals.includes(signal))) continue
    watched.delete(signal)
    process.off(signal, onSignal)
  }
}

/** All that runs in this process ends, whichever of it asked for this signal; then the process does. */
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
