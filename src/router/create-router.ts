import type { Config, Handler, HTTPMethod, HTTPVersion, Instance, RouteOptions } from 'find-my-way'
import { findMyWay } from '../packages/libraries.cjs'
import { addStrategy, type Constrainer } from './constraints.js'
import { canMakeCode, workWithoutCode } from './without-code.js'

export type Router = Instance<HTTPVersion.V1>

type Options = Config<HTTPVersion.V1>
type Constraints = NonNullable<Options['constraints']>

/** Members that the router's types leave out. */
export interface RouterInternals {
  _opts: Options
  routes: PlacedRoute[]
  trees: Record<string, unknown>
  constrainer: Constrainer
}

interface PlacedRoute {
  method: HTTPMethod
  path: string
  opts: RouteOptions
  handler: Handler<HTTPVersion.V1>
  store: unknown
}

/** Loaded with this module: every start needs it. */
const createInstance = findMyWay()

/**
 * A router for this server alone. The changes below touch its own objects only, so other routers of the process are
 * unaffected.
 */
export function createRouter({ constraints, ...options }: Options): Router {
  const router = createInstance(options)
  const { constrainer } = internalsOf(router)
  const { host } = constrainer.strategies
  // The process shares the object `host`, so this router gets a copy with its own store.
  if (host !== undefined) constrainer.strategies.host = { ...host, storage: storeHosts }
  if (!canMakeCode()) workWithoutCode(router)
  // Added now because a strategy that must match makes the router write code at once.
  for (const strategy of Object.values(constraints ?? {})) addStrategy(constrainer, strategy)
  return router
}

/** A router with the options, strategies and routes of another one. */
export function copyRouter(router: Router): Router {
  const { _opts: options, constrainer, routes } = internalsOf(router)
  const own = Object.entries(constrainer.strategies).filter(([, { isCustom }]) => isCustom === true)
  // Only the strategies of the application are copied.
  const copy = createRouter({ ...options, constraints: Object.fromEntries(own) as unknown as Constraints })
  for (const { method, path, opts, handler, store } of routes) copy.on(method, path, opts, handler, store)
  return copy
}

export function internalsOf(router: Router): RouterInternals {
  return router as unknown as RouterInternals // the router's types omit these members
}

/**
 * The router's default store of hosts keeps results by the value of `Host`: 1000 for each route with a pattern. That is
 * 16 MB when clients send long values. This store tries the patterns each time. A client may write a host in capitals:
 * it gets the same route (RFC 9110, 4.2.3). `withoutCase` has put the exact hosts into lower case.
 */
function storeHosts() {
  const exact = new Map<string, unknown>()
  const patterns = new Map<string, { pattern: RegExp; value: unknown }>()
  const read = (host: string) => {
    const value = exact.get(host.toLowerCase())
    if (value !== undefined) return value
    for (const each of patterns.values()) if (each.pattern.test(host)) return each.value
    return undefined
  }
  return {
    // The router asks with the pattern of a route, too. Routes that have the same pattern and differ in another
    // constraint share its value.
    get: (host: string | RegExp) => (typeof host === 'string' ? read(host) : patterns.get(String(host))?.value),
    set: (host: string | RegExp, value: unknown) => {
      if (typeof host === 'string') exact.set(host, value)
      else {
        const pattern = new RegExp(host.source, `${host.flags.replace(/[giy]/g, '')}i`)
        patterns.set(String(host), { pattern, value })
      }
    },
  }
}
