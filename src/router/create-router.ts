import type { Config, Handler, HTTPMethod, HTTPVersion, Instance, RouteOptions } from 'find-my-way'
import { findMyWay } from '../packages/libraries.cjs'
import { canMakeCode, workWithoutCode } from './without-code.js'

export type Router = Instance<HTTPVersion.V1>

type Options = Config<HTTPVersion.V1>
type Constraints = NonNullable<Options['constraints']>

/** Members that the router's types leave out. */
export interface RouterInternals {
  _opts: Options
  routes: PlacedRoute[]
  trees: Record<string, unknown>
  constrainer: { strategies: Record<string, Strategy>; asyncStrategiesInUse: ReadonlySet<string> }
}

interface PlacedRoute {
  method: HTTPMethod
  path: string
  opts: RouteOptions
  handler: Handler<HTTPVersion.V1>
  store: unknown
}

interface Strategy {
  isCustom?: boolean
  storage: () => unknown
}

/** Loaded with this module: no start can do without it. */
const createInstance = findMyWay()

/** A router of this server alone: what is changed is its own object, so other routers of the process notice nothing. */
export function createRouter({ constraints, ...options }: Options): Router {
  const router = createInstance(options)
  const { constrainer } = internalsOf(router)
  const { host } = constrainer.strategies
  if (host !== undefined) constrainer.strategies.host = { ...host, storage: storeHosts } // of its own map
  if (!canMakeCode()) workWithoutCode(router)
  // Added now because a strategy that must match makes the router write code at once.
  for (const strategy of Object.values(constraints ?? {})) router.addConstraintStrategy(strategy)
  return router
}

/** The same options, strategies and routes. */
export function copyRouter(router: Router): Router {
  const { _opts: options, constrainer, routes } = internalsOf(router)
  const own = Object.entries(constrainer.strategies).filter(([, { isCustom }]) => isCustom === true)
  const copy = createRouter({ ...options, constraints: Object.fromEntries(own) as unknown as Constraints }) // the application's own
  for (const { method, path, opts, handler, store } of routes) copy.on(method, path, opts, handler, store)
  return copy
}

export function internalsOf(router: Router): RouterInternals {
  return router as unknown as RouterInternals // its types leave them out
}

/**
 * The router's own store of hosts keeps the answers for 1000 values of `Host` with each route that has a pattern: 16 MB
 * when clients send long ones. Patterns are tried anew here.
 */
function storeHosts() {
  const exact = new Map<string, unknown>()
  const patterns: { pattern: RegExp; value: unknown }[] = []
  return {
    get: (host: string) => exact.get(host) ?? patterns.find(({ pattern }) => pattern.test(host))?.value,
    set: (host: string | RegExp, value: unknown) => {
      if (typeof host === 'string') exact.set(host, value)
      else patterns.push({ pattern: new RegExp(host.source, host.flags.replace(/[gy]/g, '')), value })
    },
  }
}
