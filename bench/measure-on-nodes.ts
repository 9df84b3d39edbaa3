import type { BenchOptions, NodeProgram } from './options.js'

/**
 * Measures on each program of node, round by round in turns. So other work of the machine affects the figures of all.
 * The measure itself repeats the rounds if there is only one program.
 */
export async function measureOnNodes<S extends { readonly turn: string }>(
  measure: (options: BenchOptions) => Promise<readonly S[]>,
  options: BenchOptions,
): Promise<ReadonlyMap<NodeProgram, readonly S[]>> {
  const [first, ...others] = options.nodes
  if (first !== undefined && others.length === 0) return new Map([[first, await measure(options)]])
  const measured = new Map<NodeProgram, S[]>(options.nodes.map((node) => [node, []]))
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [{ path }, samples] of measured) {
      const own = await measure({ ...options, node: path, rounds: 1 })
      samples.push(...own.map((sample) => ({ ...sample, turn: `${round}.${sample.turn}` })))
    }
  }
  return measured
}
