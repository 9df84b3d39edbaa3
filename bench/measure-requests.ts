import { deepStrictEqual, strictEqual } from 'node:assert'
import { type Answer, LoadClient } from './load.js'
import type { BenchOptions } from './options.js'
import { ServerProcess } from './server-process.js'
import type { Kind } from './servers/kinds.js'
import type { Workload } from './workloads/workload.js'

/** What one window of one server showed. */
export interface RequestSample {
  readonly kind: Kind
  /** The number of the window, the same for all servers that were measured in turns. */
  readonly turn: string
  /** Microseconds of processor time in the server for one request. */
  readonly cpu: number
  readonly perSecond: number
}

interface Subject {
  readonly server: ServerProcess
  readonly client: LoadClient
}

async function openSubject(kind: Kind, workload: Workload, connections: number): Promise<Subject> {
  const server = await ServerProcess.start(kind, workload.name)
  return { server, client: await LoadClient.open(server.port, workload.request, connections) }
}

async function closeSubject({ server, client }: Subject): Promise<void> {
  client.close()
  await server.stop()
}

function compareAnswers(workload: Workload, expected: Answer, answer: Answer): void {
  strictEqual(answer.status, workload.status, answer.body)
  if (workload.equal === 'body') deepStrictEqual(JSON.parse(answer.body), JSON.parse(expected.body))
}

/** Nothing is timed before all servers say the same, before and after they are warm. */
async function checkAnswers(workload: Workload, subjects: readonly Subject[]): Promise<void> {
  const answers = await Promise.all(subjects.map(({ client }) => client.once()))
  const [expected] = answers
  for (const answer of answers) if (expected !== undefined) compareAnswers(workload, expected, answer)
}

/** Warm, collect what the boot left behind, and warm again what the collection has thrown out. */
async function warmUp({ server, client }: Subject, milliseconds: number): Promise<void> {
  await client.run(milliseconds)
  await server.collect()
  await client.run(milliseconds / 3)
}

async function measureWindow({ server, client }: Subject, turn: string, milliseconds: number): Promise<RequestSample> {
  const before = await server.cpu()
  const { requests, milliseconds: taken } = await client.run(milliseconds)
  const after = await server.cpu()
  return { kind: server.kind, turn, cpu: (after - before) / requests, perSecond: (requests / taken) * 1000 }
}

/** In turns, each window beginning with another server, so that a slow moment of the machine meets all alike. */
async function measureRound(
  subjects: readonly Subject[],
  round: number,
  options: BenchOptions,
): Promise<readonly RequestSample[]> {
  const samples: RequestSample[] = []
  for (let window = 0; window < options.windows; window += 1) {
    for (let place = 0; place < subjects.length; place += 1) {
      const subject = subjects[(window + place) % subjects.length]
      if (subject === undefined) continue
      samples.push(await measureWindow(subject, `${round}.${window}`, options.windowMilliseconds))
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
      for (const kind of options.kinds) subjects.push(await openSubject(kind, workload, options.connections))
      await checkAnswers(workload, subjects)
      for (const subject of subjects) await warmUp(subject, options.warmUpMilliseconds)
      await checkAnswers(workload, subjects)
      samples.push(...(await measureRound(subjects, round, options)))
    } finally {
      await Promise.all(subjects.map(closeSubject))
    }
  }
  return samples
}
