import { checkAnswer } from './answer.js'
import { LoadClient } from './load.js'
import { longestWarmUp, longestWindow, targetOf, warmUpOf } from './measure-requests.js'
import type { BenchOptions } from './options.js'
import { ServerProcess } from './server-process.js'
import type { Kind } from './servers/kinds.js'
import type { Workload } from './workloads/workload.js'

/** Bytes that the requests of one server left on the heap before a collection. */
export interface AllocationSample {
  readonly kind: string
  readonly turn: string
  /** Bytes of V8's heap for one request; memory of buffers outside of it is not in it. */
  readonly bytes: number
}

/** So much that no collection comes while it is measured. */
const roomForAll = ['--min-semi-space-size=256', '--max-semi-space-size=256']

/** Of W1; what comes before is for the compilers. */
const countedRequests = 4000

/** Sends the wanted requests, or fewer if a collection comes in between. */
async function countBytes(server: ServerProcess, client: LoadClient, wanted: number): Promise<number> {
  if (wanted < client.connections.length) return Number.NaN
  await server.collect()
  await client.run({ milliseconds: longestWindow, requests: wanted / 2 })
  const before = await server.figures()
  const { requests } = await client.run({ milliseconds: longestWindow, requests: wanted })
  const after = await server.figures()
  if (after.collections > before.collections) return countBytes(server, client, Math.floor(wanted / 2))
  return (after.heap - before.heap) / requests
}

export async function measureAllocation(
  workload: Workload,
  kinds: readonly Kind[],
  options: BenchOptions,
): Promise<readonly AllocationSample[]> {
  const samples: AllocationSample[] = []
  for (const { name } of kinds) {
    const server = await ServerProcess.start(name, workload.name, options.node, roomForAll)
    try {
      const bytes = await LoadClient.using(targetOf(server, workload, options), async (client) => {
        checkAnswer(workload, await client.once(workload.request))
        const requests = warmUpOf(workload, options.warmUpRequests)
        await client.run({ milliseconds: longestWarmUp, requests })
        return countBytes(server, client, countedRequests / workload.weight)
      })
      samples.push({ kind: name, turn: '0', bytes })
    } finally {
      await server.stop()
    }
  }
  return samples
}
