/**
 * Starts OpenAPI documents as routes: `node build/bench/documents/main.js DIRECTORY [ROUNDS]`. Each start is a process
 * of its own, in turns. It prints its processor time until the first answer, and the ratio to Fastify.
 */
import { fork } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentFigures } from './serve.js'

const program = fileURLToPath(new URL('./serve.js', import.meta.url))
const kinds = ['fastify', 'core', 'core-lazy'] as const
/** A start that takes longer is stopped: milliseconds. */
const limit = 300_000

/** The figures of a start; null if it takes too long; a text if it fails. */
function start(kind: string, file: string): Promise<DocumentFigures | string | null> {
  return new Promise((resolve) => {
    const child = fork(program, [kind, file], {
      execArgv: ['--expose-gc', '--max-old-space-size=4096'],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let problem = ''
    child.stderr?.on('data', (text: Buffer) => {
      problem = (problem + text.toString()).slice(-2000)
    })
    const timer = setTimeout(() => {
      resolve(null)
      child.kill('SIGKILL')
    }, limit)
    child.once('message', (figures: DocumentFigures) => resolve(figures))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve(/^\w*Error.*$/m.exec(problem)?.[0] ?? 'it failed') // after a message this has no effect
    })
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}

function describe(figures: DocumentFigures | string | null): string {
  if (figures === null) return `more than ${limit / 1000} s, stopped`
  if (typeof figures === 'string') return figures
  const { routes, status, cpu, heap } = figures
  return `${routes} routes, ${cpu.toFixed(0)} ms, ${heap.toFixed(0)} MB, first answer ${status}`
}

async function measure(file: string, rounds: number): Promise<void> {
  const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
  let running: readonly string[] = kinds
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of running) {
      const figures = await start(kind, file)
      console.log(`${basename(file)}  ${kind}: ${describe(figures)}`)
      if (figures !== null && typeof figures === 'object') times.get(kind)?.push(figures.cpu)
      else running = running.filter((each) => each !== kind)
    }
  }
  const base = median(times.get('fastify') ?? [])
  for (const kind of kinds) {
    const time = median(times.get(kind) ?? [])
    console.log(`${basename(file)}  ${kind}: median ${time.toFixed(0)} ms, ${(time / base).toFixed(3)} of Fastify`)
  }
}

const [directory, rounds = '3'] = process.argv.slice(2)
if (directory === undefined) throw new Error('Name the directory of the documents: main.js DIRECTORY [ROUNDS]')
const files = (await readdir(directory)).filter((file) => file.endsWith('.json'))
for (const file of files) await measure(join(directory, file), Number(rounds))
