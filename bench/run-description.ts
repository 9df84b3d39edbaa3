import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { BenchOptions } from './options.js'

/** Figures mean nothing without these. */
export interface RunDescription {
  readonly command: string
  readonly date: string
  readonly node: string
  readonly processor: string
  readonly processors: number
  readonly versions: Readonly<Record<string, string>>
}

const packages = ['alcove', 'fastify', '@nestjs/core', 'hono', '@hono/node-server', 'elysia', '@elysiajs/node'] as const

async function versionOf(name: string): Promise<string> {
  const root = new URL('../../', import.meta.url)
  const file = new URL(name === 'alcove' ? 'package.json' : `node_modules/${name}/package.json`, root)
  const manifest: { version: string } = JSON.parse(await readFile(file, 'utf8'))
  return manifest.version
}

export async function describeRun(args: readonly string[]): Promise<RunDescription> {
  const versions = await Promise.all(packages.map(async (name) => [name, await versionOf(name)] as const))
  return {
    command: ['npm run bench', ...(args.length === 0 ? [] : ['--', ...args])].join(' '),
    date: new Date().toISOString().slice(0, 16),
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
    versions: Object.fromEntries(versions),
  }
}

export function printRun(run: RunDescription, options: BenchOptions): string {
  const versions = Object.entries(run.versions).map(([name, version]) => `${name} ${version}`)
  return [
    `${run.command}, ${run.date}, node ${options.nodes.map(({ version }) => version).join(', ')}, ${run.processors} × ${run.processor}`,
    versions.join(', '),
    `${options.rounds} rounds of fresh processes, ${options.windows} windows of ${options.windowRequests} requests in each, fewer where a request is big`,
    'cpu: time of the server process, user and system; µs for a request, ms for a start. Lower is better.',
    'answered, answeredCpu: until the first answer. heap, resident: megabytes after it and full collections.',
    `/ ${options.base}: median of the ratios in the same turn; at the end of a row the middle half of them.`,
    '*: does the workload in another way, said below the table.',
  ].join('\n')
}
