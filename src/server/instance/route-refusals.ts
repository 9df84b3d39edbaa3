import type { RouteOptions } from '../../contracts/route.js'
import { routeCodes } from '../../errors/route-codes.js'
import { atPlace, locate } from '../../lifecycle/locate.js'
import type { DeclaredRoute, Registrants } from '../../lifecycle/provenance.js'
import { isDeepStrictEqual } from '../../packages/node.cjs'
import { capturePlace } from '../../support/place.js'
import type { ServerCore } from '../start/server-core.js'
import type { RouteSlot } from './route-slot.js'

/** Gives a problem its place: a method of a controller, or the line where a plugin declares the route. */
export function locateRoute({ registrants }: ServerCore, problem: unknown, options: RouteOptions): void {
  const { handler, method, url, path } = options
  const place = declaredOf(registrants, handler)?.place ?? null
  const title = [method, url ?? path].flat().filter((each) => typeof each === 'string')
  locate(problem, place ?? capturePlace(), place === null ? title.join(' ') || 'route()' : handler.name)
}

/** The declarations of decorators for the route of a handler, if a module is registering it. */
export function declaredOf({ declared }: Registrants, handler: unknown): DeclaredRoute | null {
  return declared?.what === 'route' && declared.handler === handler ? declared : null
}

/** Fastify refuses a HEAD route after a GET that has already added one. */
export function refuseSecondHead(core: ServerCore, slot: RouteSlot): void {
  const { url, constraints } = slot.route.options
  const first = core.slots.find(({ method, route }) => {
    const { options, implicit } = route
    const isAlike = unnamed(options.url) === unnamed(url)
    return method === 'HEAD' && implicit && isAlike && isDeepStrictEqual(options.constraints || {}, constraints || {})
  })
  if (first !== undefined) refuseDuplicate(core, first, slot)
}

/** A path without the names of its parameters. Their patterns, and the texts between them, remain. */
function unnamed(url: string): string {
  return url.replace(/(?<![?:]):(?!:)[^/(.-]+/g, ':') // `::` is a text, and `(?:` belongs to a pattern
}

/** Reports two routes for one method and path. */
export function refuseDuplicate(core: ServerCore, first: RouteSlot, second: RouteSlot): void {
  const { method, route } = second
  const { url } = route.options
  const { handler } = route.declared ?? route.options
  const handlers = [nameHandler(first), nameHandler(second)] as const
  const error = new routeCodes.FST_ERR_DUPLICATED_ROUTE(`${method} ${url}`, ...handlers, doubledIn(first, second))
  locateRoute(core, error, { handler, method, url })
  core.findings.report(error)
}

function nameHandler({ route: { handlerName, options, place }, owner }: RouteSlot): string {
  return `${handlerName || 'a handler'} in context "${owner.path}" (${options.url}${atPlace(place)})`
}

/**
 * The advice for one declaration that exists twice. Its module or plugin, or one above it, was registered in two
 * contexts. Null for two declarations.
 */
function doubledIn(first: RouteSlot, second: RouteSlot): string | null {
  const [one, other] = [first.route, second.route]
  if (one.handlerName !== other.handlerName || atPlace(one.place) !== atPlace(other.place)) return null
  let [inner, twin] = [first.owner, second.owner]
  let name: string | null = null
  while (inner !== twin && inner.name === twin.name && inner.parent !== null && twin.parent !== null) {
    name = inner.name
    inner = inner.parent
    twin = twin.parent
  }
  if (name === null) return null
  return `${name} is in context "${inner.path}" and in context "${twin.path}". Register it in one of them, or with two prefixes`
}
