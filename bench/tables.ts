import { median, printNumber, printTable, spread } from './figures.js'
import type { Kind } from './servers/kinds.js'

/** Figures of one window or one start of a server, by name. */
export type Sample = { readonly kind: string; readonly turn: string } & Readonly<Record<string, number | string>>

/** The table to make of samples. */
export interface Measure {
  readonly title: string
  readonly columns: readonly string[]
  /** The columns that are divided by the base's; the first one with its spread. */
  readonly ratios: readonly string[]
}

export interface Result {
  readonly name: string
  readonly title: string
  readonly measure: Measure
  readonly kinds: readonly Kind[]
  readonly samples: readonly Sample[]
  /** The version of the node that ran the servers. */
  readonly node: string
  /** The kind by whose figures the others are divided. */
  readonly base: string
}

export const measures = {
  request: { title: 'processor time for a request', columns: ['cpu', 'perSecond'], ratios: ['cpu'] },
  allocation: { title: 'heap bytes for a request', columns: ['bytes'], ratios: ['bytes'] },
  start: {
    title: 'a start',
    columns: ['cpu', 'wall', 'answeredCpu', 'answered', 'heap', 'resident'],
    ratios: ['cpu', 'answeredCpu', 'heap', 'resident'],
  },
  import: {
    title: 'an import, less an empty process',
    columns: ['cpu', 'resident'],
    ratios: ['cpu', 'resident'],
  },
  call: { title: 'processor time for a call', columns: ['cpu'], ratios: ['cpu'] },
  cold: { title: 'a process', columns: ['cpu', 'wall'], ratios: ['cpu', 'wall'] },
  memory: {
    title: 'kilobytes of heap for one more',
    columns: ['route', 'context', 'connection'],
    ratios: ['route', 'context', 'connection'],
  },
} as const satisfies Record<string, Measure>

function figuresOf(result: Result, kind: string, column: string): readonly number[] {
  return result.samples.filter((sample) => sample.kind === kind).map((sample) => Number(sample[column]))
}

/** Each figure divided by the base's of the same turn: what the machine did then is in both. */
function ratiosOf({ samples, base: baseKind }: Result, kind: string, column: string): readonly number[] {
  const base = new Map(samples.filter((sample) => sample.kind === baseKind).map((sample) => [sample.turn, sample]))
  return samples
    .filter((sample) => sample.kind === kind)
    .map((sample) => Number(sample[column]) / Number(base.get(sample.turn)?.[column]))
}

/** The median of what the servers of a kind took of the base's. */
export function ratioOf(result: Result, kind: string, column: string): number {
  return median(ratiosOf(result, kind, column))
}

function printRatio(ratio: number): string {
  return Number.isNaN(ratio) ? '–' : ratio.toFixed(2)
}

function printSpread(numbers: readonly number[]): string {
  const [low, high] = spread(numbers)
  return `${printRatio(low)}–${printRatio(high)}`
}

/** A server that does a workload in another way is marked, because its figure compares less well. */
function markedName({ name, differs }: Kind, workload: string): string {
  return workload in differs ? `${name} *` : name
}

/** One row for each server: the figures of its samples, then how it compares. */
export function printSamples(result: Result): string {
  const { columns, ratios } = result.measure
  const { base } = result
  const [first = ''] = ratios
  const head = ['', ...columns, ...ratios.map((column) => `${column} / ${base}`), `middle half of ${first}`]
  const rows = result.kinds.map((kind) => [
    markedName(kind, result.name),
    ...columns.map((column) => printNumber(median(figuresOf(result, kind.name, column)))),
    ...ratios.map((column) => printRatio(ratioOf(result, kind.name, column))),
    printSpread(ratiosOf(result, kind.name, first)),
  ])
  const notes = result.kinds.filter(({ differs }) => result.name in differs)
  return [printTable([head, ...rows]), ...notes.map(({ name, differs }) => `* ${name}: ${differs[result.name]}`)].join(
    '\n',
  )
}

function printMarkdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows
  return [head, head.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function printCell(result: Result, kind: Kind, column: string): string {
  if (!result.kinds.includes(kind)) return '–'
  const mark = result.name in kind.differs ? ' *' : ''
  return `${printRatio(ratioOf(result, kind.name, column))}${mark}`
}

/** All ratios of one figure in Markdown: a row for each workload, a column for each server on each node. */
function summarize(results: readonly Result[], measure: Measure, column: string): string {
  const nodes = [...new Set(results.map(({ node }) => node))]
  const base = results[0]?.base
  const kinds = [...new Set(results.flatMap((result) => result.kinds))]
  // The base would have a column of ones for each node.
  const shown = nodes.length === 1 ? kinds : kinds.filter(({ name }) => name !== base)
  const columns = shown.flatMap((kind) => nodes.map((node) => ({ kind, node })))
  const names = columns.map(({ kind, node }) => (nodes.length === 1 ? kind.name : `${kind.name}, node ${node}`))
  const rows = [...new Set(results.map(({ name }) => name))].map((name) => {
    const own = results.filter((result) => result.name === name)
    const cells = columns.map(({ kind, node }) => {
      const result = own.find((each) => each.node === node)
      return result === undefined ? '–' : printCell(result, kind, column)
    })
    return [`${name} ${own[0]?.title}`, ...cells]
  })
  return printMarkdown([[`${measure.title}: ${column} / ${base}`, ...names], ...rows])
}

export function printSummary(results: readonly Result[]): string {
  const tables = Object.values(measures).flatMap((measure) => {
    const own = results.filter((result) => result.measure === measure)
    return own.length === 0 ? [] : measure.ratios.map((column) => summarize(own, measure, column))
  })
  return tables.join('\n\n')
}
