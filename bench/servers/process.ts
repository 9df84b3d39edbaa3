/** A process that is one server and nothing else: `node --expose-gc process.js <kind> <workload>`. */
import { PerformanceObserver } from 'node:perf_hooks'
import { findWorkload } from '../workloads/all.js'
import { findServer } from './find-server.js'
import type { Ask, ProcessFigures, Reply } from './messages.js'

/** V8 keeps what nobody holds, hidden classes among it, for some collections more. */
const fullCollections = 8

let collections = 0
new PerformanceObserver((list) => {
  collections += list.getEntries().length
}).observe({ entryTypes: ['gc'] })

function answer(reply: Reply): void {
  process.send?.(reply)
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function readFigures(): ProcessFigures {
  const { heapUsed, rss } = process.memoryUsage()
  return { cpu: cpuMicroseconds(), heap: heapUsed, resident: rss, collections }
}

/**
 * Full collections while nothing is going on, each in a timer of its own. A message arrives inside a tick. The object
 * of that tick would keep the hidden class of node's tick objects alive. Every long-lived server has lost this class.
 */
function collectIdle(times: number, onCollected: () => void): void {
  setTimeout(() => {
    globalThis.gc?.()
    if (times === 1) onCollected()
    else collectIdle(times - 1, onCollected)
  }, 5)
}

process.on('message', (ask: Ask) => {
  if (ask === 'stop') process.exit(0)
  if (ask === 'figures') return answer({ kind: 'figures', figures: readFigures() })
  collectIdle(fullCollections, () => answer({ kind: 'collected' }))
})
process.once('disconnect', () => process.exit(0))

const [kindName = '', workloadName = ''] = process.argv.slice(2)
const start = await findServer(kindName).load(workloadName)
const workload = findWorkload(workloadName)
globalThis.gc?.()
const cpu = cpuMicroseconds()
const wall = performance.now()
const { port } = await start(workload)
answer({
  kind: 'listening',
  port,
  boot: { wall: performance.now() - wall, cpu: (cpuMicroseconds() - cpu) / 1000, cpuBefore: cpu / 1000 },
})
