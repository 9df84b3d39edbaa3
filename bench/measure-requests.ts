import { checkAnswer } from './answer.js'
import { LoadClient, type LoadTarget } from './load.js'
import { checkAgreement } from './mix.js'
import type { BenchOptions } from './options.js'
import { ServerProcess } from './server-process.js'
import type { Kind } from './servers/kinds.js'
import type { Workload } from './workloads/workload.js'

interface WindowFigures {
  /** Microseconds of processor time in the server for one request. */
  readonly cpu: number
  readonly perSecond: number
}

/** The figures of one window of one server. */
export interface RequestSample extends WindowFigures {
  readonly kind: string
  /** The number of the window, the same for all servers that were measured in turns. */
  readonly turn: string
}

/** No run takes longer, however slow the server is: milliseconds. */
export const longestWarmUp = 30_000
export const longestWindow = 3000

/** So many requests of each connection come before a window, to open it. */
const openingRequests = 2

/** A window of fewer requests is over before a collection. */
const fewestOfWindow = 100
/** The compilers are not done after fewer requests, however heavy they are. */
const fewestOfWarmUp = 10_000

/** Requests of a window of a workload where W1 has `requests`. */
function windowOf({ weight }: Workload, requests: number): number {
  return Math.max(requests / weight, Math.min(requests, fewestOfWindow))
}

/**
 * Requests of a warm-up where W1 has `requests`. V8 optimizes W1 within about 25,000 of them on node 24, and 10,000 on
 * node 20. A heavy request runs its loops more often, but not the code around them.
 */
export function warmUpOf({ weight }: Workload, requests: number): number {
  return Math.max(requests / Math.sqrt(weight), Math.min(requests, fewestOfWarmUp))
}

export function targetOf(server: ServerProcess, workload: Workload, { connections }: BenchOptions): LoadTarget {
  const requests = workload.mix?.requests ?? [workload.request]
  return { port: server.port, requests, protocol: workload.protocol, connections }
}

/**
 * Warms up, then collects while idle, as every server does sooner or later, then warms up again. A server in its first
 * seconds is faster than it will ever be. Nothing is timed before its answer is the expected one.
 */
async function warmUp(workload: Workload, server: ServerProcess, options: BenchOptions): Promise<void> {
  const requests = warmUpOf(workload, options.warmUpRequests)
  const target = targetOf(server, workload, options)
  await LoadClient.using(target, async (client) => {
    checkAnswer(workload, await client.once(workload.request))
    await client.run({ milliseconds: longestWarmUp, requests })
  })
  await server.collect()
  await LoadClient.using(target, async (client) => {
    await client.run({ milliseconds: longestWarmUp, requests: requests / 2 })
    checkAnswer(workload, await client.once(workload.request))
  })
}

function measureWindow(server: ServerProcess, target: LoadTarget, wanted: number): Promise<WindowFigures> {
  return LoadClient.using(target, async (client) => {
    await client.run({ milliseconds: longestWindow, requests: openingRequests * target.connections })
    const before = await server.figures()
    const { requests, milliseconds: taken } = await client.run({ milliseconds: longestWindow, requests: wanted })
    const after = await server.figures()
    return { cpu: (after.cpu - before.cpu) / requests, perSecond: (requests / taken) * 1000 }
  })
}

/** In turns, each window beginning with another server, so that a slow moment of the machine meets all alike. */
async function measureRound(
  workload: Workload,
  servers: readonly ServerProcess[],
  options: BenchOptions,
): Promise<readonly RequestSample[]> {
  const samples: RequestSample[] = []
  const wanted = windowOf(workload, options.windowRequests)
  for (let window = 0; window < options.windows; window += 1) {
    const first = window % servers.length
    for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
      const figures = await measureWindow(server, targetOf(server, workload, options), wanted)
      samples.push({ kind: server.kind, turn: String(window), ...figures })
    }
  }
  return samples
}

/** All samples of one workload, over rounds of fresh processes. */
export async function measureRequests(
  workload: Workload,
  kinds: readonly Kind[],
  options: BenchOptions,
): Promise<readonly RequestSample[]> {
  const samples: RequestSample[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    const servers: ServerProcess[] = []
    try {
      for (const { name } of kinds) servers.push(await ServerProcess.start(name, workload.name, options.node))
      if (workload.mix !== undefined) await checkAgreement(workload.mix, servers)
      for (const server of servers) await warmUp(workload, server, options)
      const measured = await measureRound(workload, servers, options)
      samples.push(...measured.map((sample) => ({ ...sample, turn: `${round}.${sample.turn}` })))
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
  return samples
}
