import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchOptions } from './options.js'
import type { Kind } from './servers/kinds.js'

/** The cost of one process that only imports the packages of a server, less the cost of an empty process. */
export interface ImportSample {
  readonly kind: string
  readonly turn: string
  /** Milliseconds of the processor. */
  readonly cpu: number
  /** Megabytes of the process. */
  readonly resident: number
}

type Taken = Pick<ImportSample, 'cpu' | 'resident'>

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../', import.meta.url))
const processesPerRound = 5
const megabyte = 2 ** 20

const tell = `
const { user, system } = process.cpuUsage()
process.stdout.write(JSON.stringify({ cpu: (user + system) / 1000, resident: process.memoryUsage.rss() / ${megabyte} }))`

async function measureProcess(node: string, packages: readonly string[]): Promise<Taken> {
  const program = packages.map((name) => `await import('${name}')\n`).join('') + tell
  const { stdout } = await run(node, ['--input-type=module', '--eval', program], {
    cwd: repository,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return JSON.parse(stdout)
}

/** Processes in turns, so that what the machine does meanwhile is in all of them. */
export async function measureImport(
  _workload: unknown,
  kinds: readonly Kind[],
  { rounds, node }: BenchOptions,
): Promise<readonly ImportSample[]> {
  const samples: ImportSample[] = []
  for (let turn = 0; turn < rounds * processesPerRound; turn += 1) {
    const empty = await measureProcess(node, [])
    for (const { name, packages } of kinds) {
      const { cpu, resident } = await measureProcess(node, packages)
      samples.push({ kind: name, turn: String(turn), cpu: cpu - empty.cpu, resident: resident - empty.resident })
    }
  }
  return samples
}
