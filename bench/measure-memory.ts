import { LoadClient } from './load.js'
import type { BenchOptions } from './options.js'
import { ServerProcess } from './server-process.js'
import type { Kind } from './servers/kinds.js'
import { findWorkload } from './workloads/all.js'

/** Kilobytes that one more of something holds, after full collections. */
export interface MemorySample {
  readonly kind: string
  readonly turn: string
  readonly route: number
  readonly context: number
  readonly connection: number
}

/** Two starts that differ in nothing but the number of something. */
interface Growth {
  readonly few: string
  readonly many: string
  readonly difference: number
}

const routes: Growth = { few: 'R10', many: 'R1000', difference: 990 }
const contexts: Growth = { few: 'B0', many: 'B1000', difference: 700 }
const connections = 500
const kilobyte = 2 ** 10

/** A server, and the program that runs it. */
interface Subject {
  readonly kind: Kind
  readonly node: string
}

type Use<T> = (server: ServerProcess) => Promise<T>

async function within<T>({ kind, node }: Subject, workload: string, use: Use<T>): Promise<T> {
  await kind.prepare?.(workload)
  const server = await ServerProcess.start(kind.name, workload, node)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

async function heapOf(server: ServerProcess): Promise<number> {
  await server.collect()
  return (await server.figures()).heap
}

async function measureGrowth(subject: Subject, { few, many, difference }: Growth): Promise<number> {
  const one = await within(subject, few, heapOf)
  const other = await within(subject, many, heapOf)
  return (other - one) / difference / kilobyte
}

/**
 * Each connection has received one answer, and sends nothing more. The first figure is taken after the same number of
 * connections, which stay open. V8 keeps the code that ran last, so the same code must run before both figures.
 */
function measureConnections(subject: Subject): Promise<number> {
  return within(subject, 'W1', async (server) => {
    const target = { port: server.port, requests: [findWorkload('W1').request], connections }
    const withMore = <T>(use: (heap: number) => Promise<T>) =>
      LoadClient.using(target, async (client) => {
        await client.run({ milliseconds: 60_000, requests: connections })
        return use(await heapOf(server))
      })
    await withMore(async () => {})
    return withMore((one) => withMore(async (other) => (other - one) / connections / kilobyte))
  })
}

/** Measures memory that grows with an application and with its clients. */
export async function measureMemory(
  _workload: unknown,
  kinds: readonly Kind[],
  { rounds, node }: BenchOptions,
): Promise<readonly MemorySample[]> {
  const samples: MemorySample[] = []
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const kind of kinds) {
      const subject = { kind, node }
      const route = await measureGrowth(subject, routes)
      const context = await measureGrowth(subject, contexts)
      const connection = await measureConnections(subject)
      samples.push({ kind: kind.name, turn: String(turn), route, context, connection })
    }
  }
  return samples
}
