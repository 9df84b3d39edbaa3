import type { ContextBuilder } from '../../context/context-builder.js'
import type { LoadedPlugin } from '../../lifecycle/run-plugin.js'

/** A line of the tree. A module that opens within the turn of its parent has no time of its own. */
interface Line {
  readonly label: string
  readonly time: string
  readonly lines: Line[]
}

/** The plugins and modules of a server as a tree, each with the milliseconds that it took to load. */
export function printPlugins(plugins: LoadedPlugin, root: ContextBuilder): string {
  const top = toLine(plugins)
  addModules(root, top.lines.find(({ label }) => label === root.name) ?? top)
  return draw(top)
}

function toLine({ label, diff, nodes }: LoadedPlugin): Line {
  return { label, time: ` ${diff} ms`, lines: nodes.map(toLine) }
}

/** Adds the modules below a context that never were in the loader's queue, in the order of the contexts. */
function addModules(context: ContextBuilder, line: Line, placed: Set<Line> = new Set()): void {
  const providers = line.lines.find(({ label }) => label === `${context.name} (providers)`)
  let { lines } = providers ?? line
  let next = 0
  for (const child of context.children) {
    const isModule = child.opener.kind === 'module'
    const found = findLine(child.name, line, placed)
    if (found === null && !isModule) continue
    const { siblings, own } = found ?? { siblings: lines, own: { label: child.name, time: '', lines: [] } }
    if (found === null) siblings.splice(next, 0, own)
    placed.add(own)
    addModules(child, own, placed)
    if (!isModule) continue
    lines = siblings
    next = siblings.indexOf(own) + 1
  }
}

/** The nearest line with that name that belongs to no other context. */
function findLine(name: string, { lines }: Line, placed: ReadonlySet<Line>): { siblings: Line[]; own: Line } | null {
  const free = lines.filter((each) => !placed.has(each))
  const own = free.find(({ label }) => label === name)
  if (own !== undefined) return { siblings: lines, own }
  for (const each of free) {
    const found = findLine(name, each, placed)
    if (found !== null) return found
  }
  return null
}

/** Draws the tree in Fastify's form. */
function draw({ label, time, lines }: Line, indent = ''): string {
  const drawn = lines.map((line, index) => {
    const isLast = index === lines.length - 1
    const branch = `${isLast ? '└─' : '├─'}${line.lines.length === 0 ? '─' : '┬'} `
    return `${indent}${branch}${draw(line, `${indent}${isLast ? '  ' : '│ '}`)}`
  })
  return `${label}${time}\n${drawn.join('')}`
}
