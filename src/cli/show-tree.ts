import type {
  EntryKind,
  InspectedContext,
  InspectedEntry,
  InspectedRoute,
  Inspection,
} from '../contracts/inspection.js'
import type { Paper } from './paper.js'
import { breakLines, lengthOf } from './table.js'

/** One line of the tree with what hangs below it. */
interface Branch {
  readonly text: string
  readonly below: readonly Branch[]
}

const headings: Readonly<Record<EntryKind, string>> = {
  'wrapped module': 'wraps',
  plugin: 'plugins',
  schema: 'schemas',
  'context value': 'context values',
  'request value': 'request values',
  'reply value': 'reply values',
  provider: 'providers',
  hook: 'hooks',
  guard: 'guards',
  'error handler': 'handles errors',
  'not-found handler': 'handles not found',
  'content type parser': 'parses',
  'validator compiler': 'validator compiler',
  'serializer compiler': 'serializer compiler',
  'schema error formatter': 'formats schema errors',
  'schema controller': 'schema controller',
  'reply serializer': 'reply serializer',
  'logger factory': 'makes loggers',
  'request id generator': 'makes request ids',
}

/** The tree of contexts: what each adds, its routes, then the contexts below it. */
export function showTree(paper: Paper, inspection: Inspection): string {
  const contexts = new Map(inspection.contexts.map((context) => [context.id, context]))
  const routes = new Map(inspection.routes.map((route) => [route.id, route]))
  const branchOf = (context: InspectedContext): Branch => ({
    text: titleOf(paper, context),
    below: [
      ...entriesOf(paper, context),
      ...routesOf(
        paper,
        context.routes.flatMap((id) => routes.get(id) ?? []),
      ),
      ...context.children.flatMap((id) => contexts.get(id) ?? []).map(branchOf),
    ],
  })
  const root = branchOf(contexts.get(inspection.root)!) // the root is always there
  return `${[root.text, ...draw(paper, root.below, '')].join('\n')}\n`
}

function draw(paper: Paper, branches: readonly Branch[], indent: string): string[] {
  return branches.flatMap(({ text, below }, index) => {
    const isLast = index === branches.length - 1
    const inner = `${indent}${isLast ? '   ' : '│  '}`
    const width = paper.width === null ? null : paper.width - lengthOf(inner) - 3
    const [first = '', ...rest] = breakLines(text, width)
    const more = rest.map((line) => `${inner}${below.length > 0 ? '│  ' : '   '}${line}`)
    return [`${indent}${isLast ? '└─' : '├─'} ${first}`, ...more, ...draw(paper, below, inner)]
  })
}

function titleOf(paper: Paper, { name, kind, prefix }: InspectedContext): string {
  const place = prefix === '' || prefix === '/' ? '' : `  ${paper.name(prefix)}`
  return `${paper.bold(name)}${kind === 'plugin' ? paper.dim(' (plugin)') : ''}${place}`
}

function entriesOf(paper: Paper, { entries }: InspectedContext): Branch[] {
  const kinds = Object.keys(headings) as EntryKind[] // the keys of the record above
  return kinds.flatMap((kind) => {
    const found = entries.filter((entry) => entry.kind === kind)
    if (found.length === 0) return []
    const names = found.map((entry) => entryText(paper, entry)).filter((text) => text !== '')
    return [leaf(names.length === 0 ? headings[kind] : `${paper.dim(`${headings[kind]}:`)} ${names.join(', ')}`)]
  })
}

/** A name, with the wrap through which it came. */
function entryText(paper: Paper, { name, point, path, kind }: InspectedEntry): string {
  const through = path.slice(1).map((each) => each.name)
  const isOwn = through.length === 0 || (kind !== 'wrapped module' && through.at(-1) === name)
  const by = isOwn ? '' : paper.dim(` (${through.join(' > ')})`)
  return `${point === null ? '' : `${point} `}${name}`.trimEnd() + by
}

/** Routes that differ in nothing but their method, in one line. */
function routesOf(paper: Paper, routes: readonly InspectedRoute[]): Branch[] {
  const groups = new Map<string, InspectedRoute[]>()
  for (const route of routes) {
    if (route.implicit) continue
    const key = JSON.stringify([route.url, route.handler, route.constraints])
    groups.set(key, [...(groups.get(key) ?? []), route])
  }
  return [...groups.values()].map((group) => {
    const [{ url, handler, constraints } = { url: '', handler: '', constraints: {} }] = group
    const methods = group.map(({ method }) => method).join(', ')
    const only = Object.entries(constraints).map((pair) => pair.join(' '))
    const when = only.length === 0 ? '' : paper.dim(` (${only.join(', ')})`)
    return leaf(`${paper.good(methods.padEnd(6))} ${url}${when}  ${paper.dim(handler)}`.trimEnd())
  })
}

function leaf(text: string): Branch {
  return { text, below: [] }
}
