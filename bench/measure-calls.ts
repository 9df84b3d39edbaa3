import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchOptions } from './options.js'
import type { Kind } from './servers/kinds.js'
import type { Named } from './workloads/workload.js'

/** One process that calls an application without a socket. */
export interface CallSample {
  readonly kind: string
  readonly turn: string
  /** Microseconds of the processor for a call. */
  readonly cpu: number
}

const run = promisify(execFile)
const program = fileURLToPath(new URL('./calls/call.js', import.meta.url))
const processesPerRound = 5

/** Processes in turns, so that what the machine does meanwhile is in all of them. */
export async function measureCalls(
  { name: workload }: Named,
  kinds: readonly Kind[],
  { rounds, node }: BenchOptions,
): Promise<readonly CallSample[]> {
  const samples: CallSample[] = []
  for (let turn = 0; turn < rounds * processesPerRound; turn += 1) {
    for (const { name } of kinds) {
      const { stdout } = await run(node, [program, workload, name], { env: { ...process.env, NODE_ENV: 'production' } })
      const { cpu }: Pick<CallSample, 'cpu'> = JSON.parse(stdout)
      samples.push({ kind: name, turn: String(turn), cpu })
    }
  }
  return samples
}
