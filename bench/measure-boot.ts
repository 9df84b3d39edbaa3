import { checkAnswer } from './answer.js'
import { LoadClient } from './load.js'
import type { BenchOptions } from './options.js'
import { ServerProcess } from './server-process.js'
import type { Kind } from './servers/kinds.js'
import type { BootWorkload } from './workloads/workload.js'

/** One start of one server in a fresh process. Milliseconds begin after the packages were loaded. */
export interface BootSample {
  readonly kind: string
  readonly turn: string
  /** Milliseconds of the processor until it listened, and until it had answered once. */
  readonly cpu: number
  readonly answeredCpu: number
  /** Milliseconds of the clock, measured in the same way. */
  readonly wall: number
  readonly answered: number
  /** Megabytes after the first answer and full collections: of the heap, and of the process. */
  readonly heap: number
  readonly resident: number
}

const startsPerRound = 3

/** A round that takes longer than this makes no second start: milliseconds. */
const longTurn = 15_000

const megabyte = 2 ** 20

type Start = Pick<BootSample, 'kind' | 'turn'> & { readonly node: string }

async function measureStart(workload: BootWorkload, { kind, turn, node }: Start): Promise<BootSample> {
  const server = await ServerProcess.start(kind, workload.name, node)
  try {
    const opened = performance.now()
    const target = { port: server.port, requests: [workload.request], connections: 1 }
    checkAnswer(workload, await LoadClient.using(target, (client) => client.once(workload.request)))
    const answered = server.boot.wall + performance.now() - opened
    const { cpu } = await server.figures()
    await server.collect()
    const { heap, resident } = await server.figures()
    return {
      kind,
      turn,
      cpu: server.boot.cpu,
      answeredCpu: cpu / 1000 - server.boot.cpuBefore,
      wall: server.boot.wall,
      answered,
      heap: heap / megabyte,
      resident: resident / megabyte,
    }
  } finally {
    await server.stop()
  }
}

export async function measureBoot(
  workload: BootWorkload,
  kinds: readonly Kind[],
  options: BenchOptions,
): Promise<readonly BootSample[]> {
  const samples: BootSample[] = []
  for (const kind of kinds) await kind.prepare?.(workload.name)
  for (let round = 0; round < options.rounds; round += 1) {
    const start = performance.now()
    for (let turn = 0; turn < startsPerRound; turn += 1) {
      for (const { name } of kinds) {
        samples.push(await measureStart(workload, { kind: name, turn: `${round}.${turn}`, node: options.node }))
      }
      if (performance.now() - start > longTurn) break
    }
  }
  return samples
}
