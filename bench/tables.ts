import { median, printNumber, printTable, spread } from './figures.js'
import { baseKind, type Kind } from './servers/kinds.js'

/** What one window or one start of a server showed. */
export interface Sample {
  readonly kind: string
  readonly turn: string
  readonly cpu: number
}

export interface Result {
  readonly name: string
  readonly title: string
  readonly samples: readonly Sample[]
}

/** Each figure divided by the base's of the same turn: what the machine did then is in both. */
function ratios({ samples }: Result, kind: Kind): readonly number[] {
  const base = new Map(samples.filter((sample) => sample.kind === baseKind).map(({ turn, cpu }) => [turn, cpu]))
  return samples
    .filter((sample) => sample.kind === kind.name)
    .map((sample) => sample.cpu / (base.get(sample.turn) ?? Number.NaN))
}

function columnOf(samples: readonly Sample[], column: string): readonly number[] {
  return samples.map((sample) => Number(Object.entries(sample).find(([name]) => name === column)?.[1]))
}

/** One row for each server: the figures of its samples, then how it compares. */
export function printSamples(result: Result, columns: readonly string[], kinds: readonly Kind[]): string {
  const head = ['', ...columns, `cpu / ${baseKind}`, 'middle half']
  const rows = kinds.map((kind) => {
    const own = result.samples.filter((sample) => sample.kind === kind.name)
    const figures = columns.map((column) => printNumber(median(columnOf(own, column))))
    const compared = ratios(result, kind)
    const [low, high] = spread(compared)
    return [kind.name, ...figures, median(compared).toFixed(3), `${low.toFixed(3)}–${high.toFixed(3)}`]
  })
  return printTable([head, ...rows])
}

/** All ratios of a run, in Markdown. */
export function printSummary(results: readonly Result[], kinds: readonly Kind[]): string {
  const head = ['cpu, ratio to Fastify', ...kinds.map(({ name }) => name)]
  const rows = results.map((result) => [
    `${result.name} ${result.title}`,
    ...kinds.map((kind) => median(ratios(result, kind)).toFixed(2)),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
