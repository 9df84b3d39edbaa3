import { deepStrictEqual } from 'node:assert'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { firstBody } from './cold/routes.js'
import type { BenchOptions } from './options.js'
import type { Kind } from './servers/kinds.js'

/** One process of one file: what it took from its start until its first answer. */
export interface ColdSample {
  readonly kind: string
  readonly turn: string
  /** Milliseconds of the processor, of the whole process. */
  readonly cpu: number
  /** Milliseconds of the clock. */
  readonly wall: number
}

interface Printed {
  readonly status: number
  readonly body: unknown
  readonly cpu: number
  readonly wall: number
}

const run = promisify(execFile)
const processesPerRound = 10

function inFolder(name: string): string {
  return fileURLToPath(new URL(`./cold/${name}`, import.meta.url))
}

const commandLine = fileURLToPath(import.meta.resolve('alcove').replace(/[^/]*$/, 'main.js'))
const needsRequire =
  "import { createRequire as createOwnRequire } from 'node:module'; const require = createOwnRequire(import.meta.url);"

/** All in the same way, but that `alcove build` adds the compiled schemas. */
async function writeFile(kind: string): Promise<string> {
  const outfile = inFolder(`${kind}.mjs`)
  if (kind === 'decorated') {
    const args = ['build', '--no-build', '--minify', '--entry', inFolder('alcove.js'), '--out', outfile]
    await run(process.execPath, [commandLine, ...args])
  } else {
    await build({
      entryPoints: [inFolder(`${kind}.js`)],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      minify: true,
      keepNames: true,
      banner: { js: needsRequire },
      logLevel: 'error',
    })
  }
  return outfile
}

async function startOnce(node: string, file: string): Promise<Pick<ColdSample, 'cpu' | 'wall'>> {
  const { stdout } = await run(node, [file], { env: { ...process.env, NODE_ENV: 'production' } })
  const { status, body, cpu, wall }: Printed = JSON.parse(stdout.slice(stdout.lastIndexOf('{"status"')))
  deepStrictEqual([status, body], [200, firstBody])
  return { cpu, wall }
}

/** Processes in turns, so that what the machine does meanwhile is in all of them. */
export async function measureCold(
  _workload: unknown,
  kinds: readonly Kind[],
  { rounds, node }: BenchOptions,
): Promise<readonly ColdSample[]> {
  const files = new Map<string, string>()
  for (const { name } of kinds) files.set(name, await writeFile(name))
  const samples: ColdSample[] = []
  for (let turn = 0; turn < rounds * processesPerRound; turn += 1) {
    for (const [kind, file] of files) samples.push({ kind, turn: String(turn), ...(await startOnce(node, file)) })
  }
  return samples
}
