import type { InspectedContext, InspectedRoute, Inspection } from '../contracts/inspection.js'
import { drawTree } from '../inspect/draw-tree.js'
import { findContexts, isPathOf } from '../inspect/find.js'
import { narrowInspection } from '../inspect/narrow-inspection.js'
import { cutLine } from '../support/lines.js'
import { plural } from '../support/plural.js'
import { visible } from '../support/visible.js'
import { show } from './commands.js'
import type { Paper } from './paper.js'
import { showRoutes } from './show-routes.js'
import type { ExitCode, Loading } from './terminal.js'

// `alcove tree` and `alcove routes`: the whole application, or the part that the options select.

/** Options of both commands. */
export interface TreeOptions {
  readonly context?: string
  readonly depth?: number
}

export interface RoutesOptions extends TreeOptions {
  /** The methods in capitals. */
  readonly method?: readonly string[]
  readonly path?: string
  readonly unguarded?: boolean
}

export function tree(words: readonly string[], { context, depth }: TreeOptions, loading: Loading): Promise<ExitCode> {
  return show(loading, (inspection) => {
    const within = context === undefined ? null : findContexts(inspection, context)
    const narrowed = narrowInspection(inspection, { words, within })
    const from = within === null ? [narrowed.root] : outermost(within).filter((id) => hasContext(narrowed, id))
    const isEmpty = narrowed !== inspection && narrowed.routes.length + partsOf(narrowed) === 0
    const text = (paper: Paper) => {
      if (isEmpty) return `nothing matches\n${adviceOn(words, 'tree')}`
      const drawing = drawTree(paper, narrowed, { from, ...(depth !== undefined && { depth }) })
      const isPart = narrowed !== inspection
      const routes = countOf(narrowed, inspection)
      const counts = isPart ? routes : `${plural(inspection.contexts.length, 'context')}, ${routes}`
      return drawing + closing(paper, drawing, counts)
    }
    return { data: narrowed, text }
  })
}

export function routes(words: readonly string[], options: RoutesOptions, loading: Loading): Promise<ExitCode> {
  const { context, depth, method, path, unguarded = false } = options
  return show(loading, (inspection) => {
    const within = context === undefined ? null : findContexts(inspection, context)
    const narrowed = narrowInspection(inspection, { words, within })
    const chosen = declaredRoutes(narrowed)
      .filter((route) => method === undefined || method.includes(route.method))
      .filter((route) => path === undefined || isPathOf(path, route.url))
      .filter((route) => !unguarded || isUnguarded(route))
    const text = (paper: Paper) => {
      if (chosen.length === 0) return `${noneOf(options, words)}${adviceOn(words, 'routes')}`
      const list = showRoutes(paper, visible(chosen), depth)
      const counts = countOf({ ...narrowed, routes: chosen }, inspection)
      return list + closing(paper, list, counts)
    }
    return { data: chosen, text }
  })
}

function noneOf({ context, method, path, unguarded = false }: RoutesOptions, words: readonly string[]): string {
  const asked = words.length > 0 || [context, method, path].some((each) => each !== undefined)
  return `no ${unguarded ? 'unguarded ' : ''}routes${asked ? ' match' : ''}\n`
}

/** Advice for a word that is a file: these commands take words of the tree. */
function adviceOn(words: readonly string[], command: string): string {
  const file = words.find((word) => /\.[cm]?[jt]s$/.test(word))
  return file === undefined ? '' : `The file to read is an option: alcove ${command} --entry ${file}\n`
}

/** The tree, or an overview if the tree has more lines than the terminal. */
export function drawToFit(paper: Paper, inspection: Inspection): string {
  const whole = drawTree(paper, inspection)
  if (!isLong(paper, whole)) return whole
  const counts = `${plural(inspection.contexts.length, 'context')}, ${countOf(inspection, inspection)}`
  const overview = drawTree(paper, inspection, { depth: 1 })
  return `${overview}${paper.dim(cutLine(`${counts}. alcove tree lists all`, paper.width))}\n`
}

/** The counts of the list and how to list less; empty unless the list has more lines than the terminal. */
function closing(paper: Paper, list: string, counts: string): string {
  if (!isLong(paper, list)) return ''
  return `${paper.dim(cutLine(`${counts}. List less: --depth 1, --context <name>, or a word`, paper.width))}\n`
}

function isLong({ height }: Paper, text: string): boolean {
  return height !== null && text.split('\n').length > height
}

/** `4 of 1500 routes`. */
function countOf(part: Inspection, whole: Inspection): string {
  const own = declaredRoutes(part).length
  const all = declaredRoutes(whole).length
  return own === all ? plural(all, 'route') : `${own} of ${plural(all, 'route')}`
}

function partsOf({ contexts }: Inspection): number {
  return contexts.length - 1 + contexts.reduce((sum, { entries }) => sum + entries.length, 0)
}

/** The ids of the contexts that are not below another context of the list. */
function outermost(contexts: readonly InspectedContext[]): string[] {
  const ids = contexts.map(({ id }) => id)
  return ids.filter((id) => !ids.some((other) => id.startsWith(`${other} > `)))
}

function hasContext({ contexts }: Inspection, id: string): boolean {
  return contexts.some((context) => context.id === id)
}

/** The routes without implicit ones, sorted by path. */
function declaredRoutes({ routes }: Inspection): InspectedRoute[] {
  const declared = routes.filter(({ implicit }) => !implicit)
  return declared.sort((one, other) => (one.url < other.url ? -1 : Number(one.url > other.url)))
}

/** Whether a route has neither a guard nor `@Public()`. Hooks of plugins may guard it nevertheless. */
function isUnguarded({ isPublic, stages }: InspectedRoute): boolean {
  return !isPublic && stages.every(({ kind }) => kind !== 'guard')
}
