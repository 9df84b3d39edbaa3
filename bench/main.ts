/** Measures alcove beside others, in one run: `npm run bench`, `npm run bench -- --quick --only W1,B1`. */
import { writeFile } from 'node:fs/promises'
import { measureBoot } from './measure-boot.js'
import { measureRequests } from './measure-requests.js'
import { type BenchOptions, readOptions, UsageError } from './options.js'
import { describeRun, printRun } from './run-description.js'
import { printSamples, printSummary, type Result, type Sample } from './tables.js'
import { workloads } from './workloads/all.js'
import { bootWorkloads } from './workloads/boot.js'
import type { ServedWorkload } from './workloads/workload.js'

async function measureAll(options: BenchOptions): Promise<readonly Result[]> {
  const results: Result[] = []
  const take = ({ name, title }: ServedWorkload, samples: readonly Sample[], columns: readonly string[]): void => {
    const result = { name, title, samples }
    results.push(result)
    console.log(`${name}  ${title}\n${printSamples(result, columns, options.kinds)}\n`)
  }
  const isWanted = ({ name }: { name: string }) => options.only.includes(name)
  for (const workload of workloads.filter(isWanted)) {
    take(workload, await measureRequests(workload, options), ['cpu', 'perSecond'])
  }
  for (const workload of bootWorkloads.filter(isWanted)) {
    take(workload, await measureBoot(workload, options), ['cpu', 'wall'])
  }
  return results
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const run = await describeRun(process.argv.slice(2))
  console.log(`${printRun(run, options)}\n`)
  const results = await measureAll(options)
  console.log(printSummary(results, options.kinds))
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify({ ...run, options, results }, null, 1)}\n`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
