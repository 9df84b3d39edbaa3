import type { Config, Handler, HTTPMethod, HTTPVersion, Instance, RouteOptions } from 'find-my-way'
import { findMyWay } from '../packages/libraries.cjs'
import { containRejection, readProperty } from '../support/values.js'
import { canMakeCode, workWithoutCode } from './without-code.js'

export type Router = Instance<HTTPVersion.V1>

type Options = Config<HTTPVersion.V1>
type Constraints = NonNullable<Options['constraints']>
type CustomStrategy = Constraints[string]

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
  // This router gets its own store.
  if (host !== undefined) constrainer.strategies.host = { ...host, storage: storeHosts }
  if (!canMakeCode()) workWithoutCode(router)
  // Added now because a strategy that must match makes the router write code at once.
  for (const strategy of Object.values(constraints ?? {})) router.addConstraintStrategy(guardConstraint(strategy))
  return router
}

/**
 * The router ignores what an async `deriveConstraint` returns: a rejection would end the process. The class of a strategy
 * may have private members, so each method runs on the strategy itself.
 */
export function guardConstraint(strategy: CustomStrategy): CustomStrategy {
  const { name, mustMatchWhenDerived, validate, storage }: CustomStrategy = Object(strategy)
  const given: unknown = readProperty(strategy, 'deriveConstraint')
  if (typeof given !== 'function' || typeof storage !== 'function') return strategy // the router refuses it
  const derive = given as Derive // the router calls it so
  return {
    name,
    mustMatchWhenDerived,
    validate: validate && ((value) => validate.call(strategy, value)),
    storage: () => storage.call(strategy),
    deriveConstraint: derive.length === 3 ? withDone(derive, strategy) : withoutDone(derive, strategy),
  } as CustomStrategy // types of the router omit an absent `validate`
}

type Done = (error: unknown, value?: unknown) => void
type Derive = (this: unknown, req: unknown, context: unknown, done?: Done) => unknown

/** The router counts the parameters of the function: three mean this form. */
function withDone(derive: Derive, strategy: CustomStrategy) {
  return (req: unknown, context: unknown, done: Done): void => {
    let isOpen = true
    const once: Done = (error, value) => {
      if (isOpen) done(error, value)
      isOpen = false
    }
    containRejection(derive.call(strategy, req, context, once), once)
  }
}

function withoutDone(derive: Derive, strategy: CustomStrategy) {
  return (req: unknown, context: unknown): unknown => {
    const derived: unknown = derive.call(strategy, req, context)
    containRejection(derived)
    return derived
  }
}

/** A router with the same options, strategies and routes. */
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
 * The router's default store of hosts keeps the result for 1000 values of `Host` with each route that has a pattern.
 * That is 16 MB when clients send long values. This store tries the patterns each time.
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
