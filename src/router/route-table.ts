// Hot path: `lookup` runs for every request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config, HTTPMethod, HTTPVersion } from 'find-my-way'
import type { RouterOptions } from '../contracts/server-options.js'
import { causedBy } from '../errors/coded-error.js'
import { routeCodes } from '../errors/route-codes.js'
import { METHODS } from '../packages/node.cjs'
import { asFastify, policies } from '../support/as-fastify.js'
import { unreachablePath } from '../support/paths.js'
import { messageOf, readProperty } from '../support/values.js'
import { addStrategy, type CustomStrategy, checkConstraints, withoutCase } from './constraints.js'
import { copyRouter, createRouter, internalsOf, type Router } from './create-router.js'

/** A route that the router can find, and that runs requests. */
export interface RouteTarget {
  run(req: IncomingMessage, res: ServerResponse, params: unknown, query: unknown): void
  /** The description of the route, for people to read. */
  readonly meta: Record<string, unknown>
}

/** The functions that run when no route can be found at all. */
export interface RouterFallbacks {
  notFound: (req: IncomingMessage, res: ServerResponse) => void
  badUrl: (path: string, req: IncomingMessage, res: ServerResponse) => void
  tooLongParameter: (path: string, req: IncomingMessage, res: ServerResponse) => void
  buildPrettyMeta: (route: { store: Record<string, unknown> }) => Record<string, unknown>
}

export interface RoutePattern {
  method: string
  url: string
  constraints: Record<string, unknown>
}

/** A route as it is found by its pattern, with the names of its parameters. */
export interface FoundRoute<T> {
  target: T
  params: readonly string[]
}

/** A route as a request matches it, with the values of its parameters. */
export interface MatchedRoute<T> {
  target: T
  params: Record<string, string>
}

/** Routes by method, path and constraints: added, matched and listed. */
export class RouteTable<T extends RouteTarget> {
  private readonly router: Router
  /** The HEAD routes that the server adds for GET routes, by the targets of these GET routes. */
  private readonly heads = new Map<unknown, T>()
  private gets = 0

  constructor(
    private readonly options: RouterOptions,
    fallbacks: RouterFallbacks,
  ) {
    const { notFound, badUrl, tooLongParameter, buildPrettyMeta } = fallbacks
    this.router = createRouter({
      ...options,
      defaultRoute: notFound,
      onBadUrl: badUrl,
      onMaxParamLength: tooLongParameter,
      buildPrettyMeta: (route: { store: RouteTarget }) => buildPrettyMeta({ ...route, store: route.store.meta }),
    } as Config<HTTPVersion.V1>) // its types omit buildPrettyMeta and name the constraint strategies more narrowly
  }

  /**
   * Adds a route. Returns the route that already has one of its places; that route keeps the place. A look-up before
   * the adding would take as much time as the adding.
   */
  add(pattern: RoutePattern, target: T): T | null {
    if (pattern.method === 'GET') this.gets++
    const route = `${pattern.method} ${pattern.url}`
    if (policies.refusesWhatHasNoEffect) {
      checkReachable(route, pattern.url)
      checkConstraints(internalsOf(this.router).constrainer, route, pattern.constraints)
    }
    const places = this.placesOf(pattern)
    for (const [index, place] of places.entries()) {
      const { method, url, constraints } = place
      try {
        this.router.on(method as HTTPMethod, url, { constraints }, callTarget, target) // the server checked the method
      } catch (error) {
        // Requests for a place of a refused route would get no response.
        for (const placed of places.slice(0, index)) this.router.off(method as HTTPMethod, placed.url, constraints)
        const taken = this.holderOf(place)
        if (taken === null || taken === target) throw refusedBy(error, route, constraints)
        return taken
      }
    }
    return null
  }

  /** Adds the HEAD route for a GET route. It gets the places of the GET route that no HEAD route of `add` has. */
  addHead(get: T, head: T): void {
    this.heads.set(get, head)
  }

  /**
   * Call it when all routes are added. It returns the HEAD routes of `addHead` that have no place. `runAlike`: each
   * HEAD route runs as its GET route does. Both methods share a tree if each GET route has such a HEAD route, and no
   * other HEAD route exists. Otherwise the heap after the start of 1000 routes is 2.3 MB larger. The start also takes
   * 50 ms more of the processor. With the option `compile` the trees also become code.
   */
  settle({ runAlike }: { runAlike: boolean }): ReadonlySet<T> {
    const left = this.settleHeads(runAlike)
    if (this.options.compile === true) this.router.compile()
    return left
  }

  /** Whether HEAD routes of `add` have all places of a pattern. */
  isTaken(pattern: RoutePattern): boolean {
    return this.placesOf(pattern).every((place) => this.find(place) !== null)
  }

  /** The route declared with exactly this pattern, or null. */
  get(pattern: RoutePattern): FoundRoute<T> | null {
    const place = this.placesOf(pattern)[0]! // there is at least one place
    const found = this.find(place)
    if (found !== null || place.method !== 'HEAD') return found
    const get = this.find({ ...place, method: 'GET' })
    const head = get === null ? undefined : this.heads.get(get.target)
    return get === null || head === undefined ? null : { ...get, target: head }
  }

  /** The route that a request for this path gets, or null. */
  match({ method, url, constraints }: RoutePattern): MatchedRoute<T> | null {
    const path = normalizePath(url, this.options)
    const found = this.router.find(method as HTTPMethod, path, constraints as never) // the router compares them by name
    if (found !== null) return { target: found.store as T, params: { ...found.params } as Record<string, string> } // only `add` and `addHead` fill the store
    const get = method === 'HEAD' ? this.match({ method: 'GET', url, constraints }) : null
    const head = get === null ? undefined : this.heads.get(get.target)
    return get === null || head === undefined ? null : { ...get, target: head }
  }

  /** Matches requests and runs them. `failed` is called when an asynchronous constraint could not be derived. */
  createLookup(
    failed: (error: Error, req: IncomingMessage, res: ServerResponse) => void,
  ): (req: IncomingMessage, res: ServerResponse) => void {
    const { router } = this
    if (internalsOf(router).constrainer.asyncStrategiesInUse.size === 0) return (req, res) => router.lookup(req, res)
    return (req, res) =>
      router.lookup(req, res, (error: Error | null) => {
        if (error !== null) failed(error, req, res)
      })
  }

  addConstraintStrategy(strategy: unknown): void {
    addStrategy(internalsOf(this.router).constrainer, strategy as CustomStrategy) // it checks the value
  }

  hasConstraintStrategy(name: string): boolean {
    return this.router.hasConstraintStrategy(name)
  }

  print(options: Record<string, unknown>): string {
    const copy = copyRouter(this.router)
    placeHeads(copy, this.heads, this.options)
    return copy.prettyPrint(options)
  }

  private placesOf({ constraints, ...pattern }: RoutePattern): RoutePattern[] {
    return placesOf({ ...pattern, constraints: withoutCase(internalsOf(this.router).constrainer, constraints) })
  }

  private settleHeads(runAlike: boolean): ReadonlySet<T> {
    const { trees } = internalsOf(this.router)
    if (!runAlike || trees.HEAD !== undefined || this.heads.size !== this.gets)
      return placeHeads(this.router, this.heads, this.options)
    if (trees.GET !== undefined) trees.HEAD = trees.GET
    return new Set()
  }

  /** The route that has a place; null also if the router rejects the path itself. */
  private holderOf(place: RoutePattern): T | null {
    try {
      return this.find(place)?.target ?? null
    } catch {
      return null
    }
  }

  private find({ method, url, constraints }: RoutePattern): FoundRoute<T> | null {
    // An unknown method finds no route.
    const found = this.router.findRoute(method as HTTPMethod, normalizePath(url, this.options), constraints)
    return found === null ? null : { target: found.store as T, params: found.params } // only `add` and `addHead` fill the store
  }
}

/** Refuses a path that no request reaches. The router accepts it, and the route would be dead. */
function checkReachable(route: string, url: string): void {
  const found = unreachablePath(url)
  if (found !== null) throw new routeCodes.ALC_ERR_ROUTE_PATH(route, found.problem, found.advice)
}

/**
 * Gives a code to an error of the router. The drop-in does not, because programs and their tests compare the errors of
 * Fastify.
 */
function refusedBy(error: unknown, route: string, constraints: object): unknown {
  if (asFastify || Object.hasOwn(routeCodes, String(readProperty(error, 'code')))) return error
  const reason = messageOf(error)
  if (Object.keys(constraints).length === 0)
    return causedBy(new routeCodes.ALC_ERR_ROUTE_PATH(route, reason, null), error)
  const text = `The router refuses the path or a constraint of ${route}: ${reason}. Change it, or correct the strategy`
  return causedBy(new routeCodes.ALC_ERR_ROUTE_CONSTRAINT(text), error)
}

/**
 * Adds the HEAD routes of GET routes if their places are free, listed after the GET route. Returns the HEAD routes
 * without a place.
 */
function placeHeads<T extends RouteTarget>(
  router: Router,
  heads: ReadonlyMap<unknown, T>,
  options: RouterOptions,
): ReadonlySet<T> {
  const { routes } = internalsOf(router)
  const left = new Set(heads.values())
  for (const route of routes.splice(0)) {
    routes.push(route)
    const head = route.method === 'GET' ? heads.get(route.store) : undefined
    if (head === undefined) continue
    if (router.findRoute('HEAD', normalizePath(route.path, options), route.opts.constraints) !== null) continue
    router.on('HEAD', route.path, route.opts, callTarget, head)
    left.delete(head)
  }
  return left
}

/** A path with an optional parameter is two paths. Any other path goes to the router unchanged, which may refuse it. */
function placesOf(pattern: RoutePattern): RoutePattern[] {
  const { url } = pattern
  if (!url.includes('?')) return [pattern]
  const optional = /^(.*)(\/:[^/()?]*)\?(\/?)$/.exec(url)
  if (optional === null) return [pattern]
  const [, before = '', parameter = '', slash = ''] = optional
  return [before + parameter + slash, before + slash || '/'].map((path) => ({ ...pattern, url: path }))
}

/** The form in which the router stores a path. It normalizes a path when it adds one, but not when it finds one. */
export function normalizePath(url: string, { ignoreDuplicateSlashes, ignoreTrailingSlash }: RouterOptions): string {
  const single = ignoreDuplicateSlashes === true ? url.replace(/\/{2,}/g, '/') : url
  const trimmed = ignoreTrailingSlash === true && single.endsWith('/') ? single.slice(0, -1) || '/' : single
  return trimmed === '*' ? '/*' : trimmed
}

export function callTarget(
  req: IncomingMessage,
  res: ServerResponse,
  params: unknown,
  target: RouteTarget,
  query: unknown,
): void {
  target.run(req, res, params, query)
}

/** Whether node's parser accepts a method. */
export function isHttpMethod(method: string): boolean {
  return METHODS.includes(method)
}
