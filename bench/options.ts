import { parseArgs } from 'node:util'
import { type Kind, kinds } from './servers/kinds.js'

export interface BenchOptions {
  /** Names of workloads; empty for all. */
  readonly only: readonly string[]
  /** The first one is what the others are divided by. */
  readonly kinds: readonly Kind[]
  /** How often everything is done again in fresh processes. */
  readonly rounds: number
  /** Windows of each server in a round, taken in turns. */
  readonly windows: number
  readonly windowMilliseconds: number
  readonly warmUpMilliseconds: number
  readonly connections: number
}

const full = { rounds: 3, windows: 8, windowMilliseconds: 1000, warmUpMilliseconds: 3000, connections: 10 }
const quick = { rounds: 1, windows: 4, windowMilliseconds: 300, warmUpMilliseconds: 700, connections: 10 }

function listOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split(',')
}

/** `--quick`, `--only W1,W3`, `--kinds fastify,core`, `--rounds 5` */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      kinds: { type: 'string' },
      rounds: { type: 'string' },
    },
  })
  const base = values.quick ? quick : full
  const wanted = listOf(values.kinds)
  const chosen = kinds.filter((kind) => wanted.length === 0 || wanted.includes(kind))
  return { ...base, only: listOf(values.only), kinds: chosen, rounds: Number(values.rounds ?? base.rounds) }
}
