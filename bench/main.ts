/** Measures alcove beside Fastify, in one run: `npm run bench`, `npm run bench -- --quick --only W1,B1`. */
import { cpus } from 'node:os'
import { median, printNumber, printTable, spread } from './figures.js'
import { measureBoot } from './measure-boot.js'
import { measureRequests } from './measure-requests.js'
import { type BenchOptions, readOptions } from './options.js'
import type { Kind } from './servers/kinds.js'
import { workloads } from './workloads/all.js'
import { bootWorkloads } from './workloads/boot.js'

interface Sample {
  readonly kind: Kind
  readonly turn: string
  readonly cpu: number
}

/** Each server's figure divided by the first server's of the same turn: what the machine did then is in both. */
function ratios(samples: readonly Sample[], kind: Kind, base: Kind): readonly number[] {
  const baseCpu = new Map(samples.filter((sample) => sample.kind === base).map((sample) => [sample.turn, sample.cpu]))
  return samples
    .filter((sample) => sample.kind === kind)
    .map((sample) => sample.cpu / (baseCpu.get(sample.turn) ?? Number.NaN))
}

/** One row for each server: the figures of its samples, then how it compares. */
function printSamples<T extends Sample>(
  samples: readonly T[],
  columns: readonly (keyof T & string)[],
  options: BenchOptions,
): void {
  const [base = 'fastify'] = options.kinds
  const head = ['', ...columns, `cpu / ${base}`, 'middle half']
  const rows = options.kinds.map((kind) => {
    const own = samples.filter((sample) => sample.kind === kind)
    const figures = columns.map((column) => printNumber(median(own.map((sample) => Number(sample[column])))))
    const compared = ratios(samples, kind, base)
    const [low, high] = spread(compared)
    return [kind, ...figures, median(compared).toFixed(3), `${low.toFixed(3)}–${high.toFixed(3)}`]
  })
  console.log(`${printTable([head, ...rows])}\n`)
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const isWanted = ({ name }: { name: string }) => options.only.length === 0 || options.only.includes(name)
  console.log(`node ${process.version}, ${cpus().length} processors, ${options.rounds} rounds of fresh processes`)
  console.log('cpu: time of the server process, user and system; µs for a request, ms for a start. Lower is better.\n')
  for (const workload of workloads.filter(isWanted)) {
    console.log(`${workload.name}  ${workload.title}`)
    printSamples(await measureRequests(workload, options), ['cpu', 'perSecond'], options)
  }
  for (const workload of bootWorkloads.filter(isWanted)) {
    console.log(`${workload.name}  ${workload.title}`)
    printSamples(await measureBoot(workload, options), ['cpu', 'wall'], options)
  }
}

await main()
