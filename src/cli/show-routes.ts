import type { InspectedRoute, InspectedStage } from '../contracts/inspection.js'
import { cutLine, lengthOf } from '../support/lines.js'
import { plural } from '../support/plural.js'
import { type Paper, table } from './paper.js'

/**
 * One block for each route: method, path, handler, schema parts, and the hooks in the order in which they run. Routes
 * with more than `depth` segments in their path are grouped by their first segments. Each group takes one line. Lines
 * are cut to the width of the paper.
 */
export function showRoutes(paper: Paper, routes: readonly InspectedRoute[], depth = Number.POSITIVE_INFINITY): string {
  const lines = [...byBeginning(routes, depth)].flatMap(([beginning, group]) => {
    return beginning === null ? group.flatMap((route) => showRoute(paper, route)) : [showGroup(paper, beginning, group)]
  })
  return lines.map((line) => `${cutLine(line, paper.width)}\n`).join('')
}

type Group = [beginning: string | null, routes: InspectedRoute[]]

/** Groups in the order of their first routes. The routes of a group without a beginning are listed in full. */
function byBeginning(routes: readonly InspectedRoute[], depth: number): Group[] {
  const groups: Group[] = []
  const folded = new Map<string, InspectedRoute[]>()
  for (const route of routes) {
    const segments = route.url.split('/').filter((segment) => segment !== '')
    if (segments.length <= depth) {
      groups.push([null, [route]])
      continue
    }
    const beginning = `/${segments.slice(0, depth).join('/')}${depth > 0 ? '/' : ''}…`
    const group = folded.get(beginning)
    if (group !== undefined) group.push(route)
    else {
      const begun = [route]
      folded.set(beginning, begun)
      groups.push([beginning, begun])
    }
  }
  return groups
}

function showGroup(paper: Paper, beginning: string, routes: readonly InspectedRoute[]): string {
  const methods = new Map<string, number>()
  for (const { method } of routes) methods.set(method, (methods.get(method) ?? 0) + 1)
  const counts = [...methods].map(([method, count]) => `${method} ${count}`)
  return `${paper.bold(beginning)}  ${plural(routes.length, 'route')}: ${counts.join(', ')}`
}

function showRoute(paper: Paper, route: InspectedRoute): string[] {
  const { schemas, stages } = route
  const hooks = stages.filter(({ kind }) => kind === 'hook' || kind === 'guard' || kind === 'around')
  const rows = [
    ...(schemas.length === 0 ? [] : [[paper.dim('schema'), [...new Set(schemas.map(({ part }) => part))].join(', ')]]),
    ...hooksByPoint(hooks).map(([point, names]) => [paper.dim(point), names.join(', ')]),
  ]
  return [titleWithHandler(paper, route), ...table(paper.endless, rows)]
}

/**
 * If title and handler do not fit in one line, each gets half of it. If the other needs less than half, it gets the
 * rest.
 */
function titleWithHandler(paper: Paper, route: InspectedRoute): string {
  const title = routeTitle(paper, route)
  const handler = route.handler === '' ? paper.dim('anonymous') : route.handler
  if (paper.width === null) return `${title}  ${handler}`
  const room = Math.max(0, paper.width - 2)
  const forHandler = Math.min(lengthOf(handler), Math.max(Math.floor(room / 2), room - lengthOf(title)))
  return `${cutLine(title, room - forHandler)}  ${cutLine(handler, forHandler)}`
}

/** `GET /two`, with the constraints of the route. */
export function routeTitle(paper: Paper, { method, url, constraints }: InspectedRoute): string {
  const only = Object.entries(constraints).map((pair) => pair.join(' '))
  return `${paper.good(method)} ${paper.bold(url)}${only.length === 0 ? '' : paper.dim(` (${only.join(', ')})`)}`
}

/** The name of the function of a stage. A plugin gives its name to a function without one. */
export function functionTitle({ function: name, path }: InspectedStage): string {
  if (name !== '') return name
  const plugin = path.findLast(({ kind }) => kind === 'plugin')
  return plugin === undefined ? 'anonymous' : `plugin ${plugin.name}`
}

function hooksByPoint(stages: readonly InspectedStage[]): [string, string[]][] {
  const points = new Map<string, string[]>()
  for (const each of stages) {
    const { stage } = each
    points.set(stage, [...(points.get(stage) ?? []), functionTitle(each)])
  }
  return [...points]
}
