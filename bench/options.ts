import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { plottedKind, plottedWorkloads } from './plotted.js'
import { ablatedKinds, ablatedWorkloads, wholeKind } from './servers/ablated.js'
import { baseKind, findKind, type Kind, kinds } from './servers/kinds.js'
import { describeUsage, flags } from './usage.js'
import { allNames } from './workloads/all.js'

/** A program of node, and its version. */
export interface NodeProgram {
  readonly path: string
  /** Such as `v24.21.0`. */
  readonly version: string
}

export interface BenchOptions {
  /** Names of workloads. */
  readonly only: readonly string[]
  /** In the order of the tables; the base is always among them. */
  readonly kinds: readonly Kind[]
  /** How often everything is done again in fresh processes. */
  readonly rounds: number
  /** The programs that run the servers, in the order of the tables. */
  readonly nodes: readonly NodeProgram[]
  /** The path of the one that runs them now. */
  readonly node: string
  /** Windows of each server in a round, taken in turns. */
  readonly windows: number
  /** Requests, divided by a workload's weight; counted and not timed, so that a busy machine does not shorten a warm-up. */
  readonly windowRequests: number
  readonly warmUpRequests: number
  readonly connections: number
  /** Where all samples are written as JSON; `null` for nowhere. */
  readonly json: string | null
  /** Whether the picture and the tables of the documentation are made of this run. */
  readonly plot: boolean
  /** Whether the tricks of alcove are switched off one by one, and nothing else is compared. */
  readonly ablate: boolean
  /** The name of the kind that all others are divided by. */
  readonly base: string
}

// Short windows: two that are compared lie close together, and the machine has changed little in between.
const full = { rounds: 3, windows: 40, windowRequests: 1000, warmUpRequests: 40_000, connections: 10 }
const quick = { rounds: 1, windows: 20, windowRequests: 500, warmUpRequests: 40_000, connections: 10 }

/** A command that cannot be followed: the message is all that a person needs. */
export class UsageError extends Error {}

/** The names in the list, or all. An unknown name is an error that lists the existing ones. */
function readNames(option: string, text: string | undefined, names: readonly string[]): readonly string[] {
  if (text === undefined) return names
  const wanted = text.split(',')
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new UsageError(`${option}: there is no ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  return names.filter((name) => wanted.includes(name))
}

function readRounds(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const rounds = Number(text)
  if (!Number.isInteger(rounds) || rounds < 1) throw new UsageError(`--rounds: ${text} is not a whole number from 1.`)
  return rounds
}

/** @throws UsageError for a path that does not run */
function readNodes(text: string | undefined): readonly NodeProgram[] {
  if (text === undefined) return [{ path: process.execPath, version: process.version }]
  return text.split(',').map((path) => ({ path, version: versionOf(path) }))
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
  } catch (error) {
    throw new UsageError(`--nodes: ${path} does not run. ${(error as Error).message}`) // node's own error
  }
}

/** Found before the run, which takes long. */
function checkPlotted(only: readonly string[], wanted: readonly string[]): void {
  const missing = [...plottedWorkloads.filter((name) => !only.includes(name))]
  if (missing.length > 0) throw new UsageError(`--plot: the picture shows ${missing.join(', ')}. Add it to --only.`)
  if (!wanted.includes(plottedKind))
    throw new UsageError(`--plot: the picture shows ${plottedKind}. Add it to --kinds.`)
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${describeUsage()}`) // node's own error
  }
}

/** `--quick`, `--only W1,W3`, `--kinds core,decorated`, `--rounds 5`, `--nodes a/node,b/node`, `--json figures.json`, `--plot`, `--ablate` */
export function readOptions(args: readonly string[]): BenchOptions {
  const values = readFlags(args)
  const base = values.quick ? quick : full
  const { ablate } = values
  const offered = ablate ? [findKind(wholeKind), ...ablatedKinds] : kinds
  const divisor = ablate ? wholeKind : baseKind
  if (values.plot && ablate)
    throw new UsageError('--plot: the picture compares alcove with Fastify. Leave out --ablate.')
  const nodes = readNodes(values.nodes)
  if (values.plot && nodes.length > 1) throw new UsageError('--plot: the picture shows one node. Leave out --nodes.')
  const names = offered.map(({ name }) => name)
  const wanted = readNames('--kinds', values.kinds, names)
  const only = readNames('--only', values.only, ablate ? ablatedWorkloads : allNames)
  if (values.plot) checkPlotted(only, wanted)
  return {
    ...base,
    ablate,
    plot: values.plot,
    base: divisor,
    only,
    nodes,
    node: nodes[0]?.path ?? process.execPath,
    kinds: offered.filter(({ name }) => name === divisor || wanted.includes(name)),
    rounds: readRounds(values.rounds, base.rounds),
    json: values.json ?? null,
  }
}
