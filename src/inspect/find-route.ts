import type { InspectedRoute, Inspection } from '../contracts/inspection.js'
import { cliCodes } from '../errors/cli-codes.js'
import { nearMisses } from '../support/near-miss.js'
import { fitsPath } from './fits-path.js'

/**
 * The route of a method and a path. The path is the declared one (`/users/:id`) or that of a request (`/users/7`).
 *
 * @throws ALC_ERR_ROUTE_UNKNOWN with routes that may have been meant
 */
export function findRoute({ routes }: Inspection, method: string, path: string): InspectedRoute {
  const upper = method.toUpperCase()
  const [url = ''] = path.split('?', 1)
  const sameMethod = routes.filter((route) => route.method === upper)
  const found =
    sameMethod.find((route) => route.id === `${upper} ${path}`) ??
    sameMethod.find((route) => route.url === url) ??
    mostSpecific(sameMethod.filter((route) => fitsPath(route.url, url)))
  if (found !== undefined) return found
  throw new cliCodes.ALC_ERR_ROUTE_UNKNOWN(`${upper} ${path}`, hintFor(routes, upper, url))
}

function hintFor(routes: readonly InspectedRoute[], method: string, url: string): string {
  const others = routes.filter((route) => !route.implicit && (route.url === url || fitsPath(route.url, url)))
  const named = others.filter(isNamed)
  if (named.length > 0) return `, but ${list(named.map(({ id }) => id))}`
  const declared = routes.filter(({ implicit }) => !implicit)
  const byUrl = new Map(
    declared.filter(isNamed).map((route) => [route.method === method ? route.url : route.id, route.id]),
  )
  const near = nearMisses(url, byUrl.keys()).map((key) => byUrl.get(key) ?? key)
  if (near.length > 0) return `: is ${list(near)} meant?`
  if (others.length > 0) return `, but ${list(others.map(({ id }) => id))}`
  return declared.length === 0
    ? ': the application has none'
    : `: alcove routes lists the ${declared.length} that there are`
}

/** Plugins declare routes such as `OPTIONS *`, which fit every path. */
function isNamed({ url }: InspectedRoute): boolean {
  return !url.includes('*')
}

function list(names: readonly string[]): string {
  return [...new Set(names)].join(' or ')
}

/** The route with the fewest parameters. The router would choose it among routes that match a path. */
function mostSpecific(routes: readonly InspectedRoute[]): InspectedRoute | undefined {
  return [...routes].sort((one, other) => parametersIn(one.url) - parametersIn(other.url))[0]
}

function parametersIn(url: string): number {
  return (url.match(/:/g)?.length ?? 0) + (url.includes('*') ? 100 : 0)
}
