/** A process that is one server and nothing else: `node --expose-gc process.js <kind> <workload>`. */
import { findWorkload } from '../workloads/all.js'
import { type Kind, kinds, type StartServer } from './kinds.js'
import type { Ask, Reply } from './messages.js'

/** Loads what a kind needs and nothing else; the server itself is made when its start is called. */
async function loadServer(kind: Kind): Promise<StartServer> {
  if (kind === 'fastify') return (await import('./fastify.js')).start
  if (kind === 'core') return (await import('./core.js')).start
  return (await import('./decorated.js')).start
}

function answer(reply: Reply): void {
  process.send?.(reply)
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function collect(): void {
  // Twice: what the first collection frees may hold finalizers.
  globalThis.gc?.()
  globalThis.gc?.()
}

process.on('message', (ask: Ask) => {
  if (ask === 'stop') process.exit(0)
  if (ask === 'cpu') return answer({ kind: 'cpu', microseconds: cpuMicroseconds() })
  collect()
  answer({ kind: 'collected' })
})
process.once('disconnect', () => process.exit(0))

const [kindName, workloadName = ''] = process.argv.slice(2)
const kind = kinds.find((each) => each === kindName)
if (kind === undefined) throw new Error(`there is no server ${kindName}: take one of ${kinds.join(', ')}`)

const start = await loadServer(kind)
const workload = findWorkload(workloadName)
collect()
const cpu = cpuMicroseconds()
const wall = performance.now()
const port = await start(workload)
answer({
  kind: 'listening',
  port,
  boot: { wall: performance.now() - wall, cpu: (cpuMicroseconds() - cpu) / 1000 },
})
