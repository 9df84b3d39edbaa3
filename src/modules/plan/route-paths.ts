import type { Instance } from '../../contracts/instance.js'
import type { RouteShorthandOptions } from '../../contracts/route.js'
import { routeCodes } from '../../errors/route-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import {
  foreignPath,
  joinPaths,
  pathParameters,
  pathProblem,
  slashSpellings,
  unreachablePath,
} from '../../support/paths.js'
import type { RouteFact } from '../decorators/facts.js'
import type { Member } from '../decorators/read-facts.js'
import { type ContextPlan, type ControllerPlan, type MemberPlan, upwards } from './context-plan.js'

/** `Two.read (GET /two)`, with the first route of the method. */
export function handlerTitle(controller: ControllerPlan, { member }: MemberPlan): string {
  const [route] = member.routes
  return route === undefined ? member.name : routeTitle(controller, member, route)
}

/** Refuses paths that no request can reach, and paths that lose a parameter. */
export function checkPaths(controller: ControllerPlan, { member }: MemberPlan): void {
  for (const route of member.routes) {
    const path = pathOf(controller, route)
    const found = pathProblem(path) ?? foreignPath(path)
    if (found === null) continue
    throw new routeCodes.ALC_ERR_ROUTE_PATH(routeTitle(controller, member, route), found.problem, found.advice)
  }
}

/** Whether `checkPaths` has reported a path that the router would report again. */
export function isUnreachable(controller: ControllerPlan, route: RouteFact): boolean {
  return unreachablePath(pathOf(controller, route)) !== null
}

/** Refuses `@Param(name)` if no path of the method has such a parameter: the value would always be undefined. */
export function checkPathParameters(controller: ControllerPlan, { member }: MemberPlan): void {
  if (hasUnknownPrefix(controller)) return
  for (const source of member.parameters ?? []) {
    if (source.from !== 'part' || source.part !== 'params' || source.name === null) continue
    for (const route of member.routes) {
      const names = pathParameters(pathOf(controller, route))
      if (names.includes(source.name)) continue
      throw new treeCodes.ALC_ERR_PATH_PARAMETER(routeTitle(controller, member, route), source.name, names)
    }
  }
}

/** The paths of a route, from the prefix of its controller. The core does the same after the prefix of a context. */
export function urlsOf(
  { fact: { prefix } }: ControllerPlan,
  route: RouteFact,
  { prefixTrailingSlash }: RouteShorthandOptions,
  { initialConfig }: Instance,
): string[] {
  if (prefix === '' || route.path !== '/') return [joinPath(prefix, route.path)]
  const { ignoreTrailingSlash } = { ...initialConfig, ...initialConfig.routerOptions }
  return slashSpellings(prefix, { prefixTrailingSlash, ignoreTrailingSlash }).map((path) => joinPath(prefix, path))
}

function routeTitle(controller: ControllerPlan, { name }: Member, route: RouteFact): string {
  return `${name} (${route.methods?.join(', ') ?? 'ALL'} ${pathOf(controller, route)})`
}

function pathOf({ fact, build }: ControllerPlan, { path }: RouteFact): string {
  return joinPath(pathOfContext(build.context), joinPath(fact.prefix, path)) || '/'
}

/** Whether options of `use` are a function: they may set a prefix that is known at registration only. */
function hasUnknownPrefix({ build }: ControllerPlan): boolean {
  return upwards(build.context).some(({ node }) => typeof node.options === 'function')
}

/** Joins two parts of a path with exactly one slash between them: `'/a/' + '/b'`, `'a' + 'b'` and `'/a' + 'b'` are `/a/b`. */
function joinPath(prefix: string, path: string): string {
  if (prefix === '' && path === '*') return path
  return joinPaths(prefix === '' ? '' : joinPaths('', prefix), path)
}

/** The prefixes of a context and of all above it. */
function pathOfContext({ parent, node }: ContextPlan): string {
  return parent === null ? joinPath('', node.prefix) : joinPath(pathOfContext(parent), node.prefix)
}
