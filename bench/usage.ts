import { ablatedKinds, ablatedWorkloads } from './servers/ablated.js'
import { kinds } from './servers/kinds.js'
import { allWorkloads } from './workloads/all.js'

/** The options of `npm run bench`, as `parseArgs` of node reads them. */
export const flags = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  kinds: { type: 'string' },
  rounds: { type: 'string' },
  nodes: { type: 'string' },
  json: { type: 'string' },
  plot: { type: 'boolean', default: false },
  ablate: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** The value and the effect of each option. */
const described: Readonly<Record<keyof typeof flags, readonly [value: string, effect: string]>> = {
  quick: ['', 'one round of short windows'],
  only: ['W1,W3', 'these workloads'],
  kinds: ['core,decorated', 'these servers, beside the one that the others are divided by'],
  rounds: ['5', 'repeats everything in fresh processes'],
  nodes: ['PATH,PATH', 'runs the servers with each of these programs of node'],
  json: ['figures.json', 'writes all samples to a file'],
  plot: ['', 'writes the picture and the tables of the documentation'],
  ablate: ['', `removes one optimization of alcove at a time, in ${ablatedWorkloads.join(', ')}`],
  help: ['', 'prints this text'],
}

type Row = readonly [name: string, title: string]

function table(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return [`${title}:`, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)].join('\n')
}

const rowOf = ({ name, title }: { name: string; title: string }): Row => [name, title]

/** The options, and the names that `--only` and `--kinds` accept. */
export function describeUsage(): string {
  const options = Object.entries(described).map(([name, [value, effect]]): Row => [`--${name} ${value}`.trim(), effect])
  return [
    'npm run bench -- OPTIONS',
    table('Options', options),
    table('Workloads', allWorkloads.map(rowOf)),
    table('Kinds', kinds.map(rowOf)),
    table('Kinds with --ablate', ablatedKinds.map(rowOf)),
  ].join('\n\n')
}
