// Hot path: `lookup` runs for every request.
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http'
import createRouter, { type Config, type HTTPMethod, type HTTPVersion, type Instance } from 'find-my-way'
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

/** Routes by method, path and constraints. */
export class RouteTable<T extends RouteTarget> {
  private readonly router: Router
  /** Null as soon as somebody has asked for HEAD. */
  private waiting: { pattern: RoutePattern; target: T; after: number }[] | null = []

  constructor(options: RouterOptions, fallbacks: RouterFallbacks) {
    const { notFound, badUrl, tooLongParameter, buildPrettyMeta } = fallbacks
    this.router = createRouter({
      ...options,
      defaultRoute: notFound,
      onBadUrl: badUrl,
      onMaxParamLength: tooLongParameter,
      buildPrettyMeta: (route: { store: RouteTarget }) => buildPrettyMeta({ ...route, store: route.store.meta }),
    } as Config<HTTPVersion.V1>) // its types lack buildPrettyMeta and name the constraint strategies more narrowly
  }

  /** Adds a route. One that stands there already is given, and stays: to look first would take as long as to add. */
  add(pattern: RoutePattern, target: T): T | null {
    if (pattern.method === 'HEAD') this.placeWaiting()
    try {
      this.place(pattern, target)
      return null
    } catch (error) {
      const taken = this.get(pattern)
      if (taken === null) throw error
      return taken.target
    }
  }

  /**
   * Adds a HEAD route that stands beside a GET. A tree of its own for them would be as large as that of all GET routes,
   * and most servers are never asked: they take their places when the first request or question for HEAD comes.
   */
  addBesideGet(pattern: RoutePattern, target: T): void {
    if (this.waiting === null) this.place(pattern, target)
    else this.waiting.push({ pattern, target, after: this.placed.length })
  }

  /** Whether all HEAD routes so far stand beside a GET. */
  get isBesideGet(): boolean {
    return this.waiting !== null
  }

  /** What the router lists, in the order of `print`. */
  private get placed(): unknown[] {
    return (this.router as unknown as { routes: unknown[] }).routes // its types leave it out
  }

  private placeWaiting(): void {
    const { waiting, placed } = this
    this.waiting = null
    if (waiting === null) return
    const others = placed.splice(0) // those that wait are listed where they were declared
    let listed = 0
    for (const { pattern, target, after } of waiting) {
      for (; listed < after; listed++) placed.push(others[listed])
      if (this.get(pattern) === null) this.place(pattern, target) // two GETs of one pattern fail the boot by themselves
    }
    for (; listed < others.length; listed++) placed.push(others[listed])
  }

  private place({ method, url, constraints }: RoutePattern, target: T): void {
    const add = () => this.router.on(method as HTTPMethod, url, { constraints }, callTarget, target) // the server checked it
    if (makesCode()) add()
    else addWithoutCode(add)
  }

  /** The route declared with exactly this pattern, or null. */
  get({ method, url, constraints }: RoutePattern): { target: T; params: string[] } | null {
    if (method === 'HEAD') this.placeWaiting()
    const pattern = url === '*' ? '/*' : url // what the router makes of it
    const found = this.router.findRoute(method as HTTPMethod, pattern, constraints) // an unknown one is found nowhere
    return found === null ? null : { target: found.store as T, params: found.params } // only `add` fills the store
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
