import { type Rule, resolveRelative, type SourceFile, withoutEnding } from './source-tree.js'

type Graph = ReadonlyMap<string, readonly string[]>

function graphOf(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map((file) => withoutEnding(file.path)))
  const targets = (file: SourceFile) =>
    file.specifiers
      .map((specifier) => resolveRelative(file, specifier))
      .filter((target) => target !== null)
      .filter((target) => known.has(target))
  return new Map(files.map((file) => [withoutEnding(file.path), targets(file)]))
}

/** The cycle that closes at `file`, found depth first; each file is entered once over all calls. */
function findCycles(graph: Graph): readonly (readonly string[])[] {
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[][] = []
  const enter = (file: string): void => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) enter(next)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) enter(file)
  return cycles
}

/**
 * Types that refer to each other: an instance has routes, a route has handlers, a handler gets an instance's request.
 */
function isAmongWords(cycle: readonly string[]): boolean {
  return cycle.every((file) => file.startsWith('src/contracts/'))
}

/** The contracts may import each other in circles: they contain no code, so node loads nothing. No other folder may. */
export const importsHaveNoCycle: Rule = (files) =>
  findCycles(graphOf(files))
    .filter((cycle) => !isAmongWords(cycle))
    .map((cycle) => ({
      file: `${cycle[0]}.ts`,
      problem: `imports itself: ${cycle.join(' → ')}`,
      fix: 'Move what both need into a third file, types too',
    }))
