/** Measures alcove beside others, in one run: `npm run bench`, `npm run bench -- --quick --only W1,B1`, `npm run bench -- --ablate`. */
import { writeFile } from 'node:fs/promises'
import { measureAllocation } from './measure-allocation.js'
import { measureBoot } from './measure-boot.js'
import { measureCalls } from './measure-calls.js'
import { measureCold } from './measure-cold.js'
import { measureImport } from './measure-import.js'
import { measureMemory } from './measure-memory.js'
import { measureOnNodes } from './measure-on-nodes.js'
import { measureRequests } from './measure-requests.js'
import { type BenchOptions, readOptions, UsageError } from './options.js'
import { plot } from './plot.js'
import { describeRun, printRun } from './run-description.js'
import type { Kind } from './servers/kinds.js'
import { type Measure, measures, printSamples, printSummary, type Result, type Sample } from './tables.js'
import { describeUsage } from './usage.js'
import {
  applicationWorkloads,
  coldWorkload,
  handleWorkload,
  importWorkload,
  injectWorkload,
  memoryWorkload,
  requestWorkloads,
  usualWorkloads,
} from './workloads/all.js'
import { bootWorkloads } from './workloads/boot.js'
import { scaleWorkloads } from './workloads/scale.js'
import type { Named } from './workloads/workload.js'

type Run<W> = (workload: W, kinds: readonly Kind[], options: BenchOptions) => Promise<readonly object[]>

interface Step {
  readonly workload: Named
  readonly measure: Measure
  run(kinds: readonly Kind[], options: BenchOptions): Promise<readonly object[]>
}

function stepsOf<W extends Named>(workloads: readonly W[], measure: Measure, run: Run<W>): readonly Step[] {
  return workloads.map((workload) => ({
    workload,
    measure,
    run: (kinds, options) => run(workload, kinds, options),
  }))
}

const steps: readonly Step[] = [
  ...stepsOf(requestWorkloads, measures.request, measureRequests),
  ...stepsOf(requestWorkloads, measures.allocation, measureAllocation),
  ...stepsOf(usualWorkloads, measures.request, measureRequests),
  ...stepsOf(applicationWorkloads, measures.request, measureRequests),
  ...stepsOf(scaleWorkloads, measures.request, measureRequests),
  ...stepsOf(bootWorkloads, measures.start, measureBoot),
  ...stepsOf([handleWorkload, injectWorkload], measures.call, measureCalls),
  ...stepsOf([importWorkload], measures.import, measureImport),
  ...stepsOf([coldWorkload], measures.cold, measureCold),
  ...stepsOf([memoryWorkload], measures.memory, measureMemory),
]

/** Calls `onResult` with all results so far after each new one. So a run that is cut short keeps its results. */
async function measureAll(
  options: BenchOptions,
  onResult: (results: readonly Result[]) => Promise<void>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const { workload, measure, run } of steps) {
    if (!options.only.includes(workload.name) || (options.ablate && measure === measures.allocation)) continue
    const kinds = options.kinds.filter((kind) => kind.workloads.includes(workload.name))
    // Figures by name, as each measuring file types them.
    const measured = await measureOnNodes(async (each) => (await run(kinds, each)) as readonly Sample[], options)
    for (const [{ version }, samples] of measured) {
      const { name, title } = workload
      const result = { name, title, measure, kinds, samples, node: version, base: options.base }
      results.push(result)
      console.log(`${name}  ${title}: ${measure.title}, node ${version}\n${printSamples(result)}\n`)
    }
    await onResult(results)
  }
  return results
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    console.log(describeUsage())
    return
  }
  const options = readOptions(args)
  for (const kind of options.ablate ? options.kinds : []) await kind.prepare?.('')
  const run = await describeRun(args)
  console.log(`${printRun(run, options)}\n`)
  const write = async (results: readonly Result[]): Promise<void> => {
    if (options.json !== null) await writeFile(options.json, `${JSON.stringify({ ...run, options, results })}\n`)
  }
  const results = await measureAll(options, write)
  console.log(printSummary(results))
  if (options.plot) await plot(results)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
