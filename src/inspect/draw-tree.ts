import type {
  EntryKind,
  InspectedContext,
  InspectedEntry,
  InspectedRoute,
  Inspection,
} from '../contracts/inspection.js'
import { breakLines, lengthOf } from '../support/lines.js'
import { visible } from '../support/visible.js'

/** How a picture is set: the columns that it may take, null for any, and what marks its parts. */
export interface Ink {
  readonly width: number | null
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  name(text: string): string
}

const asItIs = (text: string) => text

/** Marks nothing: for text that is no terminal's. */
export const plainInk: Ink = { width: null, bold: asItIs, dim: asItIs, good: asItIs, name: asItIs }

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

/** The tree of contexts: what each adds, its routes, then the contexts below it. */
export function drawTree(ink: Ink, inspected: Inspection): string {
  const inspection = visible(inspected)
  const contexts = new Map(inspection.contexts.map((context) => [context.id, context]))
  const routes = new Map(inspection.routes.map((route) => [route.id, route]))
  const branchOf = (context: InspectedContext): Branch => ({
    text: titleOf(ink, context),
    below: [
      ...entriesOf(ink, context),
      ...routesOf(
        ink,
        context.routes.flatMap((id) => routes.get(id) ?? []),
      ),
      ...context.children.flatMap((id) => contexts.get(id) ?? []).map(branchOf),
    ],
  })
  const root = branchOf(contexts.get(inspection.root)!) // the root is always there
  return `${[root.text, ...draw(ink, root.below, '')].join('\n')}\n`
}

function draw(ink: Ink, branches: readonly Branch[], indent: string): string[] {
  return branches.flatMap(({ text, below }, index) => {
    const isLast = index === branches.length - 1
    const inner = `${indent}${isLast ? '   ' : '│  '}`
    const width = ink.width === null ? null : ink.width - lengthOf(inner) - 3
    const [first = '', ...rest] = breakLines(text, width)
    const more = rest.map((line) => `${inner}${below.length > 0 ? '│  ' : '   '}${line}`)
    return [`${indent}${isLast ? '└─' : '├─'} ${first}`, ...more, ...draw(ink, below, inner)]
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

/** A name, with the wrap through which it came. */
function entryText(ink: Ink, { name, point, path, kind, provides = [] }: InspectedEntry): string {
  const through = path.slice(1).map((each) => each.name)
  const isOwn = through.length === 0 || (kind !== 'wrapped module' && through.at(-1) === name)
  const by = isOwn ? '' : ink.dim(` (${through.join(' > ')})`)
  const gives = provides.length === 0 ? '' : ink.dim(` (provides ${provides.join(', ')})`)
  return `${point === null ? '' : `${point} `}${name}`.trimEnd() + gives + by
}

/** Routes that differ in nothing but their method, in one line. */
function routesOf(ink: Ink, routes: readonly InspectedRoute[]): Branch[] {
  const groups = new Map<string, InspectedRoute[]>()
  for (const route of routes) {
    if (route.implicit) continue
    const key = JSON.stringify([
      route.url,
      route.handler,
      route.constraints,
      route.values,
      route.guards.map(({ name }) => name),
      route.schemas.map(({ part }) => part),
    ])
    groups.set(key, [...(groups.get(key) ?? []), route])
  }
  return [...groups.values()].map((group) => leaf(routeText(ink, group)))
}

/** More methods than this are as good as all. */
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
