import { checkAnswer } from './answer.js'
import { LoadClient } from './load.js'
import type { BenchOptions } from './options.js'
import { ServerProcess } from './server-process.js'
import type { Workload } from './workloads/workload.js'

/** What one window of one server showed. */
export interface RequestSample {
  readonly kind: string
  /** The number of the window, the same for all servers that were measured in turns. */
  readonly turn: string
  /** Microseconds of processor time in the server for one request. */
  readonly cpu: number
  readonly perSecond: number
}

export interface Subject {
  readonly server: ServerProcess
  readonly client: LoadClient
}

/** No run takes longer, however slow the machine is. */
const milliseconds = 30_000

export async function openSubject(
  kind: string,
  workload: Workload,
  options: BenchOptions,
  flags: readonly string[] = [],
): Promise<Subject> {
  const server = await ServerProcess.start(kind, workload.name, flags)
  return { server, client: await LoadClient.open(server.port, workload.request, options.connections) }
}

export async function closeSubject({ server, client }: Subject): Promise<void> {
  client.close()
  await server.stop()
}

/**
 * Warm, lose in idle collections what every server loses sooner or later, and warm again what that has thrown out: a
 * server in its first seconds is faster than it will ever be. Nothing is timed before it says what it should.
 */
async function warmUp(workload: Workload, { server, client }: Subject, requests: number): Promise<void> {
  checkAnswer(workload, await client.once())
  await client.run({ milliseconds, requests })
  await server.collect()
  await client.run({ milliseconds, requests: requests / 2 })
  checkAnswer(workload, await client.once())
}

async function measureWindow({ server, client }: Subject, turn: string, wanted: number): Promise<RequestSample> {
  const before = await server.figures()
  const { requests, milliseconds: taken } = await client.run({ milliseconds, requests: wanted })
  const after = await server.figures()
  return { kind: server.kind, turn, cpu: (after.cpu - before.cpu) / requests, perSecond: (requests / taken) * 1000 }
}

/** In turns, each window beginning with another server, so that a slow moment of the machine meets all alike. */
async function measureRound(
  workload: Workload,
  subjects: readonly Subject[],
  round: number,
  options: BenchOptions,
): Promise<readonly RequestSample[]> {
  const samples: RequestSample[] = []
  for (let window = 0; window < options.windows; window += 1) {
    for (let place = 0; place < subjects.length; place += 1) {
      const subject = subjects[(window + place) % subjects.length]
      if (subject === undefined) continue
      samples.push(await measureWindow(subject, `${round}.${window}`, options.windowRequests / workload.weight))
    }
  }
  return samples
}

/** All samples of one workload, over rounds of fresh processes. */
export async function measureRequests(workload: Workload, options: BenchOptions): Promise<readonly RequestSample[]> {
  const samples: RequestSample[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    const subjects: Subject[] = []
    try {
      for (const { name } of options.kinds) subjects.push(await openSubject(name, workload, options))
      for (const subject of subjects) await warmUp(workload, subject, options.warmUpRequests / workload.weight)
      samples.push(...(await measureRound(workload, subjects, round, options)))
    } finally {
      await Promise.all(subjects.map(closeSubject))
    }
  }
  return samples
}
