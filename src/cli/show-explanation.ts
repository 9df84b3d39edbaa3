import type {
  EntryKind,
  InspectedGuard,
  InspectedInjection,
  InspectedSchema,
  InspectedStage,
  RegistrantPath,
  StagePhase,
} from '../contracts/inspection.js'
import type { NameExplanation } from '../inspect/explain-name.js'
import type { ExplainedContext, ExplainedEntry, RouteExplanation } from '../inspect/explain-route.js'
import { breakLines } from '../support/lines.js'
import { isRecord } from '../support/values.js'
import { type Paper, table } from './paper.js'
import { functionTitle, routeTitle } from './show-routes.js'

const phases: readonly (readonly [StagePhase, string])[] = [
  ['request', 'when a request comes'],
  ['reply', 'when it is answered'],
  ['error', 'when something fails'],
  ['interruption', 'when time runs out or the client leaves'],
]

/** Text about one route: its contexts, the entries that it sees, injections, schemas and stages. */
export function showRouteExplanation(paper: Paper, { route, line }: RouteExplanation): string {
  const names = new Map(line.map(({ id, name }) => [id, name]))
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [paper.bold(title), ...lines])
  const rows = (title: string, cells: readonly string[][]) => section(title, table(paper, cells))
  const blocks = [
    [`${routeTitle(paper, route)}  ${route.handler}`],
    section('line of contexts', lineOf(paper, line)),
    rows('sees', [
      ...withoutOwnOffers(line).flatMap((context) => entryRows(paper, context, names)),
      ...route.guards.flatMap((guard) => givenRows(paper, guard, line)),
    ]),
    rows(
      'is given',
      route.injections.map((injection) => injectionRow(paper, injection)),
    ),
    rows(
      'route values',
      route.values.map(({ name, value }) => [name, JSON.stringify(value)]),
    ),
    rows(
      'schemas',
      route.schemas.map((schema) => schemaRow(paper, schema)),
    ),
    ...phases.map(([phase, title]) => {
      const stages = route.stages.filter((stage) => stage.phase === phase)
      return rows(
        title,
        stages.map((stage, index) => stageRow(paper, stage, { index, names })),
      )
    }),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

export function showNameExplanation(paper: Paper, { route, name, isSeen, homes }: NameExplanation): string {
  const verdict = isSeen ? paper.good('sees') : paper.bad('does not see')
  const blocks = homes.map(({ entry, isSeen: own, reason, fix }) => {
    const texts = [reason, ...(fix === null ? [] : [fix])]
    const width = paper.width === null ? null : paper.width - 4
    const mark = own ? paper.good('+') : paper.bad('-')
    return [
      `  ${mark} ${entry.kind}${entry.point === null ? '' : ` ${entry.point}`} of ${paper.bold(entry.context)}`,
      ...texts.flatMap((text) => breakLines(text, width)).map((text) => `    ${text}`),
    ].join('\n')
  })
  return `${paper.bold(route)} ${verdict} ${paper.name(name)}\n\n${blocks.join('\n\n')}\n`
}

function lineOf(paper: Paper, line: readonly ExplainedContext[]): string[] {
  return line.map(({ name, kind, prefix, path }, depth) => {
    const by = path.length > 1 ? ` by ${pathText(path)}` : ''
    const about = [kind, ...(prefix === '' ? [] : [prefix])].join(', ')
    return `  ${depth === 0 ? '' : `${'   '.repeat(depth - 1)}└─ `}${name} ${paper.dim(`(${about})${by}`)}`
  })
}

/**
 * Kinds that the list of visible entries omits. Most are stages. A contribution is part of a list that a module
 * collects.
 */
const shownElsewhere: ReadonlySet<EntryKind> = new Set([
  'hook',
  'guard',
  'around',
  'wrapped module',
  'error handler',
  'contribution',
])

/** Omits the offer of a provider one level up, for routes of the offering module. They see the provider itself. */
function withoutOwnOffers(line: readonly ExplainedContext[]): ExplainedContext[] {
  const provided = new Set(
    line.flatMap(({ name, entries }) =>
      entries.filter(({ kind }) => kind === 'provider').map((entry) => `${name} ${entry.name}`),
    ),
  )
  return line.map((context) => ({
    ...context,
    entries: context.entries.filter(
      ({ kind, name, path }) => kind !== 'offered provider' || !provided.has(`${path.at(-1)?.name} ${name}`),
    ),
  }))
}

function entryRows(
  paper: Paper,
  { name: context, entries }: ExplainedContext,
  names: ReadonlyMap<string, string>,
): string[][] {
  return entries
    .filter(({ kind }) => !shownElsewhere.has(kind))
    .map((entry) => {
      const notes = notesOf(paper, entry, names)
      return [entry.inEffect ? entry.name || entry.kind : paper.dim(entry.name), paper.dim(entry.kind), context, notes]
    })
}

/** The values that a guard sets on the requests of the route. A declared value has a row of its own. */
function givenRows(
  paper: Paper,
  { name: guard, provides }: InspectedGuard,
  line: readonly ExplainedContext[],
): string[][] {
  const kind = 'request value'
  const declared = new Set(
    line.flatMap(({ entries }) => entries.filter((entry) => entry.kind === kind).map(({ name }) => name)),
  )
  return provides.filter((name) => !declared.has(name)).map((name) => [name, paper.dim(kind), '', `set by ${guard}`])
}

/** An offered provider is not wrapped: only this provider is visible one level up. */
function originOf(kind: EntryKind, path: RegistrantPath): string {
  if (kind === 'offered provider') return `offered by ${pathText(path.slice(-1))}`
  return `by ${pathText(path.slice(1))}, wrapped into ${path[0]?.name}`
}

function notesOf(
  paper: Paper,
  { kind, path, shadows, inEffect }: ExplainedEntry,
  names: ReadonlyMap<string, string>,
): string {
  const by = path.length > 1 ? [originOf(kind, path)] : []
  const owner = shadows === null ? null : names.get(shadows.split(' : ', 1)[0] ?? '')
  const shadow = owner ? [paper.odd(`in place of the one of ${owner}`)] : []
  const hidden = inEffect ? [] : [paper.odd('hidden by a nearer one')]
  return [...by, ...shadow, ...hidden].join('; ')
}

function injectionRow(paper: Paper, { into, kind, name, entry, givenBy }: InspectedInjection): string[] {
  const unset =
    givenBy === undefined ? paper.odd('nothing: optional, and not visible') : `set by ${givenBy.join(' or ')}`
  const from = entry === null ? unset : `of ${entry.split(' : ', 1)[0]}`
  return [into, `${kind} ${name}`, from]
}

function schemaRow(paper: Paper, { part, mediaType, schema, refs }: InspectedSchema): string[] {
  const shared = refs.map((ref) => ref.replace(/^(.*) : schema (.*)$/, 'schema $2 of $1'))
  const what = schema === null ? 'not a JSON Schema' : summary(schema)
  return [mediaType === null ? part : `${part} ${mediaType}`, [what, ...shared].join('; ') || paper.dim('anything')]
}

/** A schema in a few words. */
function summary(schema: unknown): string {
  if (!isRecord(schema)) return String(schema)
  if ('$ref' in schema) return `$ref ${String(schema.$ref)}`
  const type = 'type' in schema ? [schema.type].flat().join(' or ') : ''
  const properties = isRecord(schema.properties) ? Object.keys(schema.properties) : []
  const branches = [schema.anyOf, schema.oneOf].filter(Array.isArray).flat()
  if (type === '' && branches.length > 0) return branches.map(summary).join(' or ')
  if (type === '' && Array.isArray(schema.enum)) return schema.enum.map((each) => JSON.stringify(each)).join(' or ')
  return properties.length === 0 ? type : `${type} { ${properties.join(', ')} }`
}

interface StagePlace {
  readonly index: number
  readonly names: ReadonlyMap<string, string>
}

function stageRow(paper: Paper, stage: InspectedStage, { index, names }: StagePlace): string[] {
  const { kind, path, context } = stage
  const isOwn =
    kind === 'hook' || kind === 'guard' || kind === 'around' || kind === 'handler' || kind === 'error handler'
  const name = isOwn ? functionTitle(stage) : ''
  const owner = context === null ? '' : (names.get(context) ?? context)
  const by = path.slice(1)
  const whose = [
    ...(owner === '' && isOwn ? ['the route'] : []),
    owner,
    ...(by.length > 0 ? [`by ${pathText(by)}`] : []),
  ]
  return [
    paper.dim(String(index + 1).padStart(2)),
    paper.name(stage.stage),
    name,
    whose.filter((text) => text !== '').join(', '),
  ]
}

function pathText(path: RegistrantPath): string {
  return path.map(({ kind, name }) => (kind === 'plugin' ? `plugin ${name}` : name)).join(' > ')
}
