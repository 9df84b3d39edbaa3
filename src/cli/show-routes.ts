import type { InspectedRoute, InspectedStage } from '../contracts/inspection.js'
import type { Paper } from './paper.js'
import { table } from './table.js'

/** One block for each route: method, path, handler, schema parts, and the hooks in the order in which they run. */
export function showRoutes(paper: Paper, routes: readonly InspectedRoute[]): string {
  return routes.map((route) => `${showRoute(paper, route).join('\n')}\n`).join('')
}

function showRoute(paper: Paper, route: InspectedRoute): string[] {
  const { handler, schemas, stages } = route
  const hooks = stages.filter(({ kind }) => kind === 'hook' || kind === 'guard' || kind === 'around')
  const rows = [
    ...(schemas.length === 0 ? [] : [[paper.dim('schema'), [...new Set(schemas.map(({ part }) => part))].join(', ')]]),
    ...hooksByPoint(hooks).map(([point, names]) => [paper.dim(point), names.join(', ')]),
  ]
  return [`${routeTitle(paper, route)}  ${handler === '' ? paper.dim('anonymous') : handler}`, ...table(paper, rows)]
}

/** `GET /two`, with what else the router asks for. */
export function routeTitle(paper: Paper, { method, url, constraints }: InspectedRoute): string {
  const only = Object.entries(constraints).map((pair) => pair.join(' '))
  return `${paper.good(method)} ${paper.bold(url)}${only.length === 0 ? '' : paper.dim(` (${only.join(', ')})`)}`
}

function hooksByPoint(stages: readonly InspectedStage[]): [string, string[]][] {
  const points = new Map<string, string[]>()
  for (const { stage, function: name } of stages) {
    points.set(stage, [...(points.get(stage) ?? []), name === '' ? 'anonymous' : name])
  }
  return [...points]
}
