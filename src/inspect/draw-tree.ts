import type {
  EntryKind,
  InspectedContext,
  InspectedEntry,
  InspectedRoute,
  Inspection,
} from '../contracts/inspection.js'
import { cutLine } from '../support/lines.js'
import { groupBy } from '../support/lists.js'
import { plural } from '../support/plural.js'
import { visible } from '../support/visible.js'

/** The style of a drawing: its width in columns (null for any width), and functions that mark its parts. */
export interface Ink {
  readonly width: number | null
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  name(text: string): string
}

const asItIs = (text: string) => text

/** Adds no marks, for text outside a terminal. */
export const plainInk: Ink = { width: null, bold: asItIs, dim: asItIs, good: asItIs, name: asItIs }

/** One line of the tree with the lines below it. */
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
  'offered provider': 'offered',
  collection: 'collects',
  contribution: 'contributes',
  hook: 'hooks',
  guard: 'guards',
  around: 'around handlers',
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

/**
 * The tree of contexts. Each context lists its entries, its routes, and then the contexts below it. `depth` levels of
 * contexts are drawn in full; each context below them is one line with counts. The drawing begins with the contexts of
 * `from`, or with the root. Lines are cut to the width of the ink.
 */
export function drawTree(
  ink: Ink,
  inspected: Inspection,
  { depth = Number.POSITIVE_INFINITY, from = [inspected.root] }: { depth?: number; from?: readonly string[] } = {},
): string {
  const inspection = visible(inspected)
  const contexts = new Map(inspection.contexts.map((context) => [context.id, context]))
  const routes = new Map(inspection.routes.map((route) => [route.id, route]))
  const childrenOf = ({ children }: InspectedContext) => children.flatMap((id) => contexts.get(id) ?? [])
  const routesIn = (context: InspectedContext) => context.routes.flatMap((id) => routes.get(id) ?? [])
  const countsOf = (context: InspectedContext): Counts => {
    const inner = childrenOf(context).map(countsOf)
    const own = routesIn(context).filter(({ implicit }) => !implicit).length
    return {
      routes: inner.reduce((sum, counts) => sum + counts.routes, own),
      contexts: inner.reduce((sum, counts) => sum + counts.contexts + 1, 0),
    }
  }
  const branchOf = (context: InspectedContext, level: number): Branch => {
    const title = titleOf(ink, context)
    if (level >= depth) return leaf(title + ink.dim(`  (${countsText(countsOf(context))})`))
    const inner = childrenOf(context).map((child) => branchOf(child, level + 1))
    return { text: title, below: [...entriesOf(ink, context), ...routesOf(ink, routesIn(context)), ...inner] }
  }
  const drawn = inspection.contexts.filter((_context, index) => from.includes(inspected.contexts[index]!.id)) // both have one order
  const lines = drawn.flatMap((context) => {
    const { text, below } = branchOf(context, 0)
    return [cutLine(outerOf(ink, context) + text, ink.width), ...draw(ink, below, '')]
  })
  return `${lines.join('\n')}\n`
}

/** The contexts around the one with which a drawing begins. */
function outerOf(ink: Ink, { parent }: InspectedContext): string {
  return parent === null ? '' : ink.dim(`${parent} > `)
}

/** Counts of a context and of the contexts below it. */
interface Counts {
  readonly routes: number
  readonly contexts: number
}

function countsText({ routes, contexts }: Counts): string {
  const below = contexts === 0 ? [] : [`${plural(contexts, 'context')} below`]
  return [plural(routes, 'route'), ...below].join(', ')
}

function draw(ink: Ink, branches: readonly Branch[], indent: string): string[] {
  return branches.flatMap(({ text, below }, index) => {
    const isLast = index === branches.length - 1
    const line = cutLine(`${indent}${isLast ? '└─' : '├─'} ${text}`, ink.width)
    return [line, ...draw(ink, below, `${indent}${isLast ? '   ' : '│  '}`)]
  })
}

function titleOf(ink: Ink, { name, kind, prefix }: InspectedContext): string {
  const place = prefix === '' || prefix === '/' ? '' : `  ${ink.name(prefix)}`
  return `${ink.bold(name)}${kind === 'plugin' ? ink.dim(' (plugin)') : ''}${place}`
}

function entriesOf(ink: Ink, { entries }: InspectedContext): Branch[] {
  const kinds = Object.keys(headings) as EntryKind[] // the keys of the record above
  return kinds.flatMap((kind) => {
    const found = entries.filter((entry) => entry.kind === kind)
    if (found.length === 0) return []
    const names = found.map((entry) => entryText(ink, entry)).filter((text) => text !== '')
    return [leaf(names.length === 0 ? headings[kind] : `${ink.dim(`${headings[kind]}:`)} ${names.join(', ')}`)]
  })
}

/** The name of an entry, with the wrapped modules or plugins through which it was registered. */
function entryText(ink: Ink, { name, point, path, kind, provides = [] }: InspectedEntry): string {
  const through = path.slice(1).map((each) => each.name)
  const isOwn = through.length === 0 || (kind !== 'wrapped module' && through.at(-1) === name)
  const shown = name === '' && kind === 'around' ? 'function' : name // a guard without a name is a "guard function"
  const text = `${point === null ? '' : `${point} `}${shown}`.trimEnd()
  const gives = provides.length === 0 ? '' : ink.dim(` (provides ${provides.join(', ')})`)
  const by = isOwn ? '' : ink.dim(`${text === '' ? '' : ' '}(${through.join(' > ')})`) // schema error formatters have no name
  return text + gives + by
}

/** One line for all routes that differ only in their method. */
function routesOf(ink: Ink, routes: readonly InspectedRoute[]): Branch[] {
  const declared = routes.filter(({ implicit }) => !implicit)
  const groups = groupBy(declared, ({ url, handler, constraints, values, guards, schemas }) => {
    const [names, parts] = [guards.map(({ name }) => name), schemas.map(({ part }) => part)]
    return JSON.stringify([url, handler, constraints, values, names, parts])
  })
  return [...groups.values()].map((group) => leaf(routeText(ink, group)))
}

/** A group with more methods than this is listed as `ALL`. */
const fewMethods = 6

function routeText(ink: Ink, group: readonly InspectedRoute[]): string {
  const { url, handler, constraints, schemas, values, stages } = group[0]! // a group begins with its first route
  const methods = group.length > fewMethods ? 'ALL' : group.map(({ method }) => method).join(', ')
  const only = Object.entries(constraints).map((pair) => pair.join(' '))
  const when = only.length === 0 ? '' : ink.dim(` (${only.join(', ')})`)
  const parts = [...new Set(schemas.map(({ part }) => part.split(' ', 1)[0]))]
  const schema = parts.length === 0 ? '' : ink.dim(`  (schema: ${parts.join(', ')})`)
  const own = stages.filter(({ kind, context }) => kind === 'guard' && context === null)
  const guarded = own.length === 0 ? '' : ink.dim(`  (${own.map((guard) => guard.function).join(', ')})`)
  const marks = values.map(({ name, value }) => `${name}: ${JSON.stringify(value)}`)
  const marked = marks.length === 0 ? '' : ink.dim(`  (${marks.join(', ')})`)
  return `${ink.good(methods.padEnd(6))} ${url}${when}  ${ink.dim(handler)}`.trimEnd() + guarded + marked + schema
}

function leaf(text: string): Branch {
  return { text, below: [] }
}
