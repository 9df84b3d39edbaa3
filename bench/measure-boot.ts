import type { BenchOptions } from './options.js'
import { ServerProcess } from './server-process.js'
import type { BootWorkload } from './workloads/workload.js'

/** One start of one server in a fresh process. */
export interface BootSample {
  readonly kind: string
  readonly turn: string
  /** Milliseconds until it listened; loading of modules is not in it. */
  readonly cpu: number
  readonly wall: number
}

const startsPerRound = 3

export async function measureBoot(workload: BootWorkload, options: BenchOptions): Promise<readonly BootSample[]> {
  const samples: BootSample[] = []
  for (let turn = 0; turn < options.rounds * startsPerRound; turn += 1) {
    for (const { name } of options.kinds) {
      const server = await ServerProcess.start(name, workload.name)
      samples.push({ kind: name, turn: String(turn), ...server.boot })
      await server.stop()
    }
  }
  return samples
}
