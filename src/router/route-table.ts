// Hot path: `lookup` runs for every request.
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http'
import type { Config, HTTPMethod, HTTPVersion, Instance } from 'find-my-way'

import createRouter = require('find-my-way')

import type { RouterOptions } from '../contracts/server-options.js'
import { shareFunctions } from './shared-functions.js'
import { addWithoutCode, canMakeCode } from './without-code.js'

// Asked once, when the first route is added.
let canMake: boolean | null = null
const makesCode = () => {
  if (canMake !== null) return canMake
  canMake = canMakeCode()
  if (canMake) shareFunctions()
  return canMake
}

/** Runs a request on the route that was found. */
export interface RouteTarget {
  run(req: IncomingMessage, res: ServerResponse, params: unknown, query: unknown): void
  /** What it runs on, for people to read. */
  readonly meta: Record<string, unknown>
}

/** What the table does when no route can be found at all. */
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

type Router = Instance<HTTPVersion.V1>

/** A route as the router keeps it. */
interface PlacedRoute {
  path: string
  params: string[]
}

/** Routes by method, path and constraints. */
export class RouteTable<T extends RouteTarget> {
  private readonly router: Router
  /** Null as soon as somebody has asked for HEAD. */
  private waiting: { pattern: RoutePattern; target: T; after: number }[] | null = []
  private hasOwnHead = false
  /** The HEAD routes beside a GET that have places, and how many. */
  private readonly besideGet = new Map<T, number>()
  private readonly displaced = new Set<T>()

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
    } as Config<HTTPVersion.V1>) // its types lack buildPrettyMeta and name the constraint strategies more narrowly
  }

  /** Adds a route. One that stands in a place of it already is given, and stays: to look first takes as long as to add. */
  add(pattern: RoutePattern, target: T): T | null {
    if (pattern.method === 'HEAD') this.hasOwnHead = true
    for (const place of this.placesOf(pattern)) {
      if (pattern.method === 'HEAD' && this.besideGet.size > 0) this.clear(place)
      try {
        this.place(place, target)
      } catch (error) {
        const taken = this.find(place)
        if (taken === null || taken.target === target) throw error // it is refused for another reason
        return taken.target
      }
    }
    return null
  }

  /**
   * Adds a HEAD route that stands beside a GET, in those of its places that no route of the application's own takes,
   * earlier or later. A tree of its own for them would be as large as that of all GET routes, and most servers are
   * never asked: they take their places when the first request or question for HEAD comes.
   */
  addBesideGet(pattern: RoutePattern, target: T): void {
    if (this.waiting === null) this.placeBesideGet(pattern, target)
    else this.waiting.push({ pattern, target, after: this.placed.length })
  }

  /** Whether routes of the application's own have every place of a HEAD route beside a GET. */
  isTaken(pattern: RoutePattern): boolean {
    return this.placesOf(pattern).every((place) => this.find(place) !== null)
  }

  /** The HEAD routes beside a GET that have no place left, when all routes are declared. */
  settle(): ReadonlySet<T> {
    if (this.hasOwnHead) this.placeWaiting()
    return this.displaced
  }

  /** What the router lists, in the order of `print`. */
  private get placed(): PlacedRoute[] {
    return (this.router as unknown as { routes: PlacedRoute[] }).routes // its types leave it out
  }

  private placeWaiting(): void {
    const { waiting, placed } = this
    this.waiting = null
    if (waiting === null) return
    const others = placed.splice(0) // those that wait are listed where they were declared
    let listed = 0
    for (const { pattern, target, after } of waiting) {
      for (; listed < after; listed++) placed.push(others[listed]!) // there were so many
      this.placeBesideGet(pattern, target)
    }
    for (; listed < others.length; listed++) placed.push(others[listed]!) // within its length
  }

  private placeBesideGet(pattern: RoutePattern, target: T): void {
    const free = this.placesOf(pattern).filter((place) => this.find(place) === null)
    for (const place of free) this.place(place, target)
    if (free.length === 0) this.displaced.add(target)
    else this.besideGet.set(target, free.length)
  }

  /** Takes a HEAD route beside a GET out of a place. Its names of parameters are not those of the next one. */
  private clear(place: RoutePattern): void {
    const found = this.find(place)
    if (found === null || !this.besideGet.has(found.target)) return
    const { target, params } = found
    const { path } = this.placed.find((route) => route.params === params)! // found there
    this.makeCode(() => this.router.off(place.method as HTTPMethod, path, place.constraints)) // the server checked it
    const left = (this.besideGet.get(target) ?? 0) - 1
    if (left > 0) this.besideGet.set(target, left)
    else if (this.besideGet.delete(target)) this.displaced.add(target)
  }

  private place({ method, url, constraints }: RoutePattern, target: T): void {
    this.makeCode(() => this.router.on(method as HTTPMethod, url, { constraints }, callTarget, target)) // as above
  }

  private makeCode(change: () => void): void {
    if (makesCode()) change()
    else addWithoutCode(change)
  }

  /** A path with an optional parameter stands for two. What is no such path, the router refuses. */
  private placesOf(pattern: RoutePattern): RoutePattern[] {
    const { url } = pattern
    if (!url.includes('?')) return [pattern]
    const optional = /^(.*)(\/:[^/()?]*)\?(\/?)$/.exec(url)
    if (optional === null) return [pattern]
    const [, before = '', parameter = '', slash = ''] = optional
    return [before + parameter + slash, before + slash || '/'].map((path) => ({ ...pattern, url: path }))
  }

  private find({ method, url, constraints }: RoutePattern): { target: T; params: string[] } | null {
    const found = this.router.findRoute(method as HTTPMethod, this.normalize(url), constraints) // an unknown one is found nowhere
    return found === null ? null : { target: found.store as T, params: found.params } // only `place` fills the store
  }

  /** What the router makes of a path when it takes it, and does not when it is asked for it. */
  private normalize(url: string): string {
    const { ignoreDuplicateSlashes, ignoreTrailingSlash } = this.options
    const single = ignoreDuplicateSlashes === true ? url.replace(/\/{2,}/g, '/') : url
    const trimmed = ignoreTrailingSlash === true && single.endsWith('/') ? single.slice(0, -1) || '/' : single
    return trimmed === '*' ? '/*' : trimmed
  }

  /** The route declared with exactly this pattern, or null. */
  get(pattern: RoutePattern): { target: T; params: string[] } | null {
    if (pattern.method === 'HEAD') this.placeWaiting()
    return this.find(this.placesOf(pattern)[0]!) // there is one at least
  }

  lookup(req: IncomingMessage, res: ServerResponse): void {
    if (this.waiting !== null && req.method === 'HEAD') this.placeWaiting()
    this.router.lookup(req, res)
  }

  /** For constraints that are derived asynchronously. */
  lookupAsync(req: IncomingMessage, res: ServerResponse, done: (error: Error | null) => void): void {
    if (this.waiting !== null && req.method === 'HEAD') this.placeWaiting()
    this.router.lookup(req, res, done)
  }

  get hasAsyncConstraints(): boolean {
    const { constrainer } = this.router as unknown as { constrainer: { asyncStrategiesInUse: Set<string> } } // untyped
    return constrainer.asyncStrategiesInUse.size > 0
  }

  /** Turns the trees into generated code; routes added later are compiled at their first lookup. */
  compile(): void {
    this.placeWaiting()
    this.router.compile()
  }

  addConstraintStrategy(strategy: unknown): void {
    this.router.addConstraintStrategy(strategy as Parameters<Router['addConstraintStrategy']>[0]) // checked by the router
  }

  hasConstraintStrategy(name: string): boolean {
    return this.router.hasConstraintStrategy(name)
  }

  print(options: Record<string, unknown>): string {
    this.placeWaiting()
    return this.router.prettyPrint(options)
  }
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

/** Whether node's parser lets a method through. */
export function isHttpMethod(method: string): boolean {
  return METHODS.includes(method)
}
